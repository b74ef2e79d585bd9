"""Many cubes, solved by processes and by a cluster of which a worker is killed."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from attacks import compiled_code
from cubesolve import (
    Cube,
    InvalidCubeError,
    Limit,
    Solution,
    SolveFailed,
    cache,
    solve,
    solve_many,
)
from cubesolve.batch.many import Work, _Processes

TWISTED = "UUUFURRRFRFFDDDDLLLLBBBB"


def test_processes_keep_the_order_and_give_what_solve_gives() -> None:
    cubes = [Cube.random(2, seed=seed) for seed in range(40)]
    wanted = [str(solve(cube, "cfop").alg) for cube in cubes]
    for processes in (1, 2):
        found = solve_many(iter(cubes), "cfop", processes=processes)
        assert [str(each) for each in found] == wanted


def test_errors_come_in_their_place() -> None:
    bad = Cube.from_facelets(TWISTED, allow_invalid=True)
    cubes = [Cube.from_alg("R", 2), bad, Cube.from_alg("F", 2)]
    found = list(solve_many(cubes, "cfop", processes=1, errors="return"))
    assert [isinstance(each, Solution) for each in found] == [True, False, True]
    assert isinstance(found[1], InvalidCubeError)
    with pytest.raises(InvalidCubeError):
        list(solve_many(cubes, "cfop", processes=1))
    with pytest.raises(ValueError, match="at least one process"):
        solve_many(cubes, processes=0)


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_a_killed_worker_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    scheduler = start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    assert scheduler.stderr is not None
    address = next(
        match.group()
        for line in scheduler.stderr
        if (match := re.search(r"tcp://127\.0\.0\.1:\d+", line))
    )
    options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory"]
    workers = [start("dask_worker", address, *options, str(tmp_path)) for _ in range(2)]
    cubes = [Cube.random(3, seed=seed) for seed in range(30)]
    wanted = [str(solve(cube, "cfop").alg) for cube in cubes]
    found: list[str] = []
    answers: Iterator[object] = solve_many(cubes, "cfop", Limit(time=0.5), scheduler=address)
    try:
        for answer in answers:
            found.append(str(answer))
            if len(found) == 6:
                os.kill(workers[0].pid, signal.SIGKILL)
        assert found == wanted
        assert workers[0].wait() == -signal.SIGKILL
        assert workers[1].poll() is None
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc")
def test_ctrl_c_at_the_terminal_does_not_reach_processes_that_are_still_loading() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with _Processes(2) as processes:
        answers = processes.submit(Work("beginner"), [Cube.from_alg("R")])
        for child in multiprocessing.active_children():
            status = Path(f"/proc/{child.pid}/status").read_text()
            blocked = int(status.partition("SigBlk:")[2].split()[0], 16)
            assert blocked >> (signal.SIGINT - 1) & 1
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
        assert [str(answer) for answer in answers()] == ["R'"]


def test_what_nobody_waits_for_is_broken_off() -> None:
    processes = _Processes(1)
    with pytest.raises(KeyboardInterrupt), processes:
        endless = processes._pool.submit(time.sleep, 20)
        while not endless.running():
            time.sleep(0.01)
        raise KeyboardInterrupt
    assert isinstance(endless.exception(), BrokenProcessPool)


def test_a_second_ctrl_c_waits_until_all_processes_have_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those that are still loading would write of what they miss."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    running = _Processes(2)
    shutdown, ended = running._pool.shutdown, []

    def interrupted(**options: bool) -> None:
        signal.raise_signal(signal.SIGINT)
        shutdown(**options)
        ended.append(True)

    monkeypatch.setattr(running._pool, "shutdown", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            with running:
                raise ZeroDivisionError  # anything: nobody waits for answers then
            threading.Event().wait(5)
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended == [True]


def test_what_is_no_address_is_named() -> None:
    with pytest.raises(SolveFailed, match="nowhere"):
        list(solve_many([], scheduler="nowhere"))


def test_what_all_processes_warn_of_is_told_once_by_the_one_that_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", compiled_code(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    place = tmp_path / "a file"
    place.touch()
    monkeypatch.setenv("CUBESOLVE_CACHE", str(place))
    monkeypatch.setattr(cache, "_told_of", set())
    cubes = [Cube.random(2, seed=seed) for seed in range(64)]
    with pytest.warns(UserWarning, match="nothing can be written") as warned:
        found = list(solve_many(cubes, processes=2))
    assert all(isinstance(each, Solution) for each in found)
    told = [str(each.message) for each in warned]
    assert len(told) == 1
    assert told[0].startswith(f"nothing can be written in {place}; ")
    assert warned[0].filename == __file__
    monkeypatch.setattr(cache, "_told_of", {place})  # as if this process had needed it before
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(solve_many(cubes, processes=2))
    assert capfd.readouterr().err == ""
