"""Compiled code in our own place: shared where it is the same, made again where it is damaged."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kernel_cubes import COMPILER_OFF

from cubesolve.file_lock import locked
from cubesolve.kernels import compiling
from cubesolve.kernels.compiling import sources_digest

pytestmark = pytest.mark.skipif(COMPILER_OFF, reason="nothing is compiled")

CHILD = "from cubesolve import Cube; c = Cube(3); c.play('R U'); print(c.facelets())"


def turn_a_cube(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", CHILD],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.code"))


@pytest.mark.slow
def test_what_is_damaged_is_compiled_again(tmp_path: Path) -> None:
    first = turn_a_cube(tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    kept = files(tmp_path)
    assert len(kept) >= 4
    whole = [path.read_bytes() for path in kept]
    kept[0].write_bytes(b"")
    kept[1].write_bytes(whole[1][:100])
    kept[2].write_bytes(whole[2][:-1] + bytes([whole[2][-1] ^ 1]))
    kept[3].write_bytes(os.urandom(5000))
    again = turn_a_cube(tmp_path)
    assert (again.returncode, again.stdout, again.stderr) == (0, first.stdout, "")
    assert files(tmp_path) == kept
    assert all(len(path.read_bytes()) > 1000 for path in kept)
    assert not list(tmp_path.rglob("*.new"))


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.code"
    os.mkfifo(pipe)
    held = [os.open(pipe, mode | os.O_NONBLOCK) for mode in (os.O_RDONLY, os.O_WRONLY)]
    ends = threading.Timer(0.5, os.close, [held[1]])  # or a fault would never end
    ends.start()
    with pytest.raises(ValueError, match="not a file"):
        compiling._read(pipe)
    ends.join()
    os.close(held[0])


ONE_KERNEL = """
import numpy as np
from cubesolve.kernels.nibbles import nibble
print("ready", flush=True)
input()
nibble(np.zeros(4, np.uint8), np.uint32(1))
print(sum(nibble.stats.cache_misses.values()))
"""


def test_processes_that_need_the_same_code_at_once_compile_it_once(tmp_path: Path) -> None:
    children = [
        subprocess.Popen(
            [sys.executable, "-c", ONE_KERNEL],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    compiled = [int(child.communicate()[0]) for child in children]
    assert sorted(compiled) == [0, 1]
    assert not list(tmp_path.rglob("*.lock"))


def test_a_process_that_was_stopped_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = compiling.KernelCache(lambda number: number)
    path = tmp_path / "kernel.code"
    monkeypatch.setattr(code, "_path", lambda *args: path)
    monkeypatch.setattr(compiling, "_PATIENCE", 0.0)
    target: Any = SimpleNamespace(codegen=lambda: None)
    with locked(path.with_suffix(".lock"), lambda: None), code.alone((), target):
        entered = True
    assert entered


@pytest.mark.slow
def test_nowhere_to_keep_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = turn_a_cube(tmp_path / "file")
    assert done.returncode == 0
    assert done.stderr.count("compiled code cannot be kept in") == 1
    assert "Traceback" not in done.stderr


@pytest.fixture
def fresh() -> Iterator[None]:
    sources_digest.cache_clear()
    yield
    sources_digest.cache_clear()


def test_the_digest_follows_what_is_imported(fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code of a function that was inlined is in the code of who uses it."""
    before = {name: sources_digest(f"cubesolve.kernels.{name}") for name in ("optimal", "runs")}
    source = compiling._source

    def changed(module: str) -> str:
        return source(module) + ("\n" if module == "cubesolve.kernels.nibbles" else "")

    monkeypatch.setattr(compiling, "_source", changed)
    sources_digest.cache_clear()
    after = {name: sources_digest(f"cubesolve.kernels.{name}") for name in before}
    assert after["optimal"] != before["optimal"]
    assert after["runs"] == before["runs"]


def test_ctrl_c_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler that is interrupted while it tidies up frees memory twice."""

    def interrupt(*args: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(compiling.KernelCache, "load_overload", interrupt)
    monkeypatch.setattr(compiling.KernelCache, "save_overload", lambda *args: None)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    function: Any = compiling.njit(cache=True)(lambda number: number + 1)
    try:
        with pytest.raises(KeyboardInterrupt):
            function(1)
            threading.Event().wait(5)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(function.signatures) == 1  # it was compiled all the same
    assert function(1) == 2


LOADED_UNHELD = """
import sys
from importlib import import_module
import cubesolve
from cubesolve import interrupts

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            if not interrupts._is_unbroken(sys._getframe()):
                print(name)

sys.meta_path.insert(0, Watch())
import_module("cubesolve.kernels." + sys.argv[1])
"""
KERNELS = Path(compiling.__file__).parent
USE_THE_COMPILER = [
    path.stem
    for path in sorted(KERNELS.glob("[a-z]*.py"))
    if re.search(r"^(from|import) (numba|llvmlite)", path.read_text(), re.MULTILINE)
]


@pytest.mark.parametrize("module", USE_THE_COMPILER)
def test_ctrl_c_breaks_off_no_import_of_the_compiler(module: str) -> None:
    """Parts of it register what they have, and raise when they are loaded once more."""
    command = [sys.executable, "-c", LOADED_UNHELD, module]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True)
    assert loaded.stdout == ""
