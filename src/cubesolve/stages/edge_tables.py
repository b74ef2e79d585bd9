"""What slicing, stirring and slicing back does to wings, for every way and every size.

All of it is read off a 4x4: what happens to the wing of one layer there happens to that of any
layer on any size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import Pieces, made_once
from cubesolve.costs import QUARTERS, alg_cost
from cubesolve.model import Cube
from cubesolve.model.face_translation import slice_move
from cubesolve.model.geometry import (
    AXIS_FACES,
    AXIS_OF_FACE,
    EDGE_FACES,
    FACE_NAMES,
    NORMALS,
    dot,
    opposite_face,
    up_or_right,
)
from cubesolve.model.geometry import geometry as geometry_of
from cubesolve.notation import Alg

if TYPE_CHECKING:
    from cubesolve.kernels.edges import Setups, Ways

Ints = npt.NDArray[np.int64]

_FLIP = Alg.parse("R U R' F R' F' R")  # turns the edge FR over in its place
_PLACES = 8  # that a way changes at the most, for one layer, and as many edges
_AMOUNTS = ("", "2", "'")


@dataclass(frozen=True)
class Way:
    """Outer turns between two turns of layers about an axis, of which the second may be none."""

    axis: int
    turns: int
    alg: Alg
    back: int

    @property
    def changes_parity(self) -> bool:
        """Whether it permutes the wings of its layers oddly."""
        return (self.turns + self.back) % 2 == 1


@dataclass(frozen=True)
class WayTable:
    """Ways, and what they do as the kernels read it."""

    ways: tuple[Way, ...]
    effects: Ways

    def __getitem__(self, part: slice) -> WayTable:
        """Return the table of some of the ways."""
        return WayTable(self.ways[part], type(self.effects)(*(a[part] for a in self.effects)))


@dataclass(frozen=True)
class SetupTable:
    """Outer turns to begin with, and what they do as the kernels read it."""

    algs: tuple[Alg, ...]
    effects: Setups

    def __getitem__(self, part: slice) -> SetupTable:
        """Return the table of some of the setups."""
        return SetupTable(self.algs[part], type(self.effects)(*(a[part] for a in self.effects)))


@made_once
def insertions_and_flips() -> Pieces[tuple[WayTable, WayTable]]:
    """Return the ways that insert edges (`R U R'` and the like) and flips, and the flips alone."""
    insertions = [
        Way(axis, turns, Alg.parse(f"{side}{a} {end}{b} {side}{back}"), 4 - turns)
        for axis, near in enumerate(AXIS_FACES)
        for side in FACE_NAMES
        if AXIS_OF_FACE[FACE_NAMES.index(side)] != axis
        for a, back in (("", "'"), ("'", ""))
        for end in (FACE_NAMES[near], FACE_NAMES[opposite_face(near)])
        for b in _AMOUNTS
        for turns in (1, 3)
    ]
    flips = []
    for first in ("", "x", "x2", "x'", "z", "z'"):
        for second in ("", "y", "y2", "y'"):
            alg = _FLIP.rotate(f"{second} {first}")
            axis = alg.moves[1].axis
            flips += [Way(axis, turns, alg, 4 - turns) for turns in (1, 3)]
    table = yield from _way_table(insertions + flips)
    return table, table[slice(len(insertions), None)]


@made_once
def free_ways() -> Pieces[WayTable]:
    """Return ways for cubes without centres to keep: layers need not be turned back.

    They are single turns of layers, layers turned before and after one outer turn, and insertions,
    also between half turns.
    """
    every, _ = insertions_and_flips()
    turns_of_layers = [Way(axis, turns, Alg(), 0) for axis in range(3) for turns in (1, 2, 3)]
    around_a_turn = [
        Way(axis, turns, Alg.parse(FACE_NAMES[face] + amount), back)
        for axis in range(3)
        for face in range(6)
        if AXIS_OF_FACE[face] != axis
        for amount in _AMOUNTS
        for turns in (1, 2, 3)
        for back in (1, 2, 3)
    ]
    by_half_turns = [Way(way.axis, 2, way.alg, 2) for way in every.ways if way.turns == 1]
    every_way = [*turns_of_layers, *around_a_turn, *every.ways, *by_half_turns]
    return (yield from _way_table(every_way))


def sliced_alg(size: int, way: Way, layers: list[int]) -> Alg:
    """Return the moves of a way for these layers, counted from the positive face of its axis."""
    first = Alg((slice_move(size, way.axis, layers, way.turns),))
    if not way.back:
        return first + way.alg
    return first + way.alg + slice_move(size, way.axis, layers, way.back)


@made_once
def setups(length: int) -> Pieces[SetupTable]:
    """Return all sequences of up to so many outer turns that do not waste any."""
    from cubesolve.kernels.edges import Setups

    if length == 0:
        still = np.arange(12)[None, :]
        return SetupTable((Alg(),), Setups(still, np.zeros_like(still), np.zeros(1)))
    shorter = setups(length - 1)
    before_to, before_flags, before_costs = shorter.effects
    algs = list(shorter.algs)
    to, flags, costs = list(before_to), list(before_flags), before_costs.tolist()
    for k, before in enumerate(shorter.algs):
        if len(before) < length - 1:
            continue
        for turn, (turn_to, turn_flags) in _single_turns():
            if not before or _is_new(before.moves[-1].letter, turn.moves[0].letter):
                algs.append(before + turn)
                to.append(turn_to[before_to[k]])
                flags.append(before_flags[k] ^ turn_flags[before_to[k]])
                costs.append(float(alg_cost(algs[-1], 4)))
        yield
    cost = np.array(costs)
    return SetupTable(tuple(algs), Setups(np.array(to), np.array(flags), cost))


@cache
def _single_turns() -> list[tuple[Alg, tuple[Ints, Ints]]]:
    algs = [Alg.parse(face + amount) for face in FACE_NAMES for amount in _AMOUNTS]
    return [(alg, _trace(alg)) for alg in algs]


def permuted(wings: Ints, table: SetupTable, number: int) -> Ints:
    """Return what a setup makes of the colours of the wings."""
    from cubesolve.kernels.edges import permute

    result = np.empty_like(wings)
    permute(wings, table.effects, number, result)
    return result


def _is_new(last: str, face: str) -> bool:
    """Whether a turn of a face after another is none that could have been merged or sorted."""
    return last != face and not (last == "DLBURF"[FACE_NAMES.index(face)] and last > face)


def _way_table(ways: list[Way]) -> Pieces[WayTable]:
    from cubesolve.kernels.edges import Union, Ways, WingMove

    moves = np.zeros((len(ways), _PLACES, len(WingMove._fields)), dtype=np.int64)
    unions = np.zeros((len(ways), _PLACES, len(Union._fields)), dtype=np.int64)
    n_moves = np.zeros(len(ways), dtype=np.int64)
    n_unions = np.zeros(len(ways), dtype=np.int64)
    touches, parts = np.zeros(len(ways), dtype=np.int64), np.zeros(len(ways), dtype=np.int64)
    for number, way in enumerate(ways):
        plain = _sources(way.alg)
        # The one inner layer with number 0 of a 4x4, turned, and turned back.
        sliced = _sources(sliced_alg(4, way, [1]))
        changed = [place for place in plain if plain[place] != sliced[place]]
        for k, place in enumerate(changed):
            edge, index, swap = sliced[place]
            home, home_index, home_swap = plain[place]
            moves[number, k] = [*WingMove(edge, index, swap ^ home_swap, home, home_index)]
        n_moves[number] = len(changed)
        for k, edge in enumerate(dict.fromkeys(edge for edge, _ in changed)):
            unions[number, k] = [*Union(*sliced[edge, 0], *sliced[edge, 1], plain[edge, 0][0])]
        n_unions[number] = len({edge for edge, _ in changed})
        touches[number] = _bits(
            edge for place in changed for edge in (sliced[place][0], plain[place][0])
        )
        parts[number] = _bits(plain[edge, 0][0] for edge, _ in changed)
        yield
    cost = [alg_cost(way.alg, 4) + QUARTERS[way.turns] + QUARTERS[way.back] for way in ways]
    effects = Ways(
        cost=np.array(cost, dtype=np.float64),
        turns=np.array([bool(way.turns) + bool(way.back) for way in ways]),
        changes_parity=np.array([way.changes_parity for way in ways], dtype=np.uint8),
        moves=moves,
        n_moves=n_moves,
        touches=touches,
        unions=unions,
        n_unions=n_unions,
        parts=parts,
    )
    return WayTable(tuple(ways), effects)


def _bits(edges: Iterable[int]) -> int:
    return sum(1 << edge for edge in set(edges))


def _is_mirrored(edge: int) -> int:
    first, second = EDGE_FACES[edge]
    axis = 3 - AXIS_OF_FACE[first] - AXIS_OF_FACE[second]
    return int(dot(up_or_right(first, second), NORMALS[AXIS_FACES[axis]]) > 0)


@cache
def _places() -> dict[int, tuple[int, int, int]]:
    """Return edge, index by layers, and side of each wing slot of a 4x4."""
    slots = wing_slots(4)
    return {int(slots[e, i, side]): (e, i, side) for e, i, side in np.ndindex(12, 2, 2)}


def _sources(alg: Alg) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Return for each wing place of a 4x4 where its wing comes from, and whether it is swapped.

    Indexes are counted by layers, from the positive face of the edge's axis.
    """
    cube = Cube(4)
    cube.play(alg)
    places = _places()
    return {
        (edge, index): places[cube.sticker_at(slot)]
        for slot, (edge, index, side) in places.items()
        if side == 0
    }


def _trace(alg: Alg) -> tuple[Ints, Ints]:
    """Return where outer turns carry each edge, and how it lies there."""
    from cubesolve.kernels.edges import REVERSED, SWAPPED

    to, flags = np.zeros(12, dtype=np.int64), np.zeros(12, dtype=np.int64)
    for (edge, index), (source, source_index, swap) in _sources(alg).items():
        if source_index == 0:
            to[source] = edge
            flags[source] = (REVERSED if index else 0) | (SWAPPED if swap else 0)
    return to, flags


@cache
def wing_slots(size: int) -> Ints:
    """Return the slots (edge, layer index, side) of all wings, counted by layers."""
    slots = geometry_of(size).edge_slots.copy()
    for edge in range(12):
        if _is_mirrored(edge):
            slots[edge] = slots[edge, ::-1].copy()
    return slots
