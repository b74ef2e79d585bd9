"""Bodies of requests: read as they come, within bounds, and checked."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NoReturn

from starlette.requests import Request

from cubesolve.web.errors import ApiError
from cubesolve.web.fields import Record
from cubesolve.web.settings import BODY_SECONDS, DRAINED, LARGEST_BODY, MOST_HELD, SMALL_BODY

_RETRY_AFTER = "5"  # seconds


class Reader:
    """Reads bodies; all that come at once are held in a bounded part of the memory.

    Small ones are always read: whoever sends thousands of large ones does not keep them out.
    """

    def __init__(self) -> None:
        self.held = 0  # bytes of bodies that have not come whole, without what is small

    async def read(self, request: Request, record: Record, largest: int = LARGEST_BODY) -> Any:
        """Return what a request holds; raise `ApiError` for all that is not as declared."""
        data = await self._bytes(request, largest)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise ApiError(415, "content type", "expected a body of type application/json")
        return record.read(_parsed(data), "the body")

    async def _bytes(self, request: Request, largest: int) -> bytes:
        """Return the body; one that is refused is read to its end, so that its answer is heard."""
        chunks: list[bytes] = []
        length = own = 0
        refusal: ApiError | None = None
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for chunk in request.stream():
                    length += len(chunk)
                    if refusal is None:
                        chunks.append(chunk)
                        more = max(0, length - SMALL_BODY) - own
                        own += more
                        self.held += more
                        refusal = self._refusal(length, largest)
                    if refusal is not None:
                        chunks.clear()
                        self.held -= own
                        own = 0
                        if length > DRAINED:
                            break
        except TimeoutError:
            message = f"the body did not come within {BODY_SECONDS:g} seconds"
            raise ApiError(408, "too slow", message, headers={"Connection": "close"}) from None
        finally:
            self.held -= own
        if refusal is not None:
            raise refusal
        return b"".join(chunks)

    def _refusal(self, length: int, largest: int) -> ApiError | None:
        """Return why no more is read, if so much has come."""
        if length > largest:
            message = f"expected a body of at most {largest} bytes"
            return ApiError(413, "too large", message, headers={"Connection": "close"})
        if length > SMALL_BODY and self.held > MOST_HELD:
            message = f"too many large bodies come at once; try again in {_RETRY_AFTER} seconds"
            headers = {"Connection": "close", "Retry-After": _RETRY_AFTER}
            return ApiError(503, "busy", message, headers=headers)
        return None


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode(), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        message = f"the body is not UTF-8 text at byte {error.start}"
        raise ApiError(400, "json", message) from None
    except json.JSONDecodeError as error:
        message = f"the body is not JSON: {error.msg}"
        raise ApiError(400, "json", message, {"position": error.pos}) from None
    except RecursionError:
        raise ApiError(400, "json", "the body is nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits, or not a number at all
        raise ApiError(400, "json", f"the body is not JSON: {error}") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
