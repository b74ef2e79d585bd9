"""What came of a run: counts, means, percentiles, and a histogram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from typing import Any

import numpy as np

PERCENTS = (5, 25, 50, 75, 95)
_BARS = 60  # at most; above, a bar stands for several lengths
_WIDTH, _HEIGHT, _MARGIN = 640, 240, 36


class Summary:
    """Counts answers as they come, so that a million of them need no memory.

    Without a metric, it is the one that the first solution was made short in.
    """

    def __init__(self, metric: str | None = None) -> None:
        self.metric = metric
        self.failed = 0
        self.seconds = 0.0
        self.lengths: Counter[int] = Counter()

    def add(self, answer: dict[str, Any]) -> None:
        """Count an answer."""
        if "error" in answer:
            self.failed += 1
            return
        self.metric = self.metric or answer["metric"]
        self.lengths[answer["counts"][self.metric]] += 1
        self.seconds += answer["seconds"]

    @classmethod
    def of(cls, answers: Iterable[dict[str, Any]], metric: str | None = None) -> Summary:
        """Return the summary of all answers."""
        found = cls(metric)
        for answer in answers:
            found.add(answer)
        return found

    @property
    def solved(self) -> int:
        """How many cubes were solved."""
        return self.lengths.total()

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        values = np.array(sorted(self.lengths), dtype=np.int64)
        weights = np.array([self.lengths[int(v)] for v in values], dtype=np.int64)
        found: dict[str, Any] = {
            "solved": self.solved, "failed": self.failed, "metric": self.metric,
        }  # fmt: skip
        if not self.solved:
            return found
        ranks = np.cumsum(weights)
        at = {p: int(values[np.searchsorted(ranks, p / 100 * ranks[-1])]) for p in PERCENTS}
        return {
            **found,
            "mean": round(float((values * weights).sum() / ranks[-1]), 4),
            "least": int(values[0]),
            "percentiles": {str(p): at[p] for p in PERCENTS},
            "greatest": int(values[-1]),
            "cpu_seconds": round(self.seconds, 3),
            "cpu_seconds_each": round(self.seconds / self.solved, 6),
        }

    def histogram(self) -> str:
        """Return how many solutions have which length, as SVG."""
        low, high = min(self.lengths, default=0), max(self.lengths, default=0)
        step = (high - low) // _BARS + 1
        bars = [0] * ((high - low) // step + 1)
        for length, count in self.lengths.items():
            bars[(length - low) // step] += count
        width = (_WIDTH - 2 * _MARGIN) / len(bars)
        scale = (_HEIGHT - 2 * _MARGIN) / max(1, *bars)
        foot = _HEIGHT - _MARGIN
        parts = [
            f'<rect x="{_MARGIN + i * width:.2f}" y="{foot - n * scale:.2f}"'
            f' width="{max(width - 1, 0.5):.2f}" height="{n * scale:.2f}">'
            f"<title>{_range(low + i * step, step)}: {n}</title></rect>"
            for i, n in enumerate(bars)
        ]
        every = -(-len(bars) // 12)
        parts += [
            f'<text x="{_MARGIN + (i + 0.5) * width:.2f}" y="{foot + 16}">{low + i * step}</text>'
            for i in range(0, len(bars), every)
        ]
        title = escape(f"{self.solved:,} solutions by length in {self.metric or 'OBTM'}")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
            f' font-family="sans-serif" font-size="12" text-anchor="middle" fill="#2563eb">'
            f'<rect width="100%" height="100%" fill="#fff"/>'
            f'<g fill="#111"><text x="{_WIDTH / 2}" y="20">{title}</text></g>'
            f"{''.join(parts)}</svg>\n"
        )


def _range(first: int, step: int) -> str:
    return str(first) if step == 1 else f"{first} to {first + step - 1}"
