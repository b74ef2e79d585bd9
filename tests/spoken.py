"""Hands that know no notation: they obey a sentence about a turn, on the cube of `oracle`.

A sentence is read by what it says of the cube as it is held. One that leaves something open, or
that asks to turn the whole cube, is refused.
"""

from __future__ import annotations

import re

from oracle import Oracle

FACES = {"right": "R", "left": "L", "top": "U", "bottom": "D", "front": "F", "back": "B"}
OPPOSITE = {"R": "L", "L": "R", "U": "D", "D": "U", "F": "B", "B": "F"}
NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
ORDINALS = [
    "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
]  # fmt: skip
# The face whose clockwise turn goes that way: over the top, across the front, or as a clock that
# hangs in front of you.
WAYS = {
    "away from you": ("R", 1), "towards you": ("R", 3),
    "to the left": ("U", 1), "to the right": ("U", 3),
    "clockwise": ("F", 1), "anticlockwise": ("F", 3),
}  # fmt: skip
AXES = {"left and right": "R", "top and bottom": "U", "front and back": "F"}
SEEN = ", seen from the front"

_SENTENCE = re.compile(
    rf"turn (?P<layers>the .+|both .+|all .+?) (?P<way>{'|'.join(WAYS)}|halfway round)"
    rf"(?P<seen>{SEEN})?"
)


class Unclear(ValueError):
    """A sentence after which hands do not know what to do."""


def obey(cube: Oracle, sentence: str) -> None:
    """Do what a sentence says: `turn the second layer from the right away from you`."""
    plain = sentence.strip().removesuffix(".")
    read = _SENTENCE.fullmatch(plain[:1].lower() + plain[1:])
    if read is None:
        raise Unclear(sentence)
    blocks = [_block(text, cube.size) for text in _listed(read["layers"])]
    (axis, *others) = {axis for axis, _ in blocks}
    if others:
        raise Unclear(f"layers of different directions: {sentence}")
    layers = [layer for _, block in blocks for layer in block]
    if len(set(layers)) < len(layers) or len(layers) == cube.size:
        raise Unclear(f"the whole cube, or a layer twice: {sentence}")
    around, turns = WAYS.get(read["way"], (axis, 2))
    if around != axis:
        raise Unclear(f"these layers cannot go that way: {sentence}")
    # Behind the front one might look from the back, unless one is told not to.
    is_hidden = axis == "F" and 1 not in layers and turns != 2
    if is_hidden != bool(read["seen"]):
        raise Unclear(f"seen from where? {sentence}")
    cube.turn(axis, layers, turns)


def _listed(text: str) -> list[str]:
    """Split a list of layers; `the second and third layers` are one block of it."""
    return re.split(r"(?:, | and )(?=the |both |all )", text)


def _block(text: str, size: int) -> tuple[str, list[int]]:
    """Return the axis of a block, and its layers counted from right, top or front."""
    if read := re.fullmatch(r"(.+?) between (.+)", text):
        return AXES[read[2]], _middle(read[1], size)
    if read := re.fullmatch(r"the (\w+) face", text):
        return _from_face(FACES[read[1]], [1], size)
    if read := re.fullmatch(r"the (\w+) layers (?:on|at) the (\w+)", text):
        return _from_face(FACES[read[2]], range(1, _count(read[1]) + 1), size)
    if read := re.fullmatch(r"the (\w+) layer from the (\w+)", text):
        return _from_face(FACES[read[2]], [_place(read[1])], size)
    if read := re.fullmatch(r"the (.+) layers from the (\w+)", text):
        some = re.split(", | and ", read[1])
        layers = [layer for one in some for layer in _run(one)]
        if len(layers) < 2 or layers != sorted(layers):
            raise Unclear(text)
        return _from_face(FACES[read[2]], layers, size)
    raise Unclear(text)


def _run(text: str) -> range:
    """Read `third`, or `third to fifth`."""
    first, *others = text.split(" to ")
    last = others[0] if others else first
    return range(_place(first), _place(last) + 1)


def _middle(text: str, size: int) -> list[int]:
    if text == "the middle layer":
        count = 1
    elif text == "both inner layers" and size == 4:
        count = 2
    elif read := re.fullmatch(r"all (\w+) inner layers", text):
        count = _count(read[1])
        if count != size - 2:
            raise Unclear(text)
    elif read := re.fullmatch(r"the (\w+) middle layers", text):
        count = _count(read[1])
    else:
        raise Unclear(text)
    if (size - count) % 2:
        raise Unclear(f"{text} of {size}")
    first = (size - count) // 2 + 1
    return list(range(first, first + count))


def _from_face(face: str, layers: range | list[int], size: int) -> tuple[str, list[int]]:
    if max(layers) > size:
        raise Unclear(f"no such layer: {list(layers)} of {size}")
    if face in "RUF":
        return face, list(layers)
    return OPPOSITE[face], [size + 1 - layer for layer in layers]


def _count(word: str) -> int:
    return 2 + NUMBERS.index(word)


def _place(word: str) -> int:
    return 2 + ORDINALS.index(word)
