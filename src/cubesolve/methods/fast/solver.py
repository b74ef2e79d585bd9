"""`FastSolver`: a cube of any size at once, as one array of turns."""

from __future__ import annotations

from cubesolve.checkpoints import checkpoint
from cubesolve.errors import InternalSWError
from cubesolve.methods.fast.centers import BlockSolver, CenterTurns, blocks
from cubesolve.methods.fast.edges import plan_edges, write_edges
from cubesolve.methods.fast.gluing import glued, runs_in_line, spread
from cubesolve.methods.fast.near import looks_near, turns_back
from cubesolve.methods.fast.program import program
from cubesolve.model import Color, Cube
from cubesolve.model.big_state import has_all_pieces, held, read_state
from cubesolve.model.geometry import FACE_NAMES, Ints
from cubesolve.model.identify import Colors
from cubesolve.moves import GrowingTurns, LongAlg
from cubesolve.notation import Alg
from cubesolve.operator import Operator
from cubesolve.protocols import (
    Limit,
    LongResult,
    LongStep,
    Phase,
    Solver3x3Protocol,
    SolverResults,
    SolveStep,
)
from cubesolve.words import fast as words
from cubesolve.words.grammar import Words

_EXPECTED = 7  # turns for each cell of a face of a large cube; small ones take more


class Draft:
    """A solution while it is written: turns in one array, and steps that are ranges of it."""

    def __init__(self, size: int) -> None:
        self.turns = GrowingTurns(_EXPECTED * size * size)
        self.steps: list[LongStep] = []
        self._said = 0

    def say(self, said: Words, phase: Phase, count: int) -> None:
        """Make a step of so many turns, from the end of the step before on."""
        if count:
            end = self._said + count
            self.steps.append(LongStep(*said, phase, self._said, end))
            self._said = end

    def add_spread(self, small: Draft, runs: Ints) -> None:
        """Add what solves a smaller cube, with all layers of each run turned together."""
        turns, starts = spread(small.turns.all(), runs)
        self.turns.add(turns)
        for step in small.steps:
            said = words.glued(step.title, step.explanation, len(runs))
            self.say(said, step.phase, int(starts[step.end] - starts[step.start]))


class FastSolver:
    """Pairs all wings by one program, solves the 3x3, and fills all centres on bit planes.

    What solves a 3x3 comes in as an argument. No state needs a parity step: slices that place wings
    take care of it. When the time of `near` is over, it does not look for the few turns that would
    solve a cube: who needs an answer at once says so.
    """

    def __init__(
        self, solver: Solver3x3Protocol, vectors: bool | None = None, near: Limit | None = None
    ) -> None:
        self.solver = solver
        self.vectors = vectors
        self.near = near or Limit()

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play the solution on an operator, step by step."""
        return self.solve_long(operator.cube, what).play(operator)

    def solve_long(self, cube: Cube, what: SolveStep) -> LongResult:
        """Return the solution as one array; raise `InvalidCubeError` for what no turns reach."""
        draft = Draft(cube.size)
        colors = cube.colors()
        if looks_near(colors, cube.size):
            self._solve_near(cube, runs_in_line(colors, cube.size), draft)
        else:
            self._solve(cube, colors, draft)
        alg = LongAlg(draft.turns.all(), cube.size)
        return LongResult(alg, tuple(draft.steps), SolverResults(), colors)

    def solve_3x3(self, cube: Cube) -> Alg:
        """Return the turns of faces that solve a 3x3."""
        operator = Operator(cube)
        self.solver.solve_3x3(operator, SolveStep.ALL)
        return operator.history

    def _solve_near(self, cube: Cube, runs: Ints, draft: Draft) -> None:
        """Solve a cube that hardly anything is broken of, as a smaller one if it has such runs."""
        if len(runs) < cube.size:
            small, of_small = glued(cube, runs), Draft(len(runs))
            if small.problems():
                cube.check_solvable()
            self._turn_back(small, runs, of_small)
            draft.add_spread(of_small, runs)
        else:
            self._turn_back(cube.copy(), runs, draft)

    def _turn_back(self, cube: Cube, runs: Ints, draft: Draft) -> None:
        """Turn layers back, and solve what is left."""
        turns = turns_back(cube, runs, self.near)
        if len(turns):
            cube.play(LongAlg(turns, cube.size))
            draft.turns.add(turns)
            draft.say(words.restore_layers(cube.solved), Phase.CENTERS, len(turns))
        checkpoint()
        if cube.size == 3:
            rest = LongAlg.pack(self.solve_3x3(cube), 3).turns
            draft.turns.add(rest)
            draft.say(words.as_3x3(len(rest)), Phase.CAGE, len(rest))
        elif not cube.solved:
            self._solve(cube, cube.colors(), draft)

    def _solve(self, cube: Cube, now: Colors, draft: Draft) -> None:
        faces, colors = held(cube, now)
        state = read_state(faces, cube.size, self.vectors)
        if not has_all_pieces(state):
            cube.check_solvable()
            raise InternalSWError("pieces are missing, but nothing is wrong with the cube")
        checkpoint()
        plan = plan_edges(state, self.solve_3x3)
        checkpoint()
        turns, n_wings = write_edges(plan)
        draft.turns.add(turns)
        draft.say(words.wings(state.rows), Phase.EDGES, n_wings)
        n_rest = len(turns) - n_wings
        draft.say(words.as_3x3(n_rest), Phase.CAGE, n_rest)
        wrong = 0
        solver = BlockSolver(state, plan, draft.turns.room, self.vectors)
        for first, last in blocks(cube.size):
            checkpoint()
            block = solver.solve(first, last)
            draft.turns.keep(block.n_turns)
            wrong += block.wrong
            _say_stages(draft, block, colors, last - first == state.rows)
        if wrong:
            cube.check_solvable()
            raise InternalSWError("not all centres are solved, but nothing is wrong with the cube")


def _say_stages(draft: Draft, block: CenterTurns, colors: tuple[Color, ...], whole: bool) -> None:
    """Make a step of each stage of a block."""
    start = 0
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
        draft.say(said, Phase.CENTERS, int(end) - start)
        start = int(end)
