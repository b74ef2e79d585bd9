"""What nobody should have to bear: `python -m benchmarks.attack`, some minutes of it.

Prints a table: Ctrl-C at random moments while cubes are turned, while tables are built, while
`fast` solves and while new processes load what they need; damaged tables and compiled code; clients
that ask the server for much and leave. For each: how often it was tried, how often it hit, and what
went wrong, which should be nothing. The last rows say how long an ordinary solve waits for the
server afterwards, what the server's processor and memory do then. The long tests do the same with
fewer tries.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "web")]

from web_attacks import (  # noqa: E402
    at_rest,
    memory,
    seconds_until_a_solve_begins,
    send_hostile_requests,
)
from web_server import RunningServer, running_server, wait_until  # noqa: E402

from attacks import Seen, damage_caches, interrupt_first_use, interrupt_work  # noqa: E402
from cubesolve import Cube, Operator  # noqa: E402
from cubesolve.solving.tables import TABLES  # noqa: E402
from signals import Attack  # noqa: E402

N_BUILDS = {2: 100, 3: 40}  # by size; 20 of others, which take long


def interrupt_queries(size: int, tries: int, folder: Path) -> Seen:
    """Interrupt queries, undo and redo; a cube and its history must agree after each."""
    attack = Attack(size, 400e-6 if size < 100 else 2e-3)
    start = Cube.random_state(size, 1)
    op = Operator(start.copy())
    seen = Seen(tries)

    def work() -> None:
        with op.query():
            op.play("R U2 Rw' [F, D2]")
            op.undo(2)
            op.redo()
        op.play("U F'")
        op.undo()

    for _ in range(tries):
        attack.interrupt(work, signals=2)
        twin = start.copy()
        twin.play(op.history)
        if op.in_query or (twin.stickers != op.cube.stickers).any():
            seen.faults.append("the cube is not what its history says")
        op.undo(10**9)
    seen.hits = attack.hits
    return seen


def attacks(scale: float) -> Iterator[tuple[str, Callable[[Path], Seen]]]:
    """Yield what is tried, with its name."""

    def times(count: int) -> int:
        return max(1, round(scale * count))

    for size in (3, 30, 200):
        name = f"Ctrl-C while a {size}x{size} is turned"
        yield name, partial(interrupt_queries, size, times(1000))
    for size in sorted({table.size for table in TABLES.values()}):
        tries = times(N_BUILDS.get(size, 20))
        name = f"Ctrl-C while tables of the {size}x{size} are built"
        yield name, partial(interrupt_work, str(size), seed=1, tries=tries)
    yield "Ctrl-C while fast solves", partial(interrupt_work, "fast", seed=1, tries=times(100))
    tries = times(100)
    yield "Ctrl-C while things are loaded", partial(interrupt_first_use, seed=1, tries=tries)
    yield "damaged caches", partial(damage_caches, seed=1, tries=times(20))


def attack_server(count: int) -> Iterator[tuple[str, str]]:
    """Send hostile requests; yield what the server is like afterwards.

    Workers begin when there is work for them, each with some 170 MB: for a second solve at once,
    and for scans. So memory may grow by these, and then no more: it is told after as many requests
    again, too.
    """
    with running_server("--workers", "2") as server:
        server.warm()
        before, workers = memory_now(server)
        calm = seconds_until_a_solve_begins(server)
        seen = send_hostile_requests(server, count, seed=1)
        wait = seconds_until_a_solve_begins(server)
        yield f"{count} hostile requests", row(seen)
        yield "an ordinary solve begins after", f"{wait:.2f} s ({calm:.2f} s before)"
        yield "the processor comes to rest", "yes" if wait_until(lambda: at_rest(server)) else "no"
        yield "memory before", f"{before:.0f} MB, {workers} workers"
        after, workers = memory_now(server)
        yield "memory after", f"{after:.0f} MB, {workers} workers"
        yield f"{count} more", row(send_hostile_requests(server, count, seed=2))
        wait_until(lambda: at_rest(server))
        after, workers = memory_now(server)
        yield "memory after these", f"{after:.0f} MB, {workers} workers"
        yield "written to the log", server.written()[:200] or "nothing"


def memory_now(server: RunningServer) -> tuple[float, int]:
    """Return how many megabytes a server has, with what its processes share, and its workers."""
    workers = server.children()
    return memory({server.process.pid, *workers}) / 1e6, len(workers)


def row(seen: Seen) -> str:
    """Return what was seen as a line of the table."""
    wrong = "nothing" if not seen.faults else f"{len(seen.faults)}, first: {seen.faults[0]}"
    return f"{seen.tries:>6} {seen.hits:>6}   {wrong}"


def main() -> None:
    """Print the table; exit with 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="how often, against the usual")
    parser.add_argument("--only", default="", help="only what has this in its name")
    args = parser.parse_args()
    print(f"{'attack':<50} {'tries':>6} {'hits':>6}   what went wrong")
    failed = False
    for name, attack in attacks(args.scale):
        if args.only in name:
            with tempfile.TemporaryDirectory() as folder:
                seen = attack(Path(folder))
            failed |= bool(seen.faults)
            print(f"{name:<50} {row(seen)}", flush=True)
    if args.only in "hostile requests":
        for name, found in attack_server(max(1, round(1000 * args.scale))):
            print(f"{name:<50} {found}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
