"""Face trackers: always a valid scheme, the same everywhere, and gone without a trace."""

import copy
import pickle
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from cubesolve import (
    BOY,
    Color,
    ColorScheme,
    Cube,
    FaceName,
    FacesTrackerHolder,
    InternalSWError,
    Operator,
    random_moves,
    solve,
)
from cubesolve.model import Center
from cubesolve.stages.layers.holding import best_hold, hold_down
from cubesolve.trackers import MarkedFaceTracker, best_scheme
from cubesolve.trackers.assignment import block_stickers
from oracle import Oracle

SCHEMES = [
    ColorScheme.parse("WRGYOB"),
    BOY,
    ColorScheme.parse("WOGYRB"),
    ColorScheme.parse("PKCLNA"),
]


def even_centers(size: int, seed: int, scheme: ColorScheme) -> Cube:
    """Return a cube whose faces all see the colours alike: counts of one face, shifted."""
    random = Random(seed)
    cube = Cube(size, scheme)
    n = size - 2
    letters = list(cube.facelets())
    order = list("URFDLB")
    for row in range((n + 1) // 2):
        for column in range(n // 2):
            cell = row, column
            for _ in range(4):
                shift = random.randrange(6)
                for face in range(6):
                    slot = cube.geometry.center_slot(face, *cell)
                    letters[slot] = order[(face + shift) % 6]
                cell = n - 1 - cell[1], cell[0]
    return Cube.from_facelets("".join(letters), scheme)


def flat_centers(scheme: ColorScheme) -> Cube:
    """Return an 8x8 cube with exactly six cells of each colour on every face."""
    cube = Cube(8, scheme)
    letters = list(cube.facelets())
    n = 6
    cells = [(r, c) for r in range(n // 2) for c in range(n // 2)]
    shift = 0
    for cell in cells:
        for _ in range(4):
            for face in range(6):
                letters[cube.geometry.center_slot(face, *cell)] = "URFDLB"[(face + shift) % 6]
            shift += 1
            cell = n - 1 - cell[1], cell[0]
    return Cube.from_facelets("".join(letters), scheme)


def is_hold_of(colors: dict[FaceName, Color], scheme: ColorScheme) -> bool:
    """Whether six face colours are the scheme turned as a whole, by the oracle's turns."""
    wanted = "".join(colors[name].letter for name in FaceName)
    for first in ("", "x", "x2", "x'", "z", "z'"):
        for second in ("", "y", "y2", "y'"):
            oracle = Oracle(1)
            oracle.play(f"{first} {second}")
            held = "".join(scheme.letters[sticker] for sticker in oracle.stickers())
            if held == wanted:
                return True
    return False


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
def test_random_states_get_a_valid_scheme(scheme: ColorScheme) -> None:
    for seed in range(125):
        size = (4, 6, 8, 10)[seed % 4]
        with FacesTrackerHolder(Cube.random_state(size, seed, scheme)) as holder:
            assert is_hold_of(holder.face_colors, scheme)


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
def test_even_distributions_get_a_valid_scheme(scheme: ColorScheme) -> None:
    for seed in range(25):
        cube = even_centers((4, 6, 8)[seed % 3], seed, scheme)
        with FacesTrackerHolder(cube) as holder:
            assert is_hold_of(holder.face_colors, scheme)
    flat = flat_centers(scheme)
    counts = {
        (face, color): sum(cell.color == color for cell in flat.centers[face].all_slices)
        for face in range(6)
        for color in scheme.colors
    }
    assert set(counts.values()) == {6}  # no face prefers any colour
    with FacesTrackerHolder(flat) as holder:
        assert is_hold_of(holder.face_colors, scheme)


def test_no_hold_agrees_with_more_cells() -> None:
    for seed in range(60):
        cube = Cube.random_state((4, 6)[seed % 2], seed)
        with FacesTrackerHolder(cube) as holder:
            colors = holder.face_colors

        def agreement(scheme: ColorScheme, cube: Cube = cube) -> int:
            return sum(
                cell.color == scheme.color(center.face.name)
                for center in cube.centers
                for cell in center.all_slices
            )

        chosen = ColorScheme(tuple(colors[name] for name in FaceName))
        assert agreement(chosen) == max(map(agreement, cube.scheme.rotations()))
        assert chosen == best_scheme(cube)


def test_solved_centres_keep_their_colours_in_every_hold() -> None:
    for scheme in Cube(6).scheme.rotations():
        cube = Cube(6, scheme)
        cube.play("R U' F2 L D B'")
        with FacesTrackerHolder(cube) as holder:
            assert holder.face_colors == dict(zip(FaceName, scheme.colors, strict=True))
    for hold in ("x", "y'", "z2", "x y", "z' y2"):
        cube = Cube(6)
        cube.play(f"{hold} R U' F2")
        with FacesTrackerHolder(cube) as holder:
            for center in cube.centers:
                assert holder.get_face_color(center.face.name) == center.color


def test_trackers_come_in_the_order_of_the_seed() -> None:
    cube = Cube.random_state(6, 3)
    with FacesTrackerHolder(cube) as holder:
        first, second, third, fourth, fifth, sixth = holder.trackers
        for marked, opposite in ((first, second), (third, fourth), (fifth, sixth)):
            assert isinstance(marked, MarkedFaceTracker)
            assert opposite.face is marked.face.opposite
            assert opposite.color == cube.scheme.opposite_color(marked.color)
        counts = [
            sum(cell.color == t.color for cell in t.face.center.all_slices) for t in (first, third)
        ]
        assert counts[0] >= counts[1]


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_whole_cube_turns_carry_the_colours_along(size: int) -> None:
    cube = Cube.random_state(size, 5)
    with FacesTrackerHolder(cube) as holder:
        before = holder.face_colors
        cycles = {"x": "FUBD", "y": "FLBR", "z": "URDL"}
        for turn, cycle in cycles.items():
            cube.play(turn)
            after = holder.face_colors
            for here, there in pairwise(cycle + cycle[0]):
                assert after[FaceName(there)] == before[FaceName(here)]
            before = after


def test_ten_thousand_moves_later() -> None:
    for size in (4, 6):
        cube = Cube.random_state(size, 1)
        operator = Operator(cube)
        with FacesTrackerHolder(operator) as holder:
            marks = fresh_marks(cube)
            assert len(marks) == 3
            for chunk in range(100):
                operator.play(random_moves(size, 100, chunk))
                assert holder.face_colors == fresh_colors(cube, marks)


def fresh_marks(cube: Cube) -> dict[int, Color]:
    """Return the marked stickers, looked for on the whole cube."""
    return {
        edge.sticker: color
        for center in cube.centers
        for cell in center.all_slices
        for edge in cell.edges
        for color in [FacesTrackerHolder.get_tracked_edge_color(edge)]
        if color is not None
    }


def fresh_colors(cube: Cube, marks: dict[int, Color]) -> dict[FaceName, Color]:
    """Return the mapping that the marks say now, in the order in which they were set."""
    found: dict[FaceName, Color] = {}
    for sticker, color in marks_in_order(cube, marks):
        slot = int(np.flatnonzero(cube.stickers == sticker)[0])
        face = cube.faces[slot // cube.size**2]
        found[face.name] = color
        found[face.opposite.name] = cube.scheme.opposite_color(color)
    return {name: found[name] for name in FaceName if name in found}


def marks_in_order(cube: Cube, marks: dict[int, Color]) -> list[tuple[int, Color]]:
    numbered = []
    for sticker, color in marks.items():
        (key,) = cube.noted_stickers()[sticker]
        numbered.append((int(key.split(color.name)[-1]), sticker, color))
    return [(sticker, color) for _, sticker, color in sorted(numbered)]


@pytest.mark.parametrize("first_closed", [0, 1])
def test_two_holders_alive_at_once(first_closed: int) -> None:
    cube = Cube.random_state(6, 2)
    holders = [FacesTrackerHolder(cube), FacesTrackerHolder(Operator(cube))]
    colors = holders[0].face_colors
    assert holders[1].face_colors == colors
    holders.pop(first_closed).cleanup()
    (left,) = holders
    assert left.face_colors == colors
    cube.play("Rw U y")
    left.face_colors  # noqa: B018
    left.cleanup()
    assert not cube.noted_stickers()
    with pytest.raises(InternalSWError, match="cleaned up"):
        left.trackers[0].face  # noqa: B018


def test_the_block_cleans_up_after_an_error() -> None:
    cube = Cube.random_state(4, 2)
    with pytest.raises(RuntimeError), FacesTrackerHolder(cube):
        assert len(cube.noted_stickers()) == 3
        raise RuntimeError
    assert not cube.noted_stickers()


@pytest.mark.parametrize("size", [4, 6, 8])
def test_part_match_faces_where_match_faces_cannot(size: int) -> None:
    """Solve one face's centre only, by sight; then compare parts with the oracle of the scheme."""
    for seed in range(30):
        cube = Cube.random_state(size, seed)
        letters = list(cube.facelets())
        white = cube.center("U").slots
        for slot in white:  # bring all white cells to U, orbit by orbit
            if letters[slot] != "U":
                other = next(
                    s for s in cube.geometry.orbit(slot) if letters[s] == "U" and s not in white
                )
                letters[slot], letters[other] = letters[other], letters[slot]
        cube = Cube.from_facelets("".join(letters))
        with FacesTrackerHolder(cube) as holder:
            colors = holder.face_colors
            assert colors[FaceName.U] == Color.WHITE
            assert is_hold_of(colors, cube.scheme)
            for part in (*cube.corners, *cube.edges):
                expected = all(
                    edge.color == colors[edge.face.name] for edge in part.representative_slice.edges
                )
                assert holder.part_match_faces(part) == expected
                with cube.with_faces_color_provider(holder):
                    assert part.match_faces == expected
        for name in FaceName:
            assert cube.face_color(name) == cube.own_face_color(name)


@pytest.mark.parametrize("size", range(4, 11))
def test_displacement_in_a_query(size: int) -> None:
    for seed in range(6):
        operator = Operator(Cube.random_state(size, seed))
        with FacesTrackerHolder(operator) as holder:
            before = holder.face_colors
            with holder.frozen_face_colors() as frozen, operator.query():
                assert frozen == before
                for letter in "MES":
                    for k in range(1, size - 1):
                        for _ in range(3):
                            operator.play(f"[{k}]{letter}")
                            assert holder.face_colors == before
                            for name in FaceName:
                                assert holder.get_face_color(name) == before[name]
            assert holder.face_colors == before


@pytest.mark.parametrize("size", range(4, 11))
def test_physical_faces_are_preserved(size: int) -> None:
    """On odd sizes with a given scheme: without one, the middle centres decide (see below)."""
    for hold in ("", "x", "y", "z", "x2", "x y'"):  # other assignments
        operator = Operator(Cube.random_state(size, size))
        operator.play(hold)
        scheme = None
        if size % 2:
            scheme = ColorScheme(tuple(face.color for face in operator.cube.faces))
        with FacesTrackerHolder(operator, scheme=scheme) as holder:
            before = holder.face_colors
            for letter in "MES":
                for k in range(1, size - 1):
                    for amount in ("", "2", "'"):
                        with holder.preserve_physical_faces():
                            operator.play(f"[{k}]{letter}{amount}")
                        assert holder.face_colors == before
            with holder.preserve_physical_faces():
                operator.play("m e' 2R U y Fw")
            assert holder.face_colors == before
        assert not operator.cube.noted_stickers()


@pytest.mark.parametrize("size", [3, 5, 7])
def test_on_odd_sizes_colours_follow_the_middle_centres(size: int) -> None:
    operator = Operator(Cube.random_state(size, size))
    with FacesTrackerHolder(operator) as holder:
        for turn in ("M", "E2", "S'", "Rw", "y", "2U", "3Fw'"):
            if "w" not in turn or size > 3:
                with holder.preserve_physical_faces():
                    operator.play(turn)
                middle = (size - 2) // 2
                centres = {
                    center.face.name: center.get_slice(middle, middle).color
                    for center in operator.cube.centers
                }
                assert holder.face_colors == centres


def test_contexts_nest_and_restore_after_an_error() -> None:
    cube = Cube.random_state(6, 1)
    with FacesTrackerHolder(cube) as holder:
        before = holder.face_colors
        with holder.frozen_face_colors():
            with pytest.raises(RuntimeError), holder.frozen_face_colors():
                raise RuntimeError
            cube.play("y")
            assert holder.face_colors == before  # the outer one still holds
        assert holder.face_colors != before
        before = holder.face_colors
        with pytest.raises(RuntimeError), holder.preserve_physical_faces():
            with holder.preserve_physical_faces():
                cube.play("[2]M")
            cube.play("[3]E [2]S'")
            raise RuntimeError
        assert holder.face_colors == before


def test_a_lost_mark_says_what_to_do() -> None:
    cube = Cube.random_state(4, 1)
    with FacesTrackerHolder(cube) as holder:
        seen = False
        for turn in ("[1]M", "[2]M", "[1]E", "[2]E", "[1]S", "[2]S"):
            cube.play(turn)
            if len(holder.face_colors) < 6:
                seen = True
                missing = next(name for name in FaceName if name not in holder.face_colors)
                with pytest.raises(InternalSWError, match="preserve_physical_faces"):
                    holder.get_face_color(missing)
        assert seen


def test_lookups() -> None:
    cube = Cube.random_state(4, 9)
    with FacesTrackerHolder(cube) as holder:
        for name, color in holder.face_colors.items():
            assert holder.get_tracker(name).color == color
            assert holder.get_face_by_color(color).name == name
        with pytest.raises(ValueError, match="there is no tracker for pink"):
            holder.get_tracker_by_color(Color.PINK)


def test_display_sees_the_marks_of_any_holder() -> None:
    cube = Cube.random_state(4, 1)
    with FacesTrackerHolder(cube) as holder:
        cube.play("x Rw")
        slots = FacesTrackerHolder.tracked_slots(cube)
        assert len(slots) == 3
        for slot, color in slots.items():
            cell = cube.part_slice(slot)
            assert isinstance(cell.parent, Center)
            assert FacesTrackerHolder.is_tracked_slice(cell)  # type: ignore[arg-type]
            assert FacesTrackerHolder.get_tracked_slice_color(cell) == color  # type: ignore[arg-type]
            assert holder.get_tracker_by_color(color).face is cell.parent.face
    assert not FacesTrackerHolder.tracked_slots(cube)


@pytest.mark.parametrize("size", [2, 4, 5, 6])
def test_faces_preserved_within_a_query_leave_no_trace(size: int) -> None:
    operator = Operator(Cube.random_state(size, 1))
    turns = ["[1]M", "[1]E2", "R"] if size > 2 else ["R", "D", "B2"]
    with FacesTrackerHolder(operator) as holder:
        before = holder.face_colors
        for turn in turns:
            with holder.frozen_face_colors(), operator.query():
                with holder.preserve_physical_faces():
                    operator.play(turn)
                assert holder.face_colors == before
            assert holder.face_colors == before
    assert not operator.cube.noted_stickers()


def test_a_2x2_is_followed_through_turns_of_the_whole_cube() -> None:
    for seed in range(20):
        cube = Cube.random_state(2, seed)
        with FacesTrackerHolder(cube) as holder:
            before = holder.face_colors
            assert is_hold_of(before, cube.scheme)
            cube.play("y")
            after = holder.face_colors
            for here, there in pairwise("FLBRF"):
                assert after[FaceName(there)] == before[FaceName(here)]
            assert after[FaceName.U] == before[FaceName.U]


def test_looking_for_marks_notes_nothing() -> None:
    cube = Cube(6)
    for cell in cube.center("F").all_slices:
        assert not FacesTrackerHolder.is_tracked_slice(cell)
    assert not cube._sticker_attributes


@pytest.mark.parametrize("size", [4, 6])
def test_a_given_scheme_decides(size: int) -> None:
    """Whoever knows more than the centres tell says so: any hold, also an unlikely one."""
    cube = Cube.random_state(size, 1)
    for scheme in cube.scheme.rotations():
        with FacesTrackerHolder(cube, scheme=scheme) as holder:
            assert tuple(holder.face_colors.values()) == scheme.colors
            cube.play("R U2 F'")
            assert tuple(holder.face_colors.values()) == scheme.colors


@pytest.mark.parametrize("size", [2, 4, 5, 6])
@pytest.mark.parametrize(
    ("letters", "problem"),
    [
        ("WOGYRB", "expected one of the 24 holds of the scheme WRGYOB, got WOGYRB: .*mirror image"),
        ("PRGYKB", "got PRGYKB: this cube has no purple, pink"),
        ("RWGYOB", "got RWGYOB: other colours are opposite each other"),
    ],
)
def test_a_scheme_of_another_cube_is_refused(size: int, letters: str, problem: str) -> None:
    cube = Cube.random_state(size, 1)
    with pytest.raises(ValueError, match=problem):
        FacesTrackerHolder(cube, scheme=ColorScheme.parse(letters))
    assert not cube.noted_stickers()


def test_what_is_no_scheme_is_refused() -> None:
    cube = Cube(4)
    with pytest.raises(TypeError, match="expected scheme to be a ColorScheme, got 'WRGYOB'"):
        FacesTrackerHolder(cube, scheme="WRGYOB")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"expected six different colours .* got W W G Y O B"):
        FacesTrackerHolder(cube, scheme=ColorScheme.parse("WWGYOB"))
    with pytest.raises(TypeError, match="expected six colours, got 'W'"):
        ColorScheme(tuple("WRGYOB"))  # type: ignore[arg-type]
    with FacesTrackerHolder(cube) as holder, pytest.raises(ValueError, match="got both"):
        FacesTrackerHolder(cube, holder.trackers, cube.scheme)


def held_by_layers(size: int, seed: int, what: str) -> tuple[Cube, ColorScheme]:
    """Return a cube with some layers done at the bottom, and the colours that they tell."""
    operator = Operator(Cube.random_state(size, seed))
    operator.play(solve(operator.cube, "layers", what).alg)
    hold = best_hold(operator.cube)
    hold_down(operator, hold)
    return operator.cube, hold.colors


@pytest.mark.parametrize(("size", "count"), [(4, 40), (6, 10), (8, 6), (10, 4)])
@pytest.mark.parametrize("what", ["first-cross", "first-layer", "middle-1"])
def test_a_finished_layer_decides(size: int, count: int, what: str) -> None:
    for seed in range(count):
        cube, colors = held_by_layers(size, seed, what)
        with FacesTrackerHolder(cube) as holder:
            assert tuple(holder.face_colors.values()) == colors.colors
            right = sum(map(holder.part_match_faces, cube.corners))
        cube.play("x y'")
        with FacesTrackerHolder(cube) as held:
            assert sum(map(held.part_match_faces, cube.corners)) == right


@pytest.mark.parametrize("size", [4, 6])
def test_a_cage_decides(size: int) -> None:
    for seed in range(12):
        cube = Cube.random_state(size, seed)
        cube.play(solve(cube, "cage", "cage").alg)
        with FacesTrackerHolder(cube) as holder:
            assert all(map(holder.part_match_faces, (*cube.corners, *cube.edges)))


@pytest.mark.parametrize("size", [4, 6, 8])
def test_built_centres_decide_alone(size: int) -> None:
    """All inner layers turned: eight corners and eight edges say one thing, all centres another."""
    for turn in ("m", "e2", "s'", "m e"):
        cube = Cube.from_alg(turn, size)
        with FacesTrackerHolder(cube) as holder:
            for center in cube.centers:
                assert holder.get_face_color(center.face.name) == center.color


def test_two_parts_that_meet_by_chance_do_not_count() -> None:
    cube = Cube(4)
    fixed = {*cube.corner("UFR").slots, *cube.edge("UF").slots}
    schemes = cube.scheme.rotations()
    assert block_stickers(cube, schemes) == [8 * 3 + 12 * 4, *[0] * 23]
    two = scrambled_but(fixed)
    assert not any(block_stickers(two, schemes))
    three = scrambled_but({*fixed, *cube.corner("UFL").slots})
    assert block_stickers(three, schemes) == [2 * 3 + 4, *[0] * 23]


def scrambled_but(slots: set[int]) -> Cube:
    """Return a 4x4 where only these slots show what a solved cube shows, and no edge is whole."""
    cube = Cube(4)
    letters = list(cube.facelets())
    for slot in range(len(letters)):
        if slot not in slots:
            letters[slot] = "URFDLB"[(slot + slot // 4) % 6]
    return Cube.from_facelets("".join(letters), allow_invalid=True)


def test_marks_stay_behind_when_a_cube_is_copied() -> None:
    cube = Cube.random_state(4, 3)
    alone = solve(cube, "beginner")
    with FacesTrackerHolder(cube):
        cube.part_edge(7).moveable_attributes["mine"] = 1
        cube.part_edge(7).fixed_attributes["_theirs"] = 2
        for twin in (cube.copy(), copy.deepcopy(cube), pickle.loads(pickle.dumps(cube))):
            assert list(twin.noted_stickers().values()) == [{"mine": 1}]
            assert not FacesTrackerHolder.tracked_slots(twin)
            assert not twin.part_edge(7).fixed_attributes
        assert len(FacesTrackerHolder.tracked_slots(cube)) == 3
        assert solve(cube, "beginner").steps == alone.steps
