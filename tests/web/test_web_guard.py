"""Who may call the server, and what every response carries."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message

import loops
from cubesolve.web.guard import HEADERS, Guard


def ask(guard: Guard, *headers: tuple[str, str], path: str = "/") -> tuple[int, dict[str, str]]:
    """Return the status and the headers of the answer."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
    }
    loops.run(guard(scope, receive, send))
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], found


def guard(host: str = "127.0.0.1", *names: str) -> Guard:
    return Guard(PlainTextResponse("hello"), host, names)


LOCAL = ["127.0.0.1", "127.0.0.1:8230", "localhost", "LOCALHOST:1", "[::1]:8230", "127.9.9.9"]
NEVER = [
    "", "evil.example", "evil.example:8230", "127.0.0.1.evil.example", "localhost.evil.example",
    "127.0.0.1@evil.example", "evil.example@127.0.0.1", "127.0.0.1/evil", "127.0.0.1:x", "[::1",
    "127.0.0.1#", "127.0.0.1, evil.example", "127.0.0.1:99999", "\xe9vil.example", "0x7f.1",
]  # fmt: skip


@pytest.mark.parametrize("host", LOCAL)
def test_this_machine_has_several_names(host: str) -> None:
    assert ask(guard(), ("host", host))[0] == 200
    assert ask(guard("0.0.0.0"), ("host", host))[0] == 200


@pytest.mark.parametrize("host", NEVER)
def test_another_name_is_refused(host: str) -> None:
    # What a page does that points its own name to this address.
    assert ask(guard(), ("host", host))[0] == 403
    assert ask(guard("0.0.0.0"), ("host", host))[0] == 403


def test_addresses_of_the_network_where_it_listens_to_the_network() -> None:
    for host in ("192.168.1.5:8230", "[fd00::5]:8230"):
        assert ask(guard(), ("host", host))[0] == 403
        assert ask(guard("0.0.0.0"), ("host", host))[0] == 200


def test_names_that_were_given() -> None:
    open_guard = guard("0.0.0.0", "Cubes.example")
    assert ask(open_guard, ("host", "cubes.example:8230"))[0] == 200
    assert ask(open_guard, ("host", "other.example"))[0] == 403
    assert ask(guard("cubes.lan"), ("host", "cubes.lan:8230"))[0] == 200


def test_one_host_and_one_only() -> None:
    assert ask(guard())[0] == 403
    assert ask(guard(), ("host", "127.0.0.1"), ("host", "127.0.0.1"))[0] == 403


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_pages_of_this_server_may_call_it(scheme: str) -> None:
    headers = ("host", "127.0.0.1:8230"), ("origin", f"{scheme}://127.0.0.1:8230")
    assert ask(guard(), *headers)[0] == 200


@pytest.mark.parametrize(
    "origin",
    ["null", "", "http://evil.example", "http://127.0.0.1:9999", "http://127.0.0.1",
     "http://localhost:8230", "file://127.0.0.1:8230", "http://[", "127.0.0.1:8230"],
)  # fmt: skip
def test_pages_of_others_may_not(origin: str) -> None:
    headers = ("host", "127.0.0.1:8230"), ("origin", origin)
    status, found = ask(guard(), *headers)
    assert status == 403
    assert not any(name.startswith("access-control") for name in found)


def test_every_response_carries_the_policy() -> None:
    for host, status in (("127.0.0.1", 200), ("evil.example", 403)):
        answer = ask(guard(), ("host", host))
        assert answer[0] == status
        for name, value in HEADERS.items():
            assert answer[1][name.lower()] == value
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'self'" in policy
    assert "*" not in policy
