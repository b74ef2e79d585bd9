"""One cube as an environment, by Gymnasium's own checker and by laws."""

import subprocess
import sys
import warnings
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import cubesolve.gym
from cubesolve import Cube, solve
from cubesolve.gym import ID, CubeEnv


def make(**settings: Any) -> CubeEnv:
    return cast(CubeEnv, gymnasium.make(ID, **settings).unwrapped)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"size": 2, "observation": "onehot", "reward": "distance", "scramble": (1, 6)},
        {"size": 4, "observation": "stickers", "actions": "wide"},
        {"size": 7, "observation": "stickers", "actions": ["R", "3Rw'", "M2"]},
    ],
)
def test_gymnasiums_checker_finds_nothing(settings: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(**settings))


def test_an_id_with_its_module_needs_no_import() -> None:
    code = (
        "import gymnasium\n"
        "env = gymnasium.make('cubesolve.gym:cubesolve/Cube-v0', size=2)\n"
        "print(env.reset(seed=1)[0].shape)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "(24,)\n"


def test_a_missing_gymnasium_is_said_in_words() -> None:
    code = "import sys; sys.modules['gymnasium'] = None\nimport cubesolve.gym\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "environments need an extra: pip install 'cubesolve[gym]'" in done.stderr


def test_steps_turn_the_cube_and_show_it() -> None:
    for observation in ("colors", "onehot", "stickers"):
        env = make(size=3, actions="slices", observation=observation)
        seen, _ = env.reset(seed=4)
        twin = env.cube
        for action in (0, 5, 13, 26):
            seen, reward, terminated, truncated, _ = env.step(action)
            twin.play(env.moves[action])
            assert env.cube == twin
            assert (reward, terminated, truncated) == (0.0, False, False)
        shown = seen.reshape(54, -1).argmax(axis=1) if observation == "onehot" else seen
        wanted = twin.stickers if observation == "stickers" else twin.colors()
        assert np.array_equal(shown, wanted)


def test_solving_ends_an_episode() -> None:
    env = make(size=3, reward="distance")
    env.reset(seed=1)
    start = env.cube
    moves = solve(start, limit=0).alg.moves
    total, ends = 0.0, []
    for move in moves:
        _, reward, terminated, _, _ = env.step(env.moves.index(move))
        total += float(reward)
        ends.append(terminated)
    assert ends == [False] * (len(moves) - 1) + [True]
    colors = start.colors().reshape(6, 9)
    strangers = sum(9 - np.bincount(face).max() for face in colors)
    assert total == pytest.approx(1 + strangers / 54)


def test_solved_counts_in_any_hold() -> None:
    env = make(size=4, actions=["Rw", "Lw'"])
    env.reset(options={"cube": Cube.from_alg("Rw", 4)})
    assert env.step(1)[2] is True


def test_a_seed_is_an_episode_and_none_goes_on() -> None:
    env, twin = make(), make()
    first = env.reset(seed=7)[0]
    second = env.reset()[0]
    assert np.array_equal(first, twin.reset(seed=7)[0])
    assert np.array_equal(second, twin.reset()[0])
    assert not np.array_equal(first, second)
    assert not np.array_equal(first, twin.reset(seed=8)[0])


def test_scrambles_are_as_deep_as_said() -> None:
    env = make(size=2, scramble=1)
    lengths = set()
    for seed in range(20):
        env.reset(seed=seed)
        lengths.add(len(solve(env.cube)))
    assert lengths == {1}
    env.scramble = (2, 3)
    for seed in range(20):
        env.reset(seed=seed)
        lengths.add(len(solve(env.cube)))
    assert lengths == {1, 2, 3}
    env.reset(seed=1, options={"scramble": 0})
    assert env.cube.solved
    # Rw and Lw' would solve the cube in another hold.
    wide = make(size=4, actions=["Rw", "Lw'"], scramble=2)
    assert not any(wide.reset(seed=seed) and wide.cube.solved for seed in range(10))


def test_masks_come_with_every_step() -> None:
    env = make()
    _, info = env.reset(seed=1)
    assert info["action_mask"].dtype == np.int8
    assert info["action_mask"].all()
    right = [number for number, move in enumerate(env.moves) if move.letter == "R"]
    info = env.step(right[0])[-1]
    assert not info["action_mask"][right].any()
    assert info["action_mask"].sum() == len(env.moves) - 3
    assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
    assert env.action_space.sample(mask=info["action_mask"]) not in right


def test_pictures() -> None:
    text = make(render_mode="ansi")
    text.reset(options={"cube": Cube()})
    assert text.render() == str(Cube())
    pixels = make(size=5, render_mode="rgb_array")
    pixels.reset(seed=3)
    frame = np.asarray(pixels.render())
    assert frame.shape == (285, 380, 3)
    cell = 19
    for slot, color in enumerate(pixels.cube.colors()):
        face, row, column = pixels.cube.geometry.place(slot)
        right, down = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (3, 1))[face]
        y, x = (int((5 * at + k + 0.5) * cell) for at, k in ((down, row), (right, column)))
        assert tuple(frame[y, x]) == pixels.cube.scheme.colors[color].rgb


def test_mistakes_say_what_was_expected() -> None:
    wrongs: tuple[dict[str, Any], ...] = (
        {"observation": "pixels"}, {"reward": "dense"}, {"scramble": -1}, {"scramble": (3, 2)},
        {"actions": "none"}, {"render_mode": "human"}, {"size": 1},
    )  # fmt: skip
    for wrong in wrongs:
        with pytest.raises(ValueError, match="expected"):
            CubeEnv(**wrong)
    env = make()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="below 18"):
        env.step(18)
    with pytest.raises(ValueError, match="options of scramble, cube"):
        env.reset(options={"depth": 3})
    assert cubesolve.gym.ID in gymnasium.registry
