"""The line on a terminal that tells how a search goes: the best so far, what it does, how long."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType

from cubesolve import Solution
from cubesolve.words.grammar import counted

_TICK = 0.5  # seconds


class SearchLine:
    """Writes the line anew when there is news, and each half second so that one sees it lives."""

    def __init__(self, show: Callable[[str, float | None], None]) -> None:
        self._show = show
        self._began = time.monotonic()
        self._best, self._what = "", "solving"
        self._share: float | None = None
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._ticker = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> SearchLine:
        if sys.stderr is not None and sys.stderr.isatty():
            self._ticker.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        if self._ticker.is_alive():
            self._ticker.join()

    def on_progress(self, what: str, share: float | None) -> None:
        """Show what the work is at."""
        self._what, self._share = what, share
        self._draw()

    def on_better(self, solution: Solution) -> None:
        """Show how long the best solution so far is."""
        length = counted(solution.count(solution.metric), "move")
        self._best = f"best so far: {length} ({solution.metric})"
        self._what, self._share = "", None
        self._draw()

    def text(self) -> str:
        """Return the line; who has waited long enough for better ones learns how to have it."""
        seconds = f"{time.monotonic() - self._began:.0f} s"
        found = ", ".join(part for part in (self._best, self._what, seconds) if part)
        return f"{found}; Ctrl-C stops and uses it" if self._best else found

    def _draw(self) -> None:
        with self._lock:
            if not self._ended.is_set():
                self._show(self.text(), self._share)

    def _tick(self) -> None:
        while not self._ended.wait(_TICK):
            self._draw()
