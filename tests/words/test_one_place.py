"""Titles and explanations are made in `words`: solvers hold no English."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import cubesolve

SOURCE = Path(cubesolve.__file__).parent
SOLVING = sorted(path for room in ("stages", "methods") for path in (SOURCE / room).rglob("*.py"))


def annotations(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "annotate"
        ):
            yield node


def own_words(call: ast.Call) -> list[str]:
    """Return the texts that a call of `annotate` brings itself, also inside an expression."""
    said = [*call.args, *(k.value for k in call.keywords if k.arg in ("title", "explanation"))]
    return [
        str(node.value)
        for argument in said
        for node in ast.walk(argument)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    ]


@pytest.mark.parametrize("path", SOLVING, ids=lambda p: str(p.relative_to(SOURCE)))
def test_solvers_take_their_words_from_one_place(path: Path) -> None:
    for call in annotations(path):
        assert not own_words(call), f"{path.name}:{call.lineno}"
        assert "phase" in {k.arg for k in call.keywords}, f"{path.name}:{call.lineno} has no phase"


@pytest.mark.parametrize("path", SOLVING, ids=lambda p: str(p.relative_to(SOURCE)))
def test_solvers_make_no_words_of_their_own(path: Path) -> None:
    """They pass `Words` on, or take them apart; only the room of words makes them."""
    calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if is_words(n)]
    assert not calls


def is_words(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Words"


def test_the_walk_finds_what_it_looks_for() -> None:
    calls = [call for path in SOLVING for call in annotations(path)]
    assert len(calls) > 15
    own = ast.parse("o.annotate(f'Pair {n} edges', explanation='a b', phase='edges')").body[0]
    assert isinstance(own, ast.Expr)
    assert isinstance(own.value, ast.Call)
    assert own_words(own.value) == ["Pair ", " edges", "a b"]
    made = ast.parse((SOURCE / "words/edges.py").read_text(encoding="utf-8"))
    assert sum(map(is_words, ast.walk(made))) > 3
