"""The shadow of a cube and the dual operator: both cubes do the same, marks included."""

import pytest

from cubesolve import Alg, Cube, FaceName, FacesTrackerHolder, Operator, random_moves
from cubesolve.stages.shadow import DualOperator, ShadowCubeHelper, for_size

SIZES = [2, 3, 4, 5, 6, 7, 9]
MOVES = "R U2 r' F M' B2 y E x' d S2 L' z"


def shadow_of(cube: Cube) -> Cube:
    return ShadowCubeHelper(cube).create_shadow()


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 9])
def test_the_shadow_turns_like_the_cube(size: int) -> None:
    cube, small = Cube(size), Cube(3)
    for move in (*Alg.parse(MOVES), *random_moves(3, 40, seed=size)):
        cube.play(for_size(Alg((move,)), size))
        small.play(move)
        assert shadow_of(cube).facelets() == small.facelets()


def test_the_shadow_of_a_2x2_has_its_corners_and_solved_edges() -> None:
    for seed in range(10):
        cube = Cube.random_state(2, seed)
        shadow = shadow_of(cube)
        for small, big in zip(cube.corners, shadow.corners, strict=True):
            assert list(map(cube.color_at, small.slots)) == list(map(shadow.color_at, big.slots))
        assert all(edge.match_faces for edge in shadow.edges)


def test_the_shadow_has_the_colours_that_trackers_tell() -> None:
    """Centres of an even cube are scrambled: only the trackers know what belongs where."""
    cube = Cube.random_state(6, 2)
    for scheme in cube.scheme.rotations():
        with FacesTrackerHolder(cube, scheme=scheme) as holder:
            given = ShadowCubeHelper(cube, holder.face_colors).create_shadow()
            with cube.with_faces_color_provider(holder):
                asked = ShadowCubeHelper(cube).create_shadow()
        assert given == asked
        assert tuple(given.face(name).color for name in FaceName) == scheme.colors
        for edge, real in zip(given.edges, cube.edges, strict=True):
            assert edge.edges[0].color == real.representative_slice.edges[0].color


@pytest.mark.parametrize("size", SIZES)
def test_both_play_the_same(size: int) -> None:
    operator = Operator(Cube(size))
    operator.play("x y")
    dual = DualOperator(operator)
    dual.play("R U2 F' y L D'")
    if size > 2:  # turning a 2x2 turns edges of its shadow that it has not
        assert dual.shadow == shadow_of(operator.cube)
    assert len(operator.history.moves) == 8
    dual.play("D L' y' F U2 R'")
    assert dual.shadow.solved
    assert operator.cube.solved


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_query_leaves_no_trace_on_both(size: int) -> None:
    dual = DualOperator(Operator(Cube.from_alg("F", size)))
    before = dual.cube.copy(), dual.shadow.copy()
    with pytest.raises(RuntimeError), dual.query():
        dual.play("R U")
        with dual.query():
            dual.play("y F2")
        assert dual.shadow == shadow_of(dual.cube)
        raise RuntimeError
    assert (dual.cube, dual.shadow) == before


@pytest.mark.parametrize("size", SIZES)
def test_annotations_mark_all_that_a_part_stands_for(size: int) -> None:
    operator = Operator(Cube(size))
    dual = DualOperator(operator)
    cube, shadow = operator.cube, dual.shadow
    with dual.annotate("A step", "What for.", moved=shadow.corner("UFR"), targets=shadow.edges):
        dual.play("U")
    with dual.annotate("Another", moved=[shadow.face("R"), 0]):
        dual.play("U'")
    first, second = operator.steps
    assert (first.title, first.explanation) == ("A step", "What for.")
    assert set(first.moved) == set(cube.corner("UFR").slots)
    wings = {slot for edge in cube.edges for slot in edge.slots} if size > 2 else set()
    assert set(first.targets) == wings
    assert set(second.moved) == {*cube.face("R").slots, 0}


def test_annotations_show_trackers() -> None:
    operator = Operator(Cube.random_state(4, 1))
    with (
        FacesTrackerHolder(operator) as holder,
        operator.cube.with_faces_color_provider(holder),
    ):
        dual = DualOperator(operator)
        with dual.annotate("A turn"):
            dual.play("U")
    colors = {tracker.color for tracker in holder.trackers[::2]}
    assert {color for _, color in operator.steps[0].trackers} == colors
