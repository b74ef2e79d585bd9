"""What solvers are and what they give: protocols, steps, results, solutions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol

from cubesolve.model import Color, ColorScheme, Cube
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.notation import Alg, Metric
from cubesolve.operator import Operator, Step

JSON_VERSION = 1


class SolveStep(StrEnum):
    """How far to solve; each method offers some of these."""

    ALL = "all"
    CENTERS = "centers"
    EDGES = "edges"
    CAGE = "cage"  #: all edges and corners
    L1X = "L1x"  #: the cross of the first layer
    L1 = "L1"
    L2 = "L2"
    L3X = "L3x"  #: the cross of the last layer
    L3 = "L3"
    F2L = "F2L"
    OLL = "OLL"
    PLL = "PLL"
    FIRST_CENTERS = "first-centers"  #: layer by layer on any size: the centre of the first layer
    FIRST_EDGES = "first-edges"
    FIRST_CROSS = "first-cross"
    FIRST_LAYER = "first-layer"
    MIDDLE = "middle"  #: all middle layers; `SolveStep.middle(3)`, "middle-3", the lowest three
    LAST_CENTERS = "last-centers"
    LAST_EDGES = "last-edges"
    LAST_CROSS = "last-cross"

    # As the seeds write them.
    Centers = "centers"
    Edges = "edges"
    Cage = "cage"
    L1x = "L1x"
    L3x = "L3x"

    @classmethod
    def _missing_(cls, value: object) -> SolveStep | None:
        """Find a step however its name is written: `Centers`, `L3X`, and `middle-3` for any number.

        Steps with a number are made when they are first asked for, and are not listed.
        """
        name = str(value).lower()
        found = re.fullmatch(r"middle-([1-9]\d{0,4})", name)
        if found is None:
            return next((step for step in cls if step.value.lower() == name), None)
        made = cls._value2member_map_.get(name)
        if made is None:
            made = str.__new__(cls, name)
            made._name_ = f"MIDDLE_{found[1]}"
            made._value_ = name
            cls._value2member_map_[name] = made
        assert isinstance(made, cls)
        return made

    @classmethod
    def middle(cls, layers: int) -> SolveStep:
        """Return the step that ends when so many middle layers, from the bottom up, are done.

        >>> SolveStep.middle(3) is SolveStep("middle-3")
        True
        """
        return cls(f"middle-{layers}")

    @property
    def kind(self) -> SolveStep:
        """The step without its number: `middle` for `middle-3`."""
        return SolveStep.MIDDLE if self.layers is not None else self

    @property
    def layers(self) -> int | None:
        """The number of a step that has one: 3 of `middle-3`."""
        word, _, number = self.value.partition("-")
        return int(number) if word == "middle" and number else None


@dataclass(frozen=True)
class Limit:
    """How long a search may go on.

    It stops after `time` seconds, when it has a solution of `moves` moves, or after `nodes` nodes,
    whichever is first; the best solution so far counts, and the first is always waited for. Only
    `nodes` and `moves` give the same answer on every machine.
    """

    time: float | None = None
    moves: int | None = None
    nodes: int | None = None

    def is_reached(self, time: float, moves: int, nodes: int) -> bool:
        """Tell whether a search that has a solution is over.

        >>> Limit(time=2.5, moves=19).is_reached(time=1.0, moves=20, nodes=10**9)
        False
        """
        return (
            (self.time is not None and time >= self.time)
            or (self.moves is not None and moves <= self.moves)
            or (self.nodes is not None and nodes >= self.nodes)
        )


ProgressListener = Callable[[str, float | None], None]
"""Hears what long work is doing, and which share of it is done where that is known."""


def no_progress(what: str, share: float | None) -> None:
    """Listen to nothing."""


def turns_name(cost: int, metric: Metric) -> str:
    """Return so many turns of faces in words: any turns, or quarter turns.

    >>> turns_name(3, Metric.OBTM), turns_name(1, Metric.QTM)
    ('3 turns', '1 quarter turn')
    """
    return f"{cost} {'quarter ' if metric == Metric.QTM else ''}turn{'' if cost == 1 else 's'}"


@dataclass
class SolverResults:
    """Which parities a solve met, and whether a search has proven that nothing is shorter."""

    was_even_edge_parity: bool = False
    was_corner_swap: bool = False
    was_partial_edge_parity: bool = False
    is_optimal: bool = False

    def __or__(self, other: SolverResults) -> SolverResults:
        return SolverResults(
            self.was_even_edge_parity or other.was_even_edge_parity,
            self.was_corner_swap or other.was_corner_swap,
            self.was_partial_edge_parity or other.was_partial_edge_parity,
            self.is_optimal or other.is_optimal,
        )


@dataclass(frozen=True)
class TrackerMark:
    """A tracker as a step saw it: the face, its colour, and the marked slot."""

    face: str
    color: Color
    slot: int


@dataclass(frozen=True)
class SolutionStep:
    """One step of a solution: what it is for, its moves, and the slots that it is about.

    `moved` are slots at the step's start, `targets` the slots that their stickers go to.
    """

    title: str
    explanation: str
    alg: Alg
    moved: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    trackers: tuple[TrackerMark, ...] = ()


@dataclass(frozen=True)
class Solution:
    """How a cube is solved: steps that explain themselves, and all moves together.

    `steps` and `alg` are without turns of the whole cube and simplified; `human` is what was
    played, turns of the whole cube included.
    """

    size: int
    scheme: ColorScheme
    start: str
    method: str
    what: SolveStep
    steps: tuple[SolutionStep, ...]
    human: Alg
    results: SolverResults = field(default_factory=SolverResults)
    seconds: float = 0.0

    @classmethod
    def from_operator(
        cls,
        start: Cube,
        operator: Operator,
        method: str,
        what: SolveStep,
        results: SolverResults,
        seconds: float,
    ) -> Solution:
        """Return the solution that an operator has played on a copy of the start."""
        return cls(
            size=start.size,
            scheme=start.scheme,
            start=start.facelets(),
            method=method,
            what=what,
            steps=tuple(_without_rotations(start.size, operator)),
            human=operator.history,
            results=results,
            seconds=seconds,
        )

    @cached_property
    def alg(self) -> Alg:
        """All moves, simplified, without turns of the whole cube."""
        return _simplified(Alg(m for step in self.steps for m in step.alg.moves), self.size)

    @property
    def moves(self) -> Sequence[Any]:
        """The moves of `alg`."""
        return self.alg.moves

    def count(self, metric: Metric | str) -> int:
        """Return the length in a metric."""
        return self.alg.count(metric, self.size)

    def to_json(self) -> dict[str, Any]:
        """Return the solution as plain data, ready for `json.dumps`."""
        return {
            "version": JSON_VERSION,
            "size": self.size,
            "scheme": self.scheme.letters,
            "facelets": self.start,
            "method": self.method,
            "what": self.what.value,
            "alg": str(self.alg),
            "moves": [list(block) for block in self.alg.blocks(self.size)],
            "counts": {metric.value: self.count(metric) for metric in Metric},
            "steps": [self._step_json(step) for step in self.steps],
            "results": {
                "was_even_edge_parity": self.results.was_even_edge_parity,
                "was_corner_swap": self.results.was_corner_swap,
                "was_partial_edge_parity": self.results.was_partial_edge_parity,
            },
            "seconds": round(self.seconds, 6),
        }

    def _step_json(self, step: SolutionStep) -> dict[str, Any]:
        return {
            "title": step.title,
            "explanation": step.explanation,
            "alg": str(step.alg),
            "moves": [list(block) for block in step.alg.blocks(self.size)],
            "moved": list(step.moved),
            "targets": list(step.targets),
            "trackers": [
                {"face": mark.face, "color": mark.color.letter, "slot": mark.slot}
                for mark in step.trackers
            ],
        }

    def __str__(self) -> str:
        return str(self.alg)


class Solver(Protocol):
    """A method that solves cubes by playing on an operator."""

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play until `what` is reached; return which parities were met."""
        ...


class ReducerProtocol(Protocol):
    """Makes a big cube one that turns like a 3x3."""

    def solve_centers(self, operator: Operator) -> SolverResults:
        """Make every centre one colour."""
        ...

    def solve_edges(self, operator: Operator, keep_centers: bool = True) -> SolverResults:
        """Make every edge one piece; centres need not be kept if told so."""
        ...

    def fix_edge_parity(self, operator: Operator) -> None:
        """Flip one edge of a reduced even cube."""
        ...

    def fix_corner_parity(self, operator: Operator) -> None:
        """Swap two corners, diagonally, of a reduced even cube."""
        ...


class Solver3x3Protocol(Protocol):
    """Solves what turns like a 3x3, of any size."""

    @property
    def steps(self) -> tuple[SolveStep, ...]:
        """The steps that it offers, in their order."""
        ...

    @property
    def can_detect_parity(self) -> bool:
        """Whether it raises the parity exceptions on an even cube."""
        ...

    def solve_3x3(self, operator: Operator, what: SolveStep) -> None:
        """Solve a reduced cube up to a step.

        Raises `EvenCubeEdgeParityException` or `EvenCubeCornerSwapException` where an even cube
        shows what no 3x3 can.
        """
        ...


def _without_rotations(size: int, operator: Operator) -> list[SolutionStep]:
    """Return the operator's steps seen from how the cube was held at the start."""
    found = []
    hold = Alg()
    held = Cube(size)
    for step in _gapless(operator):
        moves = operator.step_alg(step)
        held_moves = (hold + moves).without_rotations(size, keep_hold=True).moves
        kept = tuple(move for move in held_moves if move.is_rotation)  # they come last
        alg = _simplified(Alg(held_moves[: len(held_moves) - len(kept)]), size)

        def home(slots: Sequence[int], held: Cube = held) -> tuple[int, ...]:
            return tuple(map(held.sticker_at, slots))

        if alg:
            marks = tuple(
                TrackerMark(FACE_NAMES[slot // size**2], color, slot)
                for (slot,), color in ((home([s]), c) for s, c in step.trackers)
            )
            found.append(
                SolutionStep(
                    step.title, step.explanation, alg, home(step.moved), home(step.targets), marks
                )
            )
        if kept != hold.moves:
            hold = Alg(kept)
            held = Cube.from_alg(hold, size)
    return found


def _simplified(alg: Alg, size: int) -> Alg:
    """Return the moves merged, but not into turns of the whole cube: on a 2x2 `R L'` is one."""
    shorter = alg.simplify(size)
    return alg.simplify() if any(move.is_rotation for move in shorter) else shorter


def _gapless(operator: Operator) -> list[Step]:
    """Return the outermost steps, with steps of their own for moves between them."""
    found: list[Step] = []
    at = 0
    for step in (*(s for s in operator.steps if s.depth == 0), None):
        start = len(operator.history.moves) if step is None else step.start
        if at < start:
            found.append(Step("Turn", start=at, end=start))
        if step is not None:
            found.append(step)
            at = step.end
    return found
