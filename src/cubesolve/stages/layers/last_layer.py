"""The edges of the last layer: commutators of its wings, in many layers at once.

The centre of U is done when all others are. Each orbit has eight wings on U, which commutators of
three can bring together in any arrangement of whole edges; on odd sizes the midges say in which. On
even sizes it is chosen: of all that a 3x3 with these corners can have, the one where most wings are
already. So no two corners are ever left swapped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import Pieces, made_once
from cubesolve.commutators import wing_commutator
from cubesolve.commutators.wings import Side
from cubesolve.errors import InternalSWError
from cubesolve.model import Cube
from cubesolve.model.face_translation import slice_move
from cubesolve.model.geometry import CORNER_FACES, U
from cubesolve.model.geometry import geometry as geometry_of
from cubesolve.model.validity import is_odd
from cubesolve.notation import Alg, Move
from cubesolve.operator import Operator
from cubesolve.protocols import Parity, Phase, SolverResults
from cubesolve.stages.edge_tables import setups
from cubesolve.stages.layers.holding import SIDES
from cubesolve.stages.layers.turns import Label, Mask, play_step, played
from cubesolve.stages.parity import flip_alg
from cubesolve.trackers import FacesTrackerHolder
from cubesolve.words.layers import last_wings
from cubesolve.words.parity import last_layer_wings

Ints = npt.NDArray[np.int64]
Arrangement = tuple[tuple[int, int], ...]  # for each side of U: whose edge, and whether flipped

_BLOCK = 4  # what one more block of layers costs, in OBTM + QTM
_HOLDS = [f"{a} {b}" for a in ("", "x", "x2", "x'", "z", "z'") for b in ("", "y", "y2", "y'")]


@dataclass(frozen=True)
class Setup:
    """Outer turns, perhaps one turn of the layers that take part, and outer turns again."""

    before: Alg = field(default_factory=Alg)
    axis: int = 0
    from_near: bool = True
    turns: int = 0
    after: Alg = field(default_factory=Alg)

    def alg(self, size: int, slices: list[int]) -> Alg:
        """Return it for these inner layers, as M counts them."""
        if not self.turns:
            return self.before + self.after
        layers = slices if self.from_near else [size - 1 - layer for layer in slices]
        return self.before + slice_move(size, self.axis, layers, self.turns) + self.after


@dataclass(frozen=True)
class Cycle:
    """A commutator of three wings after a setup, which is undone at the end."""

    setup: Setup
    side: Side
    inverse: bool
    rotation: str

    def alg(self, size: int, slices: list[int]) -> Alg:
        """Return it with these inner layers of M taking part."""
        core = wing_commutator(
            size, slices, self.side, inverse=self.inverse, rotation=self.rotation
        )
        setup = self.setup.alg(size, slices)
        return (setup + core.algorithm + setup.inverse()).simplify(size)

    def cost(self) -> int:
        """Return what it costs with one layer."""
        alg = self.alg(4, [1])
        return alg.count("OBTM", 4) + alg.count("QTM", 4)


@dataclass(frozen=True)
class Cycles:
    """Every way to cycle three wings of U, read off a 4x4.

    `places[c, 0]` are the places in turn if a layer in the lower half of M's numbers takes part,
    `places[c, 1]` if it is one of the upper half; `block[c]` is what each more block costs.
    """

    cycles: tuple[Cycle, ...]
    places: Ints
    cost: Ints
    block: Ints


class LastLayer:
    """Makes the edges of U whole, in an arrangement that a 3x3 can have."""

    def __init__(self, operator: Operator, holder: FacesTrackerHolder) -> None:
        self.operator = operator
        self.holder = holder
        self.size = operator.cube.size
        colors = list(holder.face_colors.values())
        self.colors = [operator.cube.scheme.colors.index(color) for color in colors]
        self.places = _places_on(self.size)

    @property
    def cube(self) -> Cube:
        """The cube."""
        return self.operator.cube

    def solve_edges(self) -> SolverResults:
        """Make the four edges whole; return whether the corners had a say in how they lie."""
        results = SolverResults()
        if self.size < 4:
            return results
        arrangement, results.was_corner_swap = self._arrangement()
        want = self._wanted(arrangement)
        have = self._shown(self.cube)
        odd = [k + 2 for k in range(len(want)) if _is_odd(have[k].tolist(), want[k].tolist())]
        if odd:
            label = Label(last_layer_wings(len(odd)), Phase.PARITY, self.size, Parity.WINGS)
            self._play(label, flip_alg(odd), want)
        while (self._shown(self.cube) != want).any():
            self._play_best(want)
        return results

    def _shown(self, cube: Cube) -> Ints:
        """Return what the wings of U show: for each orbit and place, six times one plus other."""
        colors = cube.colors().astype(np.int64)
        shown: Ints = colors[self.places[..., 0]] * 6 + colors[self.places[..., 1]]
        return shown

    def _wanted(self, arrangement: Arrangement) -> Ints:
        """Return what the wings of U show when its edges are whole and arranged so."""
        area = self.cube.geometry.area
        codes = []
        for a, b in self.places[0].tolist():
            faces = a // area, b // area
            side = next(SIDES.index(face) for face in faces if face != U)
            owner, flipped = arrangement[side]
            own = self.colors[SIDES[owner]]
            of_up, of_side = (own, self.colors[U]) if flipped else (self.colors[U], own)
            first, second = (of_up, of_side) if faces[0] == U else (of_side, of_up)
            codes.append(first * 6 + second)
        return np.tile(np.array(codes, dtype=np.int64), (len(self.places), 1))

    def _arrangement(self) -> tuple[Arrangement, bool]:
        """Return how the edges shall lie, and whether the corners had a say in it.

        Of all ways with an even number of flips, that is on even sizes the one with the parity of
        the corners where most wings are already, on odd sizes the one of the midges.
        """
        if self.size % 2:
            return self._of_midges(), False
        shown = self._shown(self.cube)
        agree = np.zeros((4, 4, 2), dtype=np.int64)
        for owner, flipped in product(range(4), range(2)):
            right = (shown == self._wanted(((owner, flipped),) * 4)).sum(axis=0)
            for place, side in enumerate(_sides()):
                agree[side, owner, flipped] += right[place]
        odd_corners = self._corners_are_odd()

        def merit(arrangement: Arrangement) -> int:
            return sum(int(agree[side, o, f]) for side, (o, f) in enumerate(arrangement))

        every = _arrangements()
        fitting = [arrangement for arrangement, odd in every if odd == odd_corners]
        best, free = max(fitting, key=merit), max((a for a, _ in every), key=merit)
        return best, merit(free) > merit(best)

    def _of_midges(self) -> Arrangement:
        found = []
        for side in SIDES:
            edge = self.cube.up.get_edge(self.cube.faces[side])
            shown = [self.cube.scheme.colors.index(c) for c in edge.representative_slice.colors]
            up = self.cube.scheme.colors.index(edge.face_color(self.cube.up))
            (own,) = (color for color in shown if color != self.colors[U])
            owner = next(i for i, face in enumerate(SIDES) if self.colors[face] == own)
            found.append((owner, int(up != self.colors[U])))
        return tuple(found)

    def _corners_are_odd(self) -> bool:
        colors = self.cube.colors()
        tops = [number for number, faces in enumerate(CORNER_FACES) if U in faces]
        homes = [frozenset(self.colors[face] for face in CORNER_FACES[number]) for number in tops]
        slots = [self.cube.geometry.corner_slots[number] for number in tops]
        return is_odd([homes.index(frozenset(int(colors[s]) for s in three)) for three in slots])

    def _play_best(self, want: Ints) -> None:
        """Play the commutator, in the layers where it gains, that gains most for its cost."""
        cycles = cycles_of_up()
        have = self._shown(self.cube)
        right = (have == want).astype(np.int64)
        n = self.size - 2
        orbits = len(want)
        gains = np.zeros((2, len(cycles.cost), orbits), dtype=np.int64)
        for half in range(2):
            for k in range(3):
                start, end = cycles.places[:, half, k], cycles.places[:, half, (k + 1) % 3]
                gains[half] += (have[:, start] == want[:, end]).T - right[:, start].T
        best: tuple[float, int, list[int]] = (0.0, 0, [])
        halves = gains.argmax(axis=0)
        tops = gains.max(axis=0)
        low = np.arange(1, orbits + 1)
        for least in (3, 2, 1):
            chosen = tops >= least
            taking = np.zeros((len(cycles.cost), n + 2), dtype=np.bool_)
            for orbit in range(orbits):
                layers = np.where(halves[:, orbit] == 0, low[orbit], n + 1 - low[orbit])
                taking[np.arange(len(layers)), layers] |= chosen[:, orbit]
            blocks = (taking[:, 1:] & ~taking[:, :-1]).sum(axis=1)
            ratios = (tops * chosen).sum(axis=1) / (cycles.cost + cycles.block * (blocks - 1))
            number = int(np.argmax(ratios))
            if ratios[number] > best[0]:
                best = float(ratios[number]), number, np.flatnonzero(taking[number]).tolist()
        ratio, number, slices = best
        if not ratio:
            raise InternalSWError("no commutator brings a wing of the last layer home")
        label = Label(last_wings(), Phase.LAST_LAYER, self.size)
        self._play(label, cycles.cycles[number].alg(self.size, slices), want)

    def _play(self, label: Label, alg: Alg, want: Ints) -> None:
        def is_right(cube: Cube) -> Mask:
            found = np.zeros(cube.geometry.n_slots, dtype=np.bool_)
            found[self.places[self._shown(cube) == want]] = True
            return found

        after = played(self.cube, alg)
        right, right_after = is_right(self.cube), is_right(after)
        if label.parity:  # the wings that move are what it is about, right or not
            right, right_after = np.zeros_like(right), np.zeros_like(right)
            wings = self.places.ravel()
            right_after[wings] = after.stickers[wings] != self.cube.stickers[wings]
        play_step(self.operator, self.holder, label, alg, right, right_after, after)


def _is_odd(have: list[int], want: list[int]) -> bool:
    return is_odd([want.index(code) for code in have])


@cache
def _arrangements() -> list[tuple[Arrangement, bool]]:
    """Return all arrangements of whole edges that a 3x3 can have, with the parity of each."""
    return [
        (tuple(zip(owners, flips, strict=True)), is_odd(list(owners)))
        for owners in permutations(range(4))
        for flips in product(range(2), repeat=4)
        if sum(flips) % 2 == 0
    ]


@cache
def _places() -> tuple[tuple[int, int], ...]:
    """Return the eight wing places of U on a 4x4, as pairs of slots; each has its sticker first."""
    geometry = geometry_of(4)
    pairs = [(a, b) for a, b in geometry.wing_orbits()[0].tolist()]
    return tuple(pair for pair in pairs if U in (pair[0] // 16, pair[1] // 16))


@cache
def _sides() -> list[int]:
    """Return the side of U, as a number of `SIDES`, that each place is on."""
    faces = [next(slot // 16 for slot in pair if slot // 16 != U) for pair in _places()]
    return [SIDES.index(face) for face in faces]


@cache
def _places_on(size: int) -> Ints:
    """Return for each orbit the eight wing places of U as pairs of slots."""
    reach = size - 1
    geometry = geometry_of(size)
    orbits = []
    for low in range(1, size // 2):
        scaled = [0, low, reach - low, reach]

        def slot(of: int, scaled: list[int] = scaled) -> int:
            face, row, column = geometry_of(4).place(of)
            return geometry.slot(face, scaled[row], scaled[column])

        orbits.append([[slot(a), slot(b)] for a, b in _places()])
    return np.array(orbits, dtype=np.int64)


@made_once
def cycles_of_up() -> Pieces[Cycles]:
    """Return for every way to cycle three wings of U the cheapest commutator."""
    found: dict[tuple[int, ...], Cycle] = {}
    plain = [Setup(alg) for alg in setups(2).algs]
    sliced = [
        Setup(before, axis, near, turns, after)
        for before, after in product(setups(1).algs, repeat=2)
        for axis, near, turns in product(range(3), (True, False), (1, 2, 3))
    ]
    for some in (plain, sliced):  # only a slice brings wings of one edge to different ones
        yield from _add_cycles(found, some)
    cycles = tuple(found.values())
    costs = []
    for cycle in cycles:
        costs.append(cycle.cost())
        yield
    return Cycles(
        cycles,
        np.array(list(found), dtype=np.int64).reshape(-1, 2, 3),
        np.array(costs, dtype=np.int64),
        np.array([_BLOCK * (2 if cycle.setup.turns else 1) for cycle in cycles], dtype=np.int64),
    )


def _add_cycles(found: dict[tuple[int, ...], Cycle], some: list[Setup]) -> Pieces[None]:
    """Add the commutators that cycle wings of U after these setups, where none was found before."""
    slots = geometry_of(4).wing_orbits()[0][:, 0].tolist()
    number = {slot: place for place, slot in enumerate(slots)}
    up = np.full(24, -1)
    for place, (slot, _) in enumerate(_places()):
        up[number[slot]] = place
    halves = []
    for layer in (1, 2):
        halves.append((yield from _carried_back(some, layer, slots, number)))
    back = np.stack(halves, axis=1)
    before = set(found)
    lengths: dict[tuple[int, ...], int] = {}
    for side, inverse, rotation in product(Side, (False, True), _HOLDS):
        images = np.empty((len(some), 2, 3), dtype=np.int64)
        for half, layer in enumerate((1, 2)):
            core = wing_commutator(4, [layer], side, inverse=inverse, rotation=rotation).algorithm
            cube = Cube.from_alg(core, 4)
            start = next(s for s in slots if cube.find_sticker(s) != s)
            second = cube.find_sticker(start)
            cycle = [number[s] for s in (start, second, cube.find_sticker(second))]
            images[:, half] = up[back[:, half][:, cycle]]
        for k in np.flatnonzero((images >= 0).all(axis=(1, 2))).tolist():
            key = tuple(place for image in images[k].tolist() for place in _from_lowest(image))
            length = len(some[k].before) + len(some[k].after)
            if key not in before and length < lengths.get(key, 10):
                lengths[key] = length
                found[key] = Cycle(some[k], side, inverse, rotation)
        yield


def _carried_back(
    some: list[Setup], layer: int, slots: list[int], number: dict[int, int]
) -> Pieces[Ints]:
    """Return for setups the places that their inverses carry wings to."""
    turns: dict[Move, Ints] = {}
    found = []
    for setup in some:
        places = np.arange(24)
        for move in reversed(setup.alg(4, [layer]).moves):
            if move not in turns:
                cube = Cube.from_alg(Alg([move.inverse()]), 4)
                turns[move] = np.array([number[cube.find_sticker(slot)] for slot in slots])
            places = turns[move][places]
        found.append(places)
        yield
    return np.array(found)


def _from_lowest(cycle: list[int]) -> list[int]:
    """Return a cycle from its lowest place on."""
    first = cycle.index(min(cycle))
    return cycle[first:] + cycle[:first]
