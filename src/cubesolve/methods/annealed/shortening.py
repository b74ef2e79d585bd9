"""Solutions that become shorter: pieces are brought home elsewhere, and lists annealed again."""

from __future__ import annotations

from collections.abc import Iterator

from cubesolve.methods.annealed.annealing import Annealer, Words
from cubesolve.methods.annealed.cycle_sets import CycleSetInserter
from cubesolve.methods.annealed.plan import Plan
from cubesolve.protocols.clock import now


def shorter(
    words: Words, annealer: Annealer, inserter: CycleSetInserter, plan: Plan
) -> Iterator[Words]:
    """Yield lists that solve a cube, each shorter than the one before, until the plan is over.

    First every orbit is looked at a few times. Then the list is annealed again, not as hot as
    before, so that some pieces are left wrong; these are brought home, and what comes out is kept
    if it is not longer.
    """

    def is_over() -> bool:
        return plan.left() <= 0

    best, count = words, inserter.count(words)
    looks, took = 0, 0.0
    while not is_over():
        began = now()
        if plan.anneals_again(looks, annealer.nodes, took):
            found = _annealed_again(best, annealer, inserter, plan)
            took = now() - began
        elif plan.looks_again(looks):
            found = inserter.shortened(best, is_over)
            looks += 1
        else:
            return
        length = inserter.count(found)
        if length <= count:
            best = found
        if length < count:
            count = length
            yield best


def _annealed_again(
    words: Words, annealer: Annealer, inserter: CycleSetInserter, plan: Plan
) -> Words:
    """Return a list annealed again, with all pieces home; the same list if time runs out."""

    def is_over() -> bool:
        return plan.left() <= 0

    annealer.words = words
    until = annealer.nodes + plan.nodes_again
    while annealer.nodes < until and not is_over():
        annealer.anneal(plan.heat_again(), is_over)
    found = inserter.insert_all(annealer.words, plan.left)
    return words if found is None else inserter.shortened(found, is_over)
