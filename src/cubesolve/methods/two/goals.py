"""What the steps of all methods come to on a 2x2, which has neither edges nor centres."""

from __future__ import annotations

from cubesolve.protocols import SolveStep

_FIRST_LAYER = (
    SolveStep.L1,
    SolveStep.L2,
    SolveStep.L3X,
    SolveStep.F2L,
    SolveStep.FIRST_LAYER,
    SolveStep.MIDDLE,
    SolveStep.LAST_CENTERS,
    SolveStep.LAST_EDGES,
    SolveStep.LAST_CROSS,
)
_NOTHING = (
    SolveStep.CENTERS,
    SolveStep.EDGES,
    SolveStep.L1X,
    SolveStep.FIRST_CENTERS,
    SolveStep.FIRST_EDGES,
    SolveStep.FIRST_CROSS,
)


def goal_of(what: SolveStep) -> SolveStep | None:
    """Return what a step comes to: `L1`, `OLL`, `ALL`, or `None` where there is nothing to do."""
    if what.kind in _NOTHING:
        return None
    if what.kind in _FIRST_LAYER:
        return SolveStep.L1
    return SolveStep.OLL if what == SolveStep.OLL else SolveStep.ALL
