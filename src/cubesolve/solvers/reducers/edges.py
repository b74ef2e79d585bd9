"""`NxNEdges`: pairs the wings of all edges, each time by the step that pairs most for its cost."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from cubesolve.errors import InternalSWError
from cubesolve.model import Cube, Edge
from cubesolve.model.face_translation import slice_move
from cubesolve.notation import Alg, Move
from cubesolve.notation.layers import normal_layers
from cubesolve.operator import Operator
from cubesolve.solvers.reducers.edge_tables import (
    Ints,
    SetupTable,
    WayTable,
    insertions_and_flips,
    permuted,
    setups,
    wing_slots,
)
from cubesolve.solvers.reducers.gains import Mask, gained
from cubesolve.solvers.reducers.parity import unlike_reference

_SIMPLE = "(M' U2)4 M'"
_ADVANCED = "R' U2 L F2 L' F2 R2 U2 R U2 R' U2 F2 R2 F2"

Layers = npt.NDArray[np.uint8]
Search = Callable[[Ints, SetupTable, WayTable], float]


class NxNEdges:
    """Makes every edge one piece: all its wings show the same.

    A step turns some inner layers, inserts or flips edges by outer turns, and turns the layers
    back; centres stay whole. On odd sizes each wing goes to its middle wing; on even sizes the two
    middle wings are paired first, and the others go to them.

    What is left at the end, if anything, is one edge with flipped wings in some orbits: the parity
    of those orbits. `advanced_edge_parity` fixes it by an algorithm that keeps all pairs; the
    simple one turns M layers and breaks some, which are paired again.
    """

    def __init__(self, advanced_edge_parity: bool = True) -> None:
        self.advanced_edge_parity = advanced_edge_parity

    def solve(self, operator: Operator) -> bool:
        """Pair all edges of a cube with built centres; return whether partial parity was fixed."""
        if operator.cube.size < 4:
            return False
        was_parity = False
        for _ in range(3):  # the simple fix breaks pairs, and may meet itself once more
            if self._pair(operator):
                return was_parity
            was_parity = True
            self._fix_last_edge(operator)
        raise InternalSWError("the edges stay unpaired after their parity was fixed")

    def flip_edge(self, operator: Operator) -> None:
        """Flip the edge UF of an even cube, all its wings: what no turns of a 3x3 do."""
        half = operator.cube.size // 2
        with operator.annotate(
            "Flip one edge",
            "An even cube can have a single flipped edge: flip all wings of this one.",
            moved=operator.cube.edge("UF"),
            targets=operator.cube.edge("UF"),
        ):
            operator.play(flip_alg(list(range(2, half + 1))))

    def _pair(self, operator: Operator) -> bool:
        """Pair as far as steps gain; return whether all is paired."""
        from cubesolve.kernels import edges as kernel

        cube = operator.cube
        n = cube.n_slices
        step, layers = np.zeros(3, dtype=np.int64), np.zeros(n, dtype=np.uint8)
        if n % 2 == 0:

            def unite(wings: Ints, s: SetupTable, w: WayTable) -> float:
                ratio: float = kernel.best_union(
                    wings, s.to, s.flags, s.cost, w.unions, w.n_unions, w.cost, step, layers
                )
                return ratio

            while np.any((wings := _wings(cube))[:, n // 2 - 1] != wings[:, n // 2]):
                if not self._play_best(operator, wings, unite, step, layers, False):
                    raise InternalSWError("no step pairs the middle wings")

        def join(wings: Ints, s: SetupTable, w: WayTable) -> float:
            ratio: float = kernel.best_step(
                wings, n // 2, s.to, s.flags, s.cost, w.moves, w.n_moves, w.cost, step, layers
            )
            return ratio

        while np.any((wings := _wings(cube)) != wings[:, n // 2 : n // 2 + 1]):
            kept_apart = bool(unlike_reference(cube))
            if not self._play_best(operator, wings, join, step, layers, kept_apart):
                return False
        return True

    def _play_best(
        self,
        operator: Operator,
        wings: Ints,
        search: Search,
        step: Ints,
        layers: Layers,
        kept_apart: bool,
    ) -> bool:
        """Play the best step; look at longer setups only where shorter ones gain nothing.

        Where parity keeps the last wings apart there is no use in looking further.
        """
        every, flips = insertions_and_flips()
        # A setup of three turns and an insertion are a commutator of three wings.
        for length, ways in ((1, every), (2, flips), (2, every), (3, every)):
            if length == 3 and kept_apart:
                return False
            table = setups(length)
            if search(wings, table, ways) > 0:
                self._play(operator, table, ways, step, layers)
                return True
        # Few states need more: turns before the longest setups.
        for first in range(1, len(setups(2).algs)):
            table = setups(3)
            if search(permuted(wings, setups(2), first), table, every) > 0:
                with operator.annotate("Bring edges together", "They are to be paired next."):
                    operator.play(setups(2).algs[first])
                self._play(operator, table, every, step, layers)
                return True
        return False

    def _play(
        self, operator: Operator, table: SetupTable, ways: WayTable, step: Ints, layers: Layers
    ) -> None:
        cube = operator.cube
        setup, number, _ = step.tolist()
        way = ways.ways[number]
        inner = [int(layer) + 1 for layer in np.flatnonzero(layers)]
        out = slice_move(cube.size, way.axis, inner, way.turns)
        alg = table.algs[setup] + out + way.alg + out.inverse()
        moved, targets = gained(cube, alg, _paired)
        colors, places = _names(cube, moved)
        with operator.annotate(
            f"Pair the {_and(colors)} edge" + ("s" if len(colors) > 1 else ""),
            f"Bring wings from {_and(places)} to the rest of their edges: turn {out} so that they"
            f" meet, put them away by {way.alg}, and turn the layers back, which makes the centres"
            " whole again.",
            moved=moved,
            targets=targets,
        ):
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
        with operator.annotate(
            f"Flip wings of the edge {edge.name}",
            "The wings that are left are permuted oddly: whole edges and slices turned there and"
            " back cannot mend that.",
            moved=edge,
            targets=edge,
        ):
            operator.play(_to_uf(cube, edge))
            if self.advanced_edge_parity:
                operator.play(flip_alg(layers))
            else:
                operator.play(_with_layers(_SIMPLE, layers))


def _paired(cube: Cube) -> Mask:
    """Return for every slot whether it is of a wing that goes with the middle of its edge."""
    n = cube.n_slices
    wings = _wings(cube)
    goes = wings == wings[:, n // 2 : n // 2 + 1]
    if n % 2 == 0:  # a middle wing goes with the other one
        goes[:, n // 2] = goes[:, n // 2 - 1]
    found = np.zeros(cube.geometry.n_slots, dtype=np.bool_)
    found[wing_slots(cube.size)] = goes[..., None]
    return found


def _names(cube: Cube, slots: list[int]) -> tuple[list[str], list[str]]:
    """Return the colours of the wings in these slots, and the edges they are on."""
    wings = [cube.part_slice(slot) for slot in slots]
    colors = ["-".join(sorted(c.name.lower() for c in wing.colors)) for wing in wings]
    places = [wing.parent.name for wing in wings]
    return list(dict.fromkeys(colors)), list(dict.fromkeys(places))


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "next"


def _wings(cube: Cube) -> Ints:
    """Return what each wing shows, six times the first face's colour plus the second's."""
    slots = wing_slots(cube.size)
    colors = cube.colors().astype(np.int64)
    return np.ascontiguousarray(colors[slots[..., 0]] * 6 + colors[slots[..., 1]])


def _to_uf(cube: Cube, edge: Edge) -> Alg:
    """Return the turn of the whole cube that brings an edge to UF."""
    sticker = edge.get_slice(0).slots[0]
    for first in ("", "x", "x2", "x'", "z", "z'"):
        for second in ("", "y", "y2", "y'"):
            rotation = Alg.parse(f"{first} {second}")
            turned = Cube.from_alg(rotation, cube.size)
            if turned.part_slice(turned.find_sticker(sticker)).parent.name == "UF":
                return rotation
    raise AssertionError("some turn of the whole cube brings any edge to UF")


def flip_alg(layers: list[int]) -> Alg:
    """Return what exchanges the two wings of UF in these layers, counted from 2, and no others."""
    return _with_layers(_ADVANCED, layers)


def _with_layers(text: str, layers: list[int]) -> Alg:
    """Return an algorithm in which R, L and M stand for these inner layers, counted from 2."""

    def change(move: Move) -> Move:
        if move.letter in "RL":
            return Move(move.letter, normal_layers((i, i) for i in layers), move.amount)
        if move.letter == "M":
            return Move("M", normal_layers((i - 1, i - 1) for i in layers), move.amount)
        return move

    return Alg(map(change, Alg.parse(text).moves))
