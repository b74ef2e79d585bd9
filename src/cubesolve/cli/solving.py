"""The commands `solve` and `methods`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from cubesolve import SOLVERS, Cube, Metric, Solution, SolveStep, Step, solve
from cubesolve.cli.inputs import UsageError, add_cube_arguments, read_cube
from cubesolve.cli.outputs import add_output_arguments, write, write_json, write_net

ALL_METRICS = tuple(Metric)
LONG = 12  # sizes from here on take a moment


def add_solve(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `solve`."""
    add_cube_arguments(parser)
    how = parser.add_argument_group("how")
    how.add_argument(
        "--method",
        choices=("auto", *SOLVERS),
        default="auto",
        help="see `cubesolve methods` (default: auto)",
    )
    how.add_argument(
        "--what",
        type=_step,
        default=SolveStep.ALL,
        metavar="STEP",
        help="how far to solve (default: all)",
    )
    how.add_argument(
        "--explain", action="store_true", help="write each step with its title and what it is for"
    )
    how.add_argument("--nets", action="store_true", help="with --explain: a net after each step")
    how.add_argument(
        "--keep-rotations",
        action="store_true",
        help="write what a person would do, turns of the whole cube included",
    )
    how.add_argument(
        "--notation",
        choices=("alg", "blocks"),
        default="alg",
        help="moves as text, or one [face, first, last, turns] a line for robots (default: alg)",
    )
    add_output_arguments(parser)


def solve_cube(args: argparse.Namespace) -> int:
    """Solve a cube and write how."""
    cube = read_cube(args)
    try:
        solution = solve(cube, args.method, args.what, on_step=_progress(cube))
    except ValueError as error:
        raise UsageError(str(error)) from None
    finally:
        if _progress(cube) is not None:
            sys.stderr.write("\r\x1b[K")
    if args.json:
        data = solution.to_json()
        data.pop("version")
        write_json(data)
    elif args.explain:
        _explain(cube, solution, args)
    elif args.notation == "blocks":
        for face, first, last, turns in solution.alg.blocks(cube.size):
            write(f"{face} {first} {last} {turns}")
    else:
        write(str(solution.human if args.keep_rotations else solution.alg))
    return 0


def _step(text: str) -> SolveStep:
    """Return the step with this name, for argparse."""
    try:
        return SolveStep(text)
    except ValueError:
        names = ", ".join(SolveStep)
        raise argparse.ArgumentTypeError(f"expected a step of {names}, got {text!r}") from None


def _progress(cube: Cube) -> Callable[[Step], None] | None:
    """Return what shows on a terminal how far a long solve is."""
    if cube.size < LONG or sys.stderr is None or not sys.stderr.isatty():
        return None

    def show(step: Step) -> None:
        sys.stderr.write(f"\r\x1b[K{step.end} moves: {step.title}")
        sys.stderr.flush()

    return show


def _explain(cube: Cube, solution: Solution, args: argparse.Namespace) -> None:
    now = cube.copy()
    for number, step in enumerate(solution.steps, 1):
        length = step.alg.count(Metric.OBTM, cube.size)
        write(f"{number}. {step.title} ({length} OBTM)")
        write(f"   {step.explanation}")
        write(f"   {step.alg}")
        now.play(step.alg)
        if args.nets:
            write_net(now, args)
    counts = "  ".join(f"{metric} {solution.count(metric)}" for metric in ALL_METRICS)
    write(f"{len(solution.steps)} steps by {solution.method}: {counts}")
    results = solution.results
    parities = [
        name
        for name, met in (
            ("edges of an even cube", results.was_even_edge_parity),
            ("corners", results.was_corner_swap),
            ("wings", results.was_partial_edge_parity),
        )
        if met
    ]
    if parities:
        write(f"parity: {', '.join(parities)}")


def add_methods(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `methods`."""
    parser.add_argument("--json", action="store_true", help="write JSON for programs")


def methods(args: argparse.Namespace) -> int:
    """List the methods."""
    if args.json:
        listed = [
            {
                "name": method.name,
                "summary": method.summary,
                "smallest": method.smallest,
                "steps": [step.value for step in method.steps],
            }
            for method in SOLVERS.values()
        ]
        write_json({"methods": listed})
        return 0
    for method in SOLVERS.values():
        steps = ", ".join(step.value for step in method.steps)
        write(f"{method.name:<12}{method.summary}; size {method.smallest} and up; steps: {steps}")
    return 0
