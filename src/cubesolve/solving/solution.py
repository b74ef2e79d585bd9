"""`Solution`: how a cube is solved, as steps and as moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cubesolve.model import Color, ColorScheme, Cube
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.notation import Alg, Metric, Move
from cubesolve.operator import Operator, Step
from cubesolve.protocols import Parity, Phase, SolverResults, SolveStep
from cubesolve.words.grammar import counted

_SHOWN = 12  # moves that `repr` writes out


@dataclass(frozen=True)
class TrackerMark:
    """A tracker as a step saw it: the face, its colour, and the marked slot."""

    face: str
    color: Color
    slot: int


@dataclass(frozen=True)
class SolutionStep:
    """One step of a solution: what it is for, its moves, and the slots that it is about.

    `moved` are slots at the step's start, `targets` the slots that their stickers go to. `parity`
    is what a step of `Phase.PARITY` fixes. `layer` counts from the first layer, 1, to the last; it
    is there where a step builds one layer.
    """

    title: str
    explanation: str
    alg: Alg
    moved: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    trackers: tuple[TrackerMark, ...] = ()
    phase: Phase = Phase.OTHER
    parity: Parity | None = None
    layer: int | None = None


@dataclass(frozen=True)
class Solution:
    """How a cube is solved: steps that explain themselves, and all moves together.

    `steps` and `alg` are without turns of the whole cube and simplified; `human` is what was
    played, turns of the whole cube included. `metric` is what a search was told to shorten.
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
    metric: Metric = Metric.OBTM

    @cached_property
    def alg(self) -> Alg:
        """All moves, simplified, without turns of the whole cube."""
        return _simplified(Alg(m for step in self.steps for m in step.alg.moves), self.size)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of `alg`."""
        return self.alg.moves

    def count(self, metric: Metric | str) -> int:
        """Return the length in a metric."""
        return self.alg.count(metric, self.size)

    def to_json(self) -> dict[str, Any]:
        """Return the solution as plain data, ready for `json.dumps`."""
        from cubesolve.solving.as_json import solution_json

        return solution_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Solution:
        """Return the solution that `to_json` wrote, in this version or an earlier one.

        JSON holds no turns of the whole cube, so `human` comes back without them; a solution of
        version 1 knows no phases. Raises `ValueError` that names the field which is wrong.
        """
        from cubesolve.solving.from_json import read_solution

        return read_solution(data)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.alg)

    def __len__(self) -> int:
        return len(self.alg)

    def __str__(self) -> str:
        return str(self.alg)

    def __repr__(self) -> str:
        moves, steps = counted(len(self), "move"), counted(len(self.steps), "step")
        shown = f": {self.alg[:_SHOWN]}" if self else ""
        more = " …" if len(self) > _SHOWN else ""
        size = f"{self.size}x{self.size}"
        return f"<Solution of a {size} by {self.method}, {moves} in {steps}{shown}{more}>"


def steps_of(operator: Operator) -> tuple[SolutionStep, ...]:
    """Return the operator's steps seen from how the cube was held at the start."""
    size = operator.cube.size
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
                    step.title,
                    step.explanation,
                    alg,
                    home(step.moved),
                    home(step.targets),
                    marks,
                    Phase(step.phase or Phase.OTHER),
                    Parity(step.parity) if step.parity else None,
                    step.layer,
                )
            )
        if kept != hold.moves:
            hold = Alg(kept)
            held = Cube.from_alg(hold, size)
    return tuple(found)


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
