"""How far a cube is solved."""

from __future__ import annotations

from cubesolve.protocols import SolveStep

NOT_REDUCED = "not reduced to a 3x3 yet"
_REACHED = {
    SolveStep.CENTERS: "centres built",
    SolveStep.EDGES: "edges paired",
    SolveStep.CAGE: "edges and corners solved",
    SolveStep.L1X: "first cross solved",
    SolveStep.L1: "first layer solved",
    SolveStep.L2: "first two layers solved",
    SolveStep.F2L: "first two layers solved",
    SolveStep.L3X: "last cross solved",
    SolveStep.OLL: "last layer oriented",
    SolveStep.FIRST_CENTERS: "first centre built",
    SolveStep.FIRST_EDGES: "edges of the first layer paired",
    SolveStep.FIRST_CROSS: "first cross solved",
    SolveStep.FIRST_LAYER: "first layer solved",
    SolveStep.LAST_EDGES: "edges of the last layer paired",
    SolveStep.LAST_CROSS: "last cross solved",
}
_SOLVED = (SolveStep.ALL, SolveStep.L3, SolveStep.PLL)


def status_text(step: SolveStep | None, n_slices: int) -> str:
    """Return what is solved after a step, on a cube with so many middle layers."""
    if step is None:
        return "not solved yet"
    if step in _SOLVED:
        return "solved"
    if step.layers is not None and step.layers < n_slices:
        return f"first layer and {step.layers} of {n_slices} middle layers solved"
    return _REACHED.get(step, "all layers but the last solved")
