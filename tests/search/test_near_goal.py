"""Near-goal hashes and classes hold what a plain search finds."""

from itertools import permutations

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.near_goal import FAR, near_distance, scattered
from cubesolve.search.classes import sorted_by
from cubesolve.search.near_goal import Growth, build_near

N = 6
TURNS = np.array([[1, 0, 2, 3, 4, 5], [1, 2, 3, 4, 5, 0], [5, 0, 1, 2, 3, 4]])  # swap, and round


def turn(states: npt.NDArray[np.uint8], out: npt.NDArray[np.uint8]) -> None:
    out[:] = states[:, TURNS].reshape(-1, N)


def keys(states: npt.NDArray[np.uint8], out: npt.NDArray[np.uint64]) -> None:
    numbers = states.astype(np.int64) @ (N ** np.arange(N))
    out[:] = [scattered(np.uint64(number)) for number in numbers]


def distances() -> dict[tuple[int, ...], int]:
    """Return how far every permutation is from the solved one, by a plain search."""
    found = {tuple(range(N)): 0}
    front = list(found)
    while front:
        state = front.pop(0)
        for row in TURNS:
            to = tuple(state[i] for i in row)
            if to not in found:
                found[to] = found[state] + 1
                front.append(to)
    return found


def test_a_hash_knows_what_is_near() -> None:
    depth = 7
    goal = np.arange(N, dtype=np.uint8)[None]
    slots, levels = build_near(Growth(turn, keys, len(TURNS)), goal, depth, 1 << 14, lambda s: None)
    known = distances()
    assert [len(level) for level in levels] == [
        sum(distance == d for distance in known.values()) for d in range(depth)
    ]
    wrong = 0
    for state, distance in known.items():
        key = np.empty(1, np.uint64)
        keys(np.array([state], np.uint8), key)
        found = near_distance(slots, key[0])
        wrong += found != (distance if distance <= depth else FAR)
    assert wrong <= 1  # of 720: two may share a tag


def test_classes_are_what_symmetries_make_of_each_other() -> None:
    """Words of four letters, turned round and mirrored."""
    words = sorted(permutations(range(4)))
    number = {word: i for i, word in enumerate(words)}
    rounds = [[(i + k) % 4 for i in range(4)] for k in range(4)]
    symmetries = [*rounds, *(turn[::-1] for turn in rounds)]

    def seen(word: tuple[int, ...], to: list[int]) -> int:
        return number[tuple(word[i] for i in to)]

    images = [np.array([seen(word, to) for word in words]) for to in symmetries]
    classes = sorted_by(images, bits=3)
    for value, word in enumerate(words):
        c, s = divmod(int(classes.number[value]), 8)
        assert seen(word, symmetries[s]) == classes.smallest[c]
        orbit = {seen(word, to) for to in symmetries}
        assert classes.smallest[c] == min(orbit)
        kept = sum(
            int(images[k][classes.smallest[c]] == classes.smallest[c]) << k for k in range(8)
        )
        assert classes.keeps[c] == kept
