"""The next step of pairing the edges of a first layer, while all other centres are free.

`wings[edge, index]` is the pair of colours that a wing shows, as in `kernels.edges`. A step is a
setup of outer turns and a turn of some layers between U and D, which need not be turned back.
"""

import numpy as np
from numba import njit

from cubesolve.kernels.edges import SWAPPED, permute, swapped


@njit(
    "float64(int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], float64[::1], int64[:,:,::1],"
    " int64, int64[::1], uint8[::1])",
    cache=True,
)
def best_turn(wings, anchors, to, flags, setup_cost, sources, kept, step, layers):  # type: ignore[no-untyped-def]
    """Find the step that brings most wings to their edges for its cost.

    `anchors[k]` is an edge, and the colours that its wings shall show. `sources[turns, edge]` is,
    for a turn of a layer, the edge that a wing comes from (-1: none moves there) and whether its
    colours change places. The layer `kept` does not turn (-1: all may). Returns gain over cost, 0
    if no step gains; `step` is filled with setup, turns and gain, `layers` with the layers.
    """
    n = wings.shape[1]
    moved = np.empty((12, n), dtype=np.int64)
    gains = np.zeros(n, dtype=np.int64)
    chosen = np.zeros(n, dtype=np.uint8)
    best = 0.0
    for p in range(len(setup_cost)):
        permute(wings, to, flags, p, moved)
        for turns in range(1, 4):
            for layer in range(n):
                gains[layer] = 0
                if layer == kept:
                    continue
                for k in range(len(anchors)):
                    edge, code = anchors[k]
                    if flags[p, edge] & SWAPPED:
                        code = swapped(code)
                    edge = to[p, edge]
                    source = sources[turns, edge, 0]
                    if source < 0:
                        continue
                    came = moved[source, layer]
                    if sources[turns, edge, 1]:
                        came = swapped(came)
                    gains[layer] += int(came == code) - int(moved[edge, layer] == code)
            # The best layers first, as long as each pays for its block.
            total = 0
            ratio = 0.0
            chosen[:] = 0
            base = setup_cost[p] + (2.0 if turns == 2 else 1.0)
            cost = base
            while True:
                top = -1
                for layer in range(n):
                    possible = gains[layer] > 0 and not chosen[layer]
                    if possible and (top < 0 or gains[layer] > gains[top]):
                        top = layer
                if top < 0:
                    break
                touching = (top > 0 and chosen[top - 1]) + (top < n - 1 and chosen[top + 1])
                further = cost + 2.0 * (1 - touching)
                if (total + gains[top]) / further <= ratio:
                    break
                cost = further
                total += gains[top]
                ratio = total / cost
                chosen[top] = 1
            if ratio > best:
                best = ratio
                step[0], step[1], step[2] = p, turns, total
                layers[:] = chosen
    return best
