"""Scrambles of random moves."""

from __future__ import annotations

from random import Random

from cubesolve.errors import UnsupportedSizeError
from cubesolve.notation.alg import MAX_MOVES, Alg
from cubesolve.notation.layers import AXIS_OF, FACES, POSITIVE_FACE
from cubesolve.notation.move import SMALLEST_SIZE, Move

_USUAL_LENGTHS = {2: 11, 3: 25, 4: 45, 5: 60, 6: 80, 7: 100}  # as in competitions


def scramble_length(size: int) -> int:
    """Return how many random moves a scramble of this size usually has."""
    return _USUAL_LENGTHS.get(size, 20 * (size - 2))


def outer_blocks(size: int) -> tuple[Move, ...]:
    """Return all turns of outer blocks, up to half the cube: what scrambles are made of.

    >>> print(*outer_blocks(2))
    R R2 R' U U2 U' F F2 F'
    """
    if size < SMALLEST_SIZE:
        raise UnsupportedSizeError(f"expected a size of at least {SMALLEST_SIZE}, got {size}")
    return tuple(
        Move(face, ((1, width),), amount)
        for width in range(1, size // 2 + 1)
        for face in (FACES if 2 * width < size else POSITIVE_FACE)
        for amount in (1, 2, -1)
    )


def random_moves(size: int, length: int | None = None, seed: int | None = None) -> Alg:
    """Return random turns of outer blocks, none of which undoes or repeats one before it.

    The same seed gives the same moves in every process and on every Python.

    >>> print(random_moves(4, 6, seed=1))
    Uw' R2 D' U' L B
    """
    if size < SMALLEST_SIZE:
        raise UnsupportedSizeError(f"expected a size of at least {SMALLEST_SIZE}, got {size}")
    if length is None:
        length = scramble_length(size)
        if length > MAX_MOVES:
            raise ValueError(
                f"a usual scramble of size {size} has {length} moves: give a length of at most"
                f" {MAX_MOVES}"
            )
    if not 0 <= length <= MAX_MOVES:
        raise ValueError(f"expected a length from 0 to {MAX_MOVES}, got {length}")
    random = Random(seed)

    def below(n: int) -> int:
        # Of `random`, only the stream of `random()` itself is promised to stay.
        return int(random.random() * n)

    moves: list[Move] = []
    turned: set[tuple[str, int]] = set()  # blocks turned since the axis changed
    axis = -1
    while len(moves) < length:
        face, amount = FACES[below(6)], (1, 2, -1)[below(3)]
        width = 1 + below(size // 2)
        if 2 * width == size and face in "LDB":
            continue  # the same as the other half with the whole cube turned
        if AXIS_OF[face] != axis:
            axis = AXIS_OF[face]
            turned.clear()
        if (face, width) in turned:
            continue
        turned.add((face, width))
        moves.append(Move(face, ((1, width),), amount))
    return Alg(moves)
