"""Turns in words that a beginner knows: which layer, and which way, as the cube is held.

The page says the same in `js/model/turn_words.js`; a test holds both together.
"""

from __future__ import annotations

from cubesolve.notation import Move, Turn
from cubesolve.words.grammar import listed, ordinal

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
    >>> move_words("[2,4]U", 9)
    'turn the second and fourth layers from the top to the left'
    """
    turns = (move if isinstance(move, Move) else Move(move)).resolve(size)
    if not turns:
        return "turn nothing"
    return f"turn {_layers(turns, size)} {_way(turns, size)}"


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


def _layers(turns: tuple[Turn, ...], size: int) -> str:
    """Return what people call layers of one axis, each counted from the face that is nearer."""
    axis = turns[0].axis
    between: list[str] = []
    near: list[tuple[int, int]] = []
    far: list[tuple[int, int]] = []
    for turn in sorted(turns):
        count, beyond = turn.last - turn.first + 1, turn.first + turn.last - (size - 1)
        if count == size:
            return "the whole cube"
        if beyond == 0:
            between.append(f"{_middle(count, size)} {_BETWEEN[axis]}")
        elif beyond < 0:
            near.append((turn.first + 1, turn.last + 1))
        else:
            far.insert(0, (size - turn.last, size - turn.first))
    return listed([*_from_side(near, axis, 0), *between, *_from_side(far, axis, 1)])


def _from_side(blocks: list[tuple[int, int]], axis: int, side: int) -> list[str]:
    """Return what blocks of layers are called that are counted from one face, outermost first."""
    face = FACES[axis][side]
    said = []
    if blocks and blocks[0][0] == 1:
        (_, count), *blocks = blocks
        some = f"the {_number(count)} layers {_SIDES[axis][side]}"
        said.append(f"the {face} face" if count == 1 else some)
    if blocks:
        places = [place for block in blocks for place in _places(*block)]
        noun = "layer" if blocks[0][0] == blocks[-1][1] else "layers"
        said.append(f"the {listed(places)} {noun} from the {face}")
    return said


def _places(first: int, last: int) -> list[str]:
    if last - first < 2:
        return [ordinal(place) for place in range(first, last + 1)]
    return [f"{ordinal(first)} to {ordinal(last)}"]


def _middle(count: int, size: int) -> str:
    if count == 1:
        return "the middle layer"
    if count == size - 2:
        return "both inner layers" if count == 2 else f"all {_number(count)} inner layers"
    return f"the {_number(count)} middle layers"


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
