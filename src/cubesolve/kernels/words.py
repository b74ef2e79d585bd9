"""Words of 64 bits: counting and finding their bits, and turning blocks of 64 of them over."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

import numpy as np

from cubesolve.kernels.records import inlined

WORD = 64
NONE = np.uint64(0)
ONE = np.uint64(1)
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
_PAIRS, _FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_EIGHTS, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_1, _2, _4, _8 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(8)
_16, _32, _56 = np.uint64(16), np.uint64(32), np.uint64(56)
_LOWER_HALF = np.uint64(0x00000000FFFFFFFF)


@inlined
def count_bits(word):
    """Return how many bits are set; the compiler knows this pattern, and an instruction for it."""
    word = word - ((word >> _1) & _PAIRS)
    word = (word & _FOURS) + ((word >> _2) & _FOURS)
    word = (word + (word >> _4)) & _EIGHTS
    return np.int64((word * _BYTES) >> _56)


@inlined
def lowest_bit(word):
    """Return the number of the lowest bit that is set."""
    return count_bits((word & (~word + ONE)) - ONE)


@inlined
def highest_bit(word):
    """Return the number of the highest bit that is set."""
    for width in (_1, _2, _4, _8, _16, _32):
        word |= word >> width
    return count_bits(word) - 1


@inlined
def first_bits(count):
    """Return a word whose first bits are set: none for less than one, all from 64 on."""
    if count <= 0:
        return NONE
    if count >= WORD:
        return FULL
    return (ONE << np.uint64(count)) - ONE


@inlined
def transpose(block):
    """Turn 64 words over: bit j of word i becomes bit i of word j."""
    width = 32
    mask = _LOWER_HALF
    while width:
        shift = np.uint64(width)
        k = 0
        while k < WORD:
            kept = ((block[k] >> shift) ^ block[k + width]) & mask
            block[k] ^= kept << shift
            block[k + width] ^= kept
            k = (k + width + 1) & ~width
        width >>= 1
        mask ^= mask << np.uint64(width)
