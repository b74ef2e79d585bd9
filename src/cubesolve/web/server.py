"""Starting and ending the server."""

from __future__ import annotations

import signal
import socket

import uvicorn

from cubesolve.web.app import Application
from cubesolve.web.connections import Connection
from cubesolve.web.settings import Settings, most_connections


class Server(uvicorn.Server):
    """A server that ends running solves before it waits for their connections."""

    def __init__(self, settings: Settings) -> None:
        self.application = Application(settings)
        super().__init__(
            uvicorn.Config(
                self.application.asgi,
                loop="asyncio",
                http=Connection,
                ws="none",
                lifespan="on",
                log_level="error",  # what strange clients do is not worth a line
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=5,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all work, then the connections."""
        await self.application.api.close()
        await super().shutdown(sockets)


def serve(listening: socket.socket, settings: Settings) -> None:
    """Serve until a signal comes; return on the one that Ctrl+C sends."""
    Connection.most = most_connections()
    server = Server(settings)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        server.run([listening])
    except KeyboardInterrupt:
        return
