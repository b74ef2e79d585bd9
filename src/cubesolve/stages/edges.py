"""`NxNEdges`: pairs the wings of all edges, each time by the step that pairs most for its cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import checkpoint
from cubesolve.errors import InternalSWError
from cubesolve.model import Cube, Edge
from cubesolve.model.face_translation import slice_move
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.notation import Alg, Move
from cubesolve.operator import Operator
from cubesolve.protocols import Parity, Phase
from cubesolve.stages.edge_tables import (
    Ints,
    SetupTable,
    Way,
    WayTable,
    free_ways,
    insertions_and_flips,
    permuted,
    setups,
    sliced_alg,
    wing_slots,
)
from cubesolve.stages.gains import Mask, carried, gained
from cubesolve.stages.parity import (
    ROTATIONS,
    carried_wings,
    flip_alg,
    play_parity,
    unlike_reference,
    wing_parities,
    with_layers,
)
from cubesolve.words import edges as words
from cubesolve.words import reasons
from cubesolve.words.parity import last_edge

if TYPE_CHECKING:
    from cubesolve.kernels.edges import Setups, Step, Ways

_SIMPLE = "(M' U2)4 M'"
_PARITY_BONUS = 7  # more than the wings that a step can bring together, or tear away, in a layer
_MIDDLE_GAIN = 4  # wings for which it pays to turn the middle of edges to them
_AT_ONCE = 100_000  # layers of ways that are looked at before the next look at the clock

Layers = npt.NDArray[np.uint8]
Search = Callable[[Ints, "Setups", "Ways", float], "Step"]  # a step that gains more than that
Ladder = tuple[tuple[int, Callable[[], WayTable]], ...]  # length of setups, and ways


class NxNEdges:
    """Makes every edge one piece: all its wings show the same.

    A step turns some inner layers, inserts or flips edges by outer turns, and turns the layers
    back; centres stay whole. On odd sizes each wing goes to its middle wing; on even sizes the two
    middle wings are paired first, and the others go to them.

    What is left at the end, if anything, is one edge with flipped wings in some orbits: the parity
    of those orbits. `advanced_edge_parity` fixes it by an algorithm that keeps all pairs; the
    simple one turns M layers and breaks some, which are paired again.

    Without centres to keep, layers need not be turned back: pairing is cheaper, and a layer whose
    parity is odd is fixed by a quarter turn on the way, as soon as that pays.
    """

    def __init__(self, advanced_edge_parity: bool = True) -> None:
        self.advanced_edge_parity = advanced_edge_parity

    def solve(self, operator: Operator, keep_centers: bool = True) -> bool:
        """Pair all edges; return whether wings were flipped at the end to fix their parity."""
        if operator.cube.size < 4:
            return False
        if not keep_centers:
            if not self._pair(operator, keep_centers):
                raise InternalSWError("no step pairs the edges, and their parity is even")
            return False
        was_parity = False
        for _ in range(3):  # the simple fix breaks pairs, and may meet itself once more
            if self._pair(operator, keep_centers):
                return was_parity
            was_parity = True
            self._fix_last_edge(operator)
        raise InternalSWError("the edges stay unpaired after their parity was fixed")

    def _pair(self, operator: Operator, keep_centers: bool) -> bool:
        """Pair as far as steps gain; return whether all is paired."""
        from cubesolve.kernels import edges as kernel

        cube = operator.cube
        n = cube.n_slices
        room, layers = kernel.new_room(n), np.zeros(n, dtype=np.uint8)
        bonus = np.zeros(n, dtype=np.int64)

        def unite(wings: Ints, setups: Setups, ways: Ways, least: float) -> Step:
            step: Step = kernel.best_union(wings, bonus[n // 2], setups, ways, least, room, layers)
            return step

        def join(wings: Ints, setups: Setups, ways: Ways, least: float) -> Step:
            step: Step = kernel.best_step(wings, n // 2, bonus, setups, ways, least, room, layers)
            return step

        def play_best(search: Search, kept_apart: bool) -> bool:
            if not keep_centers:
                bonus[:] = _parity_bonus(cube)
            ladder = _LADDERS[keep_centers]
            return self._play_best(operator, ladder, search, layers, kept_apart)

        if n % 2 == 0:
            while _are_apart(cube) or (not keep_centers and wing_parities(cube)[-1]):
                if not play_best(unite, False):
                    raise InternalSWError("no step pairs the middle wings")
        if not keep_centers:
            self._turn_middle(operator)
        while np.any((wings := _wings(cube)) != wings[:, n // 2 : n // 2 + 1]):
            if not play_best(join, keep_centers and bool(unlike_reference(cube))):
                return False
        return True

    def _turn_middle(self, operator: Operator) -> None:
        """Turn the middle of edges, which the others go to, where that brings many together."""
        cube = operator.cube
        middle = sorted({(cube.size - 1) // 2, cube.size // 2})
        turns = [slice_move(cube.size, axis, middle, k) for axis in range(3) for k in (1, 2, 3)]
        while True:
            paired = [_count_paired(cube, turn) for turn in turns]
            if max(paired) < _count_paired(cube) + _MIDDLE_GAIN:
                return
            with operator.annotate(*words.turn_middle(len(middle)), phase=Phase.EDGES) as step:
                gain = max(paired) - _count_paired(cube)
                step.reason = reasons.most_for_its_length(gain, "wing", 1)
                operator.play(turns[paired.index(max(paired))])

    def _play_best(
        self,
        operator: Operator,
        ladder: Ladder,
        search: Search,
        layers: Layers,
        kept_apart: bool,
    ) -> bool:
        """Play the best step; look at longer setups only where shorter ones gain nothing.

        Where parity keeps the last wings apart there is no use in looking further.
        """
        wings = _wings(operator.cube)
        for length, make_ways in ladder:
            if length == 3 and kept_apart:
                return False
            table, ways = setups(length), make_ways()
            step = _best_step(search, wings, table, ways)
            if step.gain > 0:
                self._play(operator, table.algs[step.setup], ways.ways[step.way], layers)
                return True
        # Few states need more: turns before the longest setups.
        for first in range(1, len(setups(2).algs)):
            table, ways = setups(3), _insertions()
            step = _best_step(search, permuted(wings, setups(2), first), table, ways)
            if step.gain > 0:
                with operator.annotate(*words.set_up(), phase=Phase.EDGES) as annotated:
                    annotated.reason = reasons.nothing_pairs_here()
                    operator.play(setups(2).algs[first])
                self._play(operator, table.algs[step.setup], ways.ways[step.way], layers)
                return True
        return False

    def _play(self, operator: Operator, setup: Alg, way: Way, layers: Layers) -> None:
        cube = operator.cube
        inner = [int(layer) + 1 for layer in np.flatnonzero(layers)]
        alg = setup + sliced_alg(cube.size, way, inner)
        moved, targets = gained(cube, alg, _paired)
        named = _growing(cube, alg, moved)
        colors, places = _names(cube, named)
        odd_layers = len(inner) if way.changes_parity else 0
        said = words.pair(
            len(named) // 2, colors, places, _how(cube, way, inner), odd_layers, str(setup)
        )
        phase, parity = Phase.EDGES, ""
        if way.changes_parity:
            phase, parity = Phase.PARITY, Parity.WINGS
            if not moved:  # nothing is paired by it: what it turns is all there is to see
                orbits = sorted({min(k, cube.size - 1 - k) - 1 for k in inner})
                moved, targets = carried_wings(cube, alg, orbits)
        with operator.annotate(
            *said, phase=phase, parity=parity, moved=moved, targets=targets
        ) as step:
            turns = len(alg.simplify(cube.size).moves)
            step.reason = (
                reasons.most_for_its_length(len(colors), "edge", turns)
                if colors
                else reasons.parity_first(turns)
            )
            operator.play(alg)

    def _fix_last_edge(self, operator: Operator) -> None:
        """Swap the two wings of an edge in each orbit whose parity keeps it from being paired."""
        cube = operator.cube
        n = cube.n_slices
        layers = unlike_reference(cube)
        if not layers:
            raise InternalSWError("no step pairs the edges, and their parity is even")
        wings = _wings(cube)
        wrong = wings != wings[:, n // 2 : n // 2 + 1]
        edge = cube.edges[int(np.argmax(wrong.sum(axis=1)))]
        to_uf = _to_uf(cube, edge)
        fix = flip_alg(layers) if self.advanced_edge_parity else with_layers(_SIMPLE, layers)
        # The cube is held as before again: what comes next names places as they are at the start.
        alg = to_uf + fix + to_uf.inverse()
        title = last_edge(edge.name, len(layers), self.advanced_edge_parity)
        reason = reasons.outer_turns_cannot("swap the two wings of one edge")
        play_parity(operator, alg, Parity.WINGS, title, reason, carried(cube, alg, edge.slots))


def _insertions() -> WayTable:
    return insertions_and_flips()[0]


def _flips() -> WayTable:
    return insertions_and_flips()[1]


def _best_step(search: Search, wings: Ints, table: SetupTable, ways: WayTable) -> Step:
    """Return the best step, the first of equal ones; look at the clock between some setups."""
    count = max(1, _AT_ONCE // (len(ways.ways) * wings.shape[1]))
    checkpoint()
    best = search(wings, table[:count].effects, ways.effects, 0.0)
    for first in range(count, len(table.algs), count):
        checkpoint()
        step = search(wings, table[first : first + count].effects, ways.effects, best.ratio)
        if step.gain > 0:
            best = step._replace(setup=first + step.setup)
    return best


# Setups of so many turns with which ways; three turns and an insertion are a commutator of wings.
_LONGER: Ladder = ((2, _flips), (2, _insertions), (3, _insertions))
_LADDERS: dict[bool, Ladder] = {
    True: ((1, _insertions), *_LONGER),
    False: ((1, free_ways), *_LONGER),
}


def _how(cube: Cube, way: Way, layers: list[int]) -> str:
    """Return in words what a way does with its layers."""
    out = str(slice_move(cube.size, way.axis, layers, way.turns))
    if not way.back:
        return words.unite(out)
    again = words.turn_back(len(layers))
    if len(way.alg.moves) < 3 or (way.turns + way.back) % 4:
        again = words.turn_again(str(slice_move(cube.size, way.axis, layers, way.back)))
    return words.unite_and_move(out, str(way.alg), again)


def _parity_bonus(cube: Cube) -> Ints:
    """Return for each layer what a change of its parity gains: more than it can break, or less."""
    odd = wing_parities(cube)
    n = cube.n_slices
    bonus = np.zeros(n, dtype=np.int64)
    for k, parity in enumerate(odd):
        bonus[[k, n - 1 - k]] = _PARITY_BONUS if parity else -_PARITY_BONUS
    return bonus


def _are_apart(cube: Cube) -> bool:
    """Whether middle wings of an even size are not paired."""
    middle = cube.n_slices // 2
    wings = _wings(cube)
    return bool(np.any(wings[:, middle - 1] != wings[:, middle]))


def _count_paired(cube: Cube, turn: Move | None = None) -> int:
    """Return how many wings go with the middle of their edge, after a turn if there is one."""
    if turn is not None:
        cube = cube.copy()
        cube.play(turn)
    wings = _wings(cube)
    middle = cube.n_slices // 2
    return int(np.sum(wings == wings[:, middle : middle + 1]))


def _paired(cube: Cube) -> Mask:
    """Return for every slot whether it is of a wing that goes with the middle of its edge."""
    found = np.zeros(cube.geometry.n_slots, dtype=np.bool_)
    found[wing_slots(cube.size)] = _goes_with_middle(_wings(cube))[..., None]
    return found


def _goes_with_middle(wings: Ints) -> Mask:
    n = wings.shape[1]
    goes: Mask = wings == wings[:, n // 2 : n // 2 + 1]
    if n % 2 == 0:  # without both of its middle wings together, an edge has no middle to go with
        goes &= goes[:, n // 2 - 1 : n // 2]
    return goes


def _growing(cube: Cube, alg: Alg, slots: list[int]) -> list[int]:
    """Return the slots among these whose wings are of an edge that more of its wings go with."""
    after = cube.copy()
    after.play(alg)
    before, then = (_count_by_colors(seen) for seen in (cube, after))
    colors = cube.colors().astype(np.int64)
    grown = []
    for slot in slots:
        first, second = sorted(colors[list(cube.geometry.piece(slot))])
        if then[6 * first + second] > before[6 * first + second]:
            grown.append(slot)
    return grown


def _count_by_colors(cube: Cube) -> Ints:
    """Return how many wings go with the middle of their edge, for each two colours."""
    wings = _wings(cube)
    first, second = np.divmod(wings[_goes_with_middle(wings)], 6)
    pairs = 6 * np.minimum(first, second) + np.maximum(first, second)
    return np.bincount(pairs, minlength=36)


def _names(cube: Cube, slots: list[int]) -> tuple[list[str], list[str]]:
    """Return the colours of the wings in these slots, and the edges they are on."""
    area = cube.geometry.area
    wings = [cube.geometry.piece(slot) for slot in slots]
    colors = ["-".join(sorted(cube.color_at(s).name.lower() for s in wing)) for wing in wings]
    places = ["".join(FACE_NAMES[slot // area] for slot in wing) for wing in wings]
    return list(dict.fromkeys(colors)), list(dict.fromkeys(places))


def _wings(cube: Cube) -> Ints:
    """Return what each wing shows, six times the first face's colour plus the second's."""
    slots = wing_slots(cube.size)
    colors = cube.colors().astype(np.int64)
    return np.ascontiguousarray(colors[slots[..., 0]] * 6 + colors[slots[..., 1]])


def _to_uf(cube: Cube, edge: Edge) -> Alg:
    """Return the turn of the whole cube that brings an edge to UF."""
    sticker = edge.get_slice(0).slots[0]
    for rotation in ROTATIONS:
        turned = Cube.from_alg(rotation, cube.size)
        if turned.part_slice(turned.find_sticker(sticker)).parent.name == "UF":
            return rotation
    raise AssertionError("some turn of the whole cube brings any edge to UF")
