"""Steps a second of a vector of cubes, beside public environments: `python -m benchmarks.gym`.

`jumanji`'s RubiksCube runs on JAX, jitted and vmapped, on all cores: one call for each step, as a
program would that lets an agent choose, and the whole rollout as one compiled scan. It does the
same moves as we do and must end in the same states; our steps also begin episodes anew.
`rubiks-cube-gym` knows the 2x2 only, one cube at a time; the file of all states that it downloads,
to number them, is left out, which is in its favour. Times are the best of several rounds.

Rivals that are not installed are left out: `pip install jumanji rubiks-cube-gym opencv-python`.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np

import cubesolve.gym

SIZES = (2, 3, 5)
ROUNDS = 5
STEPS = 64
FACES = "UFRBLD"  # jumanji's order
AMOUNTS = ("", "'", "2")


def rate(run: Callable[[], object], steps: int) -> float:
    """Return how many steps a second the quickest round made."""
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return steps / min(times)


def layer_moves(size: int) -> list[str]:
    """Return the moves that jumanji has, in its order: face, layer from it, amount."""
    return [
        f"{depth or ''}{face}{amount}"
        for face in FACES
        for depth in (0, *range(2, size // 2 + 1))
        for amount in AMOUNTS
    ]


def ours(size: int, actions: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
    """Return our steps a second, and the colours after all actions from solved cubes."""
    steps, count = actions.shape
    envs = gymnasium.make_vec(
        cubesolve.gym.ID, num_envs=count, size=size, actions=layer_moves(size)
    )

    def run() -> None:
        for row in actions:
            envs.step(row)

    envs.reset(seed=1)
    run()
    found = rate(run, steps * count)
    batch = cubesolve.CubeBatch(count, size)
    batch.play_each(layer_moves(size), actions.T)
    return found, batch.colors()


def jumanji(size: int, actions: np.ndarray[Any, Any]) -> tuple[float, float, np.ndarray[Any, Any]]:
    """Return jumanji's steps a second by calls and by a scan, and the colours at the end."""
    import jax
    from jax import numpy as jnp
    from jumanji.environments.logic.rubiks_cube import RubiksCube
    from jumanji.environments.logic.rubiks_cube.generator import ScramblingGenerator

    steps, count = actions.shape
    env = RubiksCube(generator=ScramblingGenerator(size, 0), time_limit=steps + 1)
    triples = np.unravel_index(actions, (6, size // 2, 3))
    given = jnp.asarray(np.stack(triples, axis=-1))
    start, _ = jax.jit(jax.vmap(env.reset))(jax.random.split(jax.random.PRNGKey(0), count))
    step = jax.jit(jax.vmap(env.step))

    def calls() -> Any:
        state = start
        for row in given:
            state, timestep = step(state, row)
        return jax.block_until_ready((state, timestep))

    def body(state: Any, row: Any) -> Any:
        state, timestep = jax.vmap(env.step)(state, row)
        return state, (timestep.reward.sum(), timestep.observation.cube.sum())

    scan = jax.jit(lambda: jax.lax.scan(body, start, given))
    state, _ = calls()
    jax.block_until_ready(scan())
    by_calls = rate(calls, steps * count)
    by_scan = rate(lambda: jax.block_until_ready(scan()), steps * count)
    faces = np.asarray(state.cube).reshape(count, 6, -1)
    return by_calls, by_scan, in_our_order(faces)


def in_our_order(faces: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return jumanji's faces and colours in the order U R F D L B."""
    order = [FACES.index(face) for face in "URFDLB"]
    number = np.argsort(order)  # of a colour of theirs among ours
    found: np.ndarray[Any, Any] = number[faces[:, order]].reshape(len(faces), -1)
    return found


def rubiks_cube_gym(steps: int) -> float:
    """Return the steps a second of one 2x2 of rubiks-cube-gym, without its pictures."""
    from rubiks_cube_gym.envs import RubiksCube222Env

    env = RubiksCube222Env.__new__(RubiksCube222Env)
    env.cube_states = defaultdict(int)
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 3, steps)

    def run() -> None:
        for action in actions.tolist():
            env.step(action)

    return rate(run, steps)


def one_of_ours(steps: int) -> float:
    """Return the steps a second of one 2x2 in an environment of its own."""
    env = cubesolve.gym.CubeEnv(size=2)
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, len(env.moves), steps)

    def run() -> None:
        for action in actions.tolist():
            env.step(action)

    run()
    return rate(run, steps)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="Steps a second of environments.")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--count", type=int, default=4096, help="cubes in a vector")
    args = parser.parse_args()
    print(f"{args.count} cubes at once, steps a second")
    print("| N | ours | jumanji, by calls | jumanji, by scan | ratio to the better one |")
    print("|---|---|---|---|---|")
    for size in args.sizes:
        n_moves = len(layer_moves(size))
        actions = np.random.default_rng(size).integers(0, n_moves, (STEPS, args.count))
        speed, colors = ours(size, actions)
        if size < 3 or find_spec("jumanji") is None:
            print(f"| {size} | {speed:,.0f} |  |  |  |")
            continue
        calls, scan, theirs = jumanji(size, actions)
        assert np.array_equal(colors, theirs), "both must end in the same states"
        ratio = speed / max(calls, scan)
        print(f"| {size} | {speed:,.0f} | {calls:,.0f} | {scan:,.0f} | {ratio:.1f}x |")
    alone = one_of_ours(2000)
    print(f"one 2x2 alone: ours {alone:,.0f} steps a second", end="")
    if find_spec("rubiks_cube_gym") is not None:
        theirs_alone = rubiks_cube_gym(2000)
        print(f", rubiks-cube-gym {theirs_alone:,.0f}: {alone / theirs_alone:.1f}x", end="")
    print()


if __name__ == "__main__":
    main()
