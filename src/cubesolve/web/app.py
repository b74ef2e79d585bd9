"""The application: the page, its files, and the API, behind the guard."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from cubesolve.web.api import Api
from cubesolve.web.errors import ApiError
from cubesolve.web.guard import Guard
from cubesolve.web.responses import error_answer
from cubesolve.web.settings import Settings

STATIC = Path(__file__).parent / "static"
# What a browser must be told, whatever the system's own table says of these endings.
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class Files(StaticFiles):
    """The files of the page; a browser asks each time whether its copy is current."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or that it has not changed."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


class Application:
    """Everything that is served, and the work behind it."""

    def __init__(self, settings: Settings) -> None:
        for ending, name in TYPES.items():
            mimetypes.add_type(name, ending)
        self.api = Api(settings)
        self.files = Files(directory=STATIC)
        inner = Starlette(
            routes=[
                Route("/", self.page),
                *self.api.routes(),
                Mount("/static", self.files),
            ],
            exception_handlers={
                ApiError: _api_error,
                HTTPException: _http_error,
                ClientDisconnect: _nobody_there,
                Exception: _fault,
            },
            lifespan=self.lifespan,
        )
        self.asgi = Guard(inner, settings.host, settings.names)

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Start workers, and end them."""
        self.api.start()
        try:
            yield
        finally:
            await self.api.close()

    async def page(self, request: Request) -> Response:
        """Give the page."""
        return await self.files.get_response("index.html", request.scope)


async def _api_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return error_answer(error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    kind, message = {
        404: ("not found", "there is nothing at this address"),
        405: ("method", "this address does not accept this method"),
    }.get(error.status_code, ("request", error.detail))
    return error_answer(
        ApiError(error.status_code, kind, message, headers=dict(error.headers or {}))
    )


async def _nobody_there(request: Request, error: Exception) -> Response:
    return error_answer(ApiError(400, "request", "the client disconnected"))


async def _fault(request: Request, error: Exception) -> Response:
    return error_answer(
        ApiError(500, "internal", "something went wrong on the server; see its log")
    )
