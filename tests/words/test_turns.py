"""Turns in words: they say what the cube does, and the page says the same."""

from __future__ import annotations

import numpy as np
import pytest

from cubesolve import Cube, move_words
from node import Node
from oracle import Oracle, all_tokens
from spoken import Unclear, obey

SIZES = [2, 3, 4, 5, 6, 7, 27]


def moves_of(size: int) -> list[str]:
    plain = all_tokens(size)
    sets = [f"[1,{size}]R", "[2]U'", f"[1:{size - 1}]F2", "x", "y'", "z2", "R4"]
    if size > 4:
        sets += ["[1,3]L", "[2,4]B'", "[2:3]D", "m", "e'", "s2"]
    if size > 10:
        sets += ["12R", "13R", "3-13Uw", "11-12Fw", "[1:2,4,6:8,10]B'", "[2,13,25]S"]
    return [*plain, *sets]


@pytest.mark.parametrize("size", SIZES)
def test_the_page_says_the_same(modules: Node, size: int) -> None:
    moves = moves_of(size)
    said = modules.evaluate(
        "({ turn_words }, [size, moves]) => moves.map((m) => turn_words.labelWords(m, size))",
        [size, moves],
    )
    assert said == [move_words(move, size) for move in moves]
    assert len(set(said)) > 10


@pytest.mark.parametrize("size", [*range(2, 8), 10])
def test_hands_that_obey_the_words_do_the_move(size: int) -> None:
    """Moves of every kind, by ears that know no notation, on a cube that shares no code."""
    told, turned = Oracle(size), Oracle(size)
    for move in [f"{one}{amount}" for one in all_tokens(size) for amount in ("", "2", "'")]:
        words = move_words(move, size)
        if "whole cube" in words:
            continue
        obey(told, words)
        turned.play(move)
        assert np.array_equal(told.cubies, turned.cubies), (move, words)
    assert told.stickers() == turned.stickers()


IN_BUTTONS = """({ notation, turns }, [size, moves]) => moves.map((move) => {
  const [{ turns: some }] = notation.parse(move, size);
  return turns.inButtons(some, size).map((turn) => [turn.face, turn.first, turn.last, turn.turns]);
})"""


@pytest.mark.parametrize("size", [3, 4, 5])
def test_turns_that_have_buttons_do_the_same_together(modules: Node, size: int) -> None:
    moves = [one + ("", "2", "'")[k % 3] for k, one in enumerate(all_tokens(size))]
    for move, turns in zip(moves, modules.evaluate(IN_BUTTONS, [size, moves]), strict=True):
        one, all_of_them = Oracle(size), Oracle(size)
        one.play(move)
        for face, first, last, amount in turns:
            assert (first, last) in {(first, first), (1, 2), (size - 1, size), (1, size)}, move
            all_of_them.turn(face, range(first, last + 1), amount)
        assert one.stickers() == all_of_them.stickers(), move


# Sentences after which nobody knows what to do, or that turn the whole cube.
UNCLEAR = [
    "turn the right face clockwise",
    "turn the back face clockwise",
    "turn the whole cube away from you",
    "turn the right face and the top face away from you",
    "turn the right face and the three layers on the left away from you",
    "turn the fifth layer from the right away from you",
    "turn the second and second layers from the right away from you",
    "turn the second layers from the right away from you",
    "turn the middle layer between left and right away from you",
    "turn [2]M towards you",
]


@pytest.mark.parametrize("words", UNCLEAR)
def test_hands_do_not_guess(words: str) -> None:
    with pytest.raises(Unclear):
        obey(Oracle(4), words)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_same_words_are_the_same_turn(size: int) -> None:
    does: dict[str, bytes] = {}
    for move in [*moves_of(size), "x2", "y2", "M2" if size % 2 else "2R2"]:
        cube = Cube(size)
        cube.play(move)
        assert does.setdefault(move_words(move, size), cube.stickers.tobytes()) == (
            cube.stickers.tobytes()
        )


def test_half_turns_and_hidden_sides() -> None:
    assert move_words("y2", 3) == "turn the whole cube halfway round, to the left"
    assert move_words("B", 3) == "turn the back face anticlockwise, seen from the front"
    assert move_words("M2", 3) == "turn the middle layer between left and right halfway round"
    assert move_words("r2", 4) == "turn the two layers on the right halfway round"
    assert move_words("m", 4) == "turn both inner layers between left and right towards you"
    assert move_words("22U", 50) == "turn the 22nd layer from the top to the left"
    assert move_words("2-3Uw2", 5) == "turn the second and third layers from the top halfway round"
    assert move_words("2-4Uw", 7) == "turn the second to fourth layers from the top to the left"
    assert move_words("[3,2,9]F", 10) == (
        "turn the second and third layers from the front and the second layer from the back "
        "clockwise, seen from the front"
    )
    assert move_words("[6,2,3,4,9]L'", 12) == (
        "turn the fourth layer from the right and the second to fourth and sixth layers from the "
        "left away from you"
    )
    assert move_words("R4", 3) == "turn nothing"
