"""Colours and colour schemes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from cubesolve.model.geometry import FACE_NAMES, N_FACES, ROTATED_FACES, opposite_face


class FaceName(StrEnum):
    """The six faces, in the order of slots and facelets; each has its `number`, 0 to 5."""

    number: int

    U = "U"
    R = "R"
    F = "F"
    D = "D"
    L = "L"
    B = "B"

    def __new__(cls, letter: str) -> FaceName:
        """Make the face of a letter, and count it."""
        name = str.__new__(cls, letter)
        name._value_ = letter
        name.number = FACE_NAMES.index(letter)
        return name

    @classmethod
    def _missing_(cls, value: object) -> FaceName:
        raise ValueError(f"expected one of the faces U R F D L B, got {value!r}")

    @property
    def opposite(self) -> FaceName:
        """The face on the other side."""
        return FaceName(FACE_NAMES[opposite_face(self.number)])


class Color(IntEnum):
    """Colours that a sticker can have; each has a letter of its own and a shade."""

    WHITE = 0
    RED = 1
    GREEN = 2
    YELLOW = 3
    ORANGE = 4
    BLUE = 5
    PURPLE = 6
    PINK = 7
    CYAN = 8
    LIME = 9
    BROWN = 10
    GREY = 11
    BLACK = 12
    MAGENTA = 13

    @property
    def letter(self) -> str:
        """The letter of this colour in texts."""
        return _LETTERS[self]

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Red, green and blue from 0 to 255."""
        return _SHADES[self]

    @property
    def hex(self) -> str:
        """The shade as in a style sheet, such as `#ffffff`."""
        return "#{:02x}{:02x}{:02x}".format(*self.rgb)

    @classmethod
    def from_letter(cls, letter: str) -> Color:
        """Return the colour with this letter; raise `ValueError` if there is none."""
        if len(letter) != 1 or letter not in _LETTERS:
            raise ValueError(f"expected one of the colour letters {_LETTERS}, got {letter!r}")
        return cls(_LETTERS.index(letter))

    def __repr__(self) -> str:
        return f"Color.{self.name}"


_LETTERS = "WRGYOBPKCLNAXM"
_SHADES = (
    (255, 255, 255),
    (196, 30, 58),
    (0, 155, 72),
    (255, 213, 0),
    (255, 112, 0),
    (0, 81, 186),
    (128, 60, 170),
    (255, 140, 190),
    (0, 190, 210),
    (160, 220, 40),
    (120, 75, 40),
    (150, 150, 150),
    (45, 45, 45),
    (215, 30, 160),
)


@dataclass(frozen=True)
class ColorScheme:
    """Which colour each face of a solved cube has, in the order U R F D L B.

    >>> ColorScheme.parse("WRGYOB") == DEFAULT_SCHEME
    True
    """

    colors: tuple[Color, ...]

    def __post_init__(self) -> None:
        strange = next((color for color in self.colors if not isinstance(color, Color)), None)
        if strange is not None:
            raise TypeError(f"expected six colours, got {strange!r}")
        if len(self.colors) != N_FACES or len(set(self.colors)) != N_FACES:
            names = " ".join(color.letter for color in self.colors)
            raise ValueError(f"expected six different colours for U R F D L B, got {names}")

    @classmethod
    def parse(cls, letters: str) -> ColorScheme:
        """Return the scheme with these colour letters for U R F D L B."""
        if not isinstance(letters, str) or len(letters) != N_FACES:
            raise ValueError(f"expected six colour letters for U R F D L B, got {letters!r}")
        return cls(tuple(Color.from_letter(letter) for letter in letters))

    @property
    def letters(self) -> str:
        """The six colour letters for U R F D L B."""
        return "".join(color.letter for color in self.colors)

    def color(self, face: FaceName | str) -> Color:
        """Return the colour of a face."""
        return self.colors[FACE_NAMES.index(face)]

    def face(self, color: Color) -> FaceName:
        """Return the face with this colour; raise `ValueError` if no face has it."""
        return FaceName(FACE_NAMES[self.colors.index(color)])

    def opposite_color(self, color: Color) -> Color:
        """Return the colour of the face on the other side."""
        return self.colors[opposite_face(self.colors.index(color))]

    def rotations(self) -> list[ColorScheme]:
        """Return the same cube in its 24 holds, as it is first."""
        held = []
        for faces in ROTATED_FACES:
            colors = list(self.colors)
            for face, there in enumerate(faces):
                colors[there] = self.colors[face]
            held.append(ColorScheme(tuple(colors)))
        return held

    def is_same_cube(self, other: ColorScheme) -> bool:
        """Whether a turn of the whole cube makes one scheme the other."""
        return other in self.rotations()

    def mirrored(self) -> ColorScheme:
        """Return the scheme with left and right exchanged: another cube."""
        u, r, f, d, l, b = self.colors  # noqa: E741
        return ColorScheme((u, l, f, d, r, b))

    def __str__(self) -> str:
        return self.letters

    def __repr__(self) -> str:
        return f"ColorScheme.parse({self.letters!r})"


def check_scheme(scheme: ColorScheme) -> None:
    """Raise `TypeError` for what is no scheme, such as its letters."""
    if not isinstance(scheme, ColorScheme):
        hint = "; ColorScheme.parse reads letters" if isinstance(scheme, str) else ""
        raise TypeError(f"expected a ColorScheme, got {scheme!r}{hint}")


DEFAULT_SCHEME = ColorScheme.parse("WRGYOB")
BOY = ColorScheme.parse("YRBWOG")  # the same cube held with yellow on top and blue in front
