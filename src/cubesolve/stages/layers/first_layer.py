"""The first layer: its centre, its edges in pairs, their cross, and the corners between them.

Only what belongs to the layer is kept; all other centres and edges are still free, so layers
between U and D may turn without coming back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import checkpoint
from cubesolve.errors import InternalSWError
from cubesolve.model import Cube, FaceName
from cubesolve.model.face_translation import slice_move
from cubesolve.model.geometry import FACE_NAMES, D, part_name
from cubesolve.notation import Alg, Move
from cubesolve.operator import Operator
from cubesolve.protocols import Phase
from cubesolve.stages.center_steps import (
    NO_COLOR,
    best_center_steps,
    connection_table,
    step_alg,
)
from cubesolve.stages.edge_tables import permuted, setups, wing_slots
from cubesolve.stages.layers.holding import (
    SIDES,
    bottom_corners,
    fits,
    grids_of,
    has_center,
    has_pairs,
)
from cubesolve.stages.layers.turns import Label, Mask, face_names, play_step, played
from cubesolve.stages.three.cross import cross_turns
from cubesolve.stages.three.macros import (
    BOTTOM_CORNERS,
    UP_TURNS,
    cheapest,
    corner_inserts,
    length,
)
from cubesolve.trackers import FacesTrackerHolder
from cubesolve.words import layers as words
from cubesolve.words.grammar import Words

if TYPE_CHECKING:
    from cubesolve.kernels.pairing import Sources, Step

Ints = npt.NDArray[np.int64]
_AXIS = 1  # of U and D


class FirstLayer:
    """Builds the layer of D, whose colours the trackers tell."""

    def __init__(self, operator: Operator, holder: FacesTrackerHolder) -> None:
        self.operator = operator
        self.holder = holder
        self.size = operator.cube.size
        self.names = face_names(operator)

    @property
    def cube(self) -> Cube:
        """The cube."""
        return self.operator.cube

    @property
    def colors(self) -> list[int]:
        """The numbers of the colours that belong on the faces."""
        colors = self.holder.face_colors.values()
        return [self.cube.scheme.colors.index(color) for color in colors]

    def _name(self, face: int) -> str:
        return self.cube.scheme.colors[self.colors[face]].name.lower()

    # Centre

    def solve_center(self) -> None:
        """Make the centre of D one colour, each time by the step that gains most for its cost."""
        if self.size < 4:
            return
        ways, _ = connection_table(self.size)
        numbers = [number for number, way in enumerate(ways) if way.target == FaceName.D]
        goal = [NO_COLOR] * 6
        goal[D] = self.colors[D]
        while not has_center(grids_of(self.cube), self.colors):
            found = best_center_steps(self.cube, goal, numbers, only_best=True)
            if not found:
                raise InternalSWError("no step improves the first centre")
            way, step, chosen = found[0]
            alg = step_alg(self.size, way, step, chosen)
            source, down = self.names[way.source], self.names["D"]
            said = words.first_center(self._name(D), source, down)
            self._play(said, alg, self._center_mask)

    def _center_mask(self, cube: Cube) -> Mask:
        found = np.zeros((6, self.size, self.size), dtype=np.bool_)
        grid = cube.colors().reshape(6, self.size, self.size)[D]
        found[D, 1:-1, 1:-1] = grid[1:-1, 1:-1] == self.colors[D]
        return found.ravel()

    # Edges

    def solve_edges(self) -> None:
        """Make the four edges of D's colour whole, wherever they are."""
        if self.size < 4:
            return
        while not has_pairs(self.cube, self.colors[D]):
            self._pair()

    def _pair(self) -> None:
        wings = _wings(self.cube)
        found = self._best_turn(wings, 2) or self._best_turn(wings, 3) or self._two_turns(wings)
        if found is None:
            raise InternalSWError("no step pairs the edges of the first layer")
        self._play(words.pair_first_edges(self._name(D)), found, self._paired_mask)

    def _best_turn(self, wings: Ints, length: int) -> Alg | None:
        """Return setup and turn of layers that unite most wings for their cost, if any do."""
        from cubesolve.kernels import pairing as kernel

        n = self.size - 2
        layers = np.zeros(n, dtype=np.uint8)
        table = setups(length)
        edges, codes = self._anchors(wings).T.copy()
        anchors = kernel.Anchors(edges, codes, n // 2 if n % 2 else -1)
        room = kernel.new_room(n, anchors)
        step: Step = kernel.best_turn(wings, anchors, table.effects, _sources(), room, layers)
        if not step.gain:
            return None
        return table.algs[step.setup] + self._turn(np.flatnonzero(layers).tolist(), step.turns)

    def _two_turns(self, wings: Ints) -> Alg | None:
        """Return a turn that parts a wing from an edge it does not belong to, and one that gains.

        That is needed where a wing is on its own edge, at the other end.
        """
        united = self._united(wings)
        for number, setup in enumerate(setups(2).algs):
            before = permuted(wings, setups(2), number)
            for layer in range(self.size - 2):
                if 2 * layer + 1 == self.size - 2:
                    continue
                checkpoint()
                for turns in (1, 2, 3):
                    between = _turned(before, layer, turns)
                    if self._united(between) >= united:
                        found = self._best_turn(between, 2)
                        if found is not None:
                            return setup + self._turn([layer], turns) + found
        return None

    def _turn(self, layers: list[int], turns: int) -> Move:
        return slice_move(self.size, _AXIS, [layer + 1 for layer in layers], turns)

    def _united(self, wings: Ints) -> int:
        return sum(int(np.sum(wings[edge] == code)) for edge, code in self._anchors(wings).tolist())

    def _anchors(self, wings: Ints) -> Ints:
        """Return for each edge of D the place where most of its wings are, and what they show."""
        n = wings.shape[1]
        color = self.colors[D]
        codes = [(color * 6 + self.colors[side], self.colors[side] * 6 + color) for side in SIDES]
        shown = (wings[:, None] == np.array(codes).reshape(-1, 1)).sum(axis=2).tolist()
        middle = wings[:, n // 2].tolist()
        places = [
            (shown[edge][2 * k + flipped], k, edge, code)
            for k, pair in enumerate(codes)
            for edge in range(12)
            for flipped, code in enumerate(pair)
            if n % 2 == 0 or middle[edge] == code
        ]
        places.sort(key=lambda place: -place[0])
        found: dict[int, tuple[int, int]] = {}
        for _, k, edge, code in places:
            if k not in found and all(edge != other for other, _ in found.values()):
                found[k] = edge, code
        return np.array([found[k] for k in range(4)], dtype=np.int64)

    def _paired_mask(self, cube: Cube) -> Mask:
        wings = _wings(cube)
        found = np.zeros(cube.geometry.n_slots, dtype=np.bool_)
        slots = wing_slots(self.size)
        for edge, code in self._anchors(wings).tolist():
            found[slots[edge][wings[edge] == code]] = True
        return found

    # Cross and corners

    def solve_cross(self) -> None:
        """Put the four whole edges around the centre of D, by the fewest turns."""
        alg = Alg.parse(" ".join(cross_turns(self.shadow())))
        self._play(words.first_cross(self._name(D)), alg, self._layer_mask, Phase.CROSS)

    def solve_corners(self) -> None:
        """Put the four corners of D between its edges, each time the one that is cheapest."""
        while True:
            shadow = self.shadow()
            corners = [shadow.corner(name) for name in BOTTOM_CORNERS]
            unsolved = [corner for corner in corners if not corner.match_faces]
            if not unsolved:
                return
            macros = [*UP_TURNS, *(m for corner in unsolved for m in corner_inserts(corner.name))]
            ways = []
            for corner in unsolved:
                piece = shadow.find_corner_by_colors(corner.position_id)
                assert piece is not None
                start = next(e.slot for e in piece.edges if e.color == shadow.down.color)
                path = cheapest(start, corner.get_face_edge(shadow.down).slot, macros)
                assert path is not None
                ways.append((corner, path))
            corner, path = min(ways, key=lambda way: sum(map(length, way[1])))
            colors = "-".join(sorted(color.name.lower() for color in corner.position_id))
            said = words.first_corner(colors, self._place(corner.name))
            self._play(said, Alg.parse(" ".join(path)), self._layer_mask)

    def _place(self, name: str) -> str:
        return part_name([FACE_NAMES.index(self.names[face]) for face in name])

    def shadow(self) -> Cube:
        """Return a 3x3 with the corners, the whole edges of D, and the faces' colours.

        The other edges, which are not whole yet, get what is left of the twelve, in any order.
        """
        cube = self.cube
        colors = cube.colors()
        numbers = self.colors
        letters = [""] * 54
        solid = Cube(3, cube.scheme)
        for face in range(6):
            letters[face * 9 + 4] = FACE_NAMES[numbers[face]]
        for big, small in zip(cube.corners, solid.corners, strict=True):
            for a, b in zip(big.slots, small.slots, strict=True):
                letters[b] = FACE_NAMES[colors[a]]
        left = [
            (numbers[a], numbers[b])
            for a, b in ((slot // 9 for slot in edge.slots) for edge in solid.edges)
            if D not in (a, b)
        ]
        for edge, place in zip(cube.edges, solid.edges, strict=True):
            shown = tuple(int(colors[slot]) for slot in edge.representative_slice.slots)
            whole = numbers[D] in shown and edge.is3x3
            pair = shown if whole else left.pop()
            for slot, color in zip(place.slots, pair, strict=True):
                letters[slot] = FACE_NAMES[color]
        assert not left
        return Cube.from_facelets("".join(letters), cube.scheme, allow_invalid=True)

    def _layer_mask(self, cube: Cube) -> Mask:
        checkpoint()
        pieces: list[tuple[int, ...]] = list(bottom_corners(cube))
        pieces += [wing.slots for edge in cube.down.edges for wing in edge.all_slices]
        found = np.zeros(cube.geometry.n_slots, dtype=np.bool_)
        for slots in pieces:
            found[list(slots)] = fits(cube, slots, self.colors)
        return found

    def _play(
        self,
        said: Words,
        alg: Alg,
        is_right: Callable[[Cube], Mask],
        phase: Phase = Phase.FIRST_LAYER,
    ) -> None:
        if not alg:
            return
        after = played(self.cube, alg)
        right, right_after = is_right(self.cube), is_right(after)
        label = Label(said, phase, layer=1)
        play_step(self.operator, self.holder, label, alg, right, right_after, after)


def _wings(cube: Cube) -> Ints:
    """Return what each wing shows, six times the first face's colour plus the second's."""
    slots = wing_slots(cube.size)
    colors = cube.colors().astype(np.int64)
    return np.ascontiguousarray(colors[slots[..., 0]] * 6 + colors[slots[..., 1]])


def _turned(wings: Ints, layer: int, turns: int) -> Ints:
    """Return the wings after a turn of a layer about U."""
    sources = _sources()
    found = wings.copy()
    for edge in range(12):
        source = sources.edge[turns, edge]
        if source >= 0:
            code = int(wings[source, layer])
            found[edge, layer] = code % 6 * 6 + code // 6 if sources.swaps[turns, edge] else code
    return found


@cache
def _sources() -> Sources:
    """Return for turns of a layer about U where the wing of each edge comes from, and how."""
    from cubesolve.kernels.pairing import Sources

    slots = wing_slots(4)
    edges, swaps = np.full((4, 12), -1, dtype=np.int64), np.zeros((4, 12), dtype=np.int64)
    for turns in range(1, 4):
        cube = Cube(4)
        cube.play(slice_move(4, _AXIS, [1], turns))
        for edge in range(12):
            sticker = cube.sticker_at(int(slots[edge, 0, 0]))
            (source, _, side) = (int(x) for x in np.argwhere(slots == sticker)[0])
            if source != edge:
                edges[turns, edge], swaps[turns, edge] = source, side
    return Sources(edges, swaps)
