"""Many cubes as one environment: what Gymnasium's own vector environments do, in one call."""

import pickle
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from cubesolve import Cube, CubeBatch
from cubesolve.gym import ID, MAX_EPISODE_STEPS, CubeEnv, CubeVectorEnv

COUNT = 6


def make(**settings: Any) -> CubeVectorEnv:
    return cast(CubeVectorEnv, gymnasium.make_vec(ID, num_envs=COUNT, **settings))


def start(settings: dict[str, Any], length: int) -> tuple[CubeBatch, list[CubeEnv]]:
    """Return cubes a few turns from solved, and one environment for each."""
    batch = CubeBatch(COUNT, settings["size"])
    batch.scramble(np.arange(COUNT) % length, seed=1, moves=["R", "R'", "U2", "F"])
    singles = [cast(CubeEnv, gymnasium.make(ID, **settings)) for _ in range(COUNT)]
    return batch, singles


@pytest.mark.parametrize("observation", ["colors", "onehot", "stickers"])
@pytest.mark.parametrize("reward", ["sparse", "distance"])
def test_a_step_is_that_of_each_environment_alone(observation: str, reward: str) -> None:
    settings = {"size": 2, "observation": observation, "reward": reward, "max_episode_steps": 9}
    batch, singles = start(settings, 3)
    envs = make(**settings)
    seen, infos = envs.reset(options={"cubes": batch})
    for row, env in enumerate(singles):
        alone, info = env.reset(options={"cube": batch[row]})
        assert np.array_equal(seen[row], alone)
        assert np.array_equal(infos["action_mask"][row], info["action_mask"])
    envs.action_space.seed(2)
    running = np.ones(COUNT, dtype=np.bool_)
    ended = 0
    for _ in range(12):
        actions = envs.action_space.sample()
        results = envs.step(actions)
        assert seen.dtype == envs.single_observation_space.dtype
        for row in np.flatnonzero(running).tolist():
            alone, *rest, info = singles[row].step(actions[row])
            assert np.array_equal(results[0][row], alone)
            assert [column[row] for column in results[1:4]] == rest
            assert np.array_equal(results[4]["action_mask"][row], info["action_mask"])
            if rest[1] or rest[2]:
                running[row] = False
                ended += 1
    assert ended == COUNT


def almost_solved() -> tuple[CubeBatch, list[int]]:
    """Return cubes of which R solves the first two, and R for all."""
    batch = CubeBatch(COUNT)
    batch.play_each(["R'", "R'", "F", "U R", "D2 L", "B"])
    return batch, [0] * COUNT


def test_next_step_resets_what_was_over() -> None:
    envs = make(scramble=3)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    batch, actions = almost_solved()
    assert str(envs.moves[0]) == "R"
    envs.reset(seed=1, options={"cubes": batch})
    seen, rewards, terminated, truncated, _ = envs.step(actions)
    over = [True, True, False, False, False, False]
    assert terminated.tolist() == over
    assert rewards.tolist() == [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    assert not truncated.any()
    assert np.array_equal(seen[0], Cube().colors())
    before = envs.cubes
    seen, rewards, terminated, truncated, infos = envs.step(actions)
    assert not envs.cubes.solved.any()
    assert not np.any([rewards, terminated, truncated])
    assert infos["action_mask"][:2].all()  # a new episode
    assert infos["action_mask"][2:].sum() == 4 * 15
    before.play("R")
    assert envs.cubes[2:] == before[2:]


def test_same_step_keeps_what_was_seen_last() -> None:
    envs = make(scramble=3, autoreset_mode="SameStep")
    batch, actions = almost_solved()
    envs.reset(seed=1, options={"cubes": batch})
    seen, _, terminated, _, infos = envs.step(actions)
    assert terminated.tolist() == infos["_final_obs"].tolist() == [True, True, *[False] * 4]
    assert np.array_equal(infos["final_obs"][0], Cube().colors())
    assert infos["final_obs"][2] is None
    assert infos["final_info"]["_action_mask"].tolist() == terminated.tolist()
    assert not envs.cubes.solved.any()
    assert np.array_equal(seen, envs.cubes.colors())
    assert not envs.step(actions)[2][:2].any()


def test_disabled_waits_for_a_reset_of_some() -> None:
    envs = make(scramble=3, autoreset_mode=AutoresetMode.DISABLED)
    batch, actions = almost_solved()
    envs.reset(seed=1, options={"cubes": batch})
    terminated = envs.step(actions)[2]
    with pytest.raises(ResetNeeded):
        envs.step(actions)
    before = envs.cubes
    _, infos = envs.reset(options={"reset_mask": terminated})
    assert infos["_action_mask"].tolist() == terminated.tolist()
    assert envs.cubes[2:] == before[2:]
    assert not envs.cubes.solved.any()
    envs.step(actions)


def test_episodes_are_cut_at_their_longest() -> None:
    envs = make(size=5, max_episode_steps=3, scramble=(8, 10))
    envs.reset(seed=5)
    cut = [envs.step([k] * COUNT)[3].all() for k in (0, 3, 6, 0, 3, 6, 9)]
    assert cut == [False, False, True, False, False, False, True]
    assert make().max_episode_steps == MAX_EPISODE_STEPS


def test_a_seed_is_the_whole_run() -> None:
    def run(seed: int) -> bytes:
        envs = make(size=2, scramble=(1, 3), max_episode_steps=4)
        frames = [envs.reset(seed=seed)[0]]
        frames += [envs.step([k % 9] * COUNT)[0] for k in range(12)]
        return pickle.dumps(frames)

    assert run(3) == run(3)
    assert run(3) != run(4)


def test_a_curriculum_deepens() -> None:
    envs = make(size=2, scramble=0)
    envs.reset(seed=1)
    assert envs.cubes.solved.all()
    envs.scramble = (1, 4)
    envs.reset()
    assert not envs.cubes.solved.any()


def test_observations_are_not_used_again() -> None:
    envs = make(observation="stickers")
    first, _ = envs.reset(seed=1)
    kept = first.copy()
    second = envs.step([0] * COUNT)[0]
    assert np.array_equal(first, kept)
    second[:] = 0
    assert envs.cubes.colors().any()


def test_pictures_are_those_of_the_cubes() -> None:
    envs = make(render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == tuple(str(cube) for cube in envs.cubes)
    frames = make(size=2, render_mode="rgb_array").render()
    assert frames is not None
    assert len(frames) == COUNT
    assert make().render() is None


def test_mistakes_say_what_was_expected() -> None:
    envs = make()
    envs.reset(seed=1)
    for wrong in ([0] * 5, [0.0] * COUNT, [18] * COUNT, [-1] * COUNT):
        with pytest.raises(ValueError, match="expected"):
            envs.step(wrong)
    for mask in (np.zeros(COUNT, bool), np.ones(COUNT, int), np.ones(3, bool)):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="AutoresetMode"):
        make(autoreset_mode="Later")
    with pytest.raises(TypeError):
        make(depth=3)
