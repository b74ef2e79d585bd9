"""The commands `solve` and `methods`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from cubesolve import (
    SOLVERS,
    Cube,
    Interrupted,
    Limit,
    Metric,
    MoveFile,
    Options,
    Solution,
    SolveStep,
    Step,
    find_method,
    iter_solutions,
    solve,
    verify_moves,
)
from cubesolve.cli.big import is_big, random_big, solve_big_cube
from cubesolve.cli.exits import FAILED, INTERRUPTED, OK
from cubesolve.cli.inputs import UsageError, add_cube_arguments, read_cube, whole_number
from cubesolve.cli.outputs import (
    add_output_arguments,
    progress_line,
    write,
    write_json,
    write_net,
)
from cubesolve.cli.search_line import SearchLine
from cubesolve.moves.move_file import check_writable
from cubesolve.progress import Timed
from cubesolve.solving.as_json import method_json
from cubesolve.telling import tell
from cubesolve.words.big import REPLAYING
from cubesolve.words.grammar import a_cube, counted

ALL_METRICS = tuple(Metric)
METRIC_NAMES = ("OBTM", "QTM", "HTM", "SST", "RBTM")  # those that searches can shorten
LONG = 12  # sizes from here on take a moment


def add_solve(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `solve`."""
    add_cube_arguments(parser)
    how = parser.add_argument_group("how")
    add_method_argument(how)
    how.add_argument(
        "--what",
        type=_step,
        default=SolveStep.ALL,
        metavar="STEP",
        help="how far to solve; see `cubesolve methods` (default: all)",
    )
    how.add_argument(
        "--metric",
        type=str.upper,
        choices=METRIC_NAMES,
        help="what a search minimises: turns (OBTM, also called HTM on a 2x2 or 3x3) or quarter"
        " turns (QTM); from size 11 on slice turns (SST), turns of adjacent layers (RBTM) or OBTM;"
        " default: OBTM, and SST for short from size 11 on",
    )
    add_limits(how)
    how.add_argument(
        "--parity",
        choices=("compute", "detect"),
        help="fix the parity of an even cube early, or when the last layer shows it (default:"
        " compute)",
    )
    how.add_argument(
        "--simple-edge-parity",
        action="store_true",
        help="flip the wings of the last edge with simpler moves that break other edges",
    )
    how.add_argument(
        "--explain", action="store_true", help="show each step with its title and what it does"
    )
    how.add_argument(
        "--nets", action="store_true", help="with --explain: show a net after each step"
    )
    how.add_argument(
        "--keep-rotations",
        action="store_true",
        help="keep rotations of the whole cube, as a person would turn it",
    )
    how.add_argument(
        "--notation",
        choices=("alg", "blocks"),
        default="alg",
        help="moves as text, or one [face, first, last, turns] a line for robots (default: alg)",
    )
    how.add_argument(
        "--out",
        metavar="FILE",
        help="write all turns into a binary file, which `apply` and `verify` read",
    )
    add_output_arguments(parser)


def add_method_argument(how: argparse._ArgumentGroup) -> None:
    """Let a command take a method."""
    how.add_argument(
        "--method",
        choices=("auto", *SOLVERS),
        default="auto",
        help="see `cubesolve methods` (default: auto)",
    )


def add_limits(how: argparse._ArgumentGroup) -> None:
    """Let a command take how far a search may go."""
    how.add_argument(
        "--time",
        type=_seconds,
        metavar="SECONDS",
        help="stop a search after this many seconds; a method without a solution by then gives up"
        " (loading code and tables is not counted for that)",
    )
    how.add_argument(
        "--moves", type=whole_number(0), metavar="M", help="stop a search at M moves or fewer"
    )
    how.add_argument(
        "--nodes", type=whole_number(1), metavar="K", help="stop a search after K nodes"
    )


def solve_cube(args: argparse.Namespace) -> int:
    """Solve a cube and write how."""
    if is_big(args):
        return solve_big_cube(args)
    cube = read_cube(args)
    if args.out is not None:
        check_writable(args.out)
    try:
        solution = _solution(cube, args)
    except Interrupted as error:
        if error.best is None:
            raise
        tell("cubesolve solve: interrupted; this is the best solution so far")
        _write_solution(cube, error.best, args)
        return INTERRUPTED
    if args.method == "optimal" and solution.alg and not solution.results.is_optimal:
        tell("cubesolve solve: stopped before the proof was done; a shorter solution may exist")
    _write_solution(cube, solution, args)
    return OK


def _solution(cube: Cube, args: argparse.Namespace) -> Solution:
    """Return how to solve a cube; raise `Interrupted`, with the last solution seen, for Ctrl-C."""
    found: Solution | None = None
    try:
        with progress_line() as show, SearchLine(show) as line:
            if args.what == SolveStep.ALL and _improves(cube, args):
                for found in _ever_shorter(cube, args, line):
                    line.on_better(found)
            else:
                found = solve(
                    cube,
                    args.method,
                    args.what,
                    limit=limit_of(args),
                    on_step=_step_listener(cube, line.on_progress),
                    on_progress=line.on_progress,
                    metric=args.metric,
                    **_options(args),
                )
    except Interrupted:  # its own solution is not older
        raise
    except KeyboardInterrupt as error:
        raise Interrupted(found) from error
    except ValueError as error:
        raise UsageError(str(error)) from None
    assert found is not None
    return found


def _improves(cube: Cube, args: argparse.Namespace) -> bool:
    """Tell whether the method searches for ever shorter solutions of the whole cube."""
    metric = metric_named(args.metric)
    method = find_method(args.method, cube.size, args.what, _options(args), metric, limit_of(args))
    return method.improves(cube.size)


def _ever_shorter(cube: Cube, args: argparse.Namespace, line: SearchLine) -> Iterator[Solution]:
    return iter_solutions(
        cube, args.method, limit_of(args), line.on_progress, args.metric, **_options(args)
    )


def _write_solution(cube: Cube, solution: Solution, args: argparse.Namespace) -> None:
    if args.out is not None:
        solution.save_moves(args.out)
    if args.json:
        write_json(solution.to_json())
    elif args.explain:
        _explain(cube, solution, args)
    elif args.notation == "blocks":
        for face, first, last, turns in solution.alg.blocks(cube.size):
            write(f"{face} {first} {last} {turns}")
    elif args.out is not None:
        _write_what_is_in_the_file(solution, args)
    else:
        write(str(solution.human if args.keep_rotations else solution.alg))


def _write_what_is_in_the_file(solution: Solution, args: argparse.Namespace) -> None:
    """Say how many turns were written, and how long that is as people count and as it was asked."""
    turns = counted(MoveFile(args.out).count, "turn")
    metrics = dict.fromkeys((solution.metric, Metric.SST))
    counts = ", ".join(f"{metric} {solution.count(metric)}" for metric in metrics)
    cube = a_cube(solution.size)
    write(
        f"{turns} of single layers of {cube} by {solution.method} ({counts}) written to {args.out}"
    )


def _step(text: str) -> SolveStep:
    """Return the step with this name, for argparse."""
    try:
        return SolveStep(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _options(args: argparse.Namespace) -> Options:
    """Return the options that were asked for."""
    found = Options()
    if args.parity is not None:
        found["parity"] = args.parity
    if args.simple_edge_parity:
        found["advanced_edge_parity"] = False
    return found


def limit_of(args: argparse.Namespace) -> Limit | None:
    """Return how far a search may go; `None` leaves it to the method."""
    if args.time is None and args.moves is None and args.nodes is None:
        return None
    return Limit(args.time, args.moves, args.nodes)


def _seconds(text: str) -> float:
    """Return a number of seconds, for argparse."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"expected seconds, such as 0.5, got {text!r}")
    return seconds


def metric_named(name: str | None) -> Metric | None:
    """Return one of `METRIC_NAMES` as a metric."""
    return None if name is None else Metric(name.replace("HTM", "OBTM"))


def _step_listener(
    cube: Cube, on_progress: Callable[[str, float | None], None]
) -> Callable[[Step], None] | None:
    """Return what shows how far a long solve is."""
    if cube.size < LONG:
        return None
    return lambda step: on_progress(f"{counted(step.end, 'move')}: {step.title}", None)


def _explain(cube: Cube, solution: Solution, args: argparse.Namespace) -> None:
    now = cube.copy()
    for number, step in enumerate(solution.steps, 1):
        length = step.alg.count(solution.metric, cube.size)
        write(f"{number}. {step.title} ({length} {solution.metric})")
        write(f"   {step.explanation}")
        write(f"   {step.alg}")
        now.play(step.alg)
        if args.nets:
            write_net(now, args)
    counts = "  ".join(f"{metric} {solution.count(metric)}" for metric in ALL_METRICS)
    write(f"{counted(len(solution.steps), 'step')} by {solution.method}: {counts}")
    results = solution.results
    parities = [
        name
        for name, met in (
            ("a flipped edge (OLL parity)", results.was_even_edge_parity),
            ("swapped pieces (PLL parity)", results.was_corner_swap),
            ("wings", results.was_partial_edge_parity),
        )
        if met
    ]
    if parities:
        write(f"parity found: {', '.join(parities)}")


def add_verify(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify`."""
    parser.add_argument("file", metavar="FILE", help="a file of moves: see `solve --out`")
    add_cube_arguments(parser)
    how = parser.add_argument_group("how much")
    how.add_argument(
        "--layers",
        type=whole_number(1),
        metavar="K",
        help="replay only where K layers cross, drawn at random (default: all layers up to size"
        " 2000, 16 above)",
    )
    how.add_argument(
        "--sample",
        type=whole_number(0),
        default=0,
        metavar="SEED",
        help="the seed with which these layers are drawn (default: 0)",
    )


def verify(args: argparse.Namespace) -> int:
    """Say whether the moves of a file solve a cube; turns are replayed on its colours."""
    file = MoveFile(args.file)
    if args.size is None and args.facelets is None:
        args.size = file.size
    cube = random_big(args) or read_cube(args)
    if cube.size != file.size:
        raise UsageError(f"these moves are for size {file.size}, but the cube has size {cube.size}")
    layers = None if args.layers is None else int(args.layers)
    with progress_line() as on_progress:
        timed = Timed(on_progress)
        pieces = file.pieces(lambda share: timed(REPLAYING, share))
        found = verify_moves(cube, pieces, layers=layers, seed=int(args.sample))
    write(f"{counted(found.turns, 'turn')}: {'solved' if found else 'NOT solved'}")
    write(f"replayed on {found.how}")
    return OK if found else FAILED


def add_methods(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `methods`."""
    parser.add_argument("--json", action="store_true", help="write JSON for programs")


def methods(args: argparse.Namespace) -> int:
    """List the methods."""
    if args.json:
        write_json({"methods": [method_json(method) for method in SOLVERS.values()]})
        return 0
    width = max(map(len, SOLVERS)) + 2
    for method in SOLVERS.values():
        sizes = "and up" if method.largest is None else f"to {method.largest}"
        write(f"{method.name:<{width}}{method.summary}")
        write(f"{'':<{width}}sizes {method.smallest} {sizes}; steps: {', '.join(method.steps)}")
    return 0
