"""A thousand requests that nobody should send: each gets a clear answer, none a fault."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from web_server import PATIENCE, RunningServer, running_server

from cubesolve import Cube
from cubesolve.web.openapi import openapi_document
from cubesolve.web.settings import LARGEST_BODY, Settings

POSTS = ("/api/scramble", "/api/check", "/api/alg", "/api/solve")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
JSON = {"Content-Type": "application/json"}
DOCUMENT = schemathesis.openapi.from_dict(openapi_document(Settings()))


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server() as started:
        started.warm()
        yield started
        started.warm()


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def refuse(answer: httpx.Response, *statuses: int) -> Any:
    """Check that an answer is a clear refusal, and return its error."""
    assert answer.status_code in statuses, (answer.status_code, answer.text[:500])
    assert answer.headers["content-type"] == "application/json"
    assert "Traceback" not in answer.text
    assert 'File "' not in answer.text
    error = answer.json()["error"]
    assert isinstance(error["kind"], str)
    assert isinstance(error["message"], str)
    assert len(answer.content) < 10_000
    return error


@pytest.mark.slow
@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_requests_made_from_the_document(
    server: RunningServer, path: str, mode: GenerationMode
) -> None:
    made = DOCUMENT[path]["POST"].as_strategy(generation_mode=mode)

    # Cubes of hundreds of layers are good requests, but take their time.
    examples = 120 if mode == GenerationMode.NEGATIVE else 25 if path == "/api/scramble" else 75

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(made)
    def send(case: Any) -> None:
        answer = case.call(base_url=server.url, timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)
        if mode == GenerationMode.NEGATIVE:
            assert answer.status_code in (400, 405, 413, 415, 422)

    send()


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        (b"", 400, "json"),
        (b"{", 400, "json"),
        (b"\xff\xfe{}", 400, "json"),
        (b'{"size": "\xc3\x28"}', 400, "json"),
        (b'{"size": NaN}', 400, "json"),
        (b'{"size": -Infinity}', 400, "json"),
        (b'{"size": ' + b"9" * 5000 + b"}", 400, "json"),
        (b"[" * 100_000 + b"]" * 100_000, 400, "json"),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, 400, "json"),
        (b"null", 422, "value"),
        (b"[]", 422, "value"),
        (b'"size"', 422, "value"),
        (b"{}", 422, "member"),
        (b'{"__proto__": {}}', 422, "member"),
        (b'{"\\ud800": 1}', 422, "member"),
    ],
)
def test_bodies_made_by_hand(
    client: httpx.Client, path: str, body: bytes, status: int, kind: str
) -> None:
    error = refuse(client.post(path, content=body, headers=JSON), status)
    assert error["kind"] == kind


NOT_SIZES = [
    0, 1, -1, 1001, 10**9, 10**400, 2.5, 1e308, True, False, None, "3", "", [], [3], {}, {"a": 3},
]  # fmt: skip


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("size", NOT_SIZES)
def test_sizes_that_no_cube_has(client: httpx.Client, path: str, size: Any) -> None:
    others = {
        "/api/scramble": {},
        "/api/check": {"facelets": Cube(3).facelets()},
        "/api/alg": {"alg": "R"},
        "/api/solve": {"scramble": "R"},
    }
    text = json.dumps({"size": size, **others[path]})
    assert refuse(client.post(path, content=text, headers=JSON), 422)["kind"] == "value"


WRONG = [None, True, 3, -1, 2.5, [], {}, ["R"], {"time": 1}, "\ud800", "\0", "x" * 1000]


@pytest.mark.parametrize(
    ("path", "good"),
    [
        ("/api/scramble", {"size": 3, "seed": 1, "kind": "moves"}),
        ("/api/check", {"facelets": Cube(3).facelets(), "size": 3, "scheme": "WRGYOB"}),
        ("/api/check", {"colors": Cube(3).color_letters()}),
        ("/api/alg", {"alg": "R", "size": 3}),
        ("/api/solve", {"scramble": "R", "size": 3, "method": "auto", "what": "all", "limit": {}}),
        ("/api/solve", {"facelets": Cube(3).facelets(), "scheme": "WRGYOB"}),
    ],
)
def test_each_member_with_each_wrong_value(
    client: httpx.Client, path: str, good: dict[str, Any]
) -> None:
    for name in good:
        for value in WRONG:
            text = json.dumps({**good, name: value})
            answer = client.post(path, content=text, headers=JSON)
            if answer.status_code != 200:
                refuse(answer, 422)


@pytest.mark.parametrize("name", ["time", "moves", "nodes"])
def test_limits_that_are_none(client: httpx.Client, name: str) -> None:
    wrong: list[Any] = [-1, 10**30, True, None, "1", [], {}]
    for value in wrong:
        body = {"scramble": "R", "limit": {name: value}}
        refuse(client.post("/api/solve", json=body), 422)
    refuse(client.post("/api/solve", json={"scramble": "R", "limit": {"hours": 1}}), 422)


@pytest.mark.parametrize("path", POSTS)
def test_ten_megabytes(client: httpx.Client, path: str) -> None:
    data = b'{"facelets": "' + b"U" * 10_000_000 + b'"}'
    assert refuse(client.post(path, content=data, headers=JSON), 413)["kind"] == "too large"
    pieces = (data[start : start + 50_000] for start in range(0, len(data), 50_000))
    assert refuse(client.post(path, content=pieces, headers=JSON), 413)["kind"] == "too large"


def test_the_largest_body_that_is_read(client: httpx.Client) -> None:
    short = b'{"size": 3}'
    full = short + b" " * (LARGEST_BODY - len(short))
    assert client.post("/api/scramble", content=full, headers=JSON).status_code == 200
    refuse(client.post("/api/scramble", content=full + b" ", headers=JSON), 413)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "a/json", ""])
def test_other_kinds_of_content(client: httpx.Client, kind: str) -> None:
    # A form on a foreign page can send these without asking first.
    headers = {"Content-Type": kind} if kind else {}
    answer = client.post("/api/scramble", content=b'{"size": 3}', headers=headers)
    assert refuse(answer, 415)["kind"] == "content type"


def test_a_charset_may_be_named(client: httpx.Client) -> None:
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    answer = client.post("/api/scramble", content=b'{"size": 3}', headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "text",
    ["(" * 5000, "((((((((R)9999)9999)9999)9999)9999)9999)9999)9999", "R" * 500_000, "[" * 99,
     "(R)200001", "[1,2,3,", "99999999999999R", "\x00", "\u202e", "R\n" * 1000 + "Q"],
)  # fmt: skip
def test_algorithms_that_ask_too_much(client: httpx.Client, text: str) -> None:
    refuse(client.post("/api/alg", json={"alg": text, "size": 3}), 422)
    refuse(client.post("/api/solve", json={"scramble": text, "size": 3}), 422)


@pytest.mark.parametrize("size", [3, 20, 100])
def test_a_cube_painted_at_random(client: httpx.Client, size: int) -> None:
    letters = random.Random(size).choices("URFDLB", k=6 * size**2)
    answer = client.post("/api/check", json={"facelets": "".join(letters)})
    assert answer.status_code == 200
    assert not answer.json()["ok"]


@pytest.mark.parametrize(
    "data",
    [
        b"\r\n\r\n",
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        b"POST /api/alg HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/alg HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{",
        b"POST /api/alg HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        b"GET /%ff%fe%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /static/%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /static/" + b"a/" * 3000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
    ],
)
def test_what_is_hardly_http(server: RunningServer, data: bytes) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        answer = b""
        with suppress(OSError):  # the server may close before it has read everything
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while received := connection.recv(65536):
                answer += received
    assert not answer.startswith(b"HTTP/1.1 5"), answer[:500]
    assert not answer.startswith(b"HTTP/1.1 2"), answer[:500]
    assert b"Traceback" not in answer
