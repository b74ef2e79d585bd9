"""The next step of pairing edges: of all ways to slice, stir and slice back, the best.

`wings[edge, index]` is the pair of colours that a wing shows: six times the first face's plus the
second's. A step is a setup of outer turns, a turn of some inner layers, outer turns, and another
turn of the layers, which may be none; where centres are to be kept, it is the turn back, and the
outer turns leave every side face as it was. Wings in other layers stay with their edge; those in
the layers part from them on the way.

What a setup does is given by `to[setup, edge]` and `flags[setup, edge]` (1: indexes run the other
way, 2: colours change places). What the rest does is listed for each way, for one layer: index l of
an edge is called 0, index n-1-l is called 1.

- `moves[way, k]` = (source edge, its index 0 or 1, colours change places, home edge, index there):
  a place gets the source's wing where without slicing it would have got that of the home edge,
  whose middle wing it is compared with.
- `unions[way, k]` = (source edge, index and swap for both wings of an edge, and the edge that would
  be there): for the two middle wings of even sizes.

Turns of the layers that add up to an odd number of quarters change the parity of their wings. To do
so gains `bonus` more, which is negative where the parity is as it should be.
"""

import numpy as np
from numba import njit

REVERSED, SWAPPED = 1, 2


@njit("int64(int64)", cache=True)
def swapped(code):  # type: ignore[no-untyped-def]
    """Return the colours the other way round."""
    return (code % 6) * 6 + code // 6


@njit("void(int64[:,::1], int64[:,::1], int64[:,::1], int64, int64[:,::1])", cache=True)
def permute(wings, to, flags, setup, result):  # type: ignore[no-untyped-def]
    """Write to `result` what a setup makes of the edges."""
    n = wings.shape[1]
    for edge in range(12):
        flag, there = flags[setup, edge], to[setup, edge]
        for i in range(n):
            code = wings[edge, i]
            if flag & SWAPPED:
                code = swapped(code)
            result[there, n - 1 - i if flag & REVERSED else i] = code


@njit(
    "float64(int64[:,::1], int64, int64[::1], int64[:,::1], int64[:,::1], float64[::1],"
    " int64[:,:,::1], int64[::1], float64[::1], float64[::1], uint8[::1], int64[::1], uint8[::1])",
    cache=True,
)
def best_step(  # type: ignore[no-untyped-def]
    wings,
    reference,
    bonus,
    to,
    flags,
    setup_cost,
    moves,
    n_moves,
    cost,
    block,
    changes_parity,
    step,
    layers,
):
    """Find the step that brings most wings to their middle wing for its cost.

    `reference` is the index of the middle wing; it and its mirror image do not take part. Returns
    gain over cost, 0 if no step gains; `step` is filled with setup, way and gain, `layers` with the
    layers to slice, numbered like indexes.
    """
    n = wings.shape[1]
    moved = np.empty((12, n), dtype=np.int64)
    matched = np.zeros((12, n), dtype=np.uint8)
    bad = np.zeros(12, dtype=np.uint8)
    gains = np.zeros(n, dtype=np.int64)
    picked = np.zeros(n, dtype=np.uint8)
    mends = bonus.max() > 0
    best = 0.0
    for p in range(len(setup_cost)):
        permute(wings, to, flags, p, moved)
        for edge in range(12):
            bad[edge] = 0
            for index in range(n):
                same = moved[edge, index] == moved[edge, reference]
                matched[edge, index] = same
                if not same:
                    bad[edge] = 1
        for way in range(len(cost)):
            hopeless = not (changes_parity[way] and mends)
            for k in range(n_moves[way]):
                if bad[moves[way, k, 0]] or bad[moves[way, k, 3]]:
                    hopeless = False
            if hopeless:
                continue
            for layer in range(n):
                gain = 0
                if layer != reference and layer != n - 1 - reference:
                    for k in range(n_moves[way]):
                        source, other = moves[way, k, 1], moves[way, k, 4]
                        code = moved[moves[way, k, 0], n - 1 - layer if source else layer]
                        if moves[way, k, 2]:
                            code = swapped(code)
                        edge = moves[way, k, 3]
                        gain += code == moved[edge, reference]
                        gain -= matched[edge, n - 1 - layer if other else layer]
                    if changes_parity[way]:
                        gain += bonus[layer]
                gains[layer] = gain
            # Of two layers of one orbit only the better one: both may carry the same wings.
            for layer in range(n // 2):
                if gains[layer] > 0 and gains[n - 1 - layer] > 0:
                    if gains[layer] >= gains[n - 1 - layer]:
                        gains[n - 1 - layer] = 0
                    else:
                        gains[layer] = 0
            # The best layers first, as long as each pays for its block.
            total, blocks = 0, 0
            ratio = 0.0
            picked[:] = 0
            base = setup_cost[p] + cost[way]
            while True:
                top = -1
                for layer in range(n):
                    possible = gains[layer] > 0 and not picked[layer]
                    if possible and (top < 0 or gains[layer] > gains[top]):
                        top = layer
                if top < 0:
                    break
                touching = (top > 0 and picked[top - 1]) + (top < n - 1 and picked[top + 1])
                more = blocks + 1 - touching
                new = (total + gains[top]) / (base + block[way] * more)
                if new <= ratio:
                    break
                ratio, total, blocks = new, total + gains[top], more
                picked[top] = 1
            if ratio > best:
                best = ratio
                step[0], step[1], step[2] = p, way, total
                layers[:] = picked
    return best


@njit(
    "float64(int64[:,::1], int64, int64[:,::1], int64[:,::1], float64[::1], int64[:,:,::1],"
    " int64[::1], float64[::1], float64[::1], uint8[::1], int64[::1], uint8[::1])",
    cache=True,
)
def best_union(  # type: ignore[no-untyped-def]
    wings, bonus, to, flags, setup_cost, unions, n_unions, cost, block, changes_parity, step, layers
):
    """Find the step that makes most pairs of the two middle wings for its cost; even sizes."""
    n = wings.shape[1]
    moved = np.empty((12, n), dtype=np.int64)
    bad = np.zeros(12, dtype=np.uint8)
    low, high = n // 2 - 1, n // 2
    best = 0.0
    for p in range(len(setup_cost)):
        permute(wings, to, flags, p, moved)
        for edge in range(12):
            bad[edge] = moved[edge, low] != moved[edge, high]
        for way in range(len(cost)):
            hopeless = not (changes_parity[way] and bonus > 0)
            for k in range(n_unions[way]):
                if bad[unions[way, k, 6]]:
                    hopeless = False
            if hopeless:
                continue
            for layer in range(low, high + 1):
                other = n - 1 - layer
                gain = 0
                for k in range(n_unions[way]):
                    first = moved[unions[way, k, 0], other if unions[way, k, 1] else layer]
                    if unions[way, k, 2]:
                        first = swapped(first)
                    second = moved[unions[way, k, 3], other if unions[way, k, 4] else layer]
                    if unions[way, k, 5]:
                        second = swapped(second)
                    gain += first == second
                    gain -= not bad[unions[way, k, 6]]
                if changes_parity[way]:
                    gain += bonus
                ratio = gain / (setup_cost[p] + cost[way] + block[way])
                if ratio > best:
                    best = ratio
                    step[0], step[1], step[2] = p, way, gain
                    layers[:] = 0
                    layers[layer] = 1
    return best
