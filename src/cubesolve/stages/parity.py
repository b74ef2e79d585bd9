"""Parities of wings, computed before they are met.

An outer turn permutes the 24 wings of an orbit evenly, a quarter turn of one inner layer oddly. So
the parity of an orbit tells at any time whether it can be paired by outer turns and pairs of
opposite slice turns; if not, one quarter turn of one of its layers fixes it, which costs next to
nothing while the centres are still to be built.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import checkpoint
from cubesolve.model import Cube, slots_of
from cubesolve.model.face_translation import slice_move
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.model.validity import is_odd
from cubesolve.notation import Alg, Move
from cubesolve.notation.layers import normal_layers
from cubesolve.operator import Operator
from cubesolve.protocols import Parity, Phase, SolverResults
from cubesolve.stages.gains import carried
from cubesolve.stages.shadow import ShadowCubeHelper, name_at_start
from cubesolve.trackers import FacesTrackerHolder
from cubesolve.words import parity as words
from cubesolve.words import reasons
from cubesolve.words.grammar import Words

# All ways to hold the cube, as rotations; the first changes nothing.
ROTATIONS = tuple(
    Alg.parse(f"{first} {second}")
    for first in ("", "x", "x2", "x'", "z", "z'")
    for second in ("", "y", "y2", "y'")
)
_FACE_TURNS = [f"{face}{amount}" for face in FACE_NAMES for amount in ("", "2", "'")]
_MOSTLY_SOLVED = 0.7  # as a share of stickers; of a cube with its centres built, a half is chance
_ADVANCED = "R' U2 L F2 L' F2 R2 U2 R U2 R' U2 F2 R2 F2"


def wing_parities(cube: Cube) -> list[bool]:
    """Return for each orbit of wings, outermost first, whether it is permuted oddly."""
    stickers = cube.stickers
    odd = []
    for orbit in cube.geometry.wing_orbits():
        slots = orbit[:, 0].tolist()
        number = {slot: wing for wing, slot in enumerate(slots)}
        odd.append(is_odd([number[int(stickers[slot])] for slot in slots]))
    return odd


def parity_of(cube: Cube) -> SolverResults:
    """Return the parities of edges that solving this cube must fix."""
    odd = wing_parities(cube)
    reference = cube.is_even and bool(odd) and odd[-1]  # the middle wings, or the midges
    return SolverResults(
        was_even_edge_parity=reference,
        was_partial_edge_parity=any(parity != reference for parity in odd),
    )


def unlike_reference(cube: Cube) -> list[int]:
    """Return the layers, counted from the face, whose orbits do not go with the middle wings."""
    odd = wing_parities(cube)
    reference = cube.is_even and bool(odd) and odd[-1]
    return [k + 2 for k, parity in enumerate(odd) if parity != reference]


def make_wings_even(operator: Operator) -> SolverResults:
    """Play one quarter turn of the layers whose wings are permuted oddly; return their parities.

    The centres are still to be built: of all such turns it is the one that leaves most of their
    cells right.
    """
    cube = operator.cube
    odd = [k for k, parity in enumerate(wing_parities(cube)) if parity]
    results = parity_of(cube)
    if odd:
        turn = Alg([_best_turn(cube, odd)])
        marks = carried_wings(cube, turn, odd)
        title = words.early_wings(len(odd))
        play_parity(operator, turn, Parity.WINGS, title, reasons.parity_first(1), marks)
    return results


def play_parity(
    operator: Operator,
    alg: Alg,
    parity: Parity,
    title: Words,
    reason: str,
    marks: tuple[list[int], list[int]],
) -> None:
    """Play the step that fixes a parity; its marks are slots, and where their stickers go."""
    moved, targets = marks
    with operator.annotate(
        *title, phase=Phase.PARITY, parity=parity, moved=moved, targets=targets
    ) as step:
        step.reason = reason
        operator.play(alg)


def flip_edge(operator: Operator) -> None:
    """Flip an edge of an even cube, all its wings: what no turns of a 3x3 do.

    It is one that is flipped in its place, or would be after a turn that solves most of the cube;
    if there is none, it is UF.
    """
    cube = operator.cube
    name = _flipped_edge(ShadowCubeHelper(cube).create_shadow())
    rotation = next(each for each in ROTATIONS if set(_renamed("UF", each)) == set(name))
    alg = flip_alg(list(range(2, cube.size // 2 + 1))).rotate(rotation)
    title = words.flip_edge(name_at_start(operator.history, name))
    reason = reasons.outer_turns_cannot("flip a single edge")
    marks = carried(cube, alg, slots_of(cube, cube.edge(name)))
    play_parity(operator, alg, Parity.EDGE_FLIP, title, reason, marks)


def swap_corners(operator: Operator) -> None:
    """Swap two opposite edges of a face, and its corners diagonally, as a half turn does.

    Two edges swapped are what no 3x3 can have; the two pairs of corners undo each other. Centres
    and paired edges stay whole. The edges are UL and UR, or where most of the cube is solved those
    whose swap leaves most of it so.
    """
    cube = operator.cube
    rotation = _best_swap(cube)
    alg = _swap_alg(cube.size).rotate(rotation)
    left, right, up = (_renamed(name, rotation) for name in ("UL", "UR", "U"))
    parts = [*cube.face(up).corners, cube.edge(left), cube.edge(right)]
    names = (name_at_start(operator.history, name) for name in (left, right, up))
    reason = reasons.outer_turns_cannot("swap two edges and nothing else")
    marks = carried(cube, alg, slots_of(cube, parts))
    play_parity(operator, alg, Parity.CORNER_SWAP, words.swap_edges(*names), reason, marks)


def _flipped_edge(shadow: Cube) -> str:
    """Return the edge to flip."""
    goal = _goal(shadow)
    found: dict[str, float] = {}
    for turn in ("", *_FACE_TURNS):
        turned = shadow.copy()
        turned.play(turn)
        share = _share_right(turned, goal)
        if turn and share < _MOSTLY_SOLVED:
            continue
        came = Cube.from_alg(turn)
        for edge in turned.edges:
            if edge.in_position and not edge.match_faces:
                slot = came.sticker_at(edge.slots[0])  # where it is before the turn
                found.setdefault(shadow.part_slice(slot).parent.name, share)
    return max(found, key=found.__getitem__, default="UF")


def _swap_alg(size: int) -> Alg:
    half = size // 2
    inner = Move("R", ((2, half),), 2)
    upper = Move("U", ((1, half),), 2)
    return Alg((inner, Move("U", amount=2), inner, upper, inner, upper))


def _best_swap(cube: Cube) -> Alg:
    """Return how to rotate the swap of UL and UR: not at all, unless most of the cube is solved."""
    goal = _goal(cube)
    if _share_right(cube, goal) < _MOSTLY_SOLVED:
        return ROTATIONS[0]

    def right(rotation: Alg) -> float:
        checkpoint()
        tried = cube.copy()
        tried.play(_swap_alg(cube.size).rotate(rotation))
        shares = []
        for _ in range(4):  # a turn of the face may be all that is missing then
            tried.play(_renamed("U", rotation))
            shares.append(_share_right(tried, goal))
        return max(shares)

    return max(ROTATIONS, key=right)


def _goal(cube: Cube) -> npt.NDArray[np.int64]:
    """Return the number of the colour that belongs on each face."""
    return np.array([cube.scheme.colors.index(face.color) for face in cube.faces])


def _share_right(cube: Cube, goal: npt.NDArray[np.int64]) -> float:
    """Return which share of the stickers has the colour of its face."""
    grids = cube.colors().reshape(6, -1)
    return float(np.mean(grids == goal[:, None]))


def _renamed(name: str, rotation: Alg) -> str:
    """Return the faces on which what an algorithm does to these faces is done if it is rotated.

    >>> _renamed("UF", Alg("y"))
    'UL'
    """
    return "".join(move.letter for move in Alg(" ".join(name)).rotate(rotation).moves)


def carried_wings(cube: Cube, alg: Alg, orbits: list[int]) -> tuple[list[int], list[int]]:
    """Return the slots of the wings of some orbits that moves carry away, and where they go."""
    wings = cube.geometry.wing_orbits()
    return carried(cube, alg, (int(s) for orbit in orbits for s in wings[orbit].ravel()))


def flip_alg(layers: list[int]) -> Alg:
    """Return what exchanges the two wings of UF in these layers, counted from 2, and no others."""
    return with_layers(_ADVANCED, layers)


def with_layers(text: str, layers: list[int]) -> Alg:
    """Return an algorithm in which R, L and M stand for these inner layers, counted from 2."""

    def change(move: Move) -> Move:
        if move.letter in "RL":
            return Move(move.letter, normal_layers((i, i) for i in layers), move.amount)
        if move.letter == "M":
            return Move("M", normal_layers((i - 1, i - 1) for i in layers), move.amount)
        return move

    return Alg(map(change, Alg.parse(text).moves))


def _best_turn(cube: Cube, orbits: list[int]) -> Move:
    """Return the turn of one layer of each orbit that leaves the most centre cells right."""
    with FacesTrackerHolder(cube) as holder:
        goal = np.array([cube.scheme.colors.index(c) for c in holder.face_colors.values()])

    def right(turn: Move) -> int:
        checkpoint()
        tried = cube.copy()
        tried.play(turn)
        grids = tried.colors().reshape(6, cube.size, cube.size)[:, 1:-1, 1:-1]
        return int(np.sum(grids == goal[:, None, None]))

    turns = [
        slice_move(cube.size, axis, layers, amount)
        for axis in range(3)
        for layers in ([k + 1 for k in orbits], [cube.size - 2 - k for k in orbits])
        for amount in (1, 3)
    ]
    return max(turns, key=right)
