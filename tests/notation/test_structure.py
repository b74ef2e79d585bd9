"""What algorithms are made of: parts cover the moves, and what is called back takes back."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from cubesolve import SOLVERS, Alg, Cube, Move, solve
from cubesolve.notation.structure import Part, Role, parts_of


def check(moves: tuple[Move, ...], parts: tuple[Part, ...]) -> None:
    """Check that parts follow each other, and that each back and restore undoes its own."""
    if not parts:
        return
    assert parts[0].first == 0
    assert parts[-1].last == len(moves)
    assert all(one.last == other.first for one, other in pairwise(parts))
    open_parts: list[Part] = []
    for part in parts:
        if part.role in (Role.SETUP, Role.A, Role.B):
            open_parts.append(part)
        if part.role in (Role.RESTORE, Role.A_BACK, Role.B_BACK):
            opened = Role(part.role.value.removesuffix("-back").replace("restore", "setup"))
            (own,) = [one for one in open_parts if one.role == opened][-1:]
            open_parts.remove(own)
            both = Alg(moves[own.first : own.last]) + Alg(moves[part.first : part.last])
            assert Cube.from_alg(both, 5).solved
    assert open_parts == []


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("[R, U]", "a b a-back b-back"),
        ("[R U R', D]", "a b a-back b-back"),
        ("[F: [R, U]]", "setup a b a-back b-back restore"),
        ("U R U' R' U' F' U F", "a b a-back b-back a b a-back b-back"),
        ("R2 U R2", "setup action restore"),
        ("2R U2 2R'", "setup action restore"),
        ("R U", ""),
        ("R U F D", ""),
        ("R U " * 30, ""),
    ],
)
def test_what_people_see(text: str, roles: str) -> None:
    moves = Alg(text).expand().moves
    parts = parts_of(moves)
    assert " ".join(part.role for part in parts) == roles
    check(moves, parts)


def test_random_moves_keep_the_law() -> None:
    rng = random.Random(7)
    for _ in range(300):
        moves = tuple(Move(rng.choice("RUF") + rng.choice(["", "'", "2"])) for _ in range(12))
        check(moves, parts_of(moves))


@pytest.mark.parametrize(("method", "size"), [("beginner", 5), ("cfop", 3), ("cage", 4)])
def test_steps_of_people_have_reasons_and_parts(method: str, size: int) -> None:
    assert method in SOLVERS
    solution = solve(Cube.random_state(size, 2), method)
    assert all(step.reason.endswith(".") for step in solution.steps)
    assert sum(bool(step.parts) for step in solution.steps) > len(solution.steps) / 3
    for step in solution.steps:
        check(step.alg.moves, step.parts)
    data = solution.to_json()
    assert [step["reason"] for step in data["steps"]] == [step.reason for step in solution.steps]
    told = [part for step in data["steps"] for part in step["parts"]]
    assert all(part["about"] for part in told)
    assert type(solution).from_json(data).steps == solution.steps
