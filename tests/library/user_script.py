"""A script as a user writes it: the public names only, checked by `mypy --strict`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_type

import cubesolve
from cubesolve import (
    SOLVERS,
    Alg,
    BeginnerReducer,
    CFOP3x3,
    Color,
    Cube,
    Edge,
    Limit,
    Method,
    Metric,
    Move,
    NxNSolverOrchestrator,
    Operator,
    Playable,
    ReducerProtocol,
    Solution,
    SolutionStep,
    Solver,
    Solver3x3Protocol,
    SolverResults,
    SolveStep,
    Step,
    Task,
    iter_solutions,
    register,
    solve,
    unregister,
)

assert_type(cubesolve.__version__, str)

# Moves and algorithms
alg = Alg("R U R' U'")
assert_type(alg[0], Move)
assert_type(alg[1:3], Alg)
assert_type(list(alg), list[Move])
assert_type(alg + "F" + Move("D2"), Alg)
assert_type("F" + alg, Alg)
assert_type(alg.inverse().simplify(3), Alg)
assert_type(alg.count("HTM", 3), int)
assert_type(alg.equivalent(["R U", Move("R'"), "U'"], size=3), bool)
assert_type(Move("R2").amount, int)
assert_type(Alg(["R", Move("U"), alg, [alg, "F"]]), Alg)

# Cubes
cube = Cube.random(4, seed=1)
assert_type(cube, Cube)
assert_type(Cube.scrambled("R U", size=4), Cube)
cube.play("R U")
cube.play(alg)
cube.play([Move("R"), "U2", alg])
cube.play(move for move in alg)
assert_type(cube.is_solved, bool)
assert_type(cube.edge("UF"), Edge)
assert_type(cube.edge("UF").colors, tuple[Color, ...])
assert_type(cube.up.colors, tuple[tuple[Color, ...], ...])
assert_type(cube.facelets(), str)
assert_type(cube.copy(), Cube)

# Operators
operator = Operator(cube)
with operator.annotate("A step") as step:
    operator.play(alg)
assert_type(step, Step)
assert_type(operator.history, Alg)

# Solving
solution = solve(cube, limit=0.5, metric="obtm")
assert_type(solution, Solution)
assert_type(solution.alg, Alg)
assert_type(solution.moves, Sequence[Move])
assert_type([move for move in solution], list[Move])  # noqa: C416
assert_type(len(solution), int)
assert_type(solution[0], Move)
assert_type(solution[1:3], Alg)
assert_type("R" in solution, bool)
assert_type(solution.steps, tuple[SolutionStep, ...])
assert_type(solution.steps[0].alg, Alg)
assert_type(solution.results.is_optimal, bool)
cube.play(solution)
cube.play([step.alg for step in solution.steps])
cube.play(solution.steps)
assert_type(iter_solutions(cube, "two-phase", limit=Limit(nodes=1000)), Iterator[Solution])
assert_type(solution.count(Metric.QTM), int)


def played_twice(what: Playable) -> Alg:
    """Return an algorithm of whatever can be played."""
    return Alg(what) * 2


# Extending
class MySolver:
    """A solver of one's own."""

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play nothing."""
        return SolverResults()


def make(task: Task) -> Solver:
    """Return the solver for a size."""
    reducer: ReducerProtocol = BeginnerReducer()
    three: Solver3x3Protocol = CFOP3x3()
    return MySolver() if task.size == 2 else NxNSolverOrchestrator(reducer, three)


mine = register(Method("mine", "my own method", 2, (SolveStep.ALL,), make))
assert_type(mine, Method)
assert_type(SOLVERS["mine"], Method)
unregister("mine")
