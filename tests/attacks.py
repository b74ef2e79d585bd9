"""Attacks on processes: what each of them found, for tests and for `benchmarks/attack.py`."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from cubesolve.kernels.compiling import code_folder

_CHILD = Path(__file__).with_name("attack_child.py")
_SOLVE = (
    "from cubesolve import Cube, solve; print(solve(Cube.random_state(2, 5)).alg,"
    " solve(Cube.random_state(3, 5), 'cfop').alg)"
)
# What is loaded at first is interrupted once, and then needed again.
_FIRST_USE = """
import os, signal, sys, threading, time
from cubesolve import BigCube, Cube, solve

def work():
    cube = Cube.random_state(7, 1)
    assert BigCube.from_cube(cube).to_cube() == cube
    cube.play(solve(cube, sys.argv[1]))
    assert cube.solved

def interrupt():
    end = time.process_time() + float(sys.argv[2])
    while time.process_time() < end:
        time.sleep(0.001)
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sender = threading.Thread(target=interrupt)
hits = 0
try:
    sender.start()
    work()
    hits = -1
    sender.join()
    time.sleep(1)
except KeyboardInterrupt:
    hits += 1
work()
print(hits)
"""
_LOADING = 0.5  # seconds of the processor that it takes, about


@dataclass
class Seen:
    """What an attack came to: how often it was tried, how often it hit, and what went wrong."""

    tries: int
    hits: int = 0
    faults: list[str] = field(default_factory=list)


def interrupt_work(what: str, folder: Path, seed: int, tries: int) -> Seen:
    """Interrupt the building of tables, or the method `fast`, in a process of its own."""
    command = [sys.executable, str(_CHILD), what, str(seed), str(tries)]
    # Tables are built from nothing, but for those that `fast` needs; compiled code is there.
    keeps = {} if what == "fast" else {"CUBESOLVE_CACHE": str(folder)}
    done = _run(command, NUMBA_CACHE_DIR=compiled_code(folder), **keeps)
    seen = Seen(tries)
    if done.returncode == 0:
        seen.hits = int(done.stdout)
    else:
        seen.faults.append(f"exit {done.returncode}: {done.stderr[-300:]}")
    left = [path.name for path in folder.glob("*.new")]
    if left:
        seen.faults.append(f"left behind: {left}")
    return seen


def interrupt_first_use(folder: Path, seed: int, tries: int) -> Seen:
    """Interrupt new processes while they load what they need first; it must load once more."""
    chance = random.Random(seed)
    seen = Seen(tries)
    for _ in range(tries):
        method, after = chance.choice(("fast", "cfop")), chance.uniform(0, _LOADING)
        done = _run([sys.executable, "-c", _FIRST_USE, method, str(after)])
        if (done.returncode, done.stderr) != (0, ""):
            seen.faults.append(f"exit {done.returncode}: {done.stderr[-300:]}")
        else:
            seen.hits += int(done.stdout)
    return seen


def compiled_code(folder: Path) -> str:
    """Return a copy of the compiled code that there is, so that little is compiled again."""
    own = folder / "code"
    known = code_folder()
    if not own.exists() and known is not None:
        shutil.copytree(known, own / "cubesolve" / known.name)
    return str(own)


def damage_caches(folder: Path, seed: int, tries: int) -> Seen:
    """Damage tables and compiled code at random, and look whether answers stay what they were."""
    chance = random.Random(seed)
    keeps = {"CUBESOLVE_CACHE": str(folder), "NUMBA_CACHE_DIR": compiled_code(folder)}
    command = [sys.executable, "-c", _SOLVE]
    right = _run(command, **keeps).stdout
    seen = Seen(tries)
    for _ in range(tries):
        files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".table", ".code")]
        # Not what it has made of others before: pipes, links to nowhere, empty files.
        files = [path for path in files if path.is_file() and path.stat().st_size]
        for path in chance.sample(files, min(3, len(files))):
            chance.choice(DAMAGES)(path, chance)
            seen.hits += 1
        done = _run(command, **keeps)
        if (done.returncode, done.stdout) != (0, right) or "Traceback" in done.stderr:
            seen.faults.append(f"exit {done.returncode}: {done.stdout}{done.stderr[-300:]}")
    return seen


def _flip(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def _cut(path: Path, chance: random.Random) -> None:
    os.truncate(path, chance.randrange(path.stat().st_size))


def _lengthen(path: Path, chance: random.Random) -> None:
    path.write_bytes(path.read_bytes() + chance.randbytes(100))


def _replace_by_noise(path: Path, chance: random.Random) -> None:
    path.write_bytes(chance.randbytes(5000))


def _replace_by_pipe(path: Path, chance: random.Random) -> None:
    path.unlink()
    if path.suffix == ".table":
        os.mkfifo(path)


def _replace_by_link(path: Path, chance: random.Random) -> None:
    path.unlink()
    path.symlink_to("/dev/zero" if path.suffix == ".table" else "nowhere")


DAMAGES: tuple[Callable[[Path, random.Random], None], ...] = (
    _flip,
    _cut,
    _lengthen,
    _replace_by_noise,
    _replace_by_pipe,
    _replace_by_link,
)


def _run(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
