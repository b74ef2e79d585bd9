"""Annotations: what a stretch of moves is for, and which stickers and slots it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cubesolve.model import Cube, Part, PartEdge, PartSlice

Marked = int | PartEdge | PartSlice | Part[Any]


@dataclass(slots=True)
class Step:
    """A stretch of an operator's history with a title.

    `moved` are the slots, when the step begins, of the stickers that it moves, and `stickers` their
    numbers; `targets` are the slots they go to. `depth` counts the steps around it.
    """

    title: str
    explanation: str = ""
    moved: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    stickers: tuple[int, ...] = ()
    depth: int = 0
    start: int = 0
    end: int = 0


def slots_of(cube: Cube, marked: Marked | Iterable[Marked]) -> tuple[int, ...]:
    """Return the slots that slots, stickers' sides, slices and parts stand for.

    Raises `ValueError` for a slot that the cube has not.
    """
    if isinstance(marked, PartSlice | Part):
        return marked.slots
    if isinstance(marked, PartEdge):
        return (marked.slot,)
    if isinstance(marked, Iterable):
        return tuple(slot for one in marked for slot in slots_of(cube, one))
    slot = int(marked)
    if not 0 <= slot < cube.geometry.n_slots:
        raise ValueError(f"expected a slot below {cube.geometry.n_slots}, got {slot}")
    return (slot,)
