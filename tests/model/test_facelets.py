"""Cubes as text: what is read, what is refused, and what stickers a text stands for."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from model_reference import cubies, random_tokens, scrambled, slot_orbits, solved_text

from cubesolve import BOY, DEFAULT_SCHEME, ColorScheme, Cube, InvalidCubeError
from cubesolve.model import ProblemKind
from oracle import FACES, Oracle

laws = settings(derandomize=True, deadline=None, max_examples=60)
SCHEMES = (DEFAULT_SCHEME, BOY, ColorScheme.parse("BLRXMW"), DEFAULT_SCHEME.mirrored())
schemes = st.sampled_from(SCHEMES)


@laws
@given(st.integers(2, 9), st.integers(0, 10**6), schemes)
def test_text_and_back(size: int, seed: int, scheme: ColorScheme) -> None:
    cube = Cube(size, scheme)
    oracle = Oracle(size)
    moves = " ".join(random_tokens(size, 12, seed))
    cube.play(moves)
    oracle.play(moves)
    text = oracle.facelets()
    letters = "".join(scheme.color(letter).letter for letter in text)
    assert cube.facelets() == text
    assert cube.color_letters() == letters
    assert Cube.from_facelets(text, scheme) == cube
    assert Cube.from_facelets(letters, scheme) == cube


@laws
@given(st.integers(2, 7), st.integers(0, 10**6), st.data())
def test_white_space_is_passed_over(size: int, seed: int, data: st.DataObject) -> None:
    text = scrambled(size, seed % 5)
    spaces = st.lists(
        st.tuples(st.integers(0, len(text)), st.sampled_from([" ", "\n", "\t", "\r\n", "  "])),
        max_size=12,
    )
    spaced = text
    for at, space in sorted(data.draw(spaces), reverse=True):
        spaced = spaced[:at] + space + spaced[at:]
    assert Cube.from_facelets(spaced).facelets() == text


@laws
@given(st.integers(2, 9), st.integers(0, 10**6), schemes)
def test_stickers_of_a_valid_text(size: int, seed: int, scheme: ColorScheme) -> None:
    text = scrambled(size, seed % 50)
    stickers = Cube.from_facelets(text, scheme).stickers.tolist()
    assert sorted(stickers) == list(range(6 * size**2))
    assert "".join(FACES[sticker // size**2] for sticker in stickers) == text
    home = {frozenset(cubie.slots) for cubie in cubies(size)}
    for cubie in cubies(size):
        assert frozenset(stickers[slot] for slot in cubie.slots) in home
    orbits = slot_orbits(size)
    assert all(stickers[slot] in orbits[slot] for slot in range(len(stickers)))


@laws
@given(st.integers(2, 6), st.integers(0, 10**6), schemes)
def test_a_cube_from_text_turns_like_any_other(size: int, seed: int, scheme: ColorScheme) -> None:
    oracle = Oracle(size)
    oracle.play(" ".join(random_tokens(size, 10, seed)))
    cube = Cube.from_facelets(oracle.facelets(), scheme)
    more = " ".join(random_tokens(size, 10, seed + 1))
    oracle.play(more)
    cube.play(more)
    assert cube.facelets() == oracle.facelets()


def check_refused(text: str, scheme: ColorScheme = DEFAULT_SCHEME) -> None:
    """Read a text that may be anything: a cube, or problems with places, and nothing else."""
    try:
        cube = Cube.from_facelets(text, scheme)
    except InvalidCubeError as error:
        problems = error.problems
    else:
        assert "".join(text.split()) in (cube.facelets(), cube.color_letters())
        return
    assert problems
    for problem in problems:
        assert problem.places, problem
        assert problem.message
        assert isinstance(problem.kind, ProblemKind)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(max_size=70), schemes)
@example("", DEFAULT_SCHEME)
@example(" \n", DEFAULT_SCHEME)
@example("U" * 6, DEFAULT_SCHEME)
@example("\ud800" * 54, DEFAULT_SCHEME)
@example("\x00" * 24, BOY)
@example("Ü" * 24, BOY)
def test_any_text_at_all(text: str, scheme: ColorScheme) -> None:
    check_refused(text, scheme)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(
    st.integers(2, 8), st.integers(0, 10**6), st.sampled_from(["URFDLB", "UR", "URFDLBW", "WRGYOB"])
)
def test_random_letters_of_the_right_length(size: int, seed: int, alphabet: str) -> None:
    random = Random(seed)
    check_refused("".join(random.choice(alphabet) for _ in range(6 * size**2)))


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.integers(2, 8), st.integers(0, 10**6), st.sampled_from("URFDLBXw1? \0ß"), st.booleans())
def test_one_wrong_letter(size: int, seed: int, letter: str, drop: bool) -> None:
    text = scrambled(size, seed % 3)
    at = seed % len(text)
    check_refused(text[:at] + letter + text[at + drop :])


@pytest.mark.parametrize("size", range(2, 8))
def test_a_strange_letter_is_named_with_its_place(size: int) -> None:
    for at in (0, 7, 6 * size**2 - 1):
        text = solved_text(size)
        with pytest.raises(InvalidCubeError) as caught:
            Cube.from_facelets(text[:at] + "?" + text[at + 1 :])
        (problem,) = caught.value.problems
        assert problem.kind is ProblemKind.UNKNOWN_LETTER
        assert problem.slots == (at,)
        face, rest = divmod(at, size**2)
        place = f"{FACES[face]}{rest // size + 1},{rest % size + 1}"
        assert problem.places == (f"letter {at + 1} ({place})",)
        assert "'?'" in problem.message


def test_two_alphabets_do_not_mix() -> None:
    with pytest.raises(InvalidCubeError) as caught:
        Cube.from_facelets("WWWW" + "RRRRFFFFDDDDLLLLBBBB")
    (problem,) = caught.value.problems
    assert problem.kind is ProblemKind.UNKNOWN_LETTER
    assert problem.slots == (8,)  # W chose the colour letters, R fits both, F does not


@pytest.mark.parametrize("length", [0, 1, 5, 6, 23, 25, 53, 55, 95, 97, 1000])
def test_a_wrong_length_names_right_ones(length: int) -> None:
    for allow in (False, True):
        with pytest.raises(InvalidCubeError) as caught:
            Cube.from_facelets("U" * length, allow_invalid=allow)
        (problem,) = caught.value.problems
        assert problem.kind is ProblemKind.WRONG_LENGTH
        assert str(length) in problem.message
        below = max(n for n in range(2, 40) if 6 * n * n <= length or n == 2)
        assert f"{6 * below**2} for size {below}" in problem.message


@laws
@given(st.integers(2, 9), st.integers(0, 10**6), schemes, st.integers(1, 6))
def test_allow_invalid_shows_exactly_these_colours(
    size: int, seed: int, scheme: ColorScheme, letters: int
) -> None:
    random = Random(seed)
    text = "".join(random.choice(FACES[:letters]) for _ in range(6 * size**2))
    cube = Cube.from_facelets(text, scheme, allow_invalid=True)
    assert cube.size == size
    assert cube.facelets() == text
    assert (cube.stickers // size**2).tolist() == [FACES.index(letter) for letter in text]
    shown = [cube.color_at(slot) for slot in range(6 * size**2)]
    assert shown == [scheme.color(letter) for letter in text]
    cube.play("R U2 F'")
    cube.play("F U2 R'")
    assert cube.facelets() == text
    problems = cube.problems()
    assert cube.is_solvable() == (not problems)
    for view in cube.parts:  # a view of an impossible piece can be read all the same
        assert repr(view)
        assert len(view.colors_id) <= 3


def test_kociembas_order() -> None:
    """The text of the solved cube with one face turned, as in Kociemba's two-phase solver."""
    text = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"
    assert Cube.from_alg("R").facelets() == text
