"""Starting and ending the server."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from cubesolve.web.app import Application
from cubesolve.web.settings import Settings


class Server(uvicorn.Server):
    """A server that ends running solves before it waits for their connections."""

    def __init__(self, settings: Settings, on_start: Callable[[], None]) -> None:
        self.application = Application(settings)
        self.on_start = on_start
        super().__init__(
            uvicorn.Config(
                self.application.asgi,
                loop="asyncio",
                http="h11",
                ws="none",
                lifespan="on",
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=5,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self.on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all work, then the connections."""
        await self.application.api.close()
        await super().shutdown(sockets)


def serve(listening: socket.socket, settings: Settings, on_start: Callable[[], None]) -> None:
    """Serve until a signal comes; return on the one that Ctrl+C sends."""
    try:
        Server(settings, on_start).run([listening])
    except KeyboardInterrupt:
        return
