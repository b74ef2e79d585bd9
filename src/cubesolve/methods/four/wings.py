"""Wings of the 4x4: the two halves that phase 3 keeps apart, and mates in them.

The turns of phase 3 carry 12 of the 24 places of wings, the high ones, among each other, and so the
low ones. Phase 2 brings the two wings of each edge into different halves. Where its last turns
begin, the high places are another set: a label set.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.four.centers import RL_PLACES, SPLITS, among, half_axis, moved, rl_centers
from cubesolve.methods.four.turns import PHASE_2, PHASE_3, is_of_phase_3
from cubesolve.model.geometry import EDGE_FACES, L, R
from cubesolve.search.coordinates import Bytes
from cubesolve.search.masks import mask_turns
from cubesolve.search.orbits import N_PLACES, pieces
from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import FACE_MAPS

if TYPE_CHECKING:
    from cubesolve.kernels.four_edges import EdgeMaps

_FULL = (1 << N_PLACES) - 1
_MOST_SETS = 64  # label sets are bits of a word
N_EDGES = 12
_FIRST = 4  # places whose mates make a class


def high_places(*, turned: bool) -> list[bool]:
    """Return by place whether it is a high one, for the axis that phase 3 turns by halves."""
    axis = half_axis(turned=turned)
    kept = [turn for turn in PHASE_2 if is_of_phase_3(turn, axis)]
    there = np.argsort(pieces(4).wings.turns[kept], axis=1)
    found, waiting = {0}, [0]
    while waiting:
        for to in there[:, waiting.pop()].tolist():
            if to not in found:
                found.add(to)
                waiting.append(to)
    return [place in found for place in range(N_PLACES)]


def high_mask(*, turned: bool) -> int:
    """Return the high places as bits."""
    return sum(1 << place for place, is_high in enumerate(high_places(turned=turned)) if is_high)


def backward_masks() -> npt.NDArray[np.uint32]:
    """Return the table by which masks are turned to where they were before turns of phase 2."""
    return mask_turns(np.argsort(pieces(4).wings.turns[list(PHASE_2)], axis=1).astype(np.uint8))


class Labels(NamedTuple):
    """The label sets of the last two turns: `bits` by turns, and `parts` by a pair of places."""

    bits: npt.NDArray[np.uint64]
    parts: npt.NDArray[np.uint64]


def label_sets(last: npt.NDArray[np.int64], *, turned: bool) -> Labels:
    """Return the label sets of all last two turns, and which pairs of places they part."""
    numbers: dict[int, int] = {}
    bits = np.zeros((len(PHASE_2), len(PHASE_2)), np.uint64)
    for first in range(len(PHASE_2)):
        for second in range(len(PHASE_2)):
            if int(last[first]) >> second & 1:
                mask = _before([first, second], turned)
                number = numbers.setdefault(mask, len(numbers))
                bits[first, second] = np.uint64(1 << number)
    assert len(numbers) <= _MOST_SETS
    parts = np.zeros((N_PLACES, N_PLACES), np.uint64)
    for mask, number in numbers.items():
        has = np.array([mask >> place & 1 for place in range(N_PLACES)])
        parts[has[:, None] != has] |= np.uint64(1 << number)
    return Labels(bits, parts.reshape(-1))


def _before(turns: list[int], turned: bool) -> int:
    """Return where the high places come from, or the low ones: whichever is less."""
    places = np.flatnonzero(high_places(turned=turned))
    for turn in reversed(turns):
        places = pieces(4).wings.turns[PHASE_2[turn], places]
    mask = sum(1 << int(place) for place in places)
    return min(mask, _FULL ^ mask)


def pair_moves() -> npt.NDArray[np.uint16]:
    """Return `table[turn, 24 * p + q]`: where turns of phase 2 take pairs of places."""
    there = np.argsort(pieces(4).wings.turns[list(PHASE_2)], axis=1)
    found = there[:, :, None] * N_PLACES + there[:, None, :]
    return found.reshape(len(PHASE_2), -1).astype(np.uint16)


def mate_places() -> tuple[Bytes, Bytes]:
    """Return the high and the low places of phase 3, edges parallel to its axis first."""
    along = [e for e, faces in enumerate(EDGE_FACES) if not {R, L} & set(faces)]
    order = along + [e for e in range(N_EDGES) if e not in along]
    is_high = high_places(turned=False)
    high = np.array([2 * e if is_high[2 * e] else 2 * e + 1 for e in order], np.uint8)
    return high, high ^ np.uint8(1)


def _mate_maps(gather: Bytes) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return what a turn or a symmetry does to mates: `target[mates[source[i]]]`."""
    high, low = mate_places()
    source = [high.tolist().index(int(gather[place])) for place in high]
    back = [low.tolist().index(int(gather[place])) for place in low]
    return np.array(source), np.argsort(back)


def _symmetries() -> list[int]:
    """Return the symmetries that keep the axis of R and L, and high and low; the first is none."""
    is_high = high_places(turned=False)
    images = pieces(4).wings.images
    return [
        s
        for s, to in enumerate(FACE_MAPS)
        if {to[R], to[L]} == {R, L}
        and all(is_high[images[s, place]] for place in np.flatnonzero(is_high))
    ]


def edge_maps(*, small: bool = False) -> EdgeMaps:
    """Return what turns and symmetries make of the edges of phase 3.

    Beside the edges an entry knows the parity and how R and L are split; a small table only the
    parity.
    """
    from cubesolve.kernels.four_edges import EdgeMaps

    symmetries = _symmetries()
    wings = pieces(4).wings
    plain = np.arange(N_PLACES, dtype=np.uint8)
    gathers = [*wings.turns[list(PHASE_3)], plain]
    shape = (len(gathers), len(symmetries), N_EDGES)
    source, target = np.empty(shape, np.uint8), np.empty(shape, np.uint8)
    for i, gather in enumerate(gathers):
        for j, s in enumerate(symmetries):
            after_turn, after_symmetry = map(
                _mate_maps, (gather, np.argsort(wings.images[s]).astype(np.uint8))
            )
            source[i, j] = after_turn[0][after_symmetry[0]]
            target[i, j] = after_symmetry[1][after_turn[1]]
    classes, firsts, keeps = _edge_classes(source[-1], target[-1])
    counts = [number.bit_count() for number in range(1 << N_EDGES)]
    return EdgeMaps(
        read_only(source),
        read_only(target),
        read_only(classes),
        read_only(firsts),
        read_only((1 << firsts.astype(np.int32)).sum(axis=1).astype(np.int32)),
        read_only(np.array(counts, np.uint8)),
        read_only(np.zeros((*shape[:2], 1), np.uint8) if small else _split_maps(symmetries)),
        read_only(keeps),
    )


def _edge_classes(
    source: Bytes, target: Bytes
) -> tuple[npt.NDArray[np.uint16], Bytes, npt.NDArray[np.int32]]:
    """Return the classes of the first four mates, the first of each, and what keeps them."""
    classes = np.full(1 << 16, 0xFFFF, np.uint16)
    firsts: list[tuple[int, ...]] = []
    keeps: list[tuple[int, int]] = []
    n = len(source)
    for mates in permutations(range(N_EDGES), _FIRST):
        if classes[_key(mates)] != 0xFFFF:
            continue
        seen = [[int(target[s, mates[source[s, i]]]) for i in range(_FIRST)] for s in range(n)]
        for s, images in enumerate(seen):
            if tuple(images) == mates and s:
                keeps.append((len(firsts), s))
            # From what a symmetry makes of the first, its inverse leads back.
            classes[_key(images)] = len(firsts) * 8 + _inverse(s, source)
        firsts.append(mates)
    return classes, np.array(firsts, np.uint8), np.array(keeps, np.int32)


def _key(mates: tuple[int, ...] | list[int]) -> int:
    return sum(mate << 4 * i for i, mate in enumerate(mates))


def _inverse(symmetry: int, source: Bytes) -> int:
    """Return which of some symmetries, given by their sources, undoes one of them."""
    identity = list(range(N_EDGES))
    return next(s for s in range(len(source)) if source[symmetry][source[s]].tolist() == identity)


def _split_maps(symmetries: list[int]) -> Bytes:
    """Return what a turn and then a symmetry make of the six splits of R and L of phase 3."""
    centers = pieces(4).x_centers
    splits = rl_centers().splits

    def six(gather: Bytes) -> list[int]:
        to = moved(SPLITS, among(gather, RL_PLACES))
        return [splits.index(int(to[split])) for split in splits]

    turns = [six(turn) for turn in centers.turns[list(PHASE_3)]] + [list(range(len(splits)))]
    seen = [six(np.argsort(centers.images[s]).astype(np.uint8)) for s in symmetries]
    return np.array([[[to[i] for i in turn] for to in seen] for turn in turns], np.uint8)
