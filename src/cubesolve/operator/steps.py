"""Annotations: what a stretch of moves is for, and which stickers and slots it is about."""

from __future__ import annotations

from dataclasses import dataclass, field

from cubesolve.model import Color


@dataclass(slots=True)
class Step:
    """A stretch of an operator's history with a title.

    `moved` are the slots, when the step begins, of the stickers that it moves, and `stickers` their
    numbers; `targets` are the slots they go to; `trackers` are slots that trackers had marked then,
    with their colours. `phase` and `parity` say for programs what the step is part of and which
    parity it fixes, if any; `layer` is the layer that it builds, counted from the first one, where
    a solver builds one at a time. `reason` is why a solver chose it. `depth` counts the steps
    around it.
    """

    title: str
    explanation: str = ""
    moved: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    stickers: tuple[int, ...] = field(default=(), compare=False)
    trackers: tuple[tuple[int, Color], ...] = field(default=(), compare=False)
    phase: str = ""
    parity: str = ""
    layer: int | None = None
    reason: str = ""
    depth: int = 0
    start: int = 0
    end: int = 0
