"""Clients that ask for much, and leave: others hardly notice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from web_attacks import (
    at_rest,
    memory,
    nested,
    place,
    request,
    send_and_leave,
    send_hostile_requests,
)
from web_server import PATIENCE, RunningServer, running_server, wait_until

import loops
from cubesolve.web import jobs
from cubesolve.web.connections import Connection
from cubesolve.web.errors import ApiError
from cubesolve.web.settings import (
    HEAD_SECONDS,
    MOST_CONNECTIONS,
    MOST_HELD,
    MOST_READ,
    TURNING,
)

TICK = os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server("--workers", "2") as running:
        running.warm()
        yield running


@pytest.mark.parametrize("depth", [12, 16, 20, 99])
def test_what_would_expand_to_too_much_is_refused_at_once(
    server: RunningServer, depth: int
) -> None:
    with server.client() as client:
        answer = client.post("/api/alg", json={"alg": nested(depth), "size": 3})
        solving = client.post("/api/solve", json={"scramble": nested(99)})
    if depth > 12:
        assert answer.status_code == 422
        assert f"at most {MOST_READ:,} moves" in answer.json()["error"]["message"]
    assert solving.status_code == 422


def test_what_is_too_long_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million characters of small brackets take seconds to read, and others wait."""
    assert jobs.read_alg({"alg": "R // " + "R" * 30_000 + "\nU", "size": 3}, print)
    monkeypatch.delattr(jobs, "Alg")
    for text in ("(R)" * 30_000, "[r,U]" * 15_000, ". " * 30_000, "R2' x" * 15_000):
        with pytest.raises(ApiError, match=f"at most {MOST_READ:,} moves, got 30,000 or more"):
            jobs.read_alg({"alg": text, "size": 3}, print)


def test_sets_of_layers_count_as_their_parts(server: RunningServer) -> None:
    layers = ",".join(map(str, range(1, 200, 2)))
    with server.client() as client:
        answer = client.post("/api/alg", json={"alg": f"([{layers}]R U)900", "size": 500})
    assert answer.status_code == 422
    assert "ranges of layers" in answer.json()["error"]["message"]


def test_turning_a_large_cube_is_bounded_too(server: RunningServer) -> None:
    with server.client() as client:
        answer = client.post("/api/solve", json={"scramble": "(R U F')60000", "size": 100})
        small = client.post("/api/solve", json={"scramble": "(R U F')60000", "method": "beginner"})
    assert answer.status_code == 422
    assert f"at most {TURNING // 100**2:,} moves" in answer.json()["error"]["message"]
    assert small.status_code == 200


@asynccontextmanager
async def serving(app: ASGIApp) -> AsyncIterator[tuple[str, int]]:
    """Serve an application by our connections, in this process; give its address."""
    config = uvicorn.Config(app, lifespan="off", log_level="error")
    config.load()
    state = uvicorn.Server(config).server_state
    loop = asyncio.get_running_loop()
    async with await loop.create_server(
        lambda: Connection(config, state, {}), "127.0.0.1", 0
    ) as listening:
        yield listening.sockets[0].getsockname()


def test_requests_of_clients_that_left_are_not_even_read() -> None:
    heard: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        heard.append(scope["path"])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def run() -> bytes:
        async with serving(app) as address:
            # Nothing is accepted before the first await: all of them have left by then.
            for number in range(20):
                with socket.create_connection(address) as connection:
                    connection.sendall(f"GET /{number} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
            reader, writer = await asyncio.open_connection(*address)
            writer.write(b"GET /stays HTTP/1.1\r\nHost: a\r\n\r\n")
            answer = await reader.read(1000)
            writer.close()
            return answer

    assert b" 204 " in loops.run(run())
    assert heard == ["/stays"]


def test_bodies_in_tiny_chunks_are_not_read() -> None:
    """A chunk of one byte takes as long as one of a thousand; a body of short lines is none."""
    heard: dict[str, int] = {}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        length, more = 0, True
        while more and (part := await receive())["type"] == "http.request":
            length += len(part["body"])
            more = part["more_body"]
        if not more:
            heard[scope["path"]] = length
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def run() -> None:
        chunked = "Transfer-Encoding: chunked"
        bodies = (
            ("/tiny", chunked, b"1\r\n \r\n" * 50_000 + b"0\r\n\r\n"),
            ("/large", chunked, (b"3e8\r\n" + b" " * 1000 + b"\r\n") * 300 + b"0\r\n\r\n"),
            ("/lines", "Content-Length: 300000", b" \r\n" * 100_000),
        )
        async with serving(app) as address, asyncio.timeout(PATIENCE):
            for path, how, body in bodies:
                reader, writer = await asyncio.open_connection(*address)
                writer.write(f"POST {path} HTTP/1.1\r\nHost: a\r\n{how}\r\n\r\n".encode() + body)
                with suppress(ConnectionError):
                    await reader.readline()
                writer.close()

    loops.run(run())
    assert heard == {"/large": 300_000, "/lines": 300_000}


def test_clients_that_do_not_read_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would keep the worker that answers them; those who read slowly have it all."""
    monkeypatch.setattr(Connection, "read_seconds", 0.5)
    some, times = b"x" * 2**20, 64
    ended: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(times):
            await send({"type": "http.response.body", "body": some, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        await receive()
        ended.append((await receive())["type"])

    async def run() -> int:
        async with serving(app) as address, asyncio.timeout(PATIENCE):
            with socket.create_connection(address) as idle:
                idle.sendall(b"GET /idle HTTP/1.1\r\nHost: a\r\n\r\n")
                reader, writer = await asyncio.open_connection(*address)
                writer.write(b"GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                read = 0
                while data := await reader.read(2**20):
                    read += len(data)
                    await asyncio.sleep(0.01)
                writer.close()
                while len(ended) < 2:
                    await asyncio.sleep(0.01)
                return read

    assert loops.run(run()) > times * len(some)
    assert ended == ["http.disconnect"] * 2


@pytest.mark.slow
def test_a_thousand_hostile_requests_whose_clients_left(server: RunningServer) -> None:
    everyone = {server.process.pid, *server.children()}
    before = memory(everyone)
    seen = send_hostile_requests(server, 1000, seed=1)
    assert seen.faults == []
    with server.client() as client:
        for _ in range(5):  # the last of them may still be in hand
            with client.stream(
                "POST", "/api/solve", json={"scramble": "R U F", "method": "beginner"}
            ) as answer:
                lines = [json.loads(line) for line in answer.iter_lines()]
            assert lines[-1].get("type") == "solution", lines
    assert wait_until(lambda: at_rest(server))
    # A worker more may have begun: one for a second solve, or the one for scans.
    assert memory({server.process.pid, *server.children()}) < before + 300e6


def test_a_client_that_leaves_is_dropped_from_the_queue(server: RunningServer) -> None:
    heavy = request(server, "/api/scramble", {"size": 1000})
    for _ in range(60):
        send_and_leave(server, heavy)
    with server.client() as client:
        assert client.post("/api/alg", json={"alg": "R", "size": 3}).status_code == 200
    assert wait_until(lambda: at_rest(server))


def test_large_bodies_that_never_come_whole_take_little_memory(server: RunningServer) -> None:
    host, port = place(server)
    length, almost = 6_000_000, b" " * 5_900_000
    head = (
        f"POST /api/solve HTTP/1.1\r\nHost: {host}:{port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
    before = memory({server.process.pid})
    waiting = []
    try:
        for _ in range(100):
            waiting.append(socket.create_connection((host, port), timeout=PATIENCE))
            waiting[-1].sendall(head.encode() + almost)
        assert memory({server.process.pid}) < before + 2.5 * MOST_HELD
        with server.client() as client:
            assert client.post("/api/alg", json={"alg": "R", "size": 3}).status_code == 200
        waiting[-1].sendall(b" " * (length - len(almost)))
        assert b" 503 " in waiting[-1].recv(1000)
    finally:
        for connection in waiting:
            connection.close()
    assert wait_until(lambda: at_rest(server))
    with server.client() as client:  # there is room again
        body = b'{"scramble":"R","method":"beginner"' + b" " * 5_900_000 + b"}"
        kind = {"Content-Type": "application/json"}
        assert client.post("/api/solve", content=body, headers=kind).status_code == 200


def test_sets_of_thousands_of_layers_are_not_remembered(server: RunningServer) -> None:
    layers = [",".join(map(str, range(first, 200_000, 2))) for first in range(1, 13)]
    moves = [",".join(map(str, range(1, 1000, step))) for step in range(2, 100)]
    everyone = {server.process.pid, *server.children()}
    with server.client() as client:

        def ask() -> None:
            for of in layers:
                client.post("/api/alg", json={"alg": f"[{of}]R", "size": 1000})
            for start in range(0, len(moves), 8):
                alg = " U ".join(f"[{of}]R [{of}]L" for of in moves[start : start + 8])
                client.post("/api/alg", json={"alg": alg, "size": 1000})

        ask()
        before = memory(everyone)
        layers = [f"1,{of}" for of in layers]
        ask()
    assert memory(everyone) < before + 60e6


@pytest.mark.slow
def test_requests_that_never_come_whole_are_closed(server: RunningServer) -> None:
    parts = (b"", b"POST /api/alg HT", b"GET / HTTP/1.1\r\nHost: a\r\nX: ")
    waiting = [socket.create_connection(place(server)) for _ in parts]
    for connection, part in zip(waiting, parts, strict=True):
        connection.sendall(part)
    for connection in waiting:
        connection.settimeout(10 * HEAD_SECONDS)
        with connection:
            while connection.recv(1000):
                pass


def test_too_many_connections_are_refused_without_a_word(server: RunningServer) -> None:
    taken = []
    refused = 0
    try:
        for _ in range(MOST_CONNECTIONS + 40):
            taken.append(socket.create_connection(place(server)))
            taken[-1].sendall(b"POST / HTTP/1.1\r\n")
        for connection in taken[MOST_CONNECTIONS:]:
            connection.settimeout(60)
            refused += b" 503 " in connection.recv(1000)
    finally:
        for connection in taken:
            connection.close()
    assert refused > 0
    with server.client() as client:
        assert wait_until(lambda: client.get("/api/health").status_code == 200)
    assert server.written() == ""


@pytest.mark.slow
def test_an_idle_worker_that_dies_is_replaced_before_it_is_missed() -> None:
    with running_server("--workers", "1") as running:
        running.warm()
        assert wait_until(lambda: at_rest(running))
        before = running.children()
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        assert wait_until(lambda: len(running.children() - before) == len(before))
        with running.client() as client:
            for _ in range(3):
                body = {"scramble": "R", "method": "beginner"}
                assert client.post("/api/solve", json=body).status_code == 200


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_job_that_a_lost_worker_never_began_is_given_to_another(how: signal.Signals) -> None:
    """The server cannot know yet that it has ended, or is stopped: also while it is warmed up."""
    solve = {"scramble": "R", "method": "beginner"}
    with running_server("--workers", "1") as running:
        running.warm()
        for _ in range(2):
            for pid in running.children():
                os.kill(pid, how)
            with running.client() as client:
                read = client.post("/api/alg", json={"alg": "R", "size": 3})
                solved = client.post("/api/solve", json=solve)
            assert (read.status_code, solved.status_code) == (200, 200)
            assert json.loads(solved.text.splitlines()[-1])["type"] == "solution"
