"""Thousands of cubes as one environment, turned in one call."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.core import RenderFrame
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cubesolve import CubeBatch, Move
from cubesolve.gym.env import (
    RENDER_MODES,
    check_options,
    check_render_mode,
    render_cube,
)
from cubesolve.gym.game import Array, Bools, Depth, Game, Settings

OPTIONS = ("scramble", "cubes", "reset_mask")
Infos = dict[str, Any]


class CubeVectorEnv(VectorEnv[Array, Array, Array]):
    """Many cubes with one generator of random numbers, one step for all in one call.

    The arguments are those of `CubeEnv`, and `autoreset_mode`, by the name or the value of
    Gymnasium's `AutoresetMode`. `reset` takes `options={"reset_mask": mask}` to begin only some
    episodes anew, and `options={"cubes": batch}` to start from these cubes.

    >>> envs = CubeVectorEnv(1000, size=4, scramble=(1, 5))
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((1000, 96), (1000, 18))
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        check_render_mode(render_mode)
        self._game = Game(num_envs, Settings(**settings))
        self.scramble: Depth = self._game.settings.scramble
        self.num_envs = num_envs
        self.max_episode_steps = max_episode_steps
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.single_action_space = self._game.action_space
        self.single_observation_space = self._game.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._steps = np.zeros(num_envs, dtype=np.int64)
        self._done = np.zeros(num_envs, dtype=np.bool_)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The move of each action."""
        return self._game.moves

    @property
    def cubes(self) -> CubeBatch:
        """A copy of the cubes as they are now."""
        return self._game.batch.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Infos]:
        """Scramble all cubes, or those of a mask, or start from given ones."""
        super().reset(seed=seed)
        given = check_options(options, OPTIONS)
        rows = np.arange(self.num_envs)
        if "reset_mask" in given:
            rows = np.flatnonzero(self._checked_mask(given["reset_mask"]))
        if "cubes" in given:
            self._game.batch[rows] = given["cubes"]
            self._game.begin(rows)
            self._begin(rows)
        else:
            self._scramble(rows, given.get("scramble", self.scramble))
        began = np.zeros(self.num_envs, dtype=np.bool_)
        began[rows] = True
        return self._game.observe(), self._infos(began)

    def _checked_mask(self, mask: npt.ArrayLike) -> Bools:
        given = np.asarray(mask)
        if given.dtype != np.bool_ or given.shape != (self.num_envs,):
            raise ValueError(f"expected a reset_mask of {self.num_envs} booleans, got {mask!r}")
        if not given.any():
            raise ValueError("expected a reset_mask with at least one True")
        return given

    def _scramble(self, rows: Array, scramble: Depth) -> None:
        self._game.scramble(rows, self.np_random, scramble)
        self._begin(rows)

    def _begin(self, rows: Array) -> None:
        self._steps[rows] = 0
        self._done[rows] = False

    def step(self, actions: npt.ArrayLike) -> tuple[Array, Array, Array, Array, Infos]:
        """Make a move on each cube; what is over begins anew as `autoreset_mode` says."""
        chosen = self._checked_actions(actions)
        over = self._done
        game = self._game
        if self.autoreset_mode == AutoresetMode.DISABLED and over.any():
            raise ResetNeeded("some episodes are over: reset(options={'reset_mask': mask})")
        if over.any():  # by the book, the action after the last one is passed over
            chosen = np.where(over, -1, chosen)
        game.turn(chosen)
        self._steps += 1
        solved = game.batch.solved & ~over
        rewards = game.rewards(solved)
        truncated = np.zeros(self.num_envs, dtype=np.bool_)
        if self.max_episode_steps is not None:
            truncated = (self._steps >= self.max_episode_steps) & ~over
        if over.any():
            rewards[over] = 0
            self._scramble(np.flatnonzero(over), self.scramble)
        self._done = solved | truncated
        infos: Infos = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._done.any():
            infos = self._end_now(self._done.copy())
        observations = game.observe()
        everywhere = np.ones(self.num_envs, dtype=np.bool_)
        return observations, rewards, solved, truncated, {**infos, **self._infos(everywhere)}

    def _end_now(self, over: Bools) -> Infos:
        """Begin anew what is over; return what was seen of it at the end."""
        seen, last = self._game.observe(), self._infos(over)
        final = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(over):
            final[row] = seen[row].copy()
        self._scramble(np.flatnonzero(over), self.scramble)
        return {"final_obs": final, "_final_obs": over, "final_info": last, "_final_info": over}

    def _checked_actions(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"expected {self.num_envs} whole numbers as actions, got {chosen.dtype} in the"
                f" shape {chosen.shape}"
            )
        if chosen.size and (chosen.min() < 0 or chosen.max() >= len(self.moves)):
            raise ValueError(f"expected actions from 0 to {len(self.moves) - 1}")
        return chosen.astype(np.int64)

    def _infos(self, rows: Bools) -> Infos:
        return {"action_mask": self._game.masks(), "_action_mask": rows}

    def render(self) -> tuple[RenderFrame, ...] | None:
        """Return the net of each cube, as text (`ansi`) or as pixels (`rgb_array`)."""
        if self.render_mode is None:
            return None
        frames = (render_cube(cube, self.render_mode) for cube in self._game.batch)
        return tuple(frame for frame in frames if frame is not None)
