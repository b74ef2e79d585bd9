"""Coordinates: numbers that each say one thing about a state, and what turns make of them.

A state is a row of bytes: which sticker is in each slot of one kind of pieces. A turn is such a row
too: playing it gives `state[turn]`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Values = npt.NDArray[np.int64]


class Coordinate(Protocol):
    """A number from 0 to `size - 1` for what states have in common."""

    @property
    def size(self) -> int:
        """How many values there are."""
        ...

    def values_of(self, states: Bytes) -> Values:
        """Return the value of each state."""
        ...

    def states_of(self, values: Values) -> Bytes:
        """Return for each value a state that has it."""
        ...


def build_moves(coordinate: Coordinate, turns: Bytes) -> npt.NDArray[np.uint16]:
    """Return `table[value, turn]`: the value after a turn, for turns that keep the coordinate."""
    states = coordinate.states_of(np.arange(coordinate.size))
    columns = [coordinate.values_of(states[:, turn]) for turn in turns]
    return np.stack(columns, axis=1).astype(np.uint16)


def build_conjugates(coordinate: Coordinate, maps: Bytes) -> npt.NDArray[np.uint16]:
    """Return `table[value, symmetry]`: what each symmetry makes of a value.

    `maps[symmetry, slot]` is where a symmetry takes a slot.
    """
    states = coordinate.states_of(np.arange(coordinate.size))
    columns = [coordinate.values_of(conjugates(states, to)) for to in maps]
    return np.stack(columns, axis=1).astype(np.uint16)


def conjugates(states: Bytes, to: Bytes) -> Bytes:
    """Return states as a symmetry shows them that takes each slot where `to` says."""
    seen: Bytes = to[states[:, np.argsort(to)]]
    return seen
