"""The fixed program of `program.json` as arrays for the kernels; `build_program.py` found it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cubesolve.checkpoints import Pieces, made_once
from cubesolve.model.geometry import FACE_NAMES, Ints
from cubesolve.model.orbit_places import N_PLACES, mates, wing_slices, wing_turns
from cubesolve.notation import Alg

if TYPE_CHECKING:
    from cubesolve.kernels.fast_wings import Gaps, Walk

_KINDS = ("fetch", "clear", "last")
_STAGE = ("target", "source", "side", "x", "turn", "other", "y", "a", "b", "w")


class Turn(NamedTuple):
    """Part of a walk: an outer turn, or a gap in which each orbit may turn a slice of the face."""

    face: int
    turns: int
    gap: int = -1


def outer_turns(alg: Alg) -> list[Turn]:
    """Return turns of faces as parts of a walk."""
    return [Turn(FACE_NAMES.index(move.letter), move.turns) for move in alg.moves]


def carried_by(walk: list[Turn]) -> Ints:
    """Return where the outer turns of a walk carry each place."""
    frame = np.arange(N_PLACES)
    for part in walk:
        if part.gap < 0:
            frame = wing_turns()[part.face, part.turns][frame]
    return frame


def as_arrays(walk: list[Turn]) -> Walk:
    """Return a walk for the kernels."""
    from cubesolve.kernels.fast_wings import Walk

    table = np.array(walk, dtype=np.int64).reshape(-1, 3)
    return Walk(*(np.ascontiguousarray(column) for column in table.T))


class Program(NamedTuple):
    """One walk for all wing orbits, what each gap does, and the stages of the centres."""

    walk: list[Turn]
    gaps: Gaps
    n_gaps: int
    stages: Ints


@made_once
def program() -> Pieces[Program]:
    """Return the program."""
    from cubesolve.kernels.fast_wings import Gaps

    text = files("cubesolve.methods.fast").joinpath("program.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    walk, places = _walk(data)
    n_gaps = len(data["gaps"])
    four = places[n_gaps - 1]
    tail = np.array([[each[2], each[5]] for each in data["tail"]])
    gaps = Gaps(
        np.array([_KINDS.index(gap[2]) for gap in data["gaps"]]),
        np.array([gap[3] for gap in data["gaps"]]),
        np.array([_from_mate(gap, p) for gap, p in zip(data["gaps"], places, strict=False)]),
        (yield from _last_four(four, places[n_gaps:], tail)),
        tail,
    )
    stages = np.array([[stage[name] for name in _STAGE] for stage in data["stages"]])
    return Program(walk, gaps, len(places), stages)


def _walk(data: dict[str, Any]) -> tuple[list[Turn], list[Ints]]:
    """Return the walk, and for each gap the places of the frame that its slice carries round."""
    walk: list[Turn] = []
    places: list[Ints] = []
    frame = np.arange(N_PLACES)
    for word, letter in _parts(data):
        for part in outer_turns(Alg.parse(word)):
            walk.append(part)
            frame = wing_turns()[part.face, part.turns][frame]
        face = FACE_NAMES.index(letter)
        walk.append(Turn(face, 0, len(places)))
        places.append(np.argsort(frame)[wing_slices()[face]])
    return walk, places


def _from_mate(gap: list[Any], places: Ints) -> Ints:
    """Return the places of a gap; where it clears, those from the mate of its target on."""
    if gap[2] != "clear":
        return places
    return np.roll(places, -int(np.flatnonzero(places == mates()[gap[3]])[0]))


def _parts(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for word, face, _, _ in data["gaps"]:
        yield word, face
    for word, first, _, between, second, _ in data["tail"]:
        yield word, first
        yield between, second


def _last_four(four: Ints, places: list[Ints], tail: Ints) -> Pieces[Ints]:
    """Return for each order of the last four wings the fewest slice turns that put them right."""
    number = {int(place): k for k, place in enumerate(four)}
    cycles = [
        _three_cycle(number, places[2 * k], places[2 * k + 1], tail[k]) for k in range(len(tail))
    ]
    table = np.full((256, 3), -1)
    for order in permutations(range(4)):
        key = sum(wing << 2 * k for k, wing in enumerate(order))
        table[key] = min(_ways(order, cycles), key=_cost)
        yield
    return table


def _ways(order: tuple[int, ...], cycles: list[Ints]) -> Iterator[tuple[int, int, int]]:
    """Yield turns of the slice and up to two three-cycles that put four wings right."""
    choices = [(), *((k,) for k in range(len(cycles))), *combinations(range(len(cycles)), 2)]
    for turns in range(4):
        turned = np.roll(order, turns)
        for chosen in choices:
            wings = turned
            for k in chosen:
                after = np.empty(4, np.int64)
                after[cycles[k]] = wings
                wings = after
            if (wings == np.arange(4)).all():
                first, second = (*chosen, -1, -1)[:2]
                yield turns, first, second


def _cost(way: tuple[int, int, int]) -> int:
    return (way[0] > 0) + 2 * (way[1] >= 0) + 2 * (way[2] >= 0)


def _three_cycle(number: dict[int, int], first: Ints, second: Ints, turns: Ints) -> Ints:
    """Return where two slice turns carry each of the last four wings; all others stay."""
    goes = np.arange(N_PLACES)
    for places, amount in zip((first, second), turns, strict=True):
        step = np.arange(N_PLACES)
        step[places] = np.roll(places, -amount)
        goes = step[goes]
    kept = [place for place in range(N_PLACES) if place not in number]
    assert (goes[kept] == kept).all(), "a three-cycle of the last four moves another wing"
    return np.array([number[int(goes[place])] for place in number])
