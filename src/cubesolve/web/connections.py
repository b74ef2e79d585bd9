"""Connections: not too many of them, none that waits for a request that never comes whole.

Nor does one wait for a client that does not read its answer: that would keep a worker which has
more to tell. A request whose client has left before it is read is not read at all. So a server that
is behind catches up quickly with those who do not wait.
"""

from __future__ import annotations

import asyncio
import socket
import sys

from uvicorn.protocols.http.h11_impl import H11Protocol

from cubesolve.web.errors import ApiError, encode
from cubesolve.web.settings import HEAD_SECONDS, MOST_CONNECTIONS, READ_SECONDS

_RETRY_AFTER = 5  # seconds
_JUDGED = 32_768  # bytes that come at once, from which on one can tell how they are cut
_SMALL = 32  # bytes from one end of a line to the next: in chunks of a body, half of one


def _refusal() -> bytes:
    error = ApiError(503, "busy", f"too many connections; try again in {_RETRY_AFTER} seconds")
    body = encode(error.body)
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nRetry-After: {_RETRY_AFTER}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


class Connection(H11Protocol):
    """A connection that is refused if there are too many, and closed if its client dawdles.

    Refusals are not logged: whoever opens thousands of connections must not fill the disk.
    """

    most = MOST_CONNECTIONS
    refusal = _refusal()
    read_seconds = READ_SECONDS
    _head_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a new connection, or refuse it."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.write(self.refusal)
            transport.close()
        else:
            self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Read on; the head of a request must be whole some seconds after it began."""
        if _has_left(self.transport) or self._is_minced(data):
            self.transport.abort()
            return
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        else:
            self._wait_for_head()

    def _is_minced(self, data: bytes) -> bool:
        """Tell whether a body comes in tiny chunks: each takes as long to read as a large one."""
        if len(data) < _JUDGED or data.count(b"\r\n") * _SMALL < len(data):
            return False
        known = any(name == b"transfer-encoding" for name, _ in self.headers or ())
        return known or b"transfer-encoding:" in data.lower()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        self._stop_watching()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait until the client has read on; it must not take too long over it."""
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        """Go on."""
        self._stop_watching()
        super().resume_writing()

    def _watch_reader(self) -> None:
        unread = self.transport.get_write_buffer_size()
        self._read_timer = self.loop.call_later(self.read_seconds, self._check_reader, unread)

    def _check_reader(self, unread: int) -> None:
        """Leave a client that has read nothing since there was so much to read."""
        if self.transport.get_write_buffer_size() >= unread:
            self.transport.abort()
        else:
            self._watch_reader()

    def _stop_watching(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _wait_for_head(self) -> None:
        if self._head_timer is None and not self.transport.is_closing():
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self._head_timer = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: such requests are answered as others are."""


def _has_left(transport: asyncio.Transport) -> bool:
    """Tell whether nothing more comes from a client, and nothing is read by it.

    Whoever closes only one way is taken for gone as well, here as everywhere in this server.
    """
    if sys.platform == "win32":
        return False
    own = transport.get_extra_info("socket")
    try:
        with socket.fromfd(own.fileno(), own.family, own.type) as connection:
            return not connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:  # it was reset
        return True
