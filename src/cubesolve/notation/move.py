"""`Move`: one turn as a value, without a cube."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import index
from typing import NamedTuple, SupportsIndex

from cubesolve.errors import NotationError, UnsupportedSizeError
from cubesolve.notation.layers import (
    ALL_INNER,
    AXIS_OF,
    FACES,
    FOLLOWS,
    MIDDLE,
    OPPOSITE,
    OUTER,
    POSITIVE_FACE,
    ROTATION_OF_AXIS,
    ROTATIONS,
    SLICE_OF_AXIS,
    SLICES,
    UNSAID,
    WHOLE,
    Layers,
    Range,
    normal_layers,
    resolve_layers,
    shift_layers,
)

SMALLEST_SIZE = 2
MAX_NUMBER = 99_999_999  # of layers and amounts; codes have room for it
FEW_RANGES = 8  # of layers: a move of more is not kept, since it may have thousands

# A code is axis | turns << 2 | flags | first << 7 | last << 35, layers counted from 1; the middle
# layer has a first of zero.
FROM_FAR_FACE = 1 << 4  # layers count from L, D or B
INNER_LAYERS = 1 << 5  # layers count inside the outer ones
LAST_FROM_LIMIT = 1 << 6  # the last layer counts back from the highest one
NEEDS_SIZE = -1  # ranges that may overlap on some sizes only: `resolve` joins them


class Turn(NamedTuple):
    """A block of layers of one size turned about one axis: what a cube is told to do.

    `axis` is 0, 1, 2 for R, U, F; layers count from that face, from 0; `turns` is 1 to 3 clockwise.
    """

    axis: int
    first: int
    last: int
    turns: int

    @property
    def code(self) -> int:
        """The turn as one integer, for the kernel that turns."""
        return self.axis | self.turns << 2 | (self.first + 1) << 7 | (self.last + 1) << 35


class Block(NamedTuple):
    """A turn for programs: layers first..last from a face, 1-based, `turns` clockwise."""

    face: str
    first: int
    last: int
    turns: int


@dataclass(frozen=True, slots=True)
class Move:
    """One turn: a letter, the layers it takes, and how many quarter turns (negative: backwards).

    Instead of these it takes the text of the move. `codes` is the same as integers, one for each
    range of layers, which fit any size.

    >>> Move("2-3Rw'")
    Move("2-3Rw'")
    >>> Move("R", ((1, 2),)) == Move("r") == Move("[:2]R") == Move("Rw")
    True
    """

    letter: str
    layers: Layers = UNSAID
    amount: int = 1
    codes: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)
    _inverse: Move | None = field(init=False, repr=False, compare=False)
    _resolved: tuple[int | None, tuple[Turn, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.letter, str) or self.letter not in AXIS_OF:
            self._read_text()
        layers = self.layers
        if not isinstance(layers, tuple):
            raise TypeError(f'expected layers as pairs, got {layers!r}; Move("R2") is a half turn')
        if not hasattr(self.amount, "__index__"):
            raise TypeError(f"expected a whole number as the amount, got {self.amount!r}")
        if layers == UNSAID:
            layers = OUTER if self.letter in FACES else MIDDLE
        layers = WHOLE if self.letter in ROTATIONS else normal_layers(layers)
        if layers and any(first < 1 for first, _ in layers):
            raise ValueError(f"layers count from 1, got {self.layers}")
        if not layers and self.letter in FACES:
            raise ValueError("a face turn needs at least one layer")
        if self.letter in FACES and any(last == 0 for _, last in layers):
            raise ValueError(f"layers end at 1 or more, or count back from -1, got {self.layers}")
        if not 1 <= abs(self.amount) <= MAX_NUMBER:
            raise ValueError(f"expected an amount from 1 to {MAX_NUMBER}, got {self.amount}")
        if any(0 < last < first or max(first, abs(last)) > MAX_NUMBER for first, last in layers):
            raise ValueError(f"expected layers from 1 to {MAX_NUMBER}, in order, got {self.layers}")
        object.__setattr__(self, "layers", layers)
        object.__setattr__(self, "codes", _codes(self.letter, layers, self.amount))
        object.__setattr__(self, "_hash", hash((self.letter, layers, self.amount)))
        object.__setattr__(self, "_inverse", None)
        object.__setattr__(self, "_resolved", (None, ()))

    def _read_text(self) -> None:
        text = self.letter
        if not isinstance(text, str):
            raise TypeError(f"expected the letter or the text of a move, got {text!r}")
        if self.layers != UNSAID or self.amount != 1:
            raise ValueError(f"expected one of U R F D L B M E S x y z, got {text!r}")
        read = Move.parse(text)
        for name in ("letter", "layers", "amount"):
            object.__setattr__(self, name, getattr(read, name))

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the one move that the text holds; raise `NotationError` if it is not one move."""
        from cubesolve.notation.parser import parse_move

        if not isinstance(text, str):
            raise TypeError(f"expected the text of a move, got {text!r}")
        return parse_move(text)

    @classmethod
    @lru_cache(maxsize=65_536)
    def from_turn(cls, turn: Turn, size: int) -> Move:
        """Return the plainest spelling of a turn on a cube of this size.

        >>> str(Move.from_turn(Turn(0, 3, 4, 1), 5)), str(Move.from_turn(Turn(0, 2, 2, 1), 5))
        ("Lw'", "M'")
        """
        axis, first, last, turns = turn
        amount = turns if turns < 3 else -1
        if first == 0 and last == size - 1:
            return cls(ROTATION_OF_AXIS[axis], WHOLE, amount)
        if first == last and 2 * first + 1 == size:
            slice_letter = SLICE_OF_AXIS[axis]
            return cls(slice_letter, MIDDLE, amount if slice_letter == "S" else _inverse(amount))
        face = POSITIVE_FACE[axis]
        if first + last > size - 1:  # nearer to the other face
            face = OPPOSITE[face]
            first, last = size - 1 - last, size - 1 - first
            amount = _inverse(amount)
        return cls(face, ((first + 1, last + 1),), amount)

    @classmethod
    def from_block(cls, block: Block | tuple[str, int, int, int], size: int) -> Move:
        """Return the move that `[face, first, last, turns]` stands for on a cube of this size.

        >>> str(Move.from_block(("R", 1, 2, 3), 5))
        "Rw'"
        """
        face, first, last, turns = block
        if size < SMALLEST_SIZE:
            raise UnsupportedSizeError(f"expected a size of at least {SMALLEST_SIZE}, got {size}")
        if face not in FACES or len(face) != 1:
            raise ValueError(f"expected one of the faces U R F D L B, got {face!r}")
        if not 1 <= first <= last <= size:
            raise ValueError(f"expected layers within 1..{size}, got {first}..{last}")
        if turns not in (1, 2, 3):
            raise ValueError(f"expected 1, 2 or 3 quarter turns, got {turns}")
        first, last, turns = index(first), index(last), index(turns)
        if first == 1 and last == size:
            sign = 1 if face in POSITIVE_FACE else -1
            return move_of(ROTATION_OF_AXIS[AXIS_OF[face]], WHOLE, _shortest(sign * turns))
        return move_of(face, ((first, last),), _shortest(turns))

    @property
    def axis(self) -> int:
        """0 for R L M x, 1 for U D E y, 2 for F B S z."""
        return AXIS_OF[self.letter]

    @property
    def turns(self) -> int:
        """Clockwise quarter turns as the letter's face sees them, 0 to 3."""
        return self.amount % 4

    @property
    def is_rotation(self) -> bool:
        """Whether the letter turns the whole cube (x, y, z)."""
        return self.letter in ROTATIONS

    def inverse(self) -> Move:
        """Return the move that takes this one back."""
        if self._inverse is None:
            back = Move(self.letter, self.layers, -self.amount)
            object.__setattr__(back, "_inverse", self)
            object.__setattr__(self, "_inverse", back)
            return back
        return self._inverse

    def resolve(self, size: int) -> tuple[Turn, ...]:
        """Return the blocks that this move turns on a cube of this size, none for `R4`.

        >>> Move.parse("[1,3]L").resolve(5)
        (Turn(axis=0, first=4, last=4, turns=3), Turn(axis=0, first=2, last=2, turns=3))
        """
        known, turns = self._resolved
        if known != size:
            turns = self._turns_at(size)
            object.__setattr__(self, "_resolved", (size, turns))
        return turns

    def _turns_at(self, size: int) -> tuple[Turn, ...]:
        if not isinstance(size, SupportsIndex):
            raise TypeError(f"expected a whole number as the size, got {size!r}")
        if size < SMALLEST_SIZE:
            raise UnsupportedSizeError(f"expected a size of at least {SMALLEST_SIZE}, got {size}")
        ranges = self._face_ranges(size)
        turns = self.turns
        if turns == 0:
            return ()
        face = FOLLOWS.get(self.letter, self.letter)
        axis = AXIS_OF[face]
        if face == POSITIVE_FACE[axis]:
            return tuple(Turn(axis, first - 1, last - 1, turns) for first, last in ranges)
        return tuple(Turn(axis, size - last, size - first, 4 - turns) for first, last in ranges)

    def blocks(self, size: int) -> tuple[Block, ...]:
        """Return the move as `[face, first, last, turns]` blocks, for programs.

        >>> Move.parse("[1,3]R'").blocks(4)
        (Block(face='R', first=1, last=1, turns=3), Block(face='R', first=3, last=3, turns=3))
        """
        face = FOLLOWS.get(self.letter, self.letter)
        if self.turns == 0:
            self.resolve(size)  # a move that does nothing must exist all the same
            return ()
        return tuple(Block(face, a, b, self.turns) for a, b in self._face_ranges(size))

    def mirror(self, axis: int = 0) -> Move:
        """Return the move seen in a mirror across this axis (0: left and right change places)."""
        if self.axis != axis:
            return self.inverse()
        if self.letter in FACES:
            return Move(OPPOSITE[self.letter], self.layers, -self.amount)
        if self.is_rotation or self.layers in (MIDDLE, ALL_INNER):
            return self
        return self.as_face_move().mirror(axis)

    def as_face_move(self) -> Move:
        """Return a slice with counted layers (`[2]M`) as layers of the face it follows (`3L`)."""
        if self.letter not in SLICES or self.layers == MIDDLE:
            return self
        return Move(FOLLOWS[self.letter], shift_layers(self.layers, 1, -1), self.amount)

    def _face_ranges(self, size: int) -> list[Range]:
        if self.letter in ROTATIONS:
            return [(1, size)]
        if self.letter in SLICES:
            return self._slice_ranges(size)
        try:
            return resolve_layers(self.layers, size)
        except ValueError as error:
            raise self._error(
                f"{error} on a cube of size {size}", f"layers are 1 to {size}"
            ) from None

    def _slice_ranges(self, size: int) -> list[Range]:
        letter = self.letter
        inner = size - 2
        if inner == 0:
            raise self._error(
                f"a cube of size 2 has no inner layers for {letter}", "turn its faces"
            )
        if self.layers == MIDDLE:
            if size % 2 == 0:
                half = inner // 2
                raise self._error(
                    f"{letter} is the middle layer and a cube of size {size} has none",
                    f"write [{half}]{letter} or [{half + 1}]{letter} for a layer beside the middle,"
                    f" {letter.lower()} for all inner layers",
                )
            return [(size // 2 + 1, size // 2 + 1)]
        try:
            ranges = resolve_layers(self.layers, inner)
        except ValueError as error:
            hint = f"inner layers are 1 to {inner}, 1 next to {FOLLOWS[letter]}"
            raise self._error(f"{error} for {letter} on a cube of size {size}", hint) from None
        return [(first + 1, last + 1) for first, last in ranges]

    def _error(self, problem: str, hint: str) -> NotationError:
        return NotationError(problem, str(self), 1, hint)

    def with_amount(self, amount: int) -> Move:
        """Return the same letter and layers turned by another amount."""
        return replace(self, amount=amount)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Move], tuple[str, Layers, int]]:
        # The stored hash is good in this process only.
        return Move, (self.letter, self.layers, self.amount)

    def __str__(self) -> str:
        return f"{_layers_text(self.letter, self.layers)}{amount_text(self.amount)}"

    def __repr__(self) -> str:
        return f'Move("{self}")'


def _codes(letter: str, layers: Layers, amount: int) -> tuple[int, ...]:
    face = FOLLOWS.get(letter, letter)
    head = AXIS_OF[letter] | (amount & 3) << 2
    if face != POSITIVE_FACE[AXIS_OF[letter]]:
        head |= FROM_FAR_FACE
    if letter in ROTATIONS:
        return (head | LAST_FROM_LIMIT | 1 << 7,)
    if letter in SLICES:
        if layers == MIDDLE:
            return (head,)
        head |= INNER_LAYERS
    far = any(last <= 0 for _, last in layers)
    if far and len(layers) > 1:
        return (NEEDS_SIZE,)
    return tuple(
        head | first << 7 | (last << 35 if last > 0 else -last << 35 | LAST_FROM_LIMIT)
        for first, last in layers
    )


def amount_text(amount: int) -> str:
    """Return how an amount is written after a move: nothing, `2`, `'`, `2'`."""
    return ("" if abs(amount) == 1 else str(abs(amount))) + ("'" if amount < 0 else "")


def _shortest(amount: int) -> int:
    """Return 1, 2 or -1 for an amount that is not a multiple of four."""
    return -1 if amount % 4 == 3 else amount % 4


def move_of(letter: str, layers: Layers, amount: int) -> Move:
    """Return `Move(letter, layers, amount)`, made once however often it is asked for if short."""
    make = _kept_move if len(layers) <= FEW_RANGES else Move
    return make(letter, layers, amount)


@lru_cache(maxsize=65_536)
def _kept_move(letter: str, layers: Layers, amount: int) -> Move:
    return Move(letter, layers, amount)


def _inverse(amount: int) -> int:
    return _shortest(-amount)


def _layers_text(letter: str, layers: Layers) -> str:
    if letter in ROTATIONS or layers == MIDDLE:
        return letter
    if letter in SLICES:
        return letter.lower() if layers == ALL_INNER else f"[{_set_text(layers, 0)}]{letter}"
    if len(layers) == 1:
        first, last = layers[0]
        if last == first:
            return letter if first == 1 else f"{first}{letter}"
        if last > 0:
            count = "" if last == 2 else str(last)
            return f"{count}{letter}w" if first == 1 else f"{first}-{last}{letter}w"
        if first == 1:
            return f"[:{last}]{letter}w"
    return f"[{_set_text(layers, -1)}]{letter}"


def _set_text(layers: Layers, open_end: int) -> str:
    parts = []
    for first, last in layers:
        if first == last:
            parts.append(str(first))
        else:
            start = "" if first == 1 and last != open_end else str(first)
            parts.append(f"{start}:{'' if last == open_end else last}")
    return ",".join(parts)
