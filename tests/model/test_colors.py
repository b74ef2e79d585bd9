"""Colours, colour schemes, and the colour of a face."""

from __future__ import annotations

from itertools import permutations

import pytest
from model_reference import HOLDS, permutation, random_tokens

from cubesolve import BOY, DEFAULT_SCHEME, Color, ColorScheme, Cube, FaceName
from cubesolve.model import all_match_faces
from oracle import FACES


class Provider:
    """Says the same colours for ever."""

    def __init__(self, letters: str) -> None:
        self.scheme = ColorScheme.parse(letters)

    def get_face_color(self, name: FaceName) -> Color:
        return self.scheme.color(name)


def test_each_colour_has_its_own_letter_and_shade() -> None:
    assert len({color.letter for color in Color}) == len(Color)
    assert len({color.rgb for color in Color}) == len(Color)
    for color in Color:
        assert Color.from_letter(color.letter) is color
        assert color.hex == f"#{bytes(color.rgb).hex()}"
        assert eval(repr(color)) is color


@pytest.mark.parametrize("letter", ["", "w", "Q", "WR", " "])
def test_letters_of_no_colour(letter: str) -> None:
    with pytest.raises(ValueError, match="expected one of the colour letters"):
        Color.from_letter(letter)


def test_the_two_known_schemes() -> None:
    names = [DEFAULT_SCHEME.color(face).name for face in FACES]
    assert names == ["WHITE", "RED", "GREEN", "YELLOW", "ORANGE", "BLUE"]
    names = [BOY.color(face).name for face in FACES]
    assert names == ["YELLOW", "RED", "BLUE", "WHITE", "ORANGE", "GREEN"]
    assert BOY.is_same_cube(DEFAULT_SCHEME)


def test_720_schemes_are_30_cubes() -> None:
    """Six colours can be put on a cube in 30 ways that no turn makes the same."""
    schemes = [ColorScheme(tuple(order)) for order in permutations(DEFAULT_SCHEME.colors)]
    different = {frozenset(scheme.rotations()) for scheme in schemes}
    assert len(different) == 30
    assert all(len(cube) == 24 for cube in different)
    for scheme in schemes[::17]:
        assert scheme.rotations()[0] == scheme
        assert not scheme.is_same_cube(scheme.mirrored())
        assert scheme.mirrored().mirrored() == scheme
        assert ColorScheme.parse(scheme.letters) == scheme
        assert eval(repr(scheme)) == scheme
        assert str(scheme) == scheme.letters


def test_rotations_are_what_holds_show() -> None:
    shown = {"".join(DEFAULT_SCHEME.letters[i] for i in permutation(1, hold)) for hold in HOLDS}
    assert {scheme.letters for scheme in DEFAULT_SCHEME.rotations()} == shown


def test_colours_and_faces_of_a_scheme() -> None:
    for scheme in (DEFAULT_SCHEME, BOY, ColorScheme.parse("PKCLNA")):
        for name in FaceName:
            color = scheme.color(name)
            assert scheme.face(color) is name
            assert scheme.opposite_color(color) == scheme.color(name.opposite)
            assert name.opposite.opposite is name
            assert FACES[name.number] == name
        with pytest.raises(ValueError, match="not in"):
            scheme.face(Color.MAGENTA)


@pytest.mark.parametrize("letters", ["", "WRGYO", "WRGYOBP", "WRGYOO", "WRGYOQ", "wrgyob"])
def test_letters_of_no_scheme(letters: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        ColorScheme.parse(letters)


@pytest.mark.parametrize("size", range(3, 9))
def test_face_colour_is_one_cell_of_the_centre(size: int) -> None:
    middle = (size - 2) // 2
    at = (size - 2 - middle) * size + middle + 1
    for seed in range(5):
        cube = Cube(size, BOY)
        cube.play(" ".join(random_tokens(size, 10, seed)))
        for number, face in enumerate(cube.faces):
            letter = cube.facelets()[number * size**2 + at]
            assert face.color == BOY.color(letter)
            assert face.original_color == BOY.color(FACES[number])
    if size % 2:
        assert at == size**2 // 2


@pytest.mark.parametrize("hold", HOLDS)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_face_colours_of_a_solved_cube_are_what_it_shows(size: int, hold: str) -> None:
    for scheme in (DEFAULT_SCHEME, ColorScheme.parse("PKCLNA").mirrored()):
        cube = Cube.from_alg(hold, size, scheme)
        shown = [scheme.color(cube.facelets()[face * size**2]) for face in range(6)]
        assert [face.color for face in cube.faces] == shown
        for face in cube.faces:
            assert cube.color_2_face(face.color) is face
        assert cube.color_2_face(Color.MAGENTA) is None


def test_a_2x2_goes_by_its_corner_dbl() -> None:
    for seed in range(30):
        cube = Cube.random_state(2, seed)
        colors = [face.color for face in cube.faces]
        assert sorted(colors) == sorted(DEFAULT_SCHEME.colors)
        assert cube.corner("DBL").match_faces
        assert ColorScheme(tuple(colors)).is_same_cube(DEFAULT_SCHEME)
        before = colors
        cube.play("R U F2 R'")  # these leave DBL alone
        assert [face.color for face in cube.faces] == before


def test_even_sizes_and_a_provider() -> None:
    cube = Cube(4)
    cube.play("[2]R")  # the cell that speaks for the faces U F D B is carried around
    assert cube.up.color == Color.GREEN
    with cube.with_faces_color_provider(Provider("WRGYOB")):
        assert [face.color for face in cube.faces] == list(DEFAULT_SCHEME.colors)
        assert cube.corner("UFR").match_faces
        assert all_match_faces(cube.corners)
    assert cube.up.color == Color.GREEN


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_providers_nest_and_are_restored(size: int) -> None:
    cube = Cube(size)
    own = [face.color for face in cube.faces]

    def colors() -> str:
        return "".join(face.color.letter for face in cube.faces)

    with cube.with_faces_color_provider(Provider("PKCLNA")):
        assert colors() == "PKCLNA"
        with cube.with_faces_color_provider(Provider("YRBWOG")):
            assert colors() == "YRBWOG"
            if size > 2:
                assert cube.edge("UF").position_id == {Color.YELLOW, Color.BLUE}
            assert cube.corner("UFR").position_id == {Color.YELLOW, Color.BLUE, Color.RED}
            assert cube.color_2_face(Color.YELLOW) is cube.up
        assert colors() == "PKCLNA"
        with (
            pytest.raises(RuntimeError, match="stop"),
            cube.with_faces_color_provider(Provider("YRBWOG")),
        ):
            raise RuntimeError("stop")
        assert colors() == "PKCLNA"
        assert cube.copy().up.color is Color.WHITE  # a provider speaks for one cube
    assert [face.color for face in cube.faces] == own


def test_a_provider_that_changes_its_mind_is_heard() -> None:
    cube = Cube(4)
    provider = Provider("WRGYOB")
    with cube.with_faces_color_provider(provider):
        assert cube.corner("UFR").match_faces
        provider.scheme = BOY
        assert cube.corner("UFR").position_id == {Color.YELLOW, Color.BLUE, Color.RED}
        assert not cube.corner("UFR").match_faces
