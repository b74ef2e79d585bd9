"""Turns in words: they say what the cube does, and the page says the same."""

from __future__ import annotations

import re

import pytest

from cubesolve import Cube, Move, move_words
from cubesolve.notation import Turn
from node import Node
from oracle import all_tokens

SIZES = [2, 3, 4, 5, 6, 7, 27]
ORDINALS = {"second": 2, "third": 3, "fourth": 4}
# Which sticker of the front, or of the top, a way of turning carries where: (from, to) faces.
ARRIVALS = {
    "away from you": ("F", "U"), "towards you": ("U", "F"), "to the left": ("F", "L"),
    "to the right": ("L", "F"), "clockwise": ("U", "R"), "anticlockwise": ("R", "U"),
}  # fmt: skip


def moves_of(size: int) -> list[str]:
    plain = all_tokens(size)
    sets = [f"[1,{size}]R", "[2]U'", f"[1:{size - 1}]F2", "x", "y'", "z2", "R4"]
    if size > 4:
        sets += ["[1,3]L", "[2,4]B'", "[2:3]D", "m", "e'", "s2"]
    if size > 10:
        sets += ["12R", "13R", "3-13Uw", "11-12Fw"]
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


@pytest.mark.parametrize("size", [3, 4, 5])
def test_words_say_which_stickers_go_where(size: int) -> None:
    """Who follows the words alone moves the layer that the notation moves, the same way."""
    for letter in "RLUDFB":
        for layer in range(1, size + 1):
            for amount in ("", "'"):
                move = Move(f"{layer}{letter}{amount}" if layer > 1 else f"{letter}{amount}")
                words = move_words(move, size)
                cube = Cube(size)
                cube.play(move)
                (way,) = (one for one in ARRIVALS if re.search(rf"\b{one}\b", words))
                source, target = ARRIVALS[way]
                area = size * size
                face = cube.facelets()["URFDLB".index(target) * area :][:area]
                assert face.count(source) == size
                assert place_of(words, size) == slice_of(move.resolve(size)[0], size)


def place_of(words: str, size: int) -> tuple[str, int]:
    """Return the face that the words count from, and the layer."""
    if "between" in words:
        return re.findall(r"between (\w+) and", words)[0], (size + 1) // 2
    ordinal = re.search(r"the (\w+) layer from the (\w+)", words)
    if ordinal:
        return ordinal[2], ORDINALS[ordinal[1]]
    outer = re.search(r"the (\w+) face", words)
    assert outer is not None, words
    return outer[1], 1


def slice_of(turn: Turn, size: int) -> tuple[str, int]:
    near, far = (("right", "left"), ("top", "bottom"), ("front", "back"))[turn.axis]
    if 2 * turn.first + 1 == size:
        return {"right": "left"}.get(near, near), turn.first + 1
    return (near, turn.first + 1) if 2 * turn.first < size - 1 else (far, size - turn.first)


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
    assert move_words("R4", 3) == "turn nothing"
