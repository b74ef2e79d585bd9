"""What one environment and a vector of them share: cubes, actions, observations and rewards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from cubesolve import CubeBatch, Move
from cubesolve.gym.actions import action_moves, as_algs, mask_table

Observation = Literal["colors", "onehot", "stickers"]
Reward = Literal["sparse", "distance"]
Depth = int | tuple[int, int]
Array = npt.NDArray[Any]
Bools = npt.NDArray[np.bool_]

N_FACES = 6
DEFAULT_DEPTH = 20


@dataclass(frozen=True)
class Settings:
    """What the environments are told; `docs/learning.md` says what each means."""

    size: int = 3
    actions: str | Sequence[str | Move] = "half"
    observation: Observation = "colors"
    reward: Reward = "sparse"
    scramble: Depth = DEFAULT_DEPTH

    def __post_init__(self) -> None:
        _check("observation", self.observation, get_args(Observation))
        _check("reward", self.reward, get_args(Reward))
        depths(self.scramble)


def _check(what: str, given: str, offered: Sequence[str]) -> None:
    if given not in offered:
        raise ValueError(f"expected {what} of {', '.join(offered)}; got {given!r}")


def depths(scramble: Depth) -> tuple[int, int]:
    """Return the least and the greatest number of moves of a scramble.

    >>> depths(5), depths((1, 8))
    ((5, 5), (1, 8))
    """
    low, high = scramble if isinstance(scramble, tuple | list) else (scramble, scramble)
    if not 0 <= low <= high:
        raise ValueError(f"expected a depth, or the least and the greatest, got {scramble!r}")
    return int(low), int(high)


class Game:
    """Cubes that are scrambled by the actions and turned by an agent until they are solved."""

    def __init__(self, count: int, settings: Settings) -> None:
        self.settings = settings
        self.batch = CubeBatch(count, settings.size)
        self.moves = action_moves(settings.actions, settings.size)
        self._algs = as_algs(self.moves)
        self._masks = mask_table(self.moves, settings.size)
        self._last = np.full(count, -1)
        self._strangers = np.zeros(count, dtype=np.int32)

    @property
    def action_space(self) -> spaces.Discrete:
        """One number for each move."""
        return spaces.Discrete(len(self.moves))

    @property
    def observation_space(self) -> spaces.Box:
        """A number for each slot; one-hot has six."""
        stickers = self.batch.stickers
        n_slots = stickers.shape[1]
        match self.settings.observation:
            case "colors":
                return spaces.Box(0, N_FACES - 1, (n_slots,), np.uint8)
            case "onehot":
                return spaces.Box(0, 1, (n_slots * N_FACES,), np.uint8)
            case "stickers":
                return spaces.Box(0, n_slots - 1, (n_slots,), stickers.dtype.type)

    def scramble(self, rows: Array, random: np.random.Generator, scramble: Depth) -> None:
        """Scramble some cubes from solved; one that is solved by chance gets one more move."""
        low, high = depths(scramble)
        lengths = random.integers(low, high + 1, len(rows))
        self.batch.reset(rows)
        self.batch.scramble(lengths, random.bit_generator, self._algs, rows)
        again = rows[self.batch[rows].solved & (lengths > 0)]
        if len(again):
            self.batch.scramble(1, random.bit_generator, self._algs, again)
        self.begin(rows)

    def begin(self, rows: Array) -> None:
        """Begin episodes with the cubes as they are."""
        self._last[rows] = -1
        if self.settings.reward == "distance":
            self._strangers[rows] = self.batch[rows].strangers()

    def turn(self, actions: npt.ArrayLike) -> None:
        """Make a move on each cube, none where the action is -1."""
        self._last = np.asarray(actions)
        self.batch.play_each(self._algs, self._last)

    def rewards(self, solved: Bools) -> npt.NDArray[np.float64]:
        """Return what the last moves are worth: 1 for a solved cube.

        By distance, also the share of stickers that are less, or more, strangers on their faces.
        """
        found = solved.astype(np.float64)
        if self.settings.reward == "distance":
            now = self.batch.strangers()
            found += (self._strangers - now) / self.batch.stickers.shape[1]
            self._strangers = now
        return found

    def observe(self) -> Array:
        """Return what an agent sees of all cubes, in an array of its own."""
        match self.settings.observation:
            case "colors":
                return self.batch.colors()
            case "onehot":
                return self.batch.one_hot().reshape(len(self.batch), -1)
            case "stickers":
                return self.batch.stickers.copy()

    def masks(self) -> npt.NDArray[np.int8]:
        """Return (cube, action) which moves make sense after the last one."""
        found: npt.NDArray[np.int8] = self._masks[self._last]
        return found
