"""Clients that ask for much, or for nothing that makes sense, and leave: for tests and attacks."""

from __future__ import annotations

import json
import os
import random
import socket
import time
from base64 import b64encode
from contextlib import suppress
from pathlib import Path

from web_server import RunningServer, alive

from attacks import Seen

TICK = os.sysconf("SC_CLK_TCK")


def nested(depth: int) -> str:
    text = "R"
    for _ in range(depth):
        text = f"[{text}, U]"
    return text


def place(server: RunningServer) -> tuple[str, int]:
    host, _, port = server.url.removeprefix("http://").rpartition(":")
    return host, int(port)


def request(server: RunningServer, path: str, body: object) -> bytes:
    data = json.dumps(body).encode()
    host, port = place(server)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


def send_and_leave(server: RunningServer, data: bytes) -> None:
    with socket.create_connection(place(server)) as connection:
        connection.sendall(data)


def cpu_seconds(pids: set[int]) -> float:
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICK


def memory(pids: set[int]) -> int:
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/statm").read_text().split()
        total += int(fields[1]) * os.sysconf("SC_PAGE_SIZE")
    return total


def at_rest(server: RunningServer) -> bool:
    pids = {server.process.pid, *server.children()}
    before = cpu_seconds(pids)
    time.sleep(1)
    return alive(pids) == pids and cpu_seconds(pids) - before < 0.05


def hostile_requests(server: RunningServer) -> list[bytes]:
    """Return requests that ask for much work, or are none."""
    solving = {"scramble": "R U F' L2 [3]R", "size": 30, "method": "layers"}
    packed = {"scramble": "[7]R U [500]F' [2]R", "size": 1000, "method": "fast", "moves": "packed"}
    noise = random.Random(1)
    grid = [[[noise.randrange(256) for _ in range(3)] for _ in range(8)] for _ in range(8)]
    layers = ",".join(map(str, range(1 + noise.randrange(100), 200_000, 2)))
    letters = "".join(noise.choices("URFDLB", k=600_000))
    picture = b"\xff\xd8\xff\xc0\x00\x11\x08\x01\x00\x01\x00\x03" + noise.randbytes(5000)
    chunks = b"1\r\n \r\n" * 50_000 + b"0\r\n\r\n"
    return [
        request(server, "/api/solve", packed),
        request(server, "/api/scan", {"readings": [grid] * 6}),
        request(server, "/api/scan/face", {"image": "iVBORw0KGgo=" * 9000}),
        b"POST /api/alg HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
        b"GET /api/methods HTTP/1.1\r\n\r\n" * 500,
        request(server, "/api/alg", {"alg": "(R U F' L2 D)3999", "size": 7}),
        request(server, "/api/alg", {"alg": nested(60), "size": 3}),
        request(server, "/api/alg", {"alg": f"[{layers}]R", "size": 1000}),
        request(server, "/api/alg", {"alg": ". " * 400_000, "size": 3}),
        request(server, "/api/alg", {"alg": "(" * 99 + "R" + ")9" * 99, "size": 3}),
        request(server, "/api/scan/face", {"image": b64encode(picture).decode()}),
        request(server, "/api/check", {"facelets": letters}),
        request(server, "/api/solve", {"facelets": " " * 5_000_000})[:-1],
        request(server, "/api/scramble", {"size": 1000}),
        request(server, "/api/solve", {"scramble": "(R U F')60000", "size": 90}),
        request(server, "/api/solve", {"scramble": "(R U F')3000", "size": 90}),
        request(server, "/api/solve", solving),
        request(server, "/api/solve", {"scramble": "[" * 5000}),
        request(server, "/api/check", {"facelets": "U" * 600_000}),
        b"GET / HTTP/1.1\r\nX: " + b"y" * 100_000,
        b"\x00\xff" * 500,
        b"POST /api/solve HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n{",
    ]


def send_hostile_requests(server: RunningServer, count: int, seed: int) -> Seen:
    """Send requests whose clients leave: most of them at once, some when an answer begins."""
    chance = random.Random(seed)
    work = hostile_requests(server)
    seen = Seen(count)
    for _ in range(count):
        with socket.create_connection(place(server)) as connection:
            with suppress(ConnectionError):  # what it says may be enough for the server
                connection.sendall(chance.choice(work))
            if chance.random() < 0.02:
                connection.settimeout(0.1)
                with suppress(OSError):
                    seen.hits += len(connection.recv(1)) > 0
    if server.process.poll() is not None:
        seen.faults.append(f"the server ended: {server.written()[-300:]}")
    return seen


def seconds_until_a_solve_begins(server: RunningServer) -> float:
    """Ask for an ordinary solve; return how long it takes until it is under way."""
    began = time.perf_counter()
    body = {"scramble": "R U F", "method": "beginner"}
    with server.client() as client, client.stream("POST", "/api/solve", json=body) as answer:
        for line in answer.iter_lines():
            if json.loads(line)["type"] != "queued":
                return time.perf_counter() - began
    raise AssertionError("the server said nothing")
