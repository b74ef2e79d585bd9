"""The server's life: it starts where it should, bears a crowd, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from web_server import (
    PATIENCE,
    RunningServer,
    alive,
    processor_seconds,
    running_server,
    wait_until,
)

import loops
from cubesolve import Cube
from cubesolve.cli import main
from cubesolve.cli.main import COMMANDS
from cubesolve.cli.web import FIRST_PORT
from cubesolve.web.errors import ApiError
from cubesolve.web.pool import Pool
from cubesolve.web.settings import Settings
from cubesolve.web.worker import tell_warning

LONG_SOLVE = {"facelets": Cube.random_state(80, 1).facelets(), "method": "beginner"}


def begin_long_solve(server: RunningServer) -> threading.Thread:
    """Start a solve of a minute or more, and return when it is under way."""
    begun = threading.Event()

    def follow() -> None:
        try:
            with (
                server.client() as client,
                client.stream("POST", "/api/solve", json=LONG_SOLVE) as answer,
            ):
                for line in answer.iter_lines():
                    if '"progress"' in line:
                        begun.set()
        except httpx.TransportError:
            pass  # the server was killed in the middle

    thread = threading.Thread(target=follow)
    thread.start()
    assert begun.wait(PATIENCE)
    return thread


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_no_process_is_left_after_a_signal(how: signal.Signals) -> None:
    with running_server() as server:
        server.warm()
        solve = begin_long_solve(server)
        children = server.children()
        assert len(children) >= 2
        code = server.end(how)
        assert code == (0 if how == signal.SIGINT else -signal.SIGTERM)
        assert not alive(children)
        assert server.written() == ""
        solve.join()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_before_anything_is_loaded(how: signal.Signals) -> None:
    with running_server() as server:
        # While modules are loaded the signal itself ends the process, and after that the server.
        assert server.end(how) in (0, -how)
        assert server.written() == ""


def test_no_process_is_left_after_a_signal_at_the_very_start() -> None:
    with running_server() as server:
        assert wait_until(lambda: len(server.children()) == 3)
        children = server.children()
        assert server.end(signal.SIGINT) == 0
        assert not alive(children)
        assert server.written() == ""


def test_no_process_is_left_after_the_server_is_killed() -> None:
    with running_server() as server:
        server.warm()
        solve = begin_long_solve(server)
        children = server.children()
        assert len(children) >= 2
        server.end(signal.SIGKILL)
        assert wait_until(lambda: not alive(children))
        solve.join()


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced() -> None:
    with running_server("--workers", "1") as server:
        server.warm()
        children = server.children()
        for pid in children:
            os.kill(pid, signal.SIGKILL)
        assert wait_until(lambda: not alive(children))
        server.warm()
        # In the middle of a solve it is a fault that the client hears of, and no other.
        before = server.children()
        with (
            server.client() as client,
            client.stream("POST", "/api/solve", json=LONG_SOLVE) as answer,
        ):
            lines = answer.iter_lines()
            assert '"progress"' in next(lines)
            for pid in before:
                os.kill(pid, signal.SIGKILL)
            *_, last = lines
        assert '"internal"' in last
        server.warm()


def begin_and_leave(client: httpx.Client, body: dict[str, Any], lines: int) -> None:
    """Leave when so many lines of a solve have come."""
    with client.stream("POST", "/api/solve", json=body) as answer:
        for _ in zip(range(lines), answer.iter_lines(), strict=False):
            pass


def test_who_leaves_costs_no_process() -> None:
    seconds = {"time": 60}
    bodies: list[dict[str, Any]] = [
        LONG_SOLVE,
        {"facelets": Cube.random_state(20, 1).facelets(), "method": "two-phase"},
        {"facelets": Cube.random_state(3, 1).facelets(), "method": "optimal", "limit": seconds},
        {"facelets": Cube.random_state(300, 1).facelets(), "method": "fast"},
    ]
    with running_server("--workers", "1") as server, server.client() as client:
        server.warm()
        before = server.children()
        for body in bodies:
            for lines in range(4):
                begin_and_leave(client, body, lines)
        answer = client.post(
            "/api/solve",
            json={"scramble": "R U", "method": "beginner"},
            headers={"Accept": "application/json"},
        )
        cube = Cube.from_alg("R U")
        cube.play(answer.json()["alg"])
        assert cube.is_solved
        assert server.children() == before
        assert server.written() == ""


def test_quick_work_is_given_up_too() -> None:
    cube = {"facelets": Cube.random_state(3, 1).facelets()}
    endless = {**cube, "method": "optimal", "what": "all", "limit": {"time": 10**4}}

    async def run() -> bytes:
        pool = Pool(1, 8, warm_up_sizes=())
        try:
            await pool.quick_result("check", cube, PATIENCE)
            leaving = asyncio.create_task(pool.quick_result("solve", endless, 10**4))
            await asyncio.sleep(0.3)  # now it is under way
            leaving.cancel()
            return await pool.quick_result("check", cube, PATIENCE)
        finally:
            await pool.close()

    assert json.loads(loops.run(asyncio.wait_for(run(), PATIENCE)))["ok"]


def test_a_worker_that_does_not_give_up_is_replaced() -> None:
    with running_server("--workers", "1") as server, server.client() as client:
        server.warm()
        before = server.children()
        with client.stream("POST", "/api/solve", json=LONG_SOLVE) as answer:
            assert '"progress"' in next(answer.iter_lines())
            busiest = max(before, key=processor_seconds)
            os.kill(busiest, signal.SIGSTOP)
        server.warm()
        assert wait_until(lambda: not alive({busiest}))
        assert server.children() >= before - {busiest}


def test_the_log_tells_what_ended_a_worker() -> None:
    with running_server("--workers", "1") as server:
        server.warm()
        idle = min(server.children())
        os.kill(idle, signal.SIGKILL)
        told = "cubesolve web: a worker process was ended: Killed\n"
        assert wait_until(lambda: server.written() == told)
        server.warm()
        begin_long_solve(server)
        os.kill(max(server.children(), key=processor_seconds), signal.SIGSEGV)
        told += "cubesolve web: a worker process was ended: Segmentation fault\n"
        assert wait_until(lambda: server.written() == told)


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="nobody is told of stopped processes")
def test_an_idle_worker_that_was_stopped_is_replaced() -> None:
    with running_server("--workers", "1", "--time-limit", "20") as server:
        server.warm()
        before = server.children()
        for worker in before:
            os.kill(worker, signal.SIGSTOP)
        server.warm()
        assert wait_until(lambda: not alive(before))


@pytest.mark.slow
def test_fifty_at_once_are_answered_or_refused() -> None:
    body = {"facelets": Cube.random_state(6, 1).facelets(), "method": "beginner"}

    def ask(number: int) -> str | None:
        headers = {"Accept": "application/json" if number % 2 else "application/x-ndjson"}
        with server.client() as client:
            answer = client.post("/api/solve", json=body, headers=headers)
        if answer.status_code == 503:
            assert answer.json()["error"]["kind"] == "busy"
            assert int(answer.headers["retry-after"]) > 0
            return None
        assert answer.status_code == 200
        last = json.loads(answer.text.splitlines()[-1])
        return str(last.get("solution", last)["alg"])

    with running_server("--workers", "2") as server, ThreadPoolExecutor(50) as crowd:
        asked = [crowd.submit(ask, number) for number in range(50)]
        with server.client() as client:
            while not all(each.done() for each in asked):
                assert client.get("/api/health").status_code == 200
                assert client.get("/").status_code == 200
                found = client.post("/api/scramble", json={"size": 3})
                assert found.status_code in (200, 503)
        answers = [each.result() for each in asked]
        assert None in answers
        solved = [alg for alg in answers if alg is not None]
        assert len(solved) >= 18  # two at work and sixteen that wait
        assert len(set(solved)) == 1
        assert len(server.children()) <= 4
        server.warm()


def test_the_queue_tells_positions() -> None:
    with running_server("--workers", "1") as server, server.client() as client:
        server.warm()
        with client.stream("POST", "/api/solve", json=LONG_SOLVE) as running:
            progress = running.iter_lines()  # a client that drops it leaves
            next(progress)
            with (
                client.stream("POST", "/api/solve", json={"scramble": "R"}) as first,
                client.stream("POST", "/api/solve", json={"scramble": "U"}) as second,
            ):
                one, two = first.iter_lines(), second.iter_lines()
                assert next(one) == '{"type":"queued","position":0}'
                assert next(two) == '{"type":"queued","position":1}'
                running.close()
                for move, lines in (("U", two), ("R", one)):
                    solution = json.loads([*lines][-1])["solution"]
                    assert solution["facelets"] == Cube.from_alg(move).facelets()


# -------------------------------------------------------------------- the command


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["web", "--no-open", "--port", str(port)]) == 2
    message = capsys.readouterr().err
    assert f"cannot listen on 127.0.0.1, port {port}: " in message
    assert "--port 0" in message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--port", "65536"), "expected a port from 0 to 65535"),
        (("--host", "no.such.host.invalid"), "cannot find the address 'no.such.host.invalid'"),
        (("--host", "x" * 300), "it is no name"),
        (("--host", "192.0.2.1"), "cannot listen on 192.0.2.1"),
    ],
)
def test_a_place_that_cannot_be_listened_at(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["web", "--no-open", *arguments]) == 2
    assert message in capsys.readouterr().err


class Started:
    """What `cubesolve web` does up to the moment when it would serve."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened: list[str] = []
        self.opening = threading.Event()

        self.delays: list[int] = []

        def serve(listening: socket.socket, settings: Settings) -> None:
            with socket.create_connection(listening.getsockname()):
                connection, _ = listening.accept()
                self.delays.append(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                connection.close()

        def open_browser(url: str) -> None:
            self.opened.append(url)
            self.opening.set()

        monkeypatch.setattr("cubesolve.web.server.serve", serve)
        monkeypatch.setattr("webbrowser.open", open_browser)
        monkeypatch.setenv("DISPLAY", ":0")
        monkeypatch.delenv("BROWSER", raising=False)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    return Started(monkeypatch)


def test_the_browser_is_opened_at_the_address_that_is_told(
    started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["web", "--port", "0"]) == 0
    assert started.opening.wait(10)
    assert f"CubeSolve is at {started.opened[0]} " in capsys.readouterr().out
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", started.opened[0])


def test_answers_are_not_held_back(started: Started) -> None:
    """Else each answer of two packets takes 40 ms more."""
    assert main(["web", "--port", "0", "--no-open"]) == 0
    assert started.delays
    assert all(started.delays)


def test_no_browser_where_none_is_wanted_or_none_has_windows(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["web", "--port", "0", "--no-open"]) == 0
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert main(["web", "--port", "0"]) == 0
    assert started.opened == []


def test_the_next_port_that_is_free_is_taken(
    started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        taken = socket.create_server(("127.0.0.1", FIRST_PORT))
    except OSError:
        pytest.skip("somebody else listens there")
    with taken:
        assert main(["web", "--no-open"]) == 0
    found = re.search(r":(\d+)/", capsys.readouterr().out)
    assert found is not None
    assert int(found.group(1)) > FIRST_PORT


def test_the_world_is_warned_of(started: Started, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--no-open", "--port", "0"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["web", "--no-open", "--port", "0", "--host", "0.0.0.0"]) == 0
    out, err = capsys.readouterr()
    assert "http://127.0.0.1:" in out
    assert "anyone who can reach 0.0.0.0" in err


@pytest.mark.parametrize("example", COMMANDS["web"].examples)
def test_examples_of_the_help_start(
    example: str, started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(example.split()[1:]) == 0
    assert "CubeSolve is at http://" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["web", "--help"])
    assert example in capsys.readouterr().out


def test_only_the_command_web_loads_the_server_and_the_server_loads_no_numba() -> None:
    code = (
        "import sys\n"
        "from cubesolve.cli import main\n"
        "main(['methods'])\n"
        "assert not {'starlette', 'uvicorn', 'asyncio'} & set(sys.modules)\n"
        "from cubesolve.web.server import Server, Settings\n"
        "Server(Settings())\n"
        "assert 'starlette' in sys.modules and 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_warnings_of_workers_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = tell_warning
        warnings.warn("the disk is full", stacklevel=1)
    assert capsys.readouterr().err == "cubesolve web: the disk is full\n"


def test_the_log_says_once_why_no_worker_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where Python lies in a folder that the server's user cannot open."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    async def refused() -> list[str]:
        pool, messages = Pool(workers=1, queue=2, warm_up_sizes=()), []
        for _ in range(3):
            with pytest.raises(ApiError) as caught:
                async for _event in pool.events(pool.submit("check", {}, 1.0)):
                    pass
            messages.append(str(caught.value))
        return messages

    messages = loops.run(refused())
    assert all("no worker starts; see the server's log" in message for message in messages)
    assert capsys.readouterr().err == (
        "cubesolve web: no worker starts: [Errno 2] No such file or directory: '/nowhere/python'\n"
    )
