"""Train an agent that solves a 2x2 scrambled by up to six turns, with NumPy alone.

    pip install "cubesolve[gym]"
    python examples/learn_2x2.py

The agent looks at a scrambled cube and guesses which turn came last; then it turns that back, and
looks again. It learns from scrambles of its own, which cost nothing: `CubeBatch` makes thousands in
a millisecond. Every now and then it is tried on new cubes in the Gymnasium environment.
"""

from __future__ import annotations

import argparse
import os
from itertools import pairwise
from time import perf_counter

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # such small matrices are slower on several cores

import gymnasium
import numpy as np
import numpy.typing as npt

import cubesolve.gym
from cubesolve import CubeBatch

Floats = npt.NDArray[np.float32]

SIZE, DEPTH = 2, 6
MOVES = cubesolve.gym.action_moves("half", SIZE)
INVERSE = np.array([MOVES.index(move.inverse() if move.turns != 2 else move) for move in MOVES])
SHARES = np.arange(1, DEPTH + 1) ** 3 / sum(d**3 for d in range(1, DEPTH + 1))
HIDDEN = (512, 256)
PATIENCE = 30  # turns that the agent may make
CHANCE = 0.3


class Network:
    """Layers of neurons with rectifiers between them, trained by Adam."""

    def __init__(self, widths: tuple[int, ...], random: np.random.Generator) -> None:
        self.weights = [
            (random.standard_normal((n, m)) * np.sqrt(2 / n)).astype(np.float32)
            for n, m in pairwise(widths)
        ]
        self.biases = [np.zeros(m, dtype=np.float32) for m in widths[1:]]
        self.parameters = [*self.weights, *self.biases]
        self.means = [np.zeros_like(each) for each in self.parameters]
        self.squares = [np.zeros_like(each) for each in self.parameters]
        self.steps = 0

    def layers(self, inputs: Floats) -> list[Floats]:
        """Return what each layer gives, the inputs first, the scores of the actions last."""
        found = [inputs]
        for number, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            sums = found[-1] @ weights + bias
            found.append(sums if number == len(self.weights) - 1 else np.maximum(sums, 0))
        return found

    def learn(self, inputs: Floats, answers: npt.NDArray[np.int64], rate: float) -> float:
        """Take one step towards the answers; return the share of right guesses before it."""
        layers = self.layers(inputs)
        scores = layers[-1]
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        error = chances
        error[np.arange(len(answers)), answers] -= 1
        error /= len(answers)
        slopes: list[tuple[Floats, Floats]] = []
        for number in range(len(self.weights) - 1, -1, -1):
            slopes.append((layers[number].T @ error, error.sum(axis=0)))
            if number:
                error = (error @ self.weights[number].T) * (layers[number] > 0)
        slopes.reverse()
        self._adam([s[0] for s in slopes] + [s[1] for s in slopes], rate)
        return float((scores.argmax(axis=1) == answers).mean())

    def _adam(self, slopes: list[Floats], rate: float) -> None:
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for each, slope, mean, square in zip(
            self.parameters, slopes, self.means, self.squares, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            each -= np.float32(scale) * mean / (np.sqrt(square) + np.float32(1e-8))


def lesson(count: int, random: np.random.Generator) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Return what scrambled cubes look like, and the turns that undo the last one.

    Most are scrambled deep: there are nine ways to turn once, and fifty thousand to turn six times.
    """
    depths = random.choice(DEPTH, count, p=SHARES) + 1
    batch = CubeBatch(count, SIZE)
    choices = batch.scramble(depths, random.bit_generator, MOVES)
    return batch.one_hot().reshape(count, -1).astype(np.float32), INVERSE[
        choices[np.arange(count), depths - 1]
    ]


def share_solved(network: Network, count: int, seed: int, easiest: int = 1) -> float:
    """Return which share of new cubes the agent solves."""
    envs = gymnasium.make_vec(
        cubesolve.gym.ID,
        num_envs=count,
        size=SIZE,
        scramble=(easiest, DEPTH),
        observation="onehot",
        max_episode_steps=PATIENCE,
    )
    seen, infos = envs.reset(seed=seed)
    solved = np.zeros(count, dtype=np.bool_)
    running = np.ones(count, dtype=np.bool_)
    random = np.random.default_rng(seed)
    for _ in range(PATIENCE):
        scores = network.layers(seen.astype(np.float32))[-1]
        # A little chance, so that it does not go round in circles where it is wrong.
        scores += random.gumbel(scale=CHANCE, size=scores.shape).astype(np.float32)
        scores[infos["action_mask"] == 0] = -np.inf
        seen, _, terminated, truncated, infos = envs.step(scores.argmax(axis=1))
        solved |= running & terminated
        running &= ~(terminated | truncated)
    return float(solved.mean())


def train(minutes: float, seed: int, goal: float) -> Network:
    """Train an agent until it solves as many as it should, or time is over."""
    random = np.random.default_rng(seed)
    network = Network((24 * 6, *HIDDEN, len(MOVES)), random)
    started = perf_counter()
    share, step = 0.0, 0
    while share < goal and perf_counter() - started < 60 * minutes:
        for _ in range(100):
            step += 1
            right = network.learn(*lesson(1500, random), rate=2e-3 / (1 + step / 500))
        share = share_solved(network, 1000, seed + step)
        seconds = perf_counter() - started
        print(f"{seconds:5.0f} s  {step:5} lessons  {right:6.1%} right  {share:6.1%} solved")
    return network


def main() -> None:
    """Train, and tell how good the agent is."""
    parser = argparse.ArgumentParser(description="Train an agent for the 2x2.")
    parser.add_argument("--minutes", type=float, default=5, help="stop after this (default: 5)")
    parser.add_argument("--goal", type=float, default=0.99, help="stop at this share of 1,000")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    network = train(args.minutes, args.seed, args.goal)
    for easiest in (1, DEPTH):
        share = share_solved(network, 10_000, args.seed, easiest)
        print(f"solves {share:.1%} of 10,000 new cubes, scrambled by {easiest} to {DEPTH} turns")


if __name__ == "__main__":
    main()
