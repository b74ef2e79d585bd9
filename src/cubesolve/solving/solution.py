"""`Solution`: how a cube is solved, as steps and as moves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Unpack, overload

import numpy as np

from cubesolve.checkpoints import checkpoint
from cubesolve.model import Color, ColorScheme, Cube
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.moves import LongAlg, write_moves
from cubesolve.notation import Alg, Metric, Move
from cubesolve.notation.structure import Part, parts_of
from cubesolve.operator import Operator, Step
from cubesolve.protocols import LongResult, Parity, Phase, SolverResults, SolveStep
from cubesolve.words.grammar import a_cube, counted

if TYPE_CHECKING:
    from cubesolve.pictures.style import Styling

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
    is there where a step builds one layer. `reason` is why it was chosen, where a method says so.
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
    reason: str = ""

    @property
    def parts(self) -> tuple[Part, ...]:
        """What the moves of a step with a reason are made of: setups, commutators."""
        return parts_of(self.alg.moves) if self.reason else ()


@dataclass(frozen=True)
class Solution:
    """How a cube is solved: steps that explain themselves, and all moves together.

    `steps` and `alg` are without turns of the whole cube and simplified; `human` is what was
    played, turns of the whole cube included. `metric` is what a search was told to shorten.
    Solutions are equal if all but the time that they took is the same.

    A solution by `fast` is a `LongAlg`, one array of turns of single layers; its steps are ranges
    of it.
    """

    live_view: ClassVar[Callable[[Any], dict[str, Any] | None] | None] = None
    """What shows a solution in a notebook that can be played; `notebook` puts itself here."""

    size: int
    scheme: ColorScheme
    start: str
    method: str
    what: SolveStep
    steps: tuple[SolutionStep, ...]
    human: Alg
    results: SolverResults = field(default_factory=SolverResults, hash=False)
    seconds: float = field(default=0.0, compare=False)
    metric: Metric = Metric.OBTM

    @classmethod
    def from_long(
        cls,
        cube: Cube,
        method: str,
        result: LongResult,
        seconds: float,
        metric: Metric = Metric.OBTM,
    ) -> Solution:
        """Return a solution over one array; the text of its start is made when it is asked for."""
        steps = tuple(
            SolutionStep(s.title, s.explanation, result.alg[s.start : s.end], phase=s.phase)
            for s in result.steps
        )
        solution = object.__new__(cls)
        solution.__dict__.update(
            size=cube.size,
            scheme=cube.scheme,
            method=method,
            what=SolveStep.ALL,
            steps=steps,
            human=result.alg,
            results=result.results,
            seconds=seconds,
            metric=metric,
            _colors=cube.colors() if result.colors is None else result.colors,
        )
        return solution

    def __getattr__(self, name: str) -> Any:
        colors = self.__dict__.get("_colors")
        if name != "start" or colors is None:
            raise AttributeError(f"a solution has no {name!r}")
        letters = np.frombuffer(FACE_NAMES.encode(), dtype=np.uint8)
        self.__dict__["start"] = letters[colors].tobytes().decode()
        return self.__dict__["start"]

    @cached_property
    def alg(self) -> Alg:
        """All moves, simplified, without turns of the whole cube."""
        if isinstance(self.human, LongAlg):
            return self.human
        return _simplified(Alg(m for step in self.steps for m in step.alg.moves), self.size)

    @property
    def moves(self) -> Sequence[Move]:
        """The moves of `alg`; those of a long solution are made when they are looked at."""
        alg = self.alg
        return alg.packed if isinstance(alg, LongAlg) else alg.moves

    def count(self, metric: Metric | str) -> int:
        """Return the length in a metric."""
        return self.alg.count(metric, self.size)

    def verify(self, *, layers: int | None = None, seed: int = 0) -> bool:
        """Replay the turns on colours alone, by code that no solver uses; tell if they solve it.

        Up to size 2,000 every turn is replayed on every sticker, which at a thousand layers takes
        about half a minute. Above, `layers` of the layers (16 unless told) are drawn with a seed,
        and all orbits where they cross are replayed, with every turn that moves them.

        >>> from cubesolve import solve
        >>> solve(Cube.random(9, seed=1), "fast").verify()
        True
        """
        from cubesolve.solving.verify import replay_of, single_layers

        colors = self.__dict__.get("_colors")
        start = self.start_cube().colors() if colors is None else colors
        replay = replay_of(start, self.size, layers, seed)
        replay.play(single_layers(self.alg, self.size))
        return replay.result().solved

    def save_moves(self, path: str | os.PathLike[str]) -> None:
        """Write all turns, layer by layer, into a file of moves: `read_moves` reads it back."""
        from cubesolve.solving.verify import single_layers

        write_moves(path, LongAlg(single_layers(self.alg, self.size), self.size))

    def to_json(self, *, packed: bool = False) -> dict[str, Any]:
        """Return the solution as plain data, ready for `json.dumps`.

        With `packed`, all moves are one text of four bytes each, for long solutions.
        """
        from cubesolve.solving.as_json import solution_json

        return solution_json(self, packed=packed)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Solution:
        """Return the solution that `to_json` wrote, in this version or an earlier one.

        JSON holds no turns of the whole cube, so `human` comes back without them; a solution of
        version 1 knows no phases. Raises `ValueError` that names the field which is wrong.
        """
        from cubesolve.solving.from_json import read_solution

        return read_solution(data)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        speed: float | None = None,
        **styling: Unpack[Styling],
    ) -> None:
        """Write the solution as a film, `.gif`, `.webp` or `.svg`; `styling` as in `Style`.

        `speed` is in turns a second. GIF and WebP need the extra `pictures`.
        """
        from cubesolve.pictures import film

        film(self.start_cube(), self.alg, speed=speed, **styling).save(path)

    def start_cube(self) -> Cube:
        """Return the cube as it was before the first move."""
        return Cube.from_facelets(self.start, self.scheme, allow_invalid=True)

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        return (Solution.live_view is not None and Solution.live_view(self)) or {}

    def _repr_svg_(self) -> str | None:
        return self.start_cube()._repr_svg_()

    def __iter__(self) -> Iterator[Move]:
        return iter(self.alg)

    def __contains__(self, move: Move | str) -> bool:
        return move in self.alg

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Alg: ...
    def __getitem__(self, index: int | slice) -> Move | Alg:
        return self.alg[index]

    def __len__(self) -> int:
        return len(self.alg)

    def __str__(self) -> str:
        return str(self.alg)

    def __repr__(self) -> str:
        moves, steps = counted(len(self), "move"), counted(len(self.steps), "step")
        shown = f": {self.alg[:_SHOWN]}" if self else ""
        more = " …" if len(self) > _SHOWN else ""
        cube = a_cube(self.size)
        return f"<Solution of {cube} by {self.method}, {moves} in {steps}{shown}{more}>"


def steps_of(operator: Operator) -> tuple[SolutionStep, ...]:
    """Return the operator's steps seen from how the cube was held at the start."""
    size = operator.cube.size
    found = []
    hold = Alg()
    held = Cube(size)
    for step in _gapless(operator):
        checkpoint()
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
                    step.reason,
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
