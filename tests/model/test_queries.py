"""Finding parts, slices and stickers, against looking at everything."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_reference import cubies, random_tokens, slot_orbits

from cubesolve import BOY, Color, Cube
from cubesolve.model import Corner, Edge, PartSlice
from oracle import Oracle

cases = given(st.integers(2, 7), st.integers(0, 10**6))
laws = settings(derandomize=True, deadline=None, max_examples=25)


def moved_cube(size: int, seed: int) -> Cube:
    cube = Cube(size, BOY)
    cube.play(" ".join(random_tokens(size, 8, seed)))
    return cube


@laws
@cases
def test_find_part_by_colors(size: int, seed: int) -> None:
    cube = moved_cube(size, seed)
    kinds = {1: cube.centers, 2: cube.edges, 3: cube.corners}
    for count in (0, 1, 2, 3, 4):
        for colors in combinations(cube.scheme.colors, count):
            parts = kinds.get(count, ())
            here = [part for part in parts if part.colors_id == set(colors)]
            belongs = [part for part in parts if part.position_id == set(colors)]
            found = cube.find_part_by_colors(colors)
            home = cube.find_part_by_pos_colors(reversed(colors))
            assert found is (here[0] if here else None)
            assert home is (belongs[0] if belongs else None)
            edge = found if isinstance(found, Edge) else None
            assert cube.find_edge_by_color(colors) is edge
            corner = found if isinstance(found, Corner) else None
            assert cube.find_corner_by_colors(colors) is corner
            edge = home if isinstance(home, Edge) else None
            assert cube.find_edge_by_pos_colors(colors) is edge
            corner = home if isinstance(home, Corner) else None
            assert cube.find_corner_by_pos_colors(colors) is corner


@pytest.mark.parametrize("size", [2, 3, 5, 7])
def test_every_real_corner_and_midge_is_found(size: int) -> None:
    cube = Cube.random_state(size, seed=4)
    text = cube.facelets()
    for kind in ("corner", "midge"):
        for cubie in (c for c in cubies(size) if c.kind == kind):
            colors = [cube.scheme.color(text[slot]) for slot in cubie.slots]
            part = cube.find_part_by_colors(colors)
            assert part is not None
            assert set(part.name) == set(cubie.name)


def test_colours_of_no_piece() -> None:
    cube = Cube(3)
    assert cube.find_part_by_colors([Color.WHITE, Color.YELLOW]) is None
    assert cube.find_part_by_colors([Color.WHITE, Color.YELLOW, Color.RED]) is None
    assert cube.find_part_by_colors([Color.PURPLE]) is None
    assert cube.find_part_by_colors([]) is None
    assert Cube(2).find_part_by_colors([Color.WHITE, Color.RED]) is None


@laws
@cases
def test_find_sticker(size: int, seed: int) -> None:
    text = " ".join(random_tokens(size, 8, seed))
    cube, oracle = Cube.from_alg(text, size), Oracle(size)
    oracle.play(text)
    for slot, sticker in enumerate(oracle.stickers()):
        assert cube.find_sticker(sticker) == slot
        assert cube.sticker_at(slot) == sticker


def test_a_sticker_that_is_not_there() -> None:
    cube = Cube.from_facelets("U" * 54, allow_invalid=True)
    with pytest.raises(ValueError, match="is not on this cube"):
        cube.find_sticker(9)


@laws
@cases
def test_orbit_and_find_slices(size: int, seed: int) -> None:
    cube = moved_cube(size, seed)
    every = [piece for part in cube.parts for piece in part.all_slices]
    orbits = slot_orbits(size)

    def connected(a: PartSlice, b: PartSlice) -> bool:
        return bool(orbits[a.slots[0]] & set(b.slots))

    for piece in every[:: max(1, len(every) // 40)]:
        orbit = cube.orbit(piece)
        mine = [other for other in every if connected(piece, other)]
        assert set(orbit) == set(mine)
        assert len(orbit) == len(mine) <= 24
        for wanted in (piece.colors_id, mine[-1].colors_id):
            expected = {other for other in mine if other.colors_id == wanted}
            found = cube.find_slices(piece, wanted)
            assert set(found) == expected
            assert len(found) == len(expected)


def test_how_many_slices_have_the_same_colours() -> None:
    cube = moved_cube(6, 1)
    wing = cube.edge("UF").get_slice(0)
    assert len(cube.find_slices(wing, [Color.YELLOW, Color.RED])) == 2
    cell = cube.center("U").get_slice(0, 1)
    assert len(cube.find_slices(cell, [Color.YELLOW])) == 4
    corner = cube.corner("UFR").representative_slice
    assert len(cube.find_slices(corner, [Color.YELLOW, Color.RED, Color.BLUE])) == 1
    middle = Cube(7).center("U").representative_slice
    assert len(Cube(7).orbit(middle)) == 6
    assert len(Cube(7).orbit(Cube(7).edge("UF").representative_slice)) == 12


@pytest.mark.parametrize("size", [2, 3, 4])
def test_slots_outside_the_cube(size: int) -> None:
    cube = Cube(size)
    for slot in (-1, 6 * size**2):
        with pytest.raises(IndexError):
            cube.part_edge(slot)
    for place in ((-1, 0), (0, size), (size, 0)):
        with pytest.raises(IndexError):
            cube.up.part_edge(*place)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_colours_of_faces_and_parts(size: int) -> None:
    cube = Cube.random_state(size, 1)
    letters = cube.color_letters()
    area = size * size
    for number, face in enumerate(cube.faces):
        shown = "".join(color.letter for row in face.colors for color in row)
        assert shown == letters[number * area : (number + 1) * area]
        assert [len(row) for row in face.colors] == [size] * size
    for part in cube.parts:
        assert part.colors == tuple(part.face_color(face) for face in part.faces)
    solved = Cube(size, BOY)
    assert solved.corner("UFR").colors == (Color.YELLOW, Color.RED, Color.BLUE)
    if size > 2:
        assert solved.edge("UF").colors == (Color.YELLOW, Color.BLUE)
        assert solved.center("U").colors == (Color.YELLOW,)
