"""Algorithms seen otherwise: in a mirror, on a turned cube, without turns of the whole cube."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from cubesolve.notation.alg import Alg, Commutator, Conjugate, Group, Node, Pause
from cubesolve.notation.layers import (
    ALL_INNER,
    FACES,
    FOLLOWS,
    MIDDLE,
    OPPOSITE,
    POSITIVE_FACE,
    ROTATION_OF_AXIS,
    SLICE_OF_AXIS,
    WHOLE,
)
from cubesolve.notation.move import Move, move_of

Hold = dict[str, str]  # face -> where what was on it is now

_QUARTER_CYCLES = {"x": "FUBD", "y": "FLBR", "z": "URDL"}
_AT_HOME: Hold = {face: face for face in FACES}


def mirror(alg: Alg, across: str = "M") -> Alg:
    """Return the algorithm seen in a mirror that lies in the layer M, E or S."""
    if across not in tuple(SLICE_OF_AXIS):
        raise ValueError(f"expected a mirror M, E or S, got {across!r}")
    axis = SLICE_OF_AXIS.index(across)
    return _map_moves(alg, lambda move: move.mirror(axis))


def rotate(alg: Alg, rotation: Alg) -> Alg:
    """Return the algorithm for a cube that was first turned as a whole by the rotation."""
    hold = _AT_HOME
    for move in rotation.moves:
        if not move.is_rotation:
            raise ValueError(f"expected turns of the whole cube (x y z), got {move}")
        hold = _then(hold, move.letter, move.turns)
    return _map_moves(alg, lambda move: _carry(move, hold))


def without_rotations(alg: Alg, size: int, keep_hold: bool) -> Alg:
    """Return the algorithm with turns of the whole cube absorbed into the moves after them."""
    now = _AT_HOME
    home = _AT_HOME  # face -> the face that lay there before any turn of the whole cube
    moves: list[Node] = []
    carried: dict[Move, Move] = {}  # moves seen in this hold
    for move in alg.moves:
        if move in carried:
            moves.append(carried[move])
            continue
        turns = move.resolve(size)
        if len(turns) == 1 and turns[0].first == 0 and turns[0].last == size - 1:
            now = _then(now, ROTATION_OF_AXIS[turns[0].axis], turns[0].turns)
            home = {there: face for face, there in now.items()}
            carried.clear()
        elif turns:
            carried[move] = _carry(move, home)
            moves.append(carried[move])
    if keep_hold:
        moves.extend(_shortest_rotations()[_key(now)])
    return Alg(moves)


def _map_moves(alg: Alg, change: Callable[[Move], Move]) -> Alg:
    def changed(node: Node) -> Node:
        match node:
            case Move():
                return change(node)
            case Pause():
                return node
            case Group(inner, amount):
                return Group(_map_moves(inner, change), amount)
            case Commutator(first, second, amount):
                return Commutator(_map_moves(first, change), _map_moves(second, change), amount)
            case Conjugate(first, second, amount):
                return Conjugate(_map_moves(first, change), _map_moves(second, change), amount)

    return Alg(map(changed, alg.nodes))


def _carry(move: Move, hold: Hold) -> Move:
    """Return the move on the face that the hold carries its own face to."""
    if move.letter in FACES:
        return move_of(hold[move.letter], move.layers, move.amount)
    face = hold[FOLLOWS[move.letter]]
    axis = next(a for a in range(3) if face in (POSITIVE_FACE[a], OPPOSITE[POSITIVE_FACE[a]]))
    if move.is_rotation:
        same_way = face == POSITIVE_FACE[axis]
        return move_of(ROTATION_OF_AXIS[axis], WHOLE, move.amount if same_way else -move.amount)
    slice_letter = SLICE_OF_AXIS[axis]
    if face == FOLLOWS[slice_letter]:
        return move_of(slice_letter, move.layers, move.amount)
    if move.layers in (MIDDLE, ALL_INNER):
        return move_of(slice_letter, move.layers, -move.amount)
    return move_of(face, move.as_face_move().layers, move.amount)


def _then(hold: Hold, letter: str, turns: int) -> Hold:
    cycle = _QUARTER_CYCLES[letter]
    step = {face: cycle[(cycle.index(face) + turns) % 4] for face in cycle}
    return {face: step.get(there, there) for face, there in hold.items()}


def _key(hold: Hold) -> str:
    return hold["U"] + hold["F"]


@cache
def _shortest_rotations() -> dict[str, tuple[Move, ...]]:
    """Return for each of the 24 holds the fewest turns of the whole cube that lead to it."""
    found: dict[str, tuple[Move, ...]] = {_key(_AT_HOME): ()}
    front: list[tuple[Hold, tuple[Move, ...]]] = [(_AT_HOME, ())]
    for hold, moves in front:  # grows while it is read: breadth first
        for letter in "xyz":
            for amount in (1, 2, -1):
                further = _then(hold, letter, amount % 4)
                if _key(further) not in found:
                    found[_key(further)] = (*moves, move_of(letter, WHOLE, amount))
                    front.append((further, found[_key(further)]))
    return found
