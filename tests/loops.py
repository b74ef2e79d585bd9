"""Event loops for tests: one of their own, whatever else the process does."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Return what the work comes to, in a thread of its own.

    Where the tests of the page ran before in this process, Playwright's loop still runs in the main
    thread, and a thread can have one only.
    """
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()
