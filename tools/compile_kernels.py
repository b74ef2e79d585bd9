"""Compiles what the tests would compile while they are collected, on all cores: `make kernels`.

Each process of the tests loads every module, in the same order, and with it the kernels that have
their types written down. In an empty cache one of them would compile while the others wait for it.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

KERNELS = Path(__file__).parent.parent / "src" / "cubesolve" / "kernels"


def main() -> None:
    """Load every module of kernels once, the largest first."""
    paths = sorted(KERNELS.glob("[a-z]*.py"), key=lambda path: -path.stat().st_size)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(_load, [f"cubesolve.kernels.{path.stem}" for path in paths]):
            pass


def _load(name: str) -> None:
    import_module(name)


if __name__ == "__main__":
    main()
