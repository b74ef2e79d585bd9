"""Strategies and small functions that the tests of the notation share."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from cubesolve import Alg, Cube, Move
from cubesolve.notation import Commutator, Conjugate, Group, Node, Pause
from oracle import Oracle, all_tokens

AXES = ("RrLlMmxX", "UuDdEeyY", "FfBbSszZ")
AMOUNTS = ("", "'", "2", "2'", "3", "3'", "'3", "4", "5'")
LARGEST = 99_999_999  # a number has at most eight digits

repeatable = settings(
    derandomize=True,
    deadline=None,
    max_examples=40,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def stickers(alg: Alg | Move | str, size: int) -> list[int]:
    """Return what is in each slot of a solved cube after the algorithm."""
    cube = Cube(size)
    cube.play(alg)
    found: list[int] = cube.stickers.tolist()
    return found


def oracle_stickers(words: str, size: int) -> list[int]:
    """Return the same as the oracle sees it; it reads words without brackets only."""
    oracle = Oracle(size)
    oracle.play(words)
    return oracle.stickers()


def run_with_hash_seed(code: str, seed: int, *arguments: str) -> str:
    """Return what a Python process with this hash seed prints."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


# Nodes of any kind, also such as no cube has.

amounts = st.integers(-9, 9).filter(bool) | st.sampled_from([LARGEST, -LARGEST, 100, -4])
near_ranges = st.builds(
    lambda first, more: (first, first + more), st.integers(1, 12), st.sampled_from([0, 0, 1, 2, 5])
)


def _far_ranges(least: int) -> SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(1, 5), st.integers(least, 4).map(lambda back: -back))


face_moves = st.builds(
    Move,
    st.sampled_from("URFDLB"),
    st.lists(near_ranges | _far_ranges(1), min_size=1, max_size=3).map(tuple),
    amounts,
)
slice_moves = st.builds(
    Move,
    st.sampled_from("MES"),
    st.lists(near_ranges | _far_ranges(0), max_size=3).map(tuple),
    amounts,
)
rotations = st.builds(Move, st.sampled_from("xyz"), st.just(()), amounts)
any_moves = face_moves | slice_moves | rotations


def nested(leaves: SearchStrategy[Node], amounts: SearchStrategy[int]) -> SearchStrategy[Alg]:
    """Return algorithms of these moves in groups, commutators and conjugates."""

    def wrap(inner: SearchStrategy[Node]) -> SearchStrategy[Node]:
        part = st.lists(inner, min_size=1, max_size=3).map(Alg)
        return (
            st.builds(Group, part, amounts)
            | st.builds(Commutator, part, part, amounts)
            | st.builds(Conjugate, part, part, amounts)
        )

    return st.lists(st.recursive(leaves, wrap, max_leaves=6), max_size=4).map(Alg)


any_algs = nested(any_moves | st.just(Pause()), amounts)


# What a cube of a known size can play.


def words(size: int, axis: int | None = None) -> SearchStrategy[str]:
    """Return words that this size understands, of one axis if told so."""
    tokens = all_tokens(size)
    if axis is not None:
        tokens = [token for token in tokens if set(token) & set(AXES[axis])]
    return st.builds(str.__add__, st.sampled_from(tokens), st.sampled_from(AMOUNTS))


def texts(size: int, most: int = 12) -> SearchStrategy[str]:
    """Return flat texts, many with runs about one axis: those are what `simplify` merges."""
    one_axis = st.integers(0, 2).flatmap(
        lambda axis: st.lists(words(size, axis), min_size=1, max_size=5).map(" ".join)
    )
    return st.lists(words(size) | one_axis, max_size=most).map(" ".join)


def playable(size: int) -> SearchStrategy[Alg]:
    """Return nested algorithms that this size can play, not too long when written out."""
    few = st.integers(-3, 3).filter(bool)
    return nested(words(size).map(Move.parse) | st.just(Pause()), few).filter(
        lambda alg: len(alg) < 2_000
    )
