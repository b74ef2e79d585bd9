"""The kernels as plain Python, where overflows and wrong types show that a compiler lets pass."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from kernel_cubes import COMPILER_OFF

HERE = Path(__file__)


@pytest.mark.slow
@pytest.mark.skipif(COMPILER_OFF, reason="it is off already")
def test_kernels_hold_with_the_compiler_off() -> None:
    """All tests of this folder, on sizes that plain Python manages."""
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--ignore", str(HERE)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(HERE.parent)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        cwd=HERE.parents[2],
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
