"""One cube as an environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.core import RenderFrame

from cubesolve import Cube, Move
from cubesolve.gym.game import DEFAULT_DEPTH, Array, Depth, Game, Observation, Reward, Settings
from cubesolve.render.pixels import net_pixels

_ALL = np.zeros(1, dtype=np.int64)
RENDER_MODES = ("ansi", "rgb_array")
OPTIONS = ("scramble", "cube")


def render_cube(cube: Cube, mode: str | None) -> RenderFrame | None:
    """Return the net as text or as pixels."""
    if mode == "ansi":
        return str(cube)
    return net_pixels(cube) if mode == "rgb_array" else None


def check_render_mode(mode: str | None) -> None:
    """Raise `ValueError` for a way to render that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"expected a render mode of {', '.join(RENDER_MODES)}; got {mode!r}")


def check_options(options: dict[str, Any] | None, known: Sequence[str]) -> dict[str, Any]:
    """Return the options of a reset; raise `ValueError` for one that there is not."""
    for name in options or {}:
        if name not in known:
            raise ValueError(f"expected options of {', '.join(known)}; got {name!r}")
    return options or {}


class CubeEnv(gymnasium.Env[Array, np.int64]):
    """A scrambled cube that an agent turns until it is solved, in any hold.

    `scramble` is the number of random moves, or the least and the greatest; it can be changed
    between episodes, which makes a curriculum. `reset(options={"scramble": 3})` takes another for
    one episode, `options={"cube": cube}` starts from a cube. `info["action_mask"]` says which
    actions make sense now.

    >>> env = CubeEnv(size=2, scramble=1)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, env.action_space.n, env.cube.is_solved
    ((24,), np.int64(9), False)
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        size: int = 3,
        actions: str | Sequence[str | Move] = "half",
        observation: Observation = "colors",
        reward: Reward = "sparse",
        scramble: Depth = DEFAULT_DEPTH,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self._game = Game(1, Settings(size, actions, observation, reward, scramble))
        self.scramble = scramble
        self.render_mode = render_mode
        self.action_space = self._game.action_space
        self.observation_space = self._game.observation_space

    @property
    def moves(self) -> tuple[Move, ...]:
        """The move of each action."""
        return self._game.moves

    @property
    def cube(self) -> Cube:
        """A copy of the cube as it is now."""
        return self._game.batch[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Scramble the cube, or start from the one in `options`."""
        super().reset(seed=seed)
        given = check_options(options, OPTIONS)
        if "cube" in given:
            self._game.batch[0] = given["cube"]
            self._game.begin(_ALL)
        else:
            self._game.scramble(_ALL, self.np_random, given.get("scramble", self.scramble))
        return self._game.observe()[0], self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[Array, SupportsFloat, bool, bool, dict[str, Any]]:
        """Make a move; the episode ends when the cube is solved."""
        if not self.action_space.contains(action):
            raise ValueError(f"expected an action below {len(self.moves)}, got {action!r}")
        game = self._game
        game.turn([int(action)])
        solved = game.batch.solved
        reward = float(game.rewards(solved)[0])
        return game.observe()[0], reward, bool(solved[0]), False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions make sense now, under the name that agents with masks look for."""
        found: npt.NDArray[np.bool_] = self._game.masks()[0] > 0
        return found

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._game.masks()[0]}

    def render(self) -> RenderFrame | list[RenderFrame] | None:
        """Return the net, as text (`ansi`) or as pixels (`rgb_array`)."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render() needs a mode: gymnasium.make(..., render_mode='ansi') or 'rgb_array'"
            )
        return render_cube(self.cube, self.render_mode)
