"""The next commutator of centre cells: of all that carry cells round two or three faces, the best.

`colors[face, row, column]` are the centre cells, row 0 at the bottom; `goal[face]` is the colour
that belongs on each face. A ring is a target face T with an axis whose layers cut it: `T, layers
are columns of T`, and for one, two and three quarter turns about the axis the face that they carry
to T, with `origin row and column, step of row and column for a row, the same for a column`, which
tell what cell of that face comes to a cell of T.

With `m` and `n` for turns of layers about the axis, `F` for a quarter turn of T and `T^j`, `S^k`
for turns of faces, a step is

    S^k T^j  m F n F' m' F n' F'  T^-j S^-k

Cells of T are named `(line, place)`: `m` turns the layers of the lines, `n` those in which `F` puts
the places. Where these are different layers, each cell of T with a chosen line and place gets the
cell of the first face that `m` brings, goes to the cell of the second face that `n` brings where F
has put it, and that one goes to the first face. All else is as before.

Cost is counted in outer block turns and in quarter turns, added up.
"""

import numpy as np
from numba import njit

SLICES_COST = 4.0  # four turns of layers by a quarter, without their blocks
INNER_TURNS_COST = 6.0  # the three turns of T between them
BLOCK = 4.0  # each block of layers is turned there and back
NEVER = -1000.0  # what a line gains whose layer is taken


@njit("float64(int64)", cache=True)
def turn_cost(turns):  # type: ignore[no-untyped-def]
    """Return what a turn of a face costs."""
    turns = turns % 4
    if turns == 0:
        return 0.0
    return 3.0 if turns == 2 else 2.0


@njit("float64(float64[::1], float64, uint8[::1])", cache=True)
def choose_runs(gains, price, chosen):  # type: ignore[no-untyped-def]
    """Choose lines so that their gains, less a price for each run of them, are most; return that.

    The best choice that ends before a line, and the best that takes it, are carried along.
    """
    n = len(gains)
    without, taken = 0.0, NEVER
    ended = np.zeros(n, dtype=np.uint8)
    went_on = np.zeros(n, dtype=np.uint8)
    for line in range(n):
        ended[line] = taken > without
        went_on[line] = taken > without - price
        with_it = gains[line] + (taken if went_on[line] else without - price)
        without = taken if ended[line] else without
        taken = with_it
    takes = taken > without
    best = taken if takes else without
    for line in range(n - 1, -1, -1):
        chosen[line] = takes
        takes = went_on[line] if takes else ended[line]
    return best


@njit("int64(uint8[::1])", cache=True)
def count_runs(chosen):  # type: ignore[no-untyped-def]
    """Return how many runs of chosen lines there are."""
    runs = 0
    for line in range(len(chosen)):
        runs += chosen[line] and (line == 0 or not chosen[line - 1])
    return runs


@njit("void(uint8[:,:,::1], int64[::1], int64, uint8, uint8, int8[:,::1])", cache=True)
def load_coming(colors, ring, a, wanted, own, gains):  # type: ignore[no-untyped-def]
    """Fill in what each cell of T gains by what comes from the first face."""
    n = colors.shape[1]
    face = ring[2 + 7 * a : 9 + 7 * a]
    for row in range(n):
        for column in range(n):
            color = colors[
                face[0],
                face[1] + row * face[3] + column * face[5],
                face[2] + row * face[4] + column * face[6],
            ]
            gain = (color == wanted) - (color == own)
            if ring[1]:
                gains[column, row] = gain
            else:
                gains[row, column] = gain


@njit("void(uint8[:,:,::1], int64[::1], int64, uint8, uint8, int8[:,::1])", cache=True)
def load_leaving(colors, ring, target_turns, wanted, own, gains):  # type: ignore[no-untyped-def]
    """Fill in what each cell of T, turned first, gains by going to the second face."""
    n = colors.shape[1]
    for row in range(n):
        for column in range(n):
            from_row, from_column = row, column
            for _ in range(target_turns):
                from_row, from_column = from_column, n - 1 - from_row
            color = colors[ring[0], from_row, from_column]
            gain = (color == wanted) - (color == own)
            if ring[1]:
                gains[column, row] = gain
            else:
                gains[row, column] = gain


@njit(
    "void(uint8[:,:,::1], int64[::1], int64, int64, int64, uint8, uint8, int8[:,::1])", cache=True
)
def load_going_on(colors, ring, b, face_turns, second_turns, wanted, own, gains):  # type: ignore[no-untyped-def]
    """Fill in what goes from the second face, turned first, to the first one, by cells of T."""
    n = colors.shape[1]
    face = ring[2 + 7 * b : 9 + 7 * b]
    for row in range(n):
        for column in range(n):
            if face_turns == 1:
                turned_row, turned_column = n - 1 - column, row
            else:
                turned_row, turned_column = column, n - 1 - row
            from_row = face[1] + turned_row * face[3] + turned_column * face[5]
            from_column = face[2] + turned_row * face[4] + turned_column * face[6]
            for _ in range(second_turns):
                from_row, from_column = from_column, n - 1 - from_row
            color = colors[face[0], from_row, from_column]
            gain = (color == wanted) - (color == own)
            if ring[1]:
                gains[column, row] = gain
            else:
                gains[row, column] = gain


@njit(
    "boolean(int8[:,::1], boolean, boolean, float64, float64[::1], uint8[::1], uint8[::1],"
    " uint8[::1], float64[::1])",
    cache=True,
)
def choose_others(gains, same, places_chosen, base, sums, lines, places, chosen, best):  # type: ignore[no-untyped-def]
    """Choose lines for the chosen places, or places for the lines, if that is better than before.

    `best` has the ratio of gain to cost, and the gain.
    """
    n = len(gains)
    fixed = places if places_chosen else lines
    other = lines if places_chosen else places
    for k in range(n):
        sums[k] = 0.0
        for i in range(n):
            if fixed[i]:
                sums[k] += gains[k, i] if places_chosen else gains[i, k]
    for i in range(n):
        if fixed[i]:
            sums[i if same else n - 1 - i] = NEVER
    base += BLOCK * count_runs(fixed)
    better = False
    while choose_runs(sums, best[0] * BLOCK, chosen) - best[0] * base > 1e-9:
        gain = 0.0
        for k in range(n):
            if chosen[k]:
                gain += sums[k]
        best[0] = gain / (base + BLOCK * count_runs(chosen))
        best[1] = gain
        other[:] = chosen
        better = True
    return better


@njit(
    "float64(uint8[:,:,::1], uint8[::1], int64[:,::1], uint8[::1], int64, int64, int64,"
    " int64[::1], uint8[::1], uint8[::1])",
    cache=True,
)
def best_cycle(  # type: ignore[no-untyped-def]
    colors, goal, rings, free, setups, tail_face, tail_turns, step, lines, places
):
    """Find the commutator that gains most for its cost; return gain over cost, 0 if none gains.

    Only faces that are `free` take part; the second face is turned first by less than `setups`
    quarters. What was played last ended with `tail_turns` of `tail_face`: a turn of the same face
    merges with it. `step` is filled with ring, turns of the layers before less one, turns F of T,
    turns of T and of the second face first, and the gain; `lines` and `places` with those chosen.
    """
    n = colors.shape[1]
    coming = np.empty((n, n), dtype=np.int8)
    leaving = np.empty((4, n, n), dtype=np.int8)
    going_on = np.zeros((n, n), dtype=np.int8)
    gains = np.empty((n, n), dtype=np.int8)
    sums = np.empty(n, dtype=np.float64)
    chosen = np.zeros(n, dtype=np.uint8)
    new_lines = np.zeros(n, dtype=np.uint8)
    new_places = np.zeros(n, dtype=np.uint8)
    best = np.zeros(2)
    for r in range(len(rings)):
        ring = rings[r]
        target = ring[0]
        for b in range(3):
            second = ring[2 + 7 * b]
            if not (free[target] and free[second]):
                continue
            for j in range(4):
                load_leaving(colors, ring, j, goal[second], goal[target], leaving[j])
            for a in range(3):
                first = ring[2 + 7 * a]
                if not free[first]:
                    continue
                load_coming(colors, ring, a, goal[target], goal[first], coming)
                layers_cost = SLICES_COST + 2.0 * (a == 1) + 2.0 * (b == 1)
                for k in range(setups if a != b else 1):
                    for face_turns in (1, 3):
                        same = (ring[1] == 1) == (face_turns == 1)
                        if a != b:
                            load_going_on(
                                colors, ring, b, face_turns, k, goal[first], goal[second], going_on
                            )
                        else:
                            going_on[:] = 0
                        for j in range(4):
                            base = layers_cost + INNER_TURNS_COST + 2 * turn_cost(k)
                            base += turn_cost(j) + turn_cost(8 - face_turns - j)
                            if k and second == tail_face:
                                base += turn_cost(k + tail_turns)
                                base -= turn_cost(k) + turn_cost(tail_turns)
                            elif not k and target == tail_face:
                                base += turn_cost(j + tail_turns)
                                base -= turn_cost(j) + turn_cost(tail_turns)
                            for i in range(n):
                                for one in range(n):
                                    gains[i, one] = (
                                        coming[i, one] + leaving[j, i, one] + going_on[i, one]
                                    )
                            for one in range(n):
                                for by_place in (True, False):
                                    most = 0
                                    for i in range(n):
                                        gain = gains[i, one] if by_place else gains[one, i]
                                        most += max(gain, 0)
                                    if most <= best[0] * (base + 2 * BLOCK):
                                        continue
                                    new_lines[:] = 0
                                    new_places[:] = 0
                                    if by_place:
                                        new_places[one] = 1
                                    else:
                                        new_lines[one] = 1
                                    found = False
                                    side = by_place
                                    while choose_others(
                                        gains,
                                        same,
                                        side,
                                        base,
                                        sums,
                                        new_lines,
                                        new_places,
                                        chosen,
                                        best,
                                    ):
                                        found = True
                                        side = not side
                                    if found:
                                        step[0], step[1], step[2], step[3] = r, a, b, face_turns
                                        step[4], step[5], step[6] = j, k, int(best[1])
                                        lines[:] = new_lines
                                        places[:] = new_places
    return best[0]
