"""Compiles kernels and builds tables before the tests, on all cores: `make warm`.

Each process of the tests loads every module, in the same order, and most tests that search need the
same tables and kernels. In an empty cache one of them would compile or build while the others wait.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path

KERNELS = Path(__file__).parent.parent / "src" / "cubesolve" / "kernels"
#: What compiles the most, and builds each table that most tests need: the longest work first.
SOLVES: tuple[tuple[int, str, int, str | None], ...] = (
    (5, "short", 1, None),
    (4, "short", 1, None),
    (12, "short", 1, "SST"),
    (8, "short", 1, None),
    (3, "optimal", 1, "QTM"),
    (20, "fast", 1, None),
)


def main() -> None:
    """Load every module of kernels once, the largest first, and solve a cube of each kind."""
    paths = sorted(KERNELS.glob("[a-z]*.py"), key=lambda path: -path.stat().st_size)
    works: list[Callable[[], object]] = [partial(_solve, *each) for each in SOLVES]
    works += [partial(import_module, f"cubesolve.kernels.{path.stem}") for path in paths]
    # One process more than cores: some of them wait for what another makes.
    with ProcessPoolExecutor((os.cpu_count() or 1) + 1) as pool:
        for done in [pool.submit(_work, work) for work in works]:
            done.result()


def _work(work: Callable[[], object]) -> None:
    work()


def _solve(size: int, method: str, nodes: int, metric: str | None) -> None:
    from cubesolve import Cube, Limit, solve

    solve(Cube.random_state(size, seed=1), method, limit=Limit(nodes=nodes), metric=metric)


if __name__ == "__main__":
    main()
