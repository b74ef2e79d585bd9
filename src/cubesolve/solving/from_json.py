"""Reads a solution back from JSON, and refuses in words what cannot be one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from cubesolve.errors import NotationError
from cubesolve.model import Color, ColorScheme, Cube
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.moves import LongAlg
from cubesolve.moves.packing import Words, are_single, check_words, unpack_moves, words_from_text
from cubesolve.notation import Alg, Metric
from cubesolve.protocols import Parity, Phase, SolverResults, SolveStep
from cubesolve.solving.as_json import PACKED_VERSION, counts_json, moves_json
from cubesolve.solving.solution import Solution, SolutionStep, TrackerMark

T = TypeVar("T")
Word = TypeVar("Word", Metric, SolveStep, Phase, Parity)

_VERSIONS = (1, 2, PACKED_VERSION)
_KINDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


@dataclass(frozen=True)
class _Fields:
    """An object of JSON whose members are asked for by name and kind."""

    data: Mapping[str, Any]
    where: str = ""

    def path(self, name: str) -> str:
        """Return where a member is, for errors."""
        return f"{self.where}.{name}" if self.where else name

    def get(self, name: str, kind: type[T]) -> T:
        """Return a member of this kind."""
        if name not in self.data:
            raise ValueError(f"{self.path(name)} is missing")
        return _of_kind(self.data[name], kind, self.path(name))

    def number(self, name: str, least: int, most: int) -> int:
        """Return a whole number in a range."""
        return _in_range(self.get(name, int), least, most, self.path(name))

    def word(self, name: str, words: type[Word]) -> Word:
        """Return a member that is one of some words."""
        text = self.get(name, str)
        try:
            return words(text)
        except ValueError:
            expected = ", ".join(words)
            raise ValueError(f"{self.path(name)}: expected {expected}, got {text!r}") from None

    def is_null(self, name: str) -> bool:
        """Tell whether a member is there and null."""
        return name in self.data and self.data[name] is None

    def objects(self, name: str) -> list[_Fields]:
        """Return the objects of a list."""
        found = []
        for k, each in enumerate(self.get(name, list)):
            where = f"{self.path(name)}[{k}]"
            found.append(_Fields(_of_kind(each, dict, where), where))
        return found

    def slots(self, name: str, size: int) -> tuple[int, ...]:
        """Return a list of slots."""
        return tuple(
            _in_range(each, 0, 6 * size**2 - 1, f"{self.path(name)}[{k}]")
            for k, each in enumerate(self.get(name, list))
        )

    def alg(self, size: int) -> Alg:
        """Return the moves, which are there twice: as text and as blocks."""
        try:
            alg = Alg.parse(self.get("alg", str), size)
        except NotationError as error:
            raise ValueError(f"{self.path('alg')}: {error.problem}") from None
        if self.get("moves", list) != moves_json(alg, size):
            raise ValueError(f"{self.path('moves')} are not the moves of {self.path('alg')}")
        return alg


def read_solution(data: Mapping[str, Any]) -> Solution:
    """Return the solution that `Solution.to_json` wrote, in this version or an earlier one.

    Raises `ValueError` that names the field for what cannot be: an unknown version, a missing
    field, a slot that the cube has not, moves that contradict each other or do not solve the cube.
    """
    fields = _Fields(_of_kind(data, dict, "the solution"))
    version = fields.get("version", int)
    if version not in _VERSIONS:
        raise ValueError(f"version: expected {' or '.join(map(str, _VERSIONS))}, got {version}")
    start = _start(fields)
    if version == PACKED_VERSION:
        steps, human = _packed_steps(fields, start.size)
    else:
        steps, human = _listed_steps(fields, start.size, version)
    solution = Solution(
        size=start.size,
        scheme=start.scheme,
        start=start.facelets(),
        method=fields.get("method", str),
        what=fields.word("what", SolveStep),
        steps=steps,
        human=human,
        results=_results(_Fields(fields.get("results", dict), "results"), version),
        seconds=float(fields.get("seconds", float)),
        metric=Metric.OBTM if version == 1 else fields.word("metric", Metric),
    )
    if version != PACKED_VERSION and fields.alg(start.size) != solution.alg:
        raise ValueError("alg does not hold the moves of the steps")
    split = version == PACKED_VERSION and not isinstance(human, LongAlg)
    _check(solution, fields, start, split)
    return solution


Steps = tuple[SolutionStep, ...]


def _listed_steps(fields: _Fields, size: int, version: int) -> tuple[Steps, Alg]:
    """Return the steps, and all moves as they were kept."""
    steps = tuple(_step(each, each.alg(size), size, version) for each in fields.objects("steps"))
    return steps, _played(fields, steps, size)


def _packed_steps(fields: _Fields, size: int) -> tuple[Steps, Alg]:
    """Return the steps of packed moves, and all moves: an array again if they came from one."""
    try:
        words = words_from_text(fields.get("packed", str))
        long = _as_array(words, fields, size)
        whole = unpack_moves(words, size) if long is None else long
    except ValueError as error:
        raise ValueError(f"packed: {error}") from None
    steps, at = [], 0
    for each in fields.objects("steps"):
        path, ends = each.path("range"), each.get("range", list)
        start, at = at, _in_range(ends[-1] if ends else None, at, len(words), path)
        if ends != [start, at]:
            raise ValueError(f"{path}: expected [{start}, {at}], got {ends}")
        alg = Alg(whole.moves[start:at]) if long is None else long[start:at]
        steps.append(_step(each, alg, size, PACKED_VERSION))
    if at != len(words):
        raise ValueError(f"packed has {len(words)} moves, the steps have {at}")
    return tuple(steps), whole


def _as_array(words: Words, fields: _Fields, size: int) -> LongAlg | None:
    """Return words that were kept as an array; what was merged has another length."""
    counts = fields.get("counts", dict)
    if not are_single(words) or counts.get(Metric.ETM.value) != len(words):
        return None
    check_words(words, size)
    return LongAlg(words.view(np.int32), size)


def _played(fields: _Fields, steps: tuple[SolutionStep, ...], size: int) -> Alg:
    """Return the moves of all steps; those that were kept as an array, layer by layer, again so."""
    played = Alg(move for step in steps for move in step.alg.moves)
    try:
        long = LongAlg.pack(played, size)
    except ValueError:
        return played
    return long if played and fields.alg(size) == played else played


def _start(fields: _Fields) -> Cube:
    """Return the cube that is solved."""
    size, text = fields.get("size", int), fields.get("facelets", str)
    if len(text) != 6 * size**2:
        raise ValueError(
            f"facelets: expected {6 * size**2} letters for size {size}, got {len(text)}"
        )
    try:
        scheme = ColorScheme.parse(fields.get("scheme", str))
    except ValueError as error:
        raise ValueError(f"scheme: {error}") from None
    return Cube.from_facelets(text, scheme)


def _step(fields: _Fields, alg: Alg, size: int, version: int) -> SolutionStep:
    phase, parity, layer = Phase.OTHER, None, None
    if version > 1:
        phase = fields.word("phase", Phase)
        parity = None if fields.is_null("parity") else fields.word("parity", Parity)
        layer = None if fields.is_null("layer") else fields.number("layer", 1, size)
    if (phase == Phase.PARITY) != (parity is not None):
        raise ValueError(f"{fields.path('parity')} does not fit the phase {phase}")
    return SolutionStep(
        title=fields.get("title", str),
        explanation=fields.get("explanation", str),
        alg=alg,
        moved=fields.slots("moved", size),
        targets=fields.slots("targets", size),
        trackers=tuple(_tracker(each, size) for each in fields.objects("trackers")),
        phase=phase,
        parity=parity,
        layer=layer,
        reason=fields.get("reason", str) if "reason" in fields.data else "",
    )


def _tracker(fields: _Fields, size: int) -> TrackerMark:
    face = fields.get("face", str)
    if face not in FACE_NAMES:
        raise ValueError(f"{fields.path('face')}: expected one of {FACE_NAMES}, got {face!r}")
    try:
        color = Color.from_letter(fields.get("color", str))
    except ValueError as error:
        raise ValueError(f"{fields.path('color')}: {error}") from None
    return TrackerMark(face, color, fields.number("slot", 0, 6 * size**2 - 1))


def _results(fields: _Fields, version: int) -> SolverResults:
    return SolverResults(
        was_even_edge_parity=fields.get("was_even_edge_parity", bool),
        was_corner_swap=fields.get("was_corner_swap", bool),
        was_partial_edge_parity=fields.get("was_partial_edge_parity", bool),
        is_optimal=version > 1 and fields.get("is_optimal", bool),
    )


def _check(solution: Solution, fields: _Fields, start: Cube, split: bool) -> None:
    """Raise if what is there twice, in the steps and for all of them, differs."""
    told, counted = fields.get("counts", dict), counts_json(solution.alg, solution.size)
    if split:  # a set of layers has become several moves
        told, counted = ({**counts, Metric.ETM.value: 0} for counts in (told, counted))
    if told != counted:
        raise ValueError("counts are not the lengths of the moves")
    if solution.what == SolveStep.ALL:
        start.play(solution.alg)
        if not start.solved:
            raise ValueError("the moves do not solve the cube of facelets")


def _of_kind(value: Any, kind: type[T], where: str) -> T:
    """Return a value that is of a kind of JSON."""
    # A whole number is a number; true is none, though Python counts it as one.
    fits = isinstance(value, int | float) if kind is float else isinstance(value, kind)
    if not fits or (isinstance(value, bool) and kind is not bool):
        got = next((name for each, name in _KINDS.items() if type(value) is each), "null")
        raise ValueError(f"{where}: expected {_KINDS[kind]}, got {got}")
    return value  # type: ignore[no-any-return]


def _in_range(value: Any, least: int, most: int, where: str) -> int:
    number = _of_kind(value, int, where)
    if not least <= number <= most:
        raise ValueError(f"{where}: expected a number from {least} to {most}, got {number}")
    return number
