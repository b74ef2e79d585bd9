"""Trackers of pieces."""

import pytest

from cubesolve import Cube, InternalSWError, random_moves
from cubesolve.trackers import MarkedPartTracker, PartSliceTracker, PartTracker


def test_a_piece_by_its_colours() -> None:
    cube = Cube(3)
    trackers = PartTracker.of_many_by_position([*cube.corners, *cube.edges])
    assert all(tracker.match for tracker in trackers)
    cube.play("R U F' L2 D")
    for tracker in trackers:
        with tracker:
            assert tracker.actual.colors_id == tracker.colors_id
            assert tracker.position.position_id == tracker.colors_id
            assert tracker.in_position == (tracker.actual is tracker.position)
            assert tracker.match == (tracker.in_position and tracker.actual.match_faces)


def test_a_twisted_corner_is_in_position_and_does_not_match() -> None:
    cube = Cube.from_facelets("UUUF URRR FRFF DDDD LLLL BBBB", allow_invalid=True)
    tracker = PartTracker.of_position(cube.corner("UFR"))
    assert tracker.in_position
    assert not tracker.match


def test_a_piece_that_is_not_there() -> None:
    cube = Cube(3)
    with pytest.raises(InternalSWError, match="is nowhere"):
        PartTracker(cube, [cube.up.color, cube.down.color]).actual  # noqa: B018


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_one_cubie_through_any_turns(size: int) -> None:
    cube = Cube.random_state(size, 1)
    pieces = [p for part in cube.parts for p in part.all_slices]
    trackers = [PartSliceTracker(piece) for piece in pieces]
    before = [sorted(edge.sticker for edge in piece.edges) for piece in pieces]
    cube.play(random_moves(size, 50, 1))
    cube.play("x y'")
    for tracker, stickers in zip(trackers, before, strict=True):
        with tracker:
            assert sorted(edge.sticker for edge in tracker.slice.edges) == stickers
            assert tracker.parent is tracker.slice.parent


def test_one_part_through_turns_of_faces() -> None:
    cube = Cube(5)
    with MarkedPartTracker(cube.edge("UF")) as tracker:
        for turn, place in (("F", "FR"), ("R'", "DR"), ("x", "FR"), ("y2", "BL")):
            cube.play(turn)
            assert tracker.part.name == place
