"""`CommunicatorHelper`: commutators of centre cells between any two faces, for an operator."""

from __future__ import annotations

from cubesolve.commutators.best_sets import Mask, TargetSet, best_target_set
from cubesolve.commutators.cycles import (
    Block,
    CellSet,
    CommunicatorResult,
    Way,
    bounds,
    commutator,
    valid_ways,
)
from cubesolve.model import Cell, Face, FaceName
from cubesolve.operator import Operator

AnyFace = Face | FaceName | str


class CommunicatorHelper:
    """Moves blocks and sets of centre cells from a face to any other, and nothing else but a third.

    Cells are `(row, column)` with (0, 0) at the bottom left of their face.

    >>> from cubesolve.model import Cube
    >>> op = Operator(Cube(5))
    >>> result = CommunicatorHelper(op).do_communicator("U", "F", ((0, 0), (0, 1)))
    >>> print(op.history, result.source_block, result.second_block)
    [:2]M F' [3]M F [:2]M' F' [3]M' F ((0, 0), (0, 1)) ((0, 2), (1, 2))
    """

    def __init__(self, operator: Operator) -> None:
        if not isinstance(operator, Operator):
            raise TypeError(f"expected an Operator, got {operator!r}")
        self.operator = operator
        self.size = operator.cube.size

    def get_max_block_for_target(
        self,
        source_face: AnyFace,
        target_face: AnyFace,
        target_start: Cell,
        max_block_size: tuple[int, int] | None = None,
    ) -> Block:
        """Return the largest block that a commutator moves, with this cell at its bottom left.

        `max_block_size` limits its height and width. Of blocks with equally many cells it is the
        lowest. Raises `ValueError` for the middle cell of an odd size, which nothing moves.
        """
        source, target = _name(source_face), _name(target_face)
        row, column = target_start
        inner = self.size - 2
        if not valid_ways(self.size, source, target, CellSet((row,), (column,))):
            raise ValueError(f"no commutator moves the middle cell {target_start}")
        most_rows, most_columns = inner - row, inner - column
        if max_block_size is not None:
            most_rows = min(most_rows, max_block_size[0])
            most_columns = min(most_columns, max_block_size[1])
        if most_rows < 1 or most_columns < 1:
            raise ValueError(f"expected a block of at least one cell, got {max_block_size}")
        best = (1, 1)
        for height in range(1, most_rows + 1):
            mirrored = inner - row - height
            width = max(_room(column, row, height, inner), _room(column, mirrored, height, inner))
            width = min(width, most_columns)
            if height * width > best[0] * best[1]:
                best = (height, width)
        return (row, column), (row + best[0] - 1, column + best[1] - 1)

    def get_natural_source_block(
        self, source_face: AnyFace, target_face: AnyFace, target_block: Block
    ) -> Block:
        """Return the block of the source face that the slice leads straight to the target."""
        result = self._block(_name(source_face), _name(target_face), target_block, None, True)
        return bounds(result.natural_source)

    def do_communicator(
        self,
        source_face: AnyFace,
        target_face: AnyFace,
        target_block: Block,
        source_block: Block | None = None,
        preserve_state: bool = True,
        dry_run: bool = False,
    ) -> CommunicatorResult:
        """Bring a block of the source face to one of the target face; return what changes places.

        The source block must be the natural one or a turn of it on its face; without one it is the
        natural one. With `preserve_state` the source face is turned back. A dry run plays nothing.
        Raises `ValueError` for blocks that no commutator connects.
        """
        result = self._block(
            _name(source_face), _name(target_face), target_block, source_block, preserve_state
        )
        if not dry_run:
            self.operator.play(result.algorithm)
        return result

    def do_set_communicator(
        self,
        source_face: AnyFace,
        target_face: AnyFace,
        cells: CellSet,
        source_turns: int = 0,
        way: Way | None = None,
        preserve_state: bool = True,
        dry_run: bool = False,
    ) -> CommunicatorResult:
        """Bring source cells to any rows and columns of the target face, by the same eight turns.

        The source cells are the natural ones before `source_turns` clockwise turns of their face.
        `way` is one of `valid_ways`, the first if not given; `get_best_target_set` finds both.
        """
        result = commutator(
            self.size,
            _name(source_face),
            _name(target_face),
            cells,
            source_turns,
            preserve_state,
            way,
        )
        if not dry_run:
            self.operator.play(result.algorithm)
        return result

    def get_best_target_set(
        self, source_face: AnyFace, target_face: AnyFace, wrong: Mask, wanted: Mask
    ) -> TargetSet | None:
        """Return the rows and columns to fill that gain most, or `None` if none gains.

        `wrong` and `wanted` are grids, row 0 at the bottom: which target cells are not as they
        should be, and which source cells have what they need.
        """
        return best_target_set(self.size, _name(source_face), _name(target_face), wrong, wanted)

    def _block(
        self,
        source: FaceName,
        target: FaceName,
        block: Block,
        source_block: Block | None,
        preserve_state: bool,
    ) -> CommunicatorResult:
        cells = CellSet.of_block(block)
        if source_block is None:
            return commutator(self.size, source, target, cells, 0, preserve_state, None)
        wanted = set(CellSet.of_block(source_block).cells)
        for turns in range(4):
            for way in valid_ways(self.size, source, target, cells):
                result = commutator(self.size, source, target, cells, turns, preserve_state, way)
                if set(result.source) == wanted:
                    return result
        raise ValueError(
            f"no turn of face {source} brings block {source_block} to where a slice leads to"
            f" block {block} of face {target}"
        )


def _room(column: int, first: int, height: int, inner: int) -> int:
    """Return how many columns, from this one on, are free of `height` numbers from `first` on."""
    if column < first:
        return first - column
    return inner - column if column >= first + height else 0


def _name(face: AnyFace) -> FaceName:
    return face.name if isinstance(face, Face) else FaceName(face)
