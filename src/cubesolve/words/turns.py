"""Turns in words that a beginner knows: which layer, and which way, as the cube is held.

The page says the same in `js/model/turn_words.js`; a test holds both together.
"""

from __future__ import annotations

from cubesolve.notation import Move, Turn
from cubesolve.words.grammar import listed

# By axis, from the face that it points at and from the other one.
FACES = (("right", "left"), ("top", "bottom"), ("front", "back"))
_SIDES = (
    ("on the right", "on the left"),
    ("at the top", "at the bottom"),
    ("at the front", "at the back"),
)
_BETWEEN = ("between left and right", "between top and bottom", "between front and back")
_WAYS = (
    ("away from you", "towards you"),
    ("to the left", "to the right"),
    ("clockwise", "anticlockwise"),
)
_HALF = "halfway round"
_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def move_words(move: Move | str, size: int) -> str:
    """Return a move in words, as the cube is held: no notation, no capital, no full stop.

    Right, top and front are those of your hands. Layers go "away from you" or "towards you" over
    the top, "to the left" or "to the right" across the front, and round the front as a clock does.

    >>> move_words("2R", 4), move_words("F'", 3)
    ('turn the second layer from the right away from you', 'turn the front face anticlockwise')
    >>> move_words("Uw2", 4), move_words("x", 3)
    ('turn the two layers at the top halfway round', 'turn the whole cube away from you')
    >>> move_words("[1,3]L", 6)
    'turn the left face and the third layer from the left towards you'
    """
    turns = (move if isinstance(move, Move) else Move(move)).resolve(size)
    if not turns:
        return "turn nothing"
    layers = listed([_layers(turn, size) for turn in turns])
    return f"turn {layers} {_way(turns, size)}"


def _way(turns: tuple[Turn, ...], size: int) -> str:
    """Return where layers go; those behind the front are said to be seen from there."""
    first = turns[0]
    if first.turns == 2:
        # Of some layers it is plain which way that is; a whole cube could go round three ways.
        whole = first.last - first.first + 1 == size
        return f"{_HALF}, {_WAYS[first.axis][0]}" if whole else _HALF
    way = _WAYS[first.axis][first.turns == 3]
    hidden = first.axis == 2 and all(turn.first > 0 for turn in turns)
    return f"{way}, seen from the front" if hidden else way


def _layers(turn: Turn, size: int) -> str:
    """Return what people call a block of layers, counted from the face that is nearer."""
    axis = turn.axis
    is_far = turn.first + turn.last > size - 1
    first, last = (
        (size - turn.last, size - turn.first) if is_far else (turn.first + 1, turn.last + 1)
    )
    count = last - first + 1
    if count == size:
        return "the whole cube"
    if first + last == size + 1:
        return f"{_middle(count, size)} {_BETWEEN[axis]}"
    face = FACES[axis][is_far]
    if first == 1:
        return (
            f"the {face} face"
            if count == 1
            else f"the {_number(count)} layers {_SIDES[axis][is_far]}"
        )
    if count == 1:
        return f"the {_ordinal(first)} layer from the {face}"
    link = "and" if count == 2 else "to"
    return f"the {_ordinal(first)} {link} {_ordinal(last)} layers from the {face}"


def _middle(count: int, size: int) -> str:
    if count == 1:
        return "the middle layer"
    if count == size - 2:
        return "both inner layers" if count == 2 else f"all {_number(count)} inner layers"
    return f"the {_number(count)} middle layers"


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _ordinal(number: int) -> str:
    if number < len(_ORDINALS):
        return _ORDINALS[number]
    is_teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if is_teen else _ENDINGS.get(number % 10, 'th')}"
