"""The endpoints of the API: each reads its request, has the work done, and answers."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import aclosing
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from cubesolve.version import __version__
from cubesolve.web.bodies import ALG, CHECK, SCAN, SCAN_FACE, SCRAMBLE, solve_body
from cubesolve.web.errors import ApiError, encode
from cubesolve.web.fields import Record
from cubesolve.web.jobs import list_methods
from cubesolve.web.openapi import openapi_document
from cubesolve.web.pool import Event, Pool, Ticket
from cubesolve.web.reading import Reader
from cubesolve.web.responses import JsonAnswer
from cubesolve.web.settings import (
    LARGEST,
    LARGEST_CUBE_BODY,
    LARGEST_SCANNED_BODY,
    LARGEST_SOLVED,
    QUICK_SECONDS,
    SCAN_SECONDS,
    Settings,
)

LINES = "application/x-ndjson"
T = TypeVar("T")
_HEAD_START = 4.0  # seconds that a browser has for itself, to start and to show the page
_BREATH = 0.5  # seconds that the page has for itself, once it has drawn the cube
_GRACE = 3.0  # seconds for a method to notice that its own time limit is over


class Api:
    """The API over pools: quick jobs must not wait behind solves, nor solves behind quick jobs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.quick = Pool(1, 64, warm_up_sizes=())
        self.checks = Pool(1, 64, warm_up_sizes=())  # of what is to be solved
        self.solves = Pool(settings.workers, settings.queue, warm_up_sizes=(3, 4, 5), niceness=5)
        self.scans = Pool(1, 16, warm_up_sizes=())  # begins when someone scans
        self.reader = Reader()
        self.solve_body = solve_body(settings.time_limit)
        self.document = encode(openapi_document(settings))

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/health", self.health),
            Route("/api/methods", self.methods),
            Route("/api/openapi.json", self.openapi),
            Route("/api/scramble", self.scramble, methods=["POST"]),
            Route("/api/check", self.check, methods=["POST"]),
            Route("/api/alg", self.alg, methods=["POST"]),
            Route("/api/scan/face", self.scan_face, methods=["POST"]),
            Route("/api/scan", self.scan, methods=["POST"]),
            Route("/api/solve", self.solve, methods=["POST"]),
        ]

    def start(self, delay: float = _HEAD_START) -> None:
        """Start a worker of each kind soon; a job that comes first starts its own."""
        loop = asyncio.get_running_loop()
        for pool in (self.quick, self.checks, self.solves):
            loop.call_later(delay, pool.start)

    async def close(self) -> None:
        """End all work."""
        await asyncio.gather(*(pool.close() for pool in self.pools))

    @property
    def pools(self) -> tuple[Pool, ...]:
        """All pools."""
        return self.quick, self.checks, self.solves, self.scans

    async def health(self, request: Request) -> Response:
        """Say that the server lives."""
        return JsonAnswer({"status": "ok", "version": __version__})

    async def methods(self, request: Request) -> Response:
        """List the methods: the page asks for them when it has drawn the cube."""
        self.start(_BREATH)
        limits = {
            "size": LARGEST,
            "solved_size": LARGEST_SOLVED,
            "time": self.settings.time_limit,
        }
        return JsonAnswer({"methods": list_methods(), "limits": limits})

    async def openapi(self, request: Request) -> Response:
        """Give the OpenAPI document."""
        return JsonAnswer(self.document)

    async def scramble(self, request: Request) -> Response:
        """Scramble a cube."""
        return await self.do_quickly(request, "scramble", await self.reader.read(request, SCRAMBLE))

    async def check(self, request: Request) -> Response:
        """Find what is wrong with a painted cube."""
        body = await self.reader.read(request, CHECK, LARGEST_CUBE_BODY)
        return await self.do_quickly(request, "check", body)

    async def alg(self, request: Request) -> Response:
        """Read an algorithm."""
        return await self.do_quickly(request, "alg", await self.reader.read(request, ALG))

    async def scan_face(self, request: Request) -> Response:
        """Find the face in one photograph."""
        return await self.do_scan(request, "scan face", SCAN_FACE)

    async def scan(self, request: Request) -> Response:
        """Find the cube that six faces show."""
        return await self.do_scan(request, "scan", SCAN)

    async def do_scan(self, request: Request, job: str, record: Record) -> Response:
        """Have photographs or readings scanned, as long as the client waits."""
        await self.scans.room()
        arguments = await self.reader.read(request, record, LARGEST_SCANNED_BODY)
        work = self.scans.quick_result(job, arguments, SCAN_SECONDS)
        return JsonAnswer(await while_there(request.receive, work))

    async def do_quickly(self, request: Request, job: str, arguments: dict[str, Any]) -> Response:
        """Have a quick job done, as long as its client waits."""
        work = self.quick.quick_result(job, arguments, QUICK_SECONDS)
        return JsonAnswer(await while_there(request.receive, work))

    async def have_room_for(self, arguments: dict[str, Any]) -> None:
        """Raise `ApiError` for what cannot be solved, now or ever."""
        await self.solves.room()
        await self.checks.quick_result("prepare", arguments, QUICK_SECONDS)
        await self.solves.room()

    async def solve(self, request: Request) -> Response:
        """Solve a cube, telling how far it is."""
        arguments = {
            "method": "auto",
            "what": "all",
            **await self.reader.read(request, self.solve_body, LARGEST_CUBE_BODY),
        }
        await while_there(request.receive, self.have_room_for(arguments))
        seconds = self.settings.time_limit
        if "time" in arguments.get("limit", {}):
            seconds = min(seconds, arguments["limit"]["time"] + _GRACE)
        ticket = self.solves.submit("solve", arguments, seconds)
        accepted = request.headers.get("accept", "")
        if "application/json" in accepted and LINES not in accepted:
            work = self.solves.result(ticket)
            try:
                return JsonAnswer(await while_there(request.receive, work))
            finally:
                self.solves.cancel(ticket)
        return Lines(self.solves, ticket)


class Lines(Response):
    """A stream of JSON lines that tell how a job goes."""

    def __init__(self, pool: Pool, ticket: Ticket) -> None:
        super().__init__(media_type=LINES, headers={"Cache-Control": "no-store"})
        del self.headers["content-length"]
        self.pool = pool
        self.ticket = ticket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines, as long as someone reads them."""
        try:
            await while_there(receive, self.send_lines(send))
        except ClientDisconnect:
            pass
        finally:
            self.pool.cancel(self.ticket)

    async def send_lines(self, send: Send) -> None:
        """Send all lines."""
        await send(
            {"type": "http.response.start", "status": 200, "headers": self.raw_headers},
        )
        try:
            async with aclosing(self.pool.events(self.ticket)) as events:
                async for event in events:
                    await self.send_line(send, line(event))
        except ApiError as error:
            await self.send_line(send, encode({"type": "error", **error.body}))
        await send({"type": "http.response.body", "body": b""})

    async def send_line(self, send: Send, text: bytes) -> None:
        """Send one line."""
        await send({"type": "http.response.body", "body": text + b"\n", "more_body": True})


def line(event: Event) -> bytes:
    """Return an event as JSON, with its type first."""
    match event.kind:
        case "queued":
            return b'{"type":"queued","position":' + event.payload + b"}"
        case "progress":
            return event.payload  # it says itself what it is
        case _:
            return b'{"type":"solution","solution":' + event.payload + b"}"


async def while_there(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """Return what the work gives; cancel it and raise `ClientDisconnect` if the client goes."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_gone(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():  # whatever the work has come to: nobody wants it
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.wait((working, leaving))


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
