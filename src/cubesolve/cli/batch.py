"""The command `batch`: many cubes from a file, solved by many processes."""

from __future__ import annotations

import argparse
import hashlib
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

from cubesolve import Cube, CubeSolveError, Limit, Solution, solve, solve_many
from cubesolve.batch.journal import Journal, begin_anew
from cubesolve.batch.parquet import check_parquet, write_parquet
from cubesolve.batch.summary import PERCENTS, Summary
from cubesolve.cli.inputs import (
    UsageError,
    add_scheme_argument,
    read_bytes,
    read_text,
    whole_number,
)
from cubesolve.cli.outputs import progress_line, write, write_json
from cubesolve.cli.solving import (
    METRIC_NAMES,
    add_limits,
    add_method_argument,
    limit_of,
    metric_named,
)
from cubesolve.solving.as_json import answer_json
from cubesolve.telling import tell
from cubesolve.whole_file import written_whole
from cubesolve.words.grammar import counted

Line = tuple[int, str]
Show = Callable[[str, float | None], None]


def add_batch(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `batch`."""
    parser.add_argument(
        "states", metavar="FILE", help="a cube on each line, as facelets; - is standard input"
    )
    parser.add_argument(
        "-o", "--out", type=Path, required=True, metavar="FILE",
        help="where answers go: JSON lines, or Parquet if it ends in .parquet",
    )  # fmt: skip
    parser.add_argument(
        "--scrambles", action="store_true", help="the lines are scrambles of a cube of --size"
    )
    parser.add_argument(
        "-n", "--size", type=whole_number(2), metavar="N", default=3,
        help="size of the cubes that are scrambled (default: 3)",
    )  # fmt: skip
    add_scheme_argument(parser)
    how = parser.add_argument_group("how")
    add_method_argument(how)
    how.add_argument(
        "--metric", type=str.upper, choices=METRIC_NAMES, help="as in `cubesolve solve`"
    )
    add_limits(how)
    how.add_argument("--full", action="store_true", help="write steps and moves, too")
    where = parser.add_argument_group("where")
    where.add_argument(
        "--processes",
        type=whole_number(1),
        metavar="P",
        help="how many to use (default: one for each core)",
    )
    where.add_argument(
        "--scheduler", metavar="ADDRESS", help="solve on a Dask cluster, such as tcp://host:8786"
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="start over, even if a run was stopped halfway"
    )
    parser.add_argument("--json", action="store_true", help="write the summary as JSON")


def batch(args: argparse.Namespace) -> int:
    """Solve the cubes of a file; go on where an earlier run was stopped."""
    is_parquet = args.out.suffix == ".parquet"
    if is_parquet:
        check_parquet()
    if not args.out.name:
        raise UsageError(f"expected the name of a file, got {args.out}")
    journal_path = args.out.with_name(args.out.name + ".jsonl") if is_parquet else args.out
    picture = args.out.with_suffix(".svg")
    _check_places(args, {args.out, journal_path, picture})
    text = read_text(args.states) if args.states == "-" else _read(Path(args.states))
    lines = [(n, line.strip()) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if args.overwrite:
        begin_anew(journal_path)
        args.out.unlink(missing_ok=True)
    if is_parquet and args.out.exists():
        raise UsageError(f"{args.out} already exists; --overwrite starts over")
    with Journal(journal_path, _asked(args, text)) as journal:
        if journal.done:
            tell(f"cubesolve batch: continuing after {counted(journal.done, 'answer')}")
        with progress_line() as show:
            _run(lines, journal, args, show)
        summary = Summary.of(journal.answers(), metric_named(args.metric))
        if is_parquet:
            write_parquet(journal.answers(), args.out)
            journal.remove()
    with written_whole(picture) as draft:
        draft.write_text(summary.histogram(), encoding="utf-8")
    _tell(summary, args, picture)
    return 1 if summary.failed else 0


def _check_places(args: argparse.Namespace, written: set[Path]) -> None:
    """Refuse to write over the cubes, or a histogram over the answers."""
    if args.out.suffix == ".svg":
        raise UsageError(f"answers are JSON lines or Parquet; {args.out} is for their histogram")
    if args.states != "-" and os.path.realpath(args.states) in map(os.path.realpath, written):
        raise UsageError(f"this would write over the cubes in {args.states}")


def _read(path: Path) -> str:
    with path.open("rb") as file:
        return read_bytes(file, str(path)).decode(errors="replace")


def _asked(args: argparse.Namespace, text: str) -> dict[str, Any]:
    """Return what must be the same for a run to go on with the answers of an earlier one."""
    names = ("scrambles", "size", "method", "metric", "time", "moves", "nodes", "full")
    asked = {name: getattr(args, name) for name in names}
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {**asked, "scheme": args.scheme.letters, "states": digest}


def _run(lines: list[Line], journal: Journal, args: argparse.Namespace, show: Show) -> None:
    """Answer the lines that are not answered yet."""
    limit = limit_of(args)
    left = lines[journal.done :]
    cubes = [(n, line, _cube(line, args)) for n, line in left]
    good = [cube for _, _, cube in cubes if isinstance(cube, Cube)]
    if good and args.scheduler is None:
        _build_tables(good[0], args, limit, show)
    answers = solve_many(
        good, args.method, limit, processes=args.processes, scheduler=args.scheduler,
        errors="return", metric=args.metric,
    )  # fmt: skip
    told = _teller(len(lines), journal.done, show)
    with closing(answers):
        for number, line, cube in cubes:
            answer: Solution | CubeSolveError
            answer = next(answers) if isinstance(cube, Cube) else cube
            journal.add(answer_json(number, line, answer, full=args.full))
            told()


def _cube(line: str, args: argparse.Namespace) -> Cube | CubeSolveError:
    try:
        if args.scrambles:
            return Cube.scrambled(line, int(args.size), args.scheme)
        return Cube.from_facelets(line, args.scheme)
    except CubeSolveError as error:
        return error
    except ValueError as error:
        return CubeSolveError(str(error))


def _build_tables(cube: Cube, args: argparse.Namespace, limit: Limit | None, show: Show) -> None:
    """Let this process build the tables, if they are not there, where its progress is seen."""
    try:
        solve(cube, args.method, limit=limit, metric=args.metric, on_progress=show)
    except (CubeSolveError, ValueError):
        return  # its own line will say so


def _teller(total: int, done: int, show: Show) -> Callable[[], None]:
    started, count = monotonic(), 0

    def tell() -> None:
        nonlocal count
        count += 1
        rate = count / max(monotonic() - started, 1e-6)
        left = (total - done - count) / rate
        text = f"{done + count:,} of {total:,}, {rate:,.1f} a second, {_duration(left)} left"
        show(text, (done + count) / total)

    return tell


def _duration(seconds: float) -> str:
    """Return a time to wait for people.

    >>> _duration(42), _duration(250), _duration(9000)
    ('42 s', '4 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _tell(summary: Summary, args: argparse.Namespace, picture: Path) -> None:
    data = summary.to_json()
    if args.json:
        write_json({**data, "out": str(args.out), "histogram": str(picture)})
        return
    write(f"{summary.solved} solved, {summary.failed} failed")
    if summary.solved:
        spread = "  ".join(f"{p}%: {data['percentiles'][str(p)]}" for p in PERCENTS)
        write(f"{summary.metric} mean {data['mean']:.2f}, {data['least']} to {data['greatest']}")
        write(f"{spread}")
        write(f"{data['cpu_seconds_each']:.3f} s of CPU each")
    write(f"answers: {args.out}  histogram: {picture}")
