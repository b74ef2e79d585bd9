"""The three ids of parts and slices, computed again from facelets by the seed's formulas."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_reference import HOLDS, cubies, random_tokens, scrambled

from cubesolve import BOY, DEFAULT_SCHEME, Color, ColorScheme, Cube, FaceName
from cubesolve.model import (
    CenterSlice,
    Corner,
    Edge,
    EdgeWing,
    PartSlice,
    all_in_position,
    all_match_faces,
    parts_id_by_pos,
)
from oracle import FACES

Ids = tuple[object, ...]


class Reference:
    """What the ids should be, from the letters of the net and the points of the oracle alone."""

    def __init__(self, text: str, size: int, scheme: ColorScheme) -> None:
        self.text, self.size, self.area = text, size, size**2
        self.colors = dict(zip(FACES, scheme.colors, strict=True))
        self.opposite = {
            self.colors[a]: self.colors[b] for a, b in zip(FACES, "DLBURF", strict=True)
        }
        if size > 2:
            row, column = size - 2 - (size - 2) // 2, (size - 2) // 2 + 1
            at = row * size + column
            self.faces = {f: self.color(i * self.area + at) for i, f in enumerate(FACES)}
        else:
            # The 2x2 has no centre: the corner DBL is said to be at home.
            corner = next(c for c in cubies(2) if set(c.name) == set("DBL"))
            self.faces = {FACES[slot // 4]: self.color(slot) for slot in corner.slots}
            for here, there in (("U", "D"), ("R", "L"), ("F", "B")):
                self.faces[here] = self.opposite[self.faces[there]]

    def color(self, slot: int) -> Color:
        return self.colors[self.text[slot]]

    def face(self, slot: int) -> str:
        return FACES[slot // self.area]

    def slice_ids(self, slots: tuple[int, ...]) -> Ids:
        position = frozenset(self.faces[self.face(slot)] for slot in slots)
        colors = frozenset(self.color(slot) for slot in slots)
        match = all(self.color(slot) == self.faces[self.face(slot)] for slot in slots)
        return position, colors, position == colors, match


def ids_of(view: Any) -> Ids:
    return view.position_id, view.colors_id, view.in_position, view.match_faces


def middle_slots(part: Any, size: int) -> tuple[int, ...]:
    """Return the slots of the slice that stands for a part, by its place in the net."""
    middle = (size - 2) // 2
    if isinstance(part, Corner):
        wanted = set(part.name)
        return next(c.slots for c in cubies(size) if c.kind == "corner" and set(c.name) == wanted)
    if isinstance(part, Edge):
        slots = [s for c in cubies(size) if set(c.name) == set(part.name) for s in c.slots]
        first = FACES.index(part.faces[0].name)
        slots = sorted(slot for slot in slots if slot // size**2 == first)
        # Rows run down and columns right: `up or right` from the first face's point of view.
        vertical = slots[1] - slots[0] != 1 if size > 3 else slots[0] % size in (0, size - 1)
        slot = slots[::-1][middle] if vertical else slots[middle]
        return next(c.slots for c in cubies(size) if slot in c.slots)
    face = FACES.index(part.faces[0].name)
    return (face * size**2 + (size - 2 - middle) * size + middle + 1,)


def check_all(cube: Cube, text: str) -> None:
    size = cube.size
    reference = Reference(text, size, cube.scheme)
    for name in FaceName:
        assert cube.face(name).color == reference.faces[name]
    for cubie in cubies(size):
        piece = cube.part_slice(cubie.slots[0])
        assert ids_of(piece) == reference.slice_ids(cubie.slots), cubie
        assert piece.fixed_id == frozenset((piece.index, *map(FaceName, cubie.name)))
        for slot in cubie.slots:
            assert cube.part_edge(slot).color == reference.color(slot)
    for part in cube.parts:
        assert ids_of(part) == reference.slice_ids(middle_slots(part, size)), part
        assert part.fixed_id == frozenset(piece.fixed_id for piece in part.all_slices)
        shown = {
            tuple((edge.face.name, reference.color(edge.slot)) for edge in piece.edges)
            for piece in part.all_slices
        }
        assert part.is3x3 == (len(shown) == 1), part
        where = cube.find_part_by_pos_colors(part.colors_id)
        assert part.required_position is where
    assert parts_id_by_pos(cube.corners) == [corner.position_id for corner in cube.corners]
    assert all_match_faces(cube.edges) == all(edge.match_faces for edge in cube.edges)
    assert all_in_position(cube.corners) == all(corner.in_position for corner in cube.corners)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(2, 7), st.integers(0, 10**6), st.integers(0, 12), st.booleans())
def test_ids_after_any_moves(size: int, seed: int, length: int, boy: bool) -> None:
    cube = Cube(size, BOY if boy else DEFAULT_SCHEME)
    check_all(cube, cube.facelets())  # so that a stale answer would be kept
    for move in random_tokens(size, length, seed):
        cube.play(move)
    check_all(cube, cube.facelets())


@pytest.mark.parametrize("size", range(2, 8))
def test_ids_of_a_state_the_oracle_made(size: int) -> None:
    for seed in range(3):
        text = scrambled(size, seed)
        check_all(Cube.from_facelets(text, ColorScheme.parse("PKCLNA")), text)


@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.integers(2, 7), st.integers(0, 10**6))
def test_fixed_ids_never_change_and_name_one_place(size: int, seed: int) -> None:
    cube = Cube(size)

    def fixed() -> list[object]:
        parts: list[object] = [part.fixed_id for part in cube.parts]
        return parts + [piece.fixed_id for part in cube.parts for piece in part.all_slices]

    before = fixed()
    assert len(set(before)) == len(before) == len(cube.parts) + len(cubies(size))
    cube.play(" ".join(random_tokens(size, 8, seed)))
    assert fixed() == before


@pytest.mark.parametrize("size", [3, 5, 7])
def test_position_ids_on_odd_sizes_change_by_middle_slices_only(size: int) -> None:
    cube = Cube(size)

    def positions() -> list[object]:
        return [part.position_id for part in cube.parts]

    for seed in range(40):
        cube = Cube.random_state(size, seed)
        before = positions()
        for token in random_tokens(size, 4, seed):
            middles = cube.facelets()[size**2 // 2 :: size**2]
            cube.play(token)
            moved = cube.facelets()[size**2 // 2 :: size**2] != middles
            assert (positions() != before) == moved, token
            before = positions()


@pytest.mark.parametrize("size", [3, 5])
def test_position_ids_and_kinds_of_turns(size: int) -> None:
    for turn in ("F", "R2", "B'", "M", "E'", "S2", "x", "y'", "z2"):
        changes = turn[0] in "MESxyz"
        cube = Cube(size, BOY)
        before = [part.position_id for part in cube.parts]
        cube.play(turn)
        assert ([part.position_id for part in cube.parts] != before) == changes, turn


def test_ids_of_the_seeds_example() -> None:
    """The edge FU of a cube in the seeds' hold."""
    cube = Cube(3, BOY)
    edge = cube.edge("FU")
    assert edge.fixed_id == frozenset({frozenset({0, FaceName.F, FaceName.U})})
    assert edge.position_id == edge.colors_id == {Color.BLUE, Color.YELLOW}
    cube.play("F")
    assert edge.position_id == {Color.BLUE, Color.YELLOW}
    assert edge.colors_id == {Color.ORANGE, Color.BLUE}
    assert not edge.in_position
    cube.reset()
    cube.play("y")
    assert edge.position_id == edge.colors_id == {Color.RED, Color.YELLOW}
    assert edge.match_faces
    cube.reset()
    cube.play("M")  # M follows L: what was above comes to the front
    assert edge.position_id == {Color.YELLOW, Color.GREEN}
    assert edge.match_faces


def test_in_position_and_match_faces_differ_by_orientation() -> None:
    cube = Cube(3)
    cube.play("[(R' D' R D)2, U]")  # twists two corners in their places and does nothing else
    twisted = [part for part in cube.parts if not part.match_faces]
    assert len(twisted) == 2
    assert all(isinstance(part, Corner) and part.in_position for part in twisted)
    assert all_in_position(cube.parts)
    assert not all_match_faces(cube.corners)
    assert all_match_faces(cube.edges)


@pytest.mark.parametrize("size", range(3, 8))
def test_is3x3_after_reduction_and_after_one_slice(size: int) -> None:
    cube = Cube(size)
    assert cube.is3x3
    cube.play("R U2 F' L D B2 U'")
    assert cube.is3x3
    assert all(part.is3x3 for part in cube.parts)
    assert all(face.is3x3 for face in cube.faces)
    cube.play("[2]R")
    assert cube.is3x3 == (size == 3)
    assert all(corner.is3x3 for corner in cube.corners)
    if size > 3:
        # The slice [2]R takes a wing from each edge it crosses and a column from each centre.
        broken = {part.name for part in cube.parts if not part.is3x3}
        assert broken == {"UF", "UB", "DF", "DB", "U", "F", "D", "B"}


def test_an_edge_with_a_flipped_wing_is_not_reduced() -> None:
    # Both wings of UF show the same two colours, but the other way round.
    cube = Cube(4)
    slots = [piece.slots for piece in cube.edge("UF").all_slices]
    stickers = cube.stickers.copy()
    (a, b), (c, d) = slots
    stickers[[a, b]] = stickers[[d, c]]
    stickers[[c, d]] = cube.stickers[[b, a]]
    cube.set_stickers(stickers)
    assert cube.edge("UF").is3x3  # both turned: it acts as one flipped edge
    assert cube.edge("UF").in_position
    assert not cube.edge("UF").match_faces
    half = Cube(4)
    stickers = half.stickers.copy()
    stickers[[a, b]] = stickers[[b, a]]
    half.set_stickers(stickers)
    assert not half.edge("UF").is3x3


def test_a_reduced_cube_must_fit_the_scheme() -> None:
    cube = Cube(4)
    stickers = cube.stickers.copy().reshape(6, 4, 4)
    stickers[[0, 3], 1:3, 1:3] = stickers[[3, 0], 1:3, 1:3]
    cube.set_stickers(stickers.ravel())
    assert all(part.is3x3 for part in cube.parts)
    assert not cube.is3x3


@pytest.mark.parametrize("hold", HOLDS)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_solved_cube_matches_in_every_hold(size: int, hold: str) -> None:
    cube = Cube.from_alg(hold, size)
    assert cube.solved
    assert cube.is3x3
    assert all_match_faces(cube.parts)
    assert all_in_position(cube.parts)


@pytest.mark.parametrize("size", range(2, 8))
def test_views_cover_every_slot_once(size: int) -> None:
    cube = Cube(size)
    slots = [slot for part in cube.parts for slot in part.slots]
    assert sorted(slots) == list(range(6 * size**2))
    pieces = {frozenset(piece.slots) for part in cube.parts for piece in part.all_slices}
    assert pieces == {frozenset(cubie.slots) for cubie in cubies(size)}
    for part in cube.parts:
        pieces_of = list(part.all_slices)
        assert len(pieces_of) == part.n_slices
        for piece in pieces_of:
            assert piece.parent is part
            assert {edge.face.name for edge in piece.edges} == set(part.name)
            for edge in piece.edges:
                assert edge.parent is piece


@pytest.mark.parametrize("size", range(2, 7))
def test_views_are_made_once_and_shared(size: int) -> None:
    cube = Cube(size)

    def views() -> list[object]:
        found: list[object] = [*cube.faces, *cube.parts]
        for part in cube.parts:
            for piece in part.all_slices:
                found += [piece, *piece.edges]
        for face in cube.faces:
            found += [*face.edges, *face.corners, *face.parts]
            found += [face.part_edge(r, c) for r in range(size) for c in range(size)]
        return found

    before = views()
    cube.play(" ".join(random_tokens(size, 6, size)))
    assert list(map(id, views())) == list(map(id, before))
    for slot in range(6 * size**2):
        side = cube.part_edge(slot)
        number, row, column = cube.geometry.place(slot)
        assert side is cube.faces[number].part_edge(row, column)
        assert side.slot == slot
        assert side.face is cube.faces[number]
        assert side in side.parent.edges
        assert side.parent.get_face_edge(side.face) is side
    for corner in cube.corners:
        for face in corner.faces:
            assert any(corner is other for other in face.corners)
            assert corner.on_face(face)
    for edge in cube.edges:
        a, b = edge.faces
        assert edge is a.get_edge(b)
        assert edge is b.get_edge(a)
        assert edge.get_other_face(a) is b
        assert edge is cube.edge(edge.name[::-1])


@pytest.mark.parametrize("size", range(2, 6))
def test_a_face_knows_what_lies_around_it(size: int) -> None:
    cube = Cube(size)
    for face in cube.faces:
        n = size - 1
        ends = [(0, n), (n, n), (n, 0), (0, 0)]
        assert [corner.representative_slice for corner in face.corners] == [
            face.part_edge(*end).parent for end in ends
        ]
        if size > 2:
            sides = [(0, 1), (1, n), (n, 1), (1, 0)]
            assert list(face.edges) == [face.part_edge(*side).parent.parent for side in sides]
            around = (face.edge_top, face.edge_right, face.edge_bottom, face.edge_left)
            assert face.edges == around
            assert face.center is face.part_edge(1, 1).parent.parent
        assert face.opposite.opposite is face
        assert face.opposite not in (face, *face.adjusted_faces())
        assert list(face.slots) == [
            face.part_edge(r, c).slot for r in range(size) for c in range(size)
        ]


@pytest.mark.parametrize("size", range(3, 9))
def test_centre_coordinates(size: int) -> None:
    n = size - 2
    for number, name in enumerate(FACES):
        cube = Cube(size)
        center = cube.center(name)
        assert center.get_slice(0, 0).slots == (number * size**2 + (size - 2) * size + 1,)
        cells = [(row, column) for row in range(n) for column in range(n)]
        for row, column in cells:
            slot = center.get_slice(row, column).edge.slot
            assert slot == number * size**2 + (size - 2 - row) * size + column + 1
        before = {at: center.get_slice(*at).edge.sticker for at in cells}
        cube.play(name)
        for row, column in cells:
            there = center.get_slice(n - 1 - column, row)
            assert there.edge.sticker == before[row, column]
            assert isinstance(there, CenterSlice)
            assert there.index == (n - 1 - column, row)
        for bad in ((n, 0), (0, n), (-1, 0), (0, -1)):
            with pytest.raises(IndexError):
                center.get_slice(*bad)


@pytest.mark.parametrize("size", range(3, 8))
def test_wing_coordinates_of_both_faces(size: int) -> None:
    cube = Cube(size)
    n = size - 2
    for edge in cube.edges:
        for face in edge.faces:
            for i in range(n):
                wing = edge.get_slice_by_ltr_index(face, i)
                assert isinstance(wing, EdgeWing)
                _, row, column = cube.geometry.place(wing.get_face_edge(face).slot)
                # From the left along the top and bottom, from the bottom along the sides.
                on_side = column in (0, size - 1)
                assert i == (size - 2 - row if on_side else column - 1)
                own = edge.get_edge_slice_index_from_face_ltr_index(face, i)
                assert wing is edge.get_slice(own)
                assert edge.get_face_ltr_index_from_edge_slice_index(face, own) == i
        assert [wing.index for wing in edge.all_slices] == list(range(n))
        other = next(face for face in cube.faces if face not in edge.faces)
        with pytest.raises(ValueError, match="is not on face"):
            edge.get_slice_by_ltr_index(other, 0)
        for index in (-1, n):
            with pytest.raises(IndexError):
                edge.get_slice(index)


@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_questions_about_one_face(size: int, seed: int) -> None:
    cube = Cube(size)
    cube.play(" ".join(random_tokens(size, 8, seed)))
    for part in cube.parts:
        for edge in part.edges:
            face = edge.face
            assert part.face_color(face) == edge.color
            assert part.match_face(face) == (edge.color == face.color)
            assert part.get_face_edge(face) is edge
            assert part.face_of_actual_color(edge.color) is face
        strange = next(color for color in cube.scheme.colors if color not in part.colors_id)
        assert part.face_of_actual_color(strange) is None
        off = next(face for face in cube.faces if not part.on_face(face))
        with pytest.raises(ValueError, match="is not on face"):
            part.face_color(off)


@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_unique_id_follows_the_cubie(size: int, seed: int) -> None:
    cube = Cube(size)

    def pieces() -> dict[int, PartSlice]:
        return {piece.unique_id: piece for part in cube.parts for piece in part.all_slices}

    assert len(pieces()) == len(cubies(size))
    home = {number: set(piece.slots) for number, piece in pieces().items()}
    cube.play(" ".join(random_tokens(size, 8, seed)))
    for number, piece in pieces().items():
        assert {edge.sticker for edge in piece.edges} == home[number]


def test_names_that_are_no_parts() -> None:
    cube = Cube(4)
    for name in ("UD", "U", "UU", "UFF", "", "UFR", "QF"):
        with pytest.raises(ValueError, match="edge such as UF"):
            cube.edge(name)
    for name in ("UF", "UDF", "UFRB", "UFU"):
        with pytest.raises(ValueError, match="corner such as UFR"):
            cube.corner(name)
    with pytest.raises(ValueError, match="Q"):
        cube.face("Q")
