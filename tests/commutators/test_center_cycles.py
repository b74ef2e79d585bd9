"""Commutators of centre cells: what they say they move is all that they move."""

from itertools import permutations
from random import Random

import numpy as np
import pytest

from cubesolve import Cube, FaceName, Operator
from cubesolve.commutators import CellSet, CommunicatorHelper, CommunicatorResult, rotate_cell
from cubesolve.model import Cell, Face2FaceTranslator
from oracle import Oracle

PAIRS = list(permutations(FaceName, 2))
SIZES = [4, 5, 6, 7, 8, 9, 10, 17]

Block = tuple[Cell, Cell]


def slot(size: int, face: FaceName, cell: Cell) -> int:
    """Return a cell's slot by the layout of facelets alone."""
    row, column = cell
    return "URFDLB".index(face) * size * size + (size - 2 - row) * size + column + 1


def check(size: int, result: CommunicatorResult) -> None:
    """Play the algorithm and compare every sticker with what the result promises."""
    cube = Cube(size)
    cube.play(result.algorithm)
    expected = np.arange(6 * size * size)
    source, target = result.source_face, result.target_face
    for a, b, c in zip(result.source, result.target, result.second, strict=True):
        expected[slot(size, target, b)] = slot(size, source, a)
        expected[slot(size, source, c)] = slot(size, target, b)
        expected[slot(size, source, a)] = slot(size, source, c)
    assert np.array_equal(cube.stickers, expected), result
    places = {(source, cell) for cell in (*result.source, *result.second)}
    places |= {(target, cell) for cell in result.target}
    assert len(places) == 3 * len(result.target)


def is_valid(n: int, rows: range, columns: range) -> bool:
    """Return the seed's rule: for F or F', the layers and those after the turn do not meet."""
    mirrored = range(n - rows.stop, n - rows.start)
    return not set(columns) & set(rows) or not set(columns) & set(mirrored)


def blocks_from(n: int, start: Cell) -> list[tuple[range, range]]:
    row, column = start
    return [
        (range(row, top), range(column, right))
        for top in range(row + 1, n + 1)
        for right in range(column + 1, n + 1)
        if is_valid(n, range(row, top), range(column, right))
    ]


@pytest.mark.parametrize(
    "size", [4, 5, 6, *(pytest.param(size, marks=pytest.mark.slow) for size in (7, 8, 9))]
)
@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_every_valid_block(size: int, source: FaceName, target: FaceName) -> None:
    helper = CommunicatorHelper(Operator(Cube(size)))
    n = size - 2
    for start in np.ndindex(n, n):
        for rows, columns in blocks_from(n, start):
            block = (rows[0], columns[0]), (rows[-1], columns[-1])
            check(size, helper.do_communicator(source, target, block))


@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_block_that_misses_a_diagonal_can_be_moved_and_no_other(
    size: int, source: FaceName, target: FaceName
) -> None:
    helper = CommunicatorHelper(Operator(Cube(size)))
    n = size - 2
    for r1, c1, r2, c2 in np.ndindex(n, n, n, n):
        if r1 > r2 or c1 > c2:
            continue
        cells = {(r, c) for r in range(r1, r2 + 1) for c in range(c1, c2 + 1)}
        diagonals = {(k, k) for k in range(n)}, {(n - 1 - k, k) for k in range(n)}
        block = (r1, c1), (r2, c2)
        if all(cells & diagonal for diagonal in diagonals):
            with pytest.raises(ValueError, match="meet"):
                helper.do_communicator(source, target, block, dry_run=True)
        else:
            helper.do_communicator(source, target, block, dry_run=True)


def test_a_square_on_a_diagonal_is_moved() -> None:
    helper = CommunicatorHelper(Operator(Cube(8)))
    for square in (((0, 0), (2, 2)), ((4, 0), (5, 1)), ((1, 1), (2, 2))):
        check(8, helper.do_communicator("U", "F", square))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_the_largest_block_from_every_start(size: int, source: FaceName, target: FaceName) -> None:
    helper = CommunicatorHelper(Operator(Cube(size)))
    random = Random(size)
    n = size - 2
    for start in np.ndindex(n, n):
        if size > 9 and random.random() > 0.15:
            continue
        if 2 * start[0] == 2 * start[1] == n - 1:
            with pytest.raises(ValueError, match="middle cell"):
                helper.get_max_block_for_target(source, target, start)
            continue
        block = helper.get_max_block_for_target(source, target, start)
        assert block[0] == start
        turns = random.randrange(4)
        natural = helper.get_natural_source_block(source, target, block)
        turned = [rotate_cell(corner, turns, n) for corner in natural]
        result = helper.do_communicator(
            source, target, block, (turned[0], turned[1]), preserve_state=True, dry_run=True
        )
        check(size, result)


@pytest.mark.parametrize("n", range(2, 7))
def test_no_larger_block_contains_the_largest(n: int) -> None:
    helper = CommunicatorHelper(Operator(Cube(n + 2)))
    for start in np.ndindex(n, n):
        valid = blocks_from(n, start)
        if not valid:
            continue
        for limit in (None, (1, n), (n, 1), (2, 2)):
            most = (n, n) if limit is None else limit
            within = [(r, c) for r, c in valid if len(r) <= most[0] and len(c) <= most[1]]
            (r1, c1), (r2, c2) = helper.get_max_block_for_target("U", "F", start, limit)
            found = range(r1, r2 + 1), range(c1, c2 + 1)
            assert found in within
            area = len(found[0]) * len(found[1])
            assert area == max(len(r) * len(c) for r, c in within)


@pytest.mark.parametrize("size", SIZES)
def test_random_sets(size: int) -> None:
    """Any rows and columns whose layers do not meet, from any turn of the source, on any pair."""
    helper = CommunicatorHelper(Operator(Cube(size)))
    random = Random(100 + size)
    n = size - 2
    done = 0
    while done < 300:
        source, target = random.choice(PAIRS)
        rows = [r for r in range(n) if random.random() < 0.35]
        columns = [c for c in range(n) if random.random() < 0.35]
        if not rows or not columns:
            continue
        cells = CellSet(tuple(rows), tuple(columns))
        mirrored = {n - 1 - r for r in rows}
        if set(columns) & set(rows) and set(columns) & mirrored:
            with pytest.raises(ValueError, match="meet"):
                helper.do_set_communicator(source, target, cells)
            continue
        check(size, helper.do_set_communicator(source, target, cells, random.randrange(4)))
        done += 1


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_two_thousand_random_sets(size: int) -> None:
    from cubesolve.commutators import valid_ways

    helper = CommunicatorHelper(Operator(Cube(size)))
    random = Random(size)
    n = size - 2
    done = 0
    while done < 2000:
        source, target = random.choice(PAIRS)
        rows = random.sample(range(n), random.randint(1, max(1, n // 2)))
        columns = random.sample(range(n), random.randint(1, max(1, n // 2)))
        cells = CellSet(tuple(rows), tuple(columns))
        ways = valid_ways(size, source, target, cells)
        for way in ways:
            check(size, helper.do_set_communicator(source, target, cells, random.randrange(4), way))
            done += 1


def test_without_preserving_the_source_face_stays_turned() -> None:
    size, n = 6, 4
    helper = CommunicatorHelper(Operator(Cube(size)))
    for source, target in PAIRS:
        for turns in (1, 2, 3):
            cells = CellSet((0,), (1, 2))
            kept = helper.do_set_communicator(source, target, cells, turns, preserve_state=False)
            cube = Cube(size)
            cube.play(kept.algorithm)
            assert len(kept.algorithm) == 9
            for a, b, c in zip(kept.source, kept.target, kept.second, strict=True):
                assert cube.sticker_at(slot(size, target, b)) == slot(size, source, a)
                assert cube.sticker_at(slot(size, source, c)) == slot(size, target, b)
            moved = {rotate_cell(a, turns, n) for a in kept.source} | set(kept.second)
            for cell in np.ndindex(n, n):
                if cell not in moved:
                    before = rotate_cell(cell, -turns, n)
                    here = cube.sticker_at(slot(size, source, cell))
                    assert here == slot(size, source, before)


def test_attributes_travel_as_promised() -> None:
    """The seed's own test: marks on source cells are found on target cells and nowhere else."""
    for source, target in PAIRS:
        cube = Cube(7)
        helper = CommunicatorHelper(Operator(cube))
        block = helper.get_max_block_for_target(source, target, (0, 1))
        dry = helper.do_communicator(source, target, block, dry_run=True)
        for i, cell in enumerate(dry.source):
            cube.center(source).get_slice(*cell).edge.moveable_attributes["mark"] = i
        helper.do_communicator(source, target, block)
        for i, cell in enumerate(dry.target):
            edge = cube.center(target).get_slice(*cell).edge
            assert edge.moveable_attributes.pop("mark") == i
        assert not cube.noted_stickers()


def test_a_dry_run_plays_nothing_and_is_remembered() -> None:
    operator = Operator(Cube(6))
    helper = CommunicatorHelper(operator)
    first = helper.do_communicator("U", "F", ((0, 1), (0, 2)), dry_run=True)
    assert not operator.history
    assert operator.cube.modify_counter == 0
    again = helper.do_communicator("U", "F", ((0, 1), (0, 2)), dry_run=True)
    assert again is first


def test_eight_turns_and_no_more() -> None:
    helper = CommunicatorHelper(Operator(Cube(9)))
    result = helper.do_set_communicator("R", "B", CellSet((1,), (0, 2, 3, 5)))
    assert len(result.algorithm) == 8
    assert len(result.target) == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ("U", "U", ((0, 0), (0, 0))),
        ("U", "F", ((0, 0), (1, 1))),
        ("U", "F", ((0, 0), (0, 9))),
        ("U", "F", ((-1, 0), (0, 0))),
        ("U", "F", ((1, 1), (1, 1))),
    ],
)
def test_impossible_blocks_are_refused(arguments: tuple[str, str, Block]) -> None:
    operator = Operator(Cube(5))
    with pytest.raises(ValueError, match=r"meet|expected"):
        CommunicatorHelper(operator).do_communicator(*arguments)
    assert not operator.history


def test_a_source_that_no_turn_brings_is_refused() -> None:
    helper = CommunicatorHelper(Operator(Cube(6)))
    with pytest.raises(ValueError, match="no turn of face U"):
        helper.do_communicator("U", "F", ((0, 1), (0, 1)), ((0, 0), (0, 0)))


@pytest.mark.parametrize("size", [4, 5, 6, pytest.param(9, marks=pytest.mark.slow)])
def test_face_to_face_translation_against_the_oracle(size: int) -> None:
    translator = Face2FaceTranslator(size)
    for source, target in PAIRS:
        for cell in np.ndindex(size - 2, size - 2):
            ways = translator.translate(source, target, cell)
            assert len(ways) == (2 if source.opposite == target else 1)
            for way in ways:
                oracle = Oracle(size)
                oracle.play(str(way.move(size)))
                landed = oracle.stickers()[slot(size, target, way.target)]
                assert landed == slot(size, source, cell)
