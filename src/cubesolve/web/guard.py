"""The outermost layer: who may call, and the headers that every response carries."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cubesolve.web.errors import ApiError
from cubesolve.web.responses import error_answer

POLICY = "; ".join(
    (
        "default-src 'self'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """Lets through what comes from a page of this server, or from no page at all.

    A page of another site can make a browser send requests here, also by pointing its own name to
    this address. The first have a foreign `Origin`, the second a foreign `Host`; an address of
    digits cannot be pointed elsewhere, so it is never foreign.
    """

    def __init__(self, app: ASGIApp, host: str, names: tuple[str, ...] = ()) -> None:
        self.app = app
        self.names = {name.lower().rstrip(".") for name in ("localhost", host, *names)}
        self.local_only = is_loopback(host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self.find_refusal(Headers(scope=scope))
        if refusal is None:
            await self.app(scope, receive, send_with_headers)
        else:
            await error_answer(refusal)(scope, receive, send_with_headers)

    def find_refusal(self, headers: Headers) -> ApiError | None:
        """Return why these headers are refused, if they are."""
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self.knows(hosts[0]):
            return ApiError(403, "host", "unknown host name; allow it with --name")
        if any(origin_host(origin) != hosts[0].lower() for origin in origins):
            return ApiError(403, "origin", "only pages from this server may use its API")
        return None

    def knows(self, host: str) -> bool:
        """Return whether a `Host` header names this server."""
        try:
            parts = urlsplit(f"//{host}")
            name = (parts.hostname or "").rstrip(".")
            _ = parts.port  # raises for what is no number
        except ValueError:
            return False
        if parts.netloc != host or "@" in host:
            return False
        if name in self.names:
            return True
        return is_loopback(name) if self.local_only else is_address(name)


def is_address(host: str) -> bool:
    """Return whether a host is written as an address, not as a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def origin_host(origin: str) -> str | None:
    """Return the host and port of an origin, if it is one."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    return parts.netloc.lower() if parts.scheme in ("http", "https") else None
