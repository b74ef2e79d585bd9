"""Moves as words of four bytes, for JSON that holds many: blocks of layers, not only single ones.

From the lowest bit, a word has 2 bits for clockwise quarter turns 1 to 3, 3 for the face in order
URFDLB, 16 for the first layer counted from it, from 1, and 11 for how many more layers turn.
Where one layer turns alone, it is a word of a `LongAlg`.
"""

from __future__ import annotations

import base64
import binascii

import numpy as np
import numpy.typing as npt

from cubesolve.moves.long_alg import LongAlg
from cubesolve.notation import Alg
from cubesolve.notation.layers import FACES

Words = npt.NDArray[np.uint32]

_MORE = 21
_MOST_MORE = (1 << 11) - 1
_WORD = np.dtype("<u4")


def pack_moves(alg: Alg, size: int) -> Words:
    """Return the words of all moves; a set of layers is as many words as it has blocks.

    >>> pack_moves(Alg("R Uw2"), 3).tolist()
    [37, 2097186]
    """
    if isinstance(alg, LongAlg):
        return alg.turns.view(np.uint32)
    words = []
    for face, first, last, turns in alg.blocks(size):
        low = FACES.index(face) << 2 | turns
        while first <= last:
            more = min(last - first, _MOST_MORE)
            words.append(more << _MORE | first << 5 | low)
            first += more + 1
    return np.array(words, np.uint32)


def are_single(words: Words) -> bool:
    """Tell whether each word turns one layer alone, so that they can be a `LongAlg`."""
    return not (words >> _MORE).any()


def check_words(words: Words, size: int) -> None:
    """Raise `ValueError` that names the first word which is no turn of this size."""
    first, more = (words >> 5) & 0xFFFF, words >> _MORE
    wrong = (words & 3 == 0) | ((words >> 2) & 7 >= len(FACES))
    wrong |= (first == 0) | (first + more > size)
    if wrong.any():
        place = int(np.argmax(wrong)) + 1
        raise ValueError(f"move {place} is not a turn of a cube of size {size}")


def unpack_moves(words: Words, size: int) -> Alg:
    """Return the moves of words; `ValueError` names the first that is no turn of this size.

    >>> unpack_moves(pack_moves(Alg("R Uw2"), 3), 3)
    Alg("R Uw2")
    """
    check_words(words, size)
    first = (words >> 5) & 0xFFFF
    numbers = ((words >> 2) & 7, first, first + (words >> _MORE), words & 3)
    columns = (array.tolist() for array in numbers)
    return Alg.from_blocks(
        ((FACES[face], a, b, amount) for face, a, b, amount in zip(*columns, strict=True)), size
    )


def words_to_text(words: Words) -> str:
    """Return words as base64, four bytes each, the lowest first."""
    return base64.b64encode(words.astype(_WORD, copy=False).data).decode()


def words_from_text(text: str) -> Words:
    """Return the words of base64; `ValueError` for what is none.

    >>> words_from_text(words_to_text(pack_moves(Alg("F'"), 3))).tolist()
    [43]
    """
    try:
        data = base64.b64decode(text, validate=True)
        words = np.frombuffer(data, _WORD)
    except (binascii.Error, ValueError):
        raise ValueError("expected base64 of four bytes for each move") from None
    return words.astype(np.uint32)
