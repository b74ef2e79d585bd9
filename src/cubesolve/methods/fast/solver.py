"""`FastSolver`: a cube of any size at once, as one array of turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cubesolve.errors import InternalSWError
from cubesolve.methods.fast.centers import CenterTurns, solve_centers
from cubesolve.methods.fast.edges import EdgePlan, has_all_pieces, plan_edges, write_edges
from cubesolve.methods.fast.near import looks_near, turns_back
from cubesolve.methods.fast.program import program
from cubesolve.methods.fast.state import BigState, held, read_state
from cubesolve.model import Color, Cube
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.moves import LongAlg, Turns
from cubesolve.notation import Alg
from cubesolve.operator import Operator
from cubesolve.protocols import (
    LongResult,
    LongStep,
    Phase,
    Solver3x3Protocol,
    SolverResults,
    SolveStep,
)
from cubesolve.words import fast as words
from cubesolve.words.grammar import Words


class Part(NamedTuple):
    """Turns that belong together, with what to say of them."""

    said: Words
    phase: Phase
    turns: Turns


class FastSolver:
    """Pairs all wings by one program, solves the 3x3, and fills all centres on bit planes.

    What solves a 3x3 comes in as an argument. No state needs a parity step: slices that place wings
    take care of it.
    """

    def __init__(self, solver: Solver3x3Protocol, vectors: bool | None = None) -> None:
        self.solver = solver
        self.vectors = vectors

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play the solution on an operator, step by step."""
        result = self.solve_long(operator.cube, what)
        for step in result.steps:
            with operator.annotate(step.title, step.explanation, phase=step.phase):
                operator.play(result.alg[step.start : step.end])
        return result.results

    def solve_long(self, cube: Cube, what: SolveStep) -> LongResult:
        """Return the solution as one array; raise `InvalidCubeError` for what no turns reach."""
        parts: list[Part] = []
        if looks_near(cube.colors(), cube.size):
            cube = self._turn_back(cube, parts)
        if not cube.solved:
            parts += self._solve(cube)
        return _result(parts, cube.size)

    def solve_3x3(self, cube: Cube) -> Alg:
        """Return the turns of faces that solve a 3x3."""
        operator = Operator(cube)
        self.solver.solve_3x3(operator, SolveStep.ALL)
        return operator.history

    def _turn_back(self, cube: Cube, parts: list[Part]) -> Cube:
        turns = turns_back(cube)
        if len(turns):
            cube = cube.copy()
            cube.play(LongAlg(turns, cube.size))
            parts.append(Part(words.restore_layers(cube.solved), Phase.CENTERS, turns))
        return cube

    def _solve(self, cube: Cube) -> Iterator[Part]:
        faces, colors = held(cube)
        state = read_state(faces, cube.size)
        if not has_all_pieces(state):
            cube.check_solvable()
            raise InternalSWError("pieces are missing, but nothing is wrong with the cube")
        plan = plan_edges(state, self.solve_3x3)
        yield from _edge_parts(state, plan)
        wrong = 0
        for block in solve_centers(state, plan, vectors=self.vectors):
            wrong += block.wrong
            yield from _center_parts(state, block, colors)
        if wrong:
            cube.check_solvable()
            raise InternalSWError("not all centres are solved, but nothing is wrong with the cube")


def _edge_parts(state: BigState, plan: EdgePlan) -> Iterator[Part]:
    """Yield the turns that pair the wings, and those of the 3x3."""
    turns, n_wings = write_edges(plan)
    yield Part(words.wings(state.rows), Phase.EDGES, turns[:n_wings])
    yield Part(words.as_3x3(len(turns) - n_wings), Phase.CAGE, turns[n_wings:])


def _center_parts(state: BigState, block: CenterTurns, colors: tuple[Color, ...]) -> Iterator[Part]:
    """Yield the turns of each stage of a block."""
    start = 0
    whole = block.last - block.first == state.rows
    for stage, end in zip(program().stages, block.ends, strict=True):
        target, source = int(stage[0]), int(stage[1])
        color = colors[target].name.lower()
        said = (
            words.centers(color, FACE_NAMES[source], FACE_NAMES[target])
            if whole
            else words.centers_of_rows(
                color, FACE_NAMES[source], FACE_NAMES[target], block.first + 2, block.last + 1
            )
        )
        yield Part(said, Phase.CENTERS, block.turns[start:end])
        start = int(end)


def _result(parts: list[Part], size: int) -> LongResult:
    """Return all turns as one algorithm, with steps for the parts that have any."""
    steps, at = [], 0
    for part in parts:
        if len(part.turns):
            end = at + len(part.turns)
            steps.append(LongStep(*part.said, part.phase, at, end))
            at = end
    turns = [part.turns for part in parts]
    whole = np.concatenate(turns) if turns else np.empty(0, np.int32)
    return LongResult(LongAlg(whole, size), tuple(steps), SolverResults())
