"""Gymnasium environments: `gymnasium.make("cubesolve/Cube-v0")` after `import cubesolve.gym`.

`gymnasium.make("cubesolve.gym:cubesolve/Cube-v0")` imports it by itself. `make_vec` makes a vector
environment that turns all its cubes in one call. They come with the extra `gym`.
"""

from cubesolve import MissingExtraError

try:
    import gymnasium
except ModuleNotFoundError as error:
    if error.name != "gymnasium":
        raise
    raise MissingExtraError("environments", "gym") from error

from cubesolve.gym.actions import ACTION_SETS, action_moves
from cubesolve.gym.env import CubeEnv
from cubesolve.gym.vector_env import CubeVectorEnv

ID = "cubesolve/Cube-v0"
MAX_EPISODE_STEPS = 200

if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="cubesolve.gym.env:CubeEnv",
        vector_entry_point="cubesolve.gym.vector_env:CubeVectorEnv",
        max_episode_steps=MAX_EPISODE_STEPS,
    )

__all__ = ["ACTION_SETS", "ID", "MAX_EPISODE_STEPS", "CubeEnv", "CubeVectorEnv", "action_moves"]
