"""Replays turns on an array of colours, with faces that turn by being looked at otherwise.

A turn of an outer layer moves four strips and turns a face of N² cells. Here the face is left as it
lies, and only noted as turned: where its rows run now is worked out for each strip. So a turn costs
4N moves whatever it turns, and faces are put right once at the end. Solutions are verified by this,
so no solver uses it.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from cubesolve.kernels.records import inlined, int32, int64, kernel, uint8, void
from cubesolve.kernels.turning import TILE


@inlined
def strip_start(table, at, layer, held, out, k):
    """Write where a strip of a layer begins and how it runs, on a face that is held turned."""
    size = table[0]
    start = table[at] + layer * table[at + 1]
    step = table[at + 2]
    face = start // (size * size)
    row, column = (start % (size * size)) // size, start % size
    down, right = 0, 0
    if step == 1 or step == -1:
        right = step
    else:
        down = 1 if step > 0 else -1
    for _ in range(held[face]):
        row, column = size - 1 - column, row
        down, right = -right, down
    out[2 * k] = face * size * size + row * size + column
    out[2 * k + 1] = down * size + right


@inlined
def carry_strips(colors, places, size, turns):
    """Carry four strips round."""
    a, a_step, b, b_step = places[0], places[1], places[2], places[3]
    c, c_step, d, d_step = places[4], places[5], places[6], places[7]
    for _ in range(size):
        p, q, r, s = colors[a], colors[b], colors[c], colors[d]
        if turns == 1:
            colors[a], colors[b], colors[c], colors[d] = s, p, q, r
        elif turns == 2:
            colors[a], colors[b], colors[c], colors[d] = r, s, p, q
        else:
            colors[a], colors[b], colors[c], colors[d] = q, r, s, p
        a += a_step
        b += b_step
        c += c_step
        d += d_step


@inlined
def turn_cells(colors, start, size):
    """Turn the cells of a face once clockwise."""
    end = size - 1
    for top in range(0, size // 2, TILE):
        for left in range(0, (size + 1) // 2, TILE):
            for row in range(top, min(top + TILE, size // 2)):
                for column in range(left, min(left + TILE, (size + 1) // 2)):
                    a = start + row * size + column
                    b = start + column * size + end - row
                    c = start + (end - row) * size + end - column
                    d = start + (end - column) * size + row
                    p, q, r, s = colors[a], colors[b], colors[c], colors[d]
                    colors[a], colors[b], colors[c], colors[d] = s, p, q, r


@kernel(void(uint8[::1], int64[::1], int32[::1], int64[::1]))
def replay(colors, table, words, room):
    """Play turns of single layers; `room` is 6 zeros and 8 places."""
    size, held, places = table[0], room[:6], room[6:]
    for k in range(len(words)):
        face, layer, turns = (words[k] >> 2) & 7, (words[k] >> 5) - 1, words[k] & 3
        if layer == 0:
            held[face] = (held[face] + turns) & 3
        elif layer == size - 1:
            other = (face + 3) % 6
            held[other] = (held[other] + 4 - turns) & 3
        side = face % 3
        axis = 1 - side if side < 2 else 2
        if face >= 3:
            layer, turns = size - 1 - layer, 4 - turns
        for strip in range(4):
            strip_start(table, 1 + 14 * axis + 3 * strip, layer, held, places, strip)
        carry_strips(colors, places, size, turns)
    for face in range(6):
        for _ in range(held[face]):
            turn_cells(colors, face * size * size, size)
        held[face] = 0


@kernel(int64(int32[::1], int32[::1], int32[::1]))
def sift(words, numbers, out):
    """Write the turns of some layers with the numbers that these have; return how many there are.

    `numbers` has for each layer its new number, or 0 for one that is left out. If there is a turn
    of a layer that is not there, -1 is returned.
    """
    count = 0
    for k in range(len(words)):
        layer = words[k] >> 5
        if layer < 0 or layer >= len(numbers):
            return -1
        number = numbers[layer]
        if number:
            out[count] = number << 5 | words[k] & 31
            count += 1
    return count
