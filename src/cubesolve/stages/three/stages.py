"""A 3x3 solved stage by stage: what methods of people share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cubesolve.operator import Operator
from cubesolve.protocols import SolveStep
from cubesolve.stages.shadow import DualOperator
from cubesolve.stages.three.cross import hold_first_layer_down

Stage = tuple[SolveStep, Callable[[DualOperator], None]]  # a goal, and what reaches it


def solve_in_stages(
    operator: Operator, stages: Sequence[Stage], what: SolveStep, shortest_cross: bool = False
) -> None:
    """Hold the first layer down and go through stages up to the goal of one, or all of them."""
    dual = DualOperator(operator)
    hold_first_layer_down(dual, shortest_cross)
    for goal, reach in stages:
        reach(dual)
        if what == goal:
            return
