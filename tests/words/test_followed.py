"""Following along: who obeys the sentences of the page ends with a solved cube."""

from __future__ import annotations

import pytest

from cubesolve import SOLVERS, Cube, Limit, solve
from node import Node
from oracle import Oracle
from spoken import obey

BIG = [pytest.param(size, marks=pytest.mark.slow) for size in (6, 7, 10)]
# What following along says of each turn, from what the server answers.
SENTENCES = """({ solution, turn_words }, json) =>
  solution.readSolution(json).moves.map(({ turns }) => turn_words.turnWords(turns, json.size))"""


@pytest.mark.parametrize("size", [2, 3, 4, 5, *BIG])
@pytest.mark.parametrize("method", [name for name in SOLVERS if name != "optimal"])
def test_words_alone_solve_the_cube(modules: Node, method: str, size: int) -> None:
    cube = Cube.random_state(size, seed=1800 + size)
    found = solve(cube, method, limit=Limit(nodes=20_000) if method == "short" else None)
    hands = Oracle(size)
    for sentence in modules.evaluate(SENTENCES, found.to_json()):
        obey(hands, sentence)
    before = cube.facelets()
    after = "".join(before[home] for home in hands.stickers())
    assert all(len(set(after[at : at + size**2])) == 1 for at in range(0, len(after), size**2))
