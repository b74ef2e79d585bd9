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
_NO_TURN = 7 << 2  # of no face


@inlined
def put_word(out, at, word):
    """Write a whole word; return where it ends."""
    out[at] = _WORD
    for k in range(4):
        out[at + 1 + k] = (word >> (8 * k)) & 255
    return at + LONGEST


@inlined
def near_bytes(before, words, out):
    """Write for each turn the byte that it takes after the one before, or 255 if it takes more.

    Of face and turns only the second bit of the turns may change: 1 and 3 do by that. The loop
    branches nowhere, so that many turns are done at once.
    """
    for k in range(len(words)):
        change = words[k] ^ before[k]
        deeper = (words[k] >> 5) - (before[k] >> 5)
        near = (change & 29 == 0) & (deeper > 0) & (deeper <= _FURTHEST)
        byte = 2 * (deeper - 1) + (change >> 1 & 1)
        out[k] = byte if near else _WORD


@kernel(int64(int32[::1], uint8[::1], uint8[::1]), nogil=True)
def pack_turns(words, near, out):
    """Write turns as bytes, the first without one before; return how many bytes there are.

    `near` is room for a byte of each turn.
    """
    if len(words) == 0:
        return 0
    near_bytes(words[:-1], words[1:], near[1:])
    near[0] = _WORD
    at, k = 0, 0
    while k < len(words):
        word = np.int64(words[k])
        if word >> 5 == 1:
            out[at] = _NEAR + 3 * ((word >> 2) & 7) + (word & 3) - 1
            at += 1
        else:
            at = put_word(out, at, word)
        k += 1
        while k < len(words) and near[k] != _WORD:
            out[at] = near[k]
            at += 1
            k += 1
    return at


@kernel(int64(uint8[::1], int32[::1]), nogil=True)
def unpack_turns(data, words):
    """Read turns from bytes; return how many there are, or -1 if these are no turns."""
    at, count, before = 0, 0, _NO_TURN
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
