"""Lists of turns that become shorter, and leave less wrong, while they are annealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import checkpoint
from cubesolve.methods.annealed.cubies import Labels, cubies
from cubesolve.model.geometry import Ints
from cubesolve.notation import Metric
from cubesolve.search.workers import Workers

if TYPE_CHECKING:
    from cubesolve.kernels.annealing_passes import Half
    from cubesolve.kernels.annealing_window import Heat

Words = npt.NDArray[np.int32]
IsOver = Callable[[], bool]
METRICS = (Metric.SST, Metric.RBTM, Metric.OBTM)  # as kernels number them

_WIDTH = 40  # turns of a window
_AT_ONCE = 2_000  # turns played between two looks at the clock: hundredths of a second at most


def never() -> bool:
    """Go on to the end."""
    return False


def play(
    words: Words,
    start: int,
    end: int,
    labels: Labels | Ints,
    size: int,
    is_over: IsOver = never,
) -> int:
    """Play part of a list, backwards if it ends before it starts; return how far it came.

    That is to the end, unless the time is over on the way. It may be left at checkpoints, too.
    """
    from cubesolve.kernels.points import play_labels

    step = _AT_ONCE if start < end else -_AT_ONCE
    for at in range(start, end, step):
        checkpoint()
        if is_over():
            return at
        stop = min(at + step, end) if step > 0 else max(at + step, end)
        play_labels(words, at, stop, labels, size)
    return end


class Annealer:
    """A list of turns that is annealed, window by window, its two halves at once.

    `start` are the labels of the cube. The list always does to corners, middle edges and fixed
    centres what the words do that come in.
    """

    def __init__(self, start: Labels, words: Words, size: int, workers: Workers, seed: int) -> None:
        from cubesolve.kernels import annealing_passes as kernel

        self.kernel = kernel
        self.start = start
        self.words = words
        self.size = size
        self.workers = workers
        self.nodes = 0
        self.random = np.random.default_rng(seed)
        room = 14 * size * size + 4000
        surface = cubies(size).surface
        self.halves = [kernel.new_half(size, room, surface, 2 * seed + k) for k in range(2)]

    def anneal(self, heat: Heat, is_over: IsOver = never) -> None:
        """Let windows go along the whole list once, or until it is over.

        It may be left at checkpoints before its first window; then the list is as it was.
        """
        self._split()
        starts = [0, 0]
        while not is_over():
            active = [k for k in range(2) if self._load(self.halves[k], starts[k])]
            if not active:
                break
            self.workers.map(
                lambda k: self.kernel.anneal_window(self.halves[k], heat, self.size), active
            )
            self._exchange()
            for k in active:
                starts[k] = self._next_start(self.halves[k])
        self._join()

    def wrong(self) -> int:
        """Return how many pieces the list leaves wrong."""
        return int(np.count_nonzero(self.labels() != cubies(self.size).goal))

    def labels(self) -> Labels:
        """Return the labels that the list leaves."""
        labels = self.start.copy()
        play(self.words, 0, len(self.words), labels, self.size)
        return labels

    def _split(self) -> None:
        """Give each half its words, and the labels where its first window begins."""
        words, size = self.words, self.size
        middle = self._middle()
        for half, part in zip(self.halves, (words[:middle], words[middle:]), strict=True):
            half.words[: len(part)] = part
            half.state[:] = (0, 0, len(part))
            half.window.state[2] = 0
            half.window.mark[:] = 0
        first, second = (half.window for half in self.halves)
        first.labels[:] = self.start
        second.labels[:] = self.start
        play(words, 0, middle, second.labels, size)
        second.goal[:] = cubies(size).goal
        play(words, len(words), middle, second.goal, size)
        first.goal[:] = second.goal
        play(words, middle, 0, first.goal, size)

    def _exchange(self) -> None:
        """Tell each half what the other's window has changed, both at once."""
        both = (self.kernel.tell_first, self.kernel.tell_second)
        self.workers.map(lambda tell: tell(*self.halves, self.size), both)

    def _middle(self) -> int:
        count = len(self.words)
        middle = int(count * self.random.uniform(0.4, 0.6))
        axes = (self.words >> 2) & 3
        while 0 < middle < count and axes[middle] == axes[middle - 1]:
            middle += 1
        return middle

    def _load(self, half: Half, start: int) -> bool:
        if start < 0:
            return False
        self.kernel.load_window(half, start, _WIDTH, self.size)
        return True

    def _next_start(self, half: Half) -> int:
        """Return where the next window of a half begins; -1 if this one was the last."""
        start, end, total = half.state.tolist()
        if end >= total:
            half.window.state[2] = 0
            return -1
        return int(start + max(1, (end - start) // 2))

    def _join(self) -> None:
        parts = [half.words[: half.state[2]] for half in self.halves]
        self.nodes = sum(int(half.window.state[3]) for half in self.halves)
        self.words = merged(np.concatenate(parts))


def merged(words: Words) -> Words:
    """Return a list with turns of one layer merged where only turns about its axis are between."""
    from cubesolve.kernels.annealing_passes import merge_turns
    from cubesolve.kernels.points import new_turns

    words = words.copy()
    return words[: merge_turns(words, len(words), new_turns(len(words) + 1))]
