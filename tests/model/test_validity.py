"""What no turn can reach is refused by name and place, and nothing else is refused."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_reference import (
    HOLDS,
    OPPOSITE,
    assembled,
    center_orbits,
    exchanged,
    is_odd,
    of_kind,
    random_tokens,
    rolled,
    scrambled,
    solved_text,
    turned,
    wing_orbits,
    with_letters,
)

from cubesolve import BOY, DEFAULT_SCHEME, ColorScheme, Cube, InvalidCubeError, Problem
from cubesolve.model import ProblemKind as Kind
from oracle import FACES, Oracle

SIZES = range(2, 10)
ODD, EVEN = (3, 5, 7, 9), (2, 4, 6, 8)
BIG = range(4, 10)
SCHEMES = (
    DEFAULT_SCHEME,
    BOY,
    DEFAULT_SCHEME.mirrored(),
    ColorScheme.parse("PKCLNA"),
    ColorScheme.parse("BLRXMW"),
)


def problems_of(text: str, scheme: ColorScheme = DEFAULT_SCHEME) -> list[Problem]:
    """Return what `from_facelets` finds wrong with these colours."""
    letters = text.translate(str.maketrans(FACES, scheme.letters))
    try:
        cube = Cube.from_facelets(letters, scheme)
    except InvalidCubeError as error:
        return list(error.problems)
    assert cube.facelets() == text
    return []


def kinds_of(text: str, scheme: ColorScheme = DEFAULT_SCHEME) -> set[Kind]:
    return {problem.kind for problem in problems_of(text, scheme)}


@cache
def starts(size: int) -> list[str]:
    """Return reachable states: solved, all holds, and random ones."""
    held = [turned(solved_text(size), size, hold) for hold in HOLDS]
    return held + [scrambled(size, seed) for seed in range(12)]


def each_start(size: int) -> list[tuple[str, ColorScheme, Random]]:
    """Return each start with one of the schemes, in turn, and its own random choices."""
    return [
        (text, SCHEMES[i % len(SCHEMES)], Random(100 * size + i))
        for i, text in enumerate(starts(size))
    ]


def is_place(problem: Problem, size: int) -> bool:
    """Whether the places that a problem names are on the slots that it gives."""
    faces = {FACES[slot // size**2] for slot in problem.slots}
    letters = set("".join(place.split(" ")[0] for place in problem.places)) & set(FACES)
    return bool(problem.slots) and letters == faces


@pytest.mark.parametrize("size", SIZES)
def test_the_error_and_the_cube_name_the_same_problems(size: int) -> None:
    for text, scheme, random in each_start(size)[::2]:
        for _ in range(random.randrange(3)):
            a, b = random.sample(range(len(text)), 2)
            text = exchanged(text, [a], [b])
        cube = Cube.from_facelets(text, scheme, allow_invalid=True)
        found = problems_of(text, scheme)
        assert cube.problems() == found
        assert cube.is_solvable() == (not found)
        assert all(str(problem) == problem.message for problem in found)
        assert str(InvalidCubeError(found)) == "; ".join(problem.message for problem in found)


# What is reachable


@pytest.mark.parametrize("size", SIZES)
def test_random_states_are_accepted(size: int) -> None:
    for seed in range(250):
        cube = Cube.random_state(size, seed, SCHEMES[seed % len(SCHEMES)])
        assert cube.problems() == [], (size, seed)
        held = turned(cube.facelets(), size, HOLDS[seed % 24])
        assert Cube.from_facelets(held, cube.scheme).facelets() == held


@pytest.mark.parametrize("size", SIZES)
def test_states_that_turns_made_are_accepted(size: int) -> None:
    oracle = Oracle(size)
    for seed in range(40):
        oracle.play(" ".join(random_tokens(size, 6, seed)))
        assert problems_of(oracle.facelets(), SCHEMES[seed % len(SCHEMES)]) == []
    for text in starts(size):
        assert problems_of(text) == []


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(2, 9), st.integers(0, 10**6), st.integers(0, 40), st.sampled_from(HOLDS))
def test_any_moves_in_any_hold_are_accepted(size: int, seed: int, length: int, hold: str) -> None:
    oracle = Oracle(size)
    oracle.play(" ".join([hold, *random_tokens(size, length, seed)]))
    assert problems_of(oracle.facelets()) == []


@pytest.mark.parametrize("size", [11, 12, 17, 24])
def test_bigger_sizes_are_accepted(size: int) -> None:
    assert problems_of(scrambled(size, size)) == []
    assert problems_of(Cube.random_state(size, seed=size).facelets()) == []


@pytest.mark.parametrize("size", EVEN)
def test_two_swapped_corners_are_fine_on_even_sizes(size: int) -> None:
    for text, scheme, random in each_start(size):
        a, b = random.sample(of_kind(size, "corner"), 2)
        assert problems_of(exchanged(text, a.slots, b.slots), scheme) == []


@pytest.mark.parametrize("size", BIG)
def test_swapped_wings_and_centres_are_fine(size: int) -> None:
    for text, scheme, random in each_start(size):
        for orbit in wing_orbits(size):
            a, b = random.sample(orbit, 2)
            text = exchanged(text, a, b)
        assert problems_of(text, scheme) == []
        for cells in center_orbits(size):
            first, second = random.sample(cells, 2)
            text = exchanged(text, [first], [second])
        assert problems_of(text, scheme) == []


@pytest.mark.parametrize("size", ODD)
def test_two_swaps_are_fine(size: int) -> None:
    for text, scheme, random in each_start(size):
        a, b = random.sample(of_kind(size, "corner"), 2)
        c, d = random.sample(of_kind(size, "midge"), 2)
        both = exchanged(exchanged(text, a.slots, b.slots), c.slots, d.slots)
        assert problems_of(both, scheme) == []


# One defect at a time


@pytest.mark.parametrize("size", SIZES)
def test_one_twisted_corner(size: int) -> None:
    for text, scheme, random in each_start(size):
        corner = random.choice(of_kind(size, "corner"))
        for by in (1, 2):
            found = problems_of(rolled(text, corner.slots, by), scheme)
            assert [problem.kind for problem in found] == [Kind.CORNER_TWIST]
            assert is_place(found[0], size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("hold", HOLDS)
def test_the_one_twisted_corner_is_named(size: int, hold: str) -> None:
    text = turned(solved_text(size), size, hold)
    for corner in of_kind(size, "corner")[::3]:
        for by in (1, 2):
            (problem,) = problems_of(rolled(text, corner.slots, by))
            assert problem.places == (corner.name,)
            assert set(problem.slots) == set(corner.slots)
            way = "a turn clockwise" if by == 2 else "a turn anticlockwise"
            assert way in problem.message


@pytest.mark.parametrize("size", SIZES)
def test_two_corners_twisted_against_each_other(size: int) -> None:
    for text, scheme, random in each_start(size)[::3]:
        a, b, c = random.sample(of_kind(size, "corner"), 3)
        assert problems_of(rolled(rolled(text, a.slots, 1), b.slots, 2), scheme) == []
        three = rolled(rolled(rolled(text, a.slots), b.slots), c.slots)
        assert problems_of(three, scheme) == []


@pytest.mark.parametrize("size", ODD)
def test_one_flipped_midge(size: int) -> None:
    for text, scheme, random in each_start(size):
        a, b = random.sample(of_kind(size, "midge"), 2)
        found = problems_of(rolled(text, a.slots), scheme)
        assert [problem.kind for problem in found] == [Kind.EDGE_FLIP]
        assert is_place(found[0], size)
        assert problems_of(rolled(rolled(text, a.slots), b.slots), scheme) == []


@pytest.mark.parametrize("size", ODD)
@pytest.mark.parametrize("hold", HOLDS)
def test_the_one_flipped_midge_is_named(size: int, hold: str) -> None:
    text = turned(solved_text(size), size, hold)
    for midge in of_kind(size, "midge")[::4]:
        (problem,) = problems_of(rolled(text, midge.slots))
        assert problem.places == (midge.name,)
        assert set(problem.slots) == set(midge.slots)


@pytest.mark.parametrize("kind", ["corner", "midge"])
@pytest.mark.parametrize("size", ODD)
def test_two_swapped_pieces_on_odd_sizes(size: int, kind: str) -> None:
    for i, (text, scheme, random) in enumerate(each_start(size)):
        a, b = random.sample(of_kind(size, kind), 2)
        found = problems_of(exchanged(text, a.slots, b.slots), scheme)
        # Exchanged sticker by sticker, two pieces keep the sum of twists or flips.
        assert [problem.kind for problem in found] == [Kind.PERMUTATION_PARITY]
        assert is_place(found[0], size)
        if i < len(HOLDS):
            assert set(found[0].places) == {a.name, b.name}
            assert set(found[0].slots) == {*a.slots, *b.slots}


@pytest.mark.parametrize("size", BIG)
def test_a_wing_with_the_wrong_chirality(size: int) -> None:
    for text, scheme, random in each_start(size):
        for orbit in wing_orbits(size):
            wing = random.choice(orbit)
            (problem,) = problems_of(rolled(text, wing), scheme)
            assert problem.kind is Kind.WING_CHIRALITY
            # It cannot be said which of the two wings of a pair is the wrong one.
            shown = {text[slot] for slot in wing}
            pair = [w for w in orbit if {text[slot] for slot in w} == shown]
            assert set(problem.slots) == {slot for w in pair for slot in w}
            assert is_place(problem, size)


@pytest.mark.parametrize("size", BIG)
def test_both_wings_of_a_pair_flipped_are_only_swapped(size: int) -> None:
    for text, scheme, random in each_start(size)[::4]:
        for orbit in wing_orbits(size):
            wing = random.choice(orbit)
            shown = {text[slot] for slot in wing}
            for other in orbit:
                if {text[slot] for slot in other} == shown:
                    text = rolled(text, other)
        assert problems_of(text, scheme) == []


@pytest.mark.parametrize("size", BIG)
def test_two_equal_wings(size: int) -> None:
    for text, scheme, random in each_start(size):
        for orbit in wing_orbits(size):
            wing = random.choice(orbit)
            shown = {text[slot] for slot in wing}
            other = random.choice([w for w in orbit if {text[slot] for slot in w} != shown])
            copied = with_letters(text, {b: text[a] for a, b in zip(wing, other, strict=True)})
            repeated = [p for p in problems_of(copied, scheme) if p.kind is Kind.REPEATED_WING]
            assert [set(p.slots) for p in repeated] == [{*wing, *other}]
            assert is_place(repeated[0], size)
            assert not kinds_of(copied, scheme) & {Kind.IMPOSSIBLE_WING, Kind.WING_CHIRALITY}


@pytest.mark.parametrize("size", BIG)
def test_three_equal_wings(size: int) -> None:
    """With its partner gone too, a wing that is there three times is more than a flipped one."""
    for text, scheme, random in each_start(size)[::3]:
        orbit = random.choice(wing_orbits(size))
        wing = random.choice(orbit)
        shown = {text[slot] for slot in wing}
        (partner,) = (w for w in orbit if {text[s] for s in w} == shown and w != wing)
        other = random.choice([w for w in orbit if {text[s] for s in w} != shown])
        copies = {t: text[s] for to in (partner, other) for s, t in zip(wing, to, strict=True)}
        found = problems_of(with_letters(text, copies), scheme)
        (repeated,) = (p for p in found if p.kind is not Kind.COLOR_COUNT)
        assert repeated.kind is Kind.REPEATED_WING
        assert set(repeated.slots) == {*wing, *partner, *other}


@pytest.mark.parametrize("size", BIG)
def test_wings_of_two_orbits_must_not_mix(size: int) -> None:
    orbits = wing_orbits(size)
    if len(orbits) < 2:
        return
    for text, scheme, random in each_start(size)[::3]:
        wing = random.choice(orbits[0])
        shown = {text[slot] for slot in wing}
        others = [w for w in orbits[1] if {text[slot] for slot in w} != shown]
        other = random.choice(others)
        found = problems_of(exchanged(text, wing, other), scheme)
        assert {problem.kind for problem in found} <= {Kind.REPEATED_WING, Kind.WING_CHIRALITY}
        # Each orbit has one piece twice; a wing is named by which of the two it is, or its pair.
        assert len(found) == 2


@pytest.mark.parametrize("kind", ["wing", "midge"])
@pytest.mark.parametrize("size", range(3, 10))
def test_an_edge_of_opposite_colours(size: int, kind: str) -> None:
    places = of_kind(size, kind)
    named = Kind.IMPOSSIBLE_WING if kind == "wing" else Kind.IMPOSSIBLE_MIDGE
    for text, scheme, random in each_start(size) if places else ():
        piece = random.choice(places)
        a, b = piece.slots
        # One sticker is exchanged with one of the opposite colour, so that the counts stay right.
        slots = [slot for place in places for slot in place.slots if place is not piece]
        donor = random.choice([slot for slot in slots if text[slot] == OPPOSITE[text[a]]])
        found = problems_of(exchanged(text, [b], [donor]), scheme)
        impossible = [problem for problem in found if problem.kind is named]
        assert set(piece.slots) in [set(problem.slots) for problem in impossible]
        assert all(is_place(problem, size) for problem in impossible)
        assert Kind.COLOR_COUNT not in {problem.kind for problem in found}
        twice = with_letters(text, {b: text[a]})
        assert {Kind.COLOR_COUNT, named} <= kinds_of(twice, scheme)


@pytest.mark.parametrize("size", SIZES)
def test_a_corner_in_the_mirror(size: int) -> None:
    for text, scheme, random in each_start(size):
        corner = random.choice(of_kind(size, "corner"))
        a, b, _ = random.sample(corner.slots, 3)
        (problem,) = problems_of(exchanged(text, [a], [b]), scheme)
        assert problem.kind is Kind.IMPOSSIBLE_CORNER
        assert problem.places == (corner.name,)
        assert set(problem.slots) == set(corner.slots)
        assert "wrong way round" in problem.message


@pytest.mark.parametrize("size", SIZES)
def test_a_corner_of_opposite_colours(size: int) -> None:
    for text, scheme, random in each_start(size):
        corner = random.choice(of_kind(size, "corner"))
        a, b, _ = random.sample(corner.slots, 3)
        donor = next(
            other.slots
            for other in of_kind(size, "corner")
            if other is not corner and OPPOSITE[text[a]] in {text[s] for s in other.slots}
        )
        slot = next(s for s in donor if text[s] == OPPOSITE[text[a]])
        found = problems_of(exchanged(text, [b], [slot]), scheme)
        first = [p for p in found if p.places == (corner.name,)]
        assert [p.kind for p in first] == [Kind.IMPOSSIBLE_CORNER]
        assert "wrong way round" not in first[0].message
        assert Kind.COLOR_COUNT not in {p.kind for p in found}


@pytest.mark.parametrize("kind", ["corner", "midge"])
@pytest.mark.parametrize("size", SIZES)
def test_a_piece_that_is_there_twice(size: int, kind: str) -> None:
    places = of_kind(size, kind)
    named = Kind.REPEATED_CORNER if kind == "corner" else Kind.REPEATED_MIDGE
    for text, scheme, random in each_start(size) if places else ():
        a, b = random.sample(places, 2)
        copied = with_letters(text, {t: text[s] for s, t in zip(a.slots, b.slots, strict=True)})
        found = [p for p in problems_of(copied, scheme) if p.kind is named]
        assert [set(p.places) for p in found] == [{a.name, b.name}]
        assert set(found[0].slots) == {*a.slots, *b.slots}


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_count_of_colours(size: int) -> None:
    for text, scheme, random in each_start(size):
        slot = random.randrange(len(text))
        letter = random.choice([face for face in FACES if face != text[slot]])
        found = problems_of(with_letters(text, {slot: letter}), scheme)
        (count,) = (p for p in found if p.kind is Kind.COLOR_COUNT)
        names = {scheme.color(face).name.lower() for face in (letter, text[slot])}
        assert set(count.places) == names
        assert f"{size**2 + 1}" in count.message
        assert f"{size**2 - 1}" in count.message
        assert len(found) > 1  # the piece is wrong too, and has its own place
        assert any(slot in problem.slots for problem in found[1:])


@pytest.mark.parametrize("size", range(5, 10))
def test_five_of_one_colour_in_a_centre_orbit(size: int) -> None:
    orbits = center_orbits(size)
    for text, scheme, random in each_start(size):
        first, second = random.sample(orbits, 2)
        a = random.choice(first)
        b = random.choice([slot for slot in second if text[slot] != text[a]])
        found = problems_of(exchanged(text, [a], [b]), scheme)
        assert [problem.kind for problem in found] == [Kind.CENTER_ORBIT_COUNT] * 2
        shown = exchanged(text, [a], [b])
        five = [{s for s in o if shown[s] == text[t]} for o, t in ((first, b), (second, a))]
        assert {frozenset(p.slots) for p in found} == set(map(frozenset, five))
        assert all(len(p.slots) == 5 for p in found)
        assert all(is_place(problem, size) for problem in found)


@pytest.mark.parametrize("size", BIG)
def test_five_of_one_colour_in_all(size: int) -> None:
    for text, scheme, random in each_start(size):
        orbit = random.choice(center_orbits(size))
        slot = random.choice(orbit)
        letter = random.choice([face for face in FACES if face != text[slot]])
        found = problems_of(with_letters(text, {slot: letter}), scheme)
        assert [p.kind for p in found] == [Kind.COLOR_COUNT, Kind.CENTER_ORBIT_COUNT]
        assert slot in found[1].slots


@pytest.mark.parametrize("size", ODD)
def test_two_swapped_middle_centres(size: int) -> None:
    middles = [cubie.slots[0] for cubie in of_kind(size, "middle")]
    for text, scheme, random in each_start(size):
        a, b = random.sample(middles, 2)
        (problem,) = problems_of(exchanged(text, [a], [b]), scheme)
        assert problem.kind is Kind.MIDDLE_CENTERS
        assert {a, b} <= set(problem.slots) <= set(middles)
        assert is_place(problem, size)


@pytest.mark.parametrize("size", [3, 5])
def test_of_720_orders_of_the_middle_centres_12_are_reachable(size: int) -> None:
    """Holds that turn the middles evenly can be reached, the other half breaks the parity law."""
    middles = sorted(cubie.slots[0] for cubie in of_kind(size, "middle"))
    text = solved_text(size)
    counts: dict[Kind | None, int] = {}
    for order in permutations(FACES):
        found = problems_of(with_letters(text, dict(zip(middles, order, strict=True))))
        assert len(found) <= 1
        kind = found[0].kind if found else None
        counts[kind] = counts.get(kind, 0) + 1
    assert counts == {None: 12, Kind.PERMUTATION_PARITY: 12, Kind.MIDDLE_CENTERS: 696}


# Counting


def expected_kinds(
    corners: list[int], twists: list[int], midges: list[int], flips: list[int]
) -> set[Kind]:
    kinds = set()
    if sum(twists) % 3:
        kinds.add(Kind.CORNER_TWIST)
    if sum(flips) % 2:
        kinds.add(Kind.EDGE_FLIP)
    if midges and is_odd(corners) != is_odd(midges):
        kinds.add(Kind.PERMUTATION_PARITY)
    return kinds


@pytest.mark.parametrize("size", ODD)
def test_one_assembly_in_twelve_is_valid(size: int) -> None:
    """Take a cube apart and put it together: every law can be broken alone and with others."""
    random = Random(size)
    met = []
    for number in range(240):
        corners, midges = random.sample(range(8), 8), random.sample(range(12), 12)
        twists = [random.randrange(3) for _ in corners]
        flips = [random.randrange(2) for _ in midges]
        text = assembled(size, corners, twists, midges, flips)
        held = turned(text, size, HOLDS[number % 24])
        kinds = kinds_of(held, SCHEMES[number % len(SCHEMES)])
        assert kinds == expected_kinds(corners, twists, midges, flips)
        met.append(frozenset(kinds))
    assert len(set(met)) == 8  # each set of broken laws was there
    # And exactly: of the twelve ways to end one assembly, one.
    corners, midges = random.sample(range(8), 8), random.sample(range(12), 12)
    valid = 0
    for twist, flip, swap in product(range(3), range(2), range(2)):
        if swap:
            midges[0], midges[1] = midges[1], midges[0]
        text = assembled(size, corners, [twist] + [0] * 7, midges, [flip] + [0] * 11)
        valid += not kinds_of(text)
    assert valid == 1


@pytest.mark.parametrize("size", [2, 4])
def test_a_third_of_all_twists_is_valid(size: int) -> None:
    corners = Random(size).sample(range(8), 8)
    twists = list(product(range(3), repeat=5))
    valid = sum(not kinds_of(assembled(size, corners, [*t, 1, 2, 0])) for t in twists)
    assert valid == 3**4


@pytest.mark.slow
def test_a_third_of_all_twists_of_all_corners_is_valid() -> None:
    corners = Random(1).sample(range(8), 8)
    valid = 0
    for number, twists in enumerate(product(range(3), repeat=8)):
        text = turned(assembled(2, corners, twists), 2, HOLDS[number % 24])
        valid += not kinds_of(text)
    assert valid == 3**7


def test_every_order_of_2x2_corners_is_valid() -> None:
    random = Random(0)
    for _ in range(200):
        corners = random.sample(range(8), 8)
        twists = [random.randrange(3) for _ in range(7)]
        twists.append(-sum(twists) % 3)
        assert problems_of(assembled(2, corners, twists)) == []


# Schemes and limits


@pytest.mark.parametrize("size", SIZES)
def test_the_mirror_image_of_a_cube_is_another_cube(size: int) -> None:
    text = scrambled(size, 5)
    letters = text.translate(str.maketrans(FACES, DEFAULT_SCHEME.letters))
    mirrored = DEFAULT_SCHEME.mirrored()
    found = Cube.from_facelets(letters, mirrored, allow_invalid=True).problems()
    assert sum(p.kind is Kind.IMPOSSIBLE_CORNER for p in found) == 8
    # Of the corners' colours nothing is wrong but the way round.
    assert all("wrong way" in p.message for p in found if p.kind is Kind.IMPOSSIBLE_CORNER)
    assert (Kind.MIDDLE_CENTERS in {p.kind for p in found}) == (size % 2 == 1)
    # The same cube in another hold is the same cube.
    for scheme in DEFAULT_SCHEME.rotations():
        assert Cube.from_facelets(letters, scheme).color_letters() == letters


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_messages_name_colours_of_the_scheme(size: int) -> None:
    scheme = ColorScheme.parse("PKCLNA")
    corner = of_kind(size, "corner")[0]
    text = exchanged(solved_text(size), corner.slots[:1], corner.slots[1:2])
    (problem,) = problems_of(text, scheme)
    seen = {scheme.color(text[slot]).name.lower() for slot in corner.slots}
    assert all(name in problem.message for name in seen)


def test_all_faults_are_named_at_once() -> None:
    size = 5
    text = solved_text(size)
    corner, midge = of_kind(size, "corner")[0], of_kind(size, "midge")[0]
    wing = wing_orbits(size)[0][0]
    for slots in (corner.slots, midge.slots, wing):
        text = rolled(text, slots)
    assert kinds_of(text) == {Kind.CORNER_TWIST, Kind.EDGE_FLIP, Kind.WING_CHIRALITY}


def test_many_faults_are_counted() -> None:
    size = 26
    text = solved_text(size)
    for orbit in wing_orbits(size):
        text = rolled(text, orbit[0])
    found = problems_of(text)
    assert len(found) == 11
    assert {problem.kind for problem in found[:10]} == {Kind.WING_CHIRALITY}
    assert "2 more orbits" in found[10].message


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.integers(2, 8), st.integers(0, 10**6), st.data())
def test_random_damage_never_passes_unseen(size: int, seed: int, data: st.DataObject) -> None:
    """Whatever letters change, a state that is accepted is one that pieces can make."""
    text = scrambled(size, seed % 7)
    random = Random(seed)
    for _ in range(data.draw(st.integers(1, 4))):
        a, b = random.sample(range(len(text)), 2)
        text = exchanged(text, [a], [b])
    if problems_of(text):
        return
    # Accepted: every piece is there as often as it should be, by colours alone.
    home = solved_text(size)
    for kind in ("corner", "midge", "middle"):
        shown = sorted(sorted(text[s] for s in c.slots) for c in of_kind(size, kind))
        assert shown == sorted(sorted(home[s] for s in c.slots) for c in of_kind(size, kind))
    for orbit in wing_orbits(size):
        assert {(text[a], text[b]) for a, b in orbit} == {(home[a], home[b]) for a, b in orbit}
    for cells in center_orbits(size):
        assert sorted(text[s] for s in cells) == sorted(home[s] for s in cells)
