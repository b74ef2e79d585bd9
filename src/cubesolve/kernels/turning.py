"""Turning layers of a cube's sticker array, in place, a whole sequence in one call.

`table` describes one size: `table[0]` is the size, then 14 numbers for each of the three axes: four
strips `(start, step per layer, step along)` in the order in which a clockwise quarter turn carries
them, and the first slots of the faces at the near and the far end of the axis. The last number of
the table counts what was played: whoever is interrupted meanwhile can see whether it was done.

`codes` are moves that do not know the size yet, one integer for each range of layers; `Move.codes`
in `cubesolve.notation` writes them and says what their bits mean.

`turn_face` and `turn_layers` have no signature: the cubes of a batch (`kernels.batch`) have
narrower numbers where the size allows it.
"""

from cubesolve.kernels.compiling import njit

TILE = 64  # layers and stickers along them; a tile and its three images stay in the cache
LAYER_BITS = 0xFFFFFFF


@njit("UniTuple(int64, 4)(int64, int64)", cache=True)
def resolve(code, size):  # type: ignore[no-untyped-def]
    """Return axis, first and last layer from 0 and turns of a code; axis -1 if there is none."""
    axis = code & 3
    turns = (code >> 2) & 3
    first = (code >> 7) & LAYER_BITS
    last = (code >> 35) & LAYER_BITS
    inner = (code >> 5) & 1
    limit = size - 2 * inner
    if (code >> 6) & 1:
        last = limit - last
    if code < 0 or first < 1 or last < first or last > limit:
        if first == 0 and code >= 0 and size & 1:  # the middle layer
            return axis, size >> 1, size >> 1, (4 - turns) & 3 if (code >> 4) & 1 else turns
        return -1, 0, 0, 0
    first += inner
    last += inner
    if (code >> 4) & 1:
        return axis, size - last, size - first, (4 - turns) & 3
    return axis, first - 1, last - 1, turns


@njit(cache=True)
def turn_face(stickers, size, start, turns):  # type: ignore[no-untyped-def]
    """Turn the grid of one face by 1 to 3 clockwise quarter turns."""
    end = size - 1
    if turns == 2:
        low = start
        high = start + size * size - 1
        while low < high:
            kept = stickers[low]
            stickers[low] = stickers[high]
            stickers[high] = kept
            low += 1
            high -= 1
        return
    half = size // 2
    other_half = (size + 1) // 2
    for top in range(0, half, TILE):
        bottom = min(top + TILE, half)
        for left in range(0, other_half, TILE):
            right = min(left + TILE, other_half)
            for row in range(top, bottom):
                for column in range(left, right):
                    a = start + row * size + column
                    b = start + column * size + end - row
                    c = start + (end - row) * size + end - column
                    d = start + (end - column) * size + row
                    if turns == 1:
                        kept = stickers[d]
                        stickers[d] = stickers[c]
                        stickers[c] = stickers[b]
                        stickers[b] = stickers[a]
                        stickers[a] = kept
                    else:
                        kept = stickers[a]
                        stickers[a] = stickers[b]
                        stickers[b] = stickers[c]
                        stickers[c] = stickers[d]
                        stickers[d] = kept


@njit(cache=True)
def turn_layers(stickers, table, axis, first, last, turns):  # type: ignore[no-untyped-def]
    """Turn layers first..last about an axis by 1 to 3 quarter turns, with the faces they hold."""
    size = table[0]
    at = 1 + 14 * axis
    a_step, b_step, c_step, d_step = table[at + 2], table[at + 5], table[at + 8], table[at + 11]
    tile = size if first == last else TILE
    for low in range(first, last + 1, TILE):
        high = min(low + TILE, last + 1)
        for begin in range(0, size, tile):
            end = min(begin + tile, size)
            for layer in range(low, high):
                a = table[at] + layer * table[at + 1] + begin * a_step
                b = table[at + 3] + layer * table[at + 4] + begin * b_step
                c = table[at + 6] + layer * table[at + 7] + begin * c_step
                d = table[at + 9] + layer * table[at + 10] + begin * d_step
                for _ in range(begin, end):
                    if turns == 1:
                        kept = stickers[d]
                        stickers[d] = stickers[c]
                        stickers[c] = stickers[b]
                        stickers[b] = stickers[a]
                        stickers[a] = kept
                    elif turns == 2:
                        kept = stickers[a]
                        stickers[a] = stickers[c]
                        stickers[c] = kept
                        kept = stickers[b]
                        stickers[b] = stickers[d]
                        stickers[d] = kept
                    else:
                        kept = stickers[a]
                        stickers[a] = stickers[b]
                        stickers[b] = stickers[c]
                        stickers[c] = stickers[d]
                        stickers[d] = kept
                    a += a_step
                    b += b_step
                    c += c_step
                    d += d_step
    if first == 0:
        turn_face(stickers, size, table[at + 12], turns)
    if last == size - 1:
        turn_face(stickers, size, table[at + 13], 4 - turns)


@njit("int64(int32[::1], int64[::1], int64[::1], boolean)", cache=True)
def play(stickers, table, codes, back):  # type: ignore[no-untyped-def]
    """Play codes, or take them back; return -1, or before anything is turned a code not there."""
    size = table[0]
    for i in range(len(codes)):
        if resolve(codes[i], size)[0] < 0:
            return i
    for i in range(len(codes)):
        axis, first, last, turns = resolve(codes[len(codes) - 1 - i if back else i], size)
        if turns:
            turn_layers(stickers, table, axis, first, last, 4 - turns if back else turns)
    table[-1] += 1
    return -1
