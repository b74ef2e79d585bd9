"""Turns of single layers in a byte each, nearly always: files of billions of them are written so.

A byte below 224 is a turn of the same face as the one before, 1 + byte // 2 layers deeper, as far
as the one before, or, if the byte is odd, as far the other way. 224 + 3 * face + turns - 1 is a
turn of a face itself. After 255 come four bytes of a word, little-endian; no other byte is used.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, assignment"

import numpy as np

from cubesolve.kernels.records import inlined, int32, int64, kernel, uint8

LONGEST = 5  # bytes of a turn
_NEAR, _FACES, _WORD = 224, 242, 255  # where kinds of bytes begin or end
_FURTHEST = _NEAR // 2


@inlined
def put_word(out, at, word):
    """Write a whole word; return where it ends."""
    out[at] = _WORD
    for k in range(4):
        out[at + 1 + k] = (word >> (8 * k)) & 255
    return at + LONGEST


@kernel(int64(int32[::1], uint8[::1]), nogil=True)
def pack_turns(words, out):
    """Write turns as bytes, the first without one before; return how many bytes there are."""
    at, before = 0, 0
    for k in range(len(words)):
        word = np.int64(words[k])
        deeper = (word >> 5) - (before >> 5)
        same_face = (word >> 2) & 7 == (before >> 2) & 7
        turned_back = (word & 3) != (before & 3)
        near = same_face and 0 < deeper <= _FURTHEST and before != 0
        if near and (not turned_back or (word & 3) + (before & 3) == 4):
            out[at] = 2 * (deeper - 1) + turned_back
            at += 1
        elif word >> 5 == 1 and word & 3:
            out[at] = _NEAR + 3 * ((word >> 2) & 7) + (word & 3) - 1
            at += 1
        else:
            at = put_word(out, at, word)
        before = word
    return at


@kernel(int64(uint8[::1], int32[::1]), nogil=True)
def unpack_turns(data, words):
    """Read turns from bytes; return how many there are, or -1 if these are no turns."""
    at, count, before = 0, 0, 0
    while at < len(data):
        byte = np.int64(data[at])
        at += 1
        if count == len(words):
            return -1
        if byte < _NEAR:
            turns = before & 3
            if byte & 1:
                turns = 4 - turns
            before = ((before >> 5) + 1 + (byte >> 1)) << 5 | before & 28 | turns & 3
        elif byte < _FACES:
            before = 1 << 5 | (byte - _NEAR) // 3 << 2 | (byte - _NEAR) % 3 + 1
        elif byte == _WORD and at + 4 <= len(data):
            before = np.int64(data[at]) | np.int64(data[at + 1]) << 8
            before |= np.int64(data[at + 2]) << 16 | np.int64(data[at + 3]) << 24
            at += 4
        else:
            return -1
        words[count] = before
        count += 1
    return count
