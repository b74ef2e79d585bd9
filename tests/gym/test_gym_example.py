"""The example that trains an agent learns."""

import runpy
from pathlib import Path

import numpy as np

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_2x2.py"


def test_the_agent_of_the_example_learns() -> None:
    example = runpy.run_path(str(EXAMPLE))
    random = np.random.default_rng(1)
    network = example["Network"]((144, 64, 9), random)
    before = example["share_solved"](network, 200, seed=1)
    for _ in range(150):
        network.learn(*example["lesson"](400, random), rate=3e-3)
    after = example["share_solved"](network, 200, seed=1)
    assert before < 0.3
    assert after > before + 0.2
