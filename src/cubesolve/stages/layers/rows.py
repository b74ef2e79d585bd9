"""The centres of a middle layer: one row on each of the four sides, many cells at once.

Everything above the row is free, and so is its own turn; what is below stays. So a row is first
turned to where it agrees most (the pre-alignment), and then filled by the steps that gain most for
their cost; where its last cells hide above, they are first brought up to U.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.errors import InternalSWError
from cubesolve.model import Cube
from cubesolve.model.geometry import U
from cubesolve.notation import Alg, Move
from cubesolve.operator import Operator
from cubesolve.protocols import Phase
from cubesolve.stages.layers.holding import SIDES, Grids, grids_of, layers_done
from cubesolve.stages.layers.turns import (
    FRONTS,
    Label,
    Mask,
    columns_turn,
    face_names,
    face_turn,
    play_step,
    played,
    rows_turn,
)
from cubesolve.stages.parity import wing_parities
from cubesolve.trackers import FacesTrackerHolder
from cubesolve.words import layers as words
from cubesolve.words.grammar import Words
from cubesolve.words.reasons import even_wings, middles_first, only_turned

_PARITY_CELLS = 4  # cells that fixing the parity of an orbit at the end would have placed instead

Goal = npt.NDArray[np.uint8]


class Row:
    """One row of the four sides: number k from the bottom, D's own layer being 0."""

    def __init__(self, operator: Operator, holder: FacesTrackerHolder, k: int) -> None:
        self.operator = operator
        self.holder = holder
        self.k = k
        self.size = operator.cube.size
        self.names = face_names(operator)
        self.off = 0  # quarter turns that the row is away from where it belongs

    @property
    def cube(self) -> Cube:
        """The cube."""
        return self.operator.cube

    @property
    def face_numbers(self) -> list[int]:
        """The numbers of the colours that belong on the faces."""
        colors = self.holder.face_colors.values()
        return [self.cube.scheme.colors.index(color) for color in colors]

    @property
    def goal(self) -> Goal:
        """The colours that the row should have on the four sides, as it stands now."""
        numbers = self.face_numbers
        return np.array([numbers[SIDES[(i - self.off) % 4]] for i in range(4)], dtype=np.uint8)

    def solve_centers(self) -> None:
        """Fill the row on all four sides, up to a turn of the row."""
        self.align(self._pre_alignment())
        while (matching := self._matching(grids_of(self.cube))) < 4 * (self.size - 2):
            if not self._play_best():
                self._bring_up()
                if not self._play_best():
                    raise InternalSWError(f"no step fills row {self.k}")
            if self._matching(grids_of(self.cube)) <= matching:
                raise InternalSWError(f"a step of row {self.k} gained nothing")

    def align(self, turns: int) -> None:
        """Turn the row, with all that is above it."""
        if turns % 4:
            self._play(
                words.align(self.k + 1, self.names["D"]),
                rows_turn(self.size, range(self.k, self.size), turns),
                0,
                middles_first() if 2 * self.k + 1 == self.size else even_wings(),
            )

    def turn_home(self) -> None:
        """Turn the row to where it belongs."""
        if self.off % 4:
            self._play(
                words.turn_home(self.k + 1),
                rows_turn(self.size, range(self.k, self.size), -self.off),
                -self.off,
                only_turned(),
            )

    def _pre_alignment(self) -> int:
        """Return the turn of the row after which most of its cells are right.

        The turns are tried in a query, with the faces' colours frozen: they carry trackers' marks
        away. Turning by a quarter changes the parity of the row's wings, so a row whose wings are
        all there is no other place for counts what fixing them later would cost.
        """
        matches = []
        with self.holder.frozen_face_colors(), self.operator.query():
            for _ in range(4):
                matches.append(self._matching(grids_of(self.cube)))
                self.operator.play(Alg(rows_turn(self.size, [self.k], 1)))
        if 2 * self.k + 1 == self.size:  # the middle centres must come home
            return self._middle_alignment()
        orbit = min(self.k, self.size - 1 - self.k) - 1
        if 2 * self.k >= self.size:
            odd = wing_parities(self.cube)[orbit]
            for turns in range(4):
                if turns % 2 != odd:
                    matches[turns] -= _PARITY_CELLS
        return max(range(4), key=lambda turns: matches[turns])

    def _middle_alignment(self) -> int:
        grids, goal = grids_of(self.cube), self.goal
        middle = [int(grids[side, self.k, self.k]) for side in SIDES]
        return next(t for t in range(4) if middle == [int(goal[(i + t) % 4]) for i in range(4)])

    def _matching(self, grids: Grids) -> int:
        goal = self.goal
        return sum(
            int(np.sum(grids[side, self.k, 1:-1] == goal[i])) for i, side in enumerate(SIDES)
        )

    def _play_best(self) -> bool:
        """Play the step that gains most for its cost; return whether there is one."""
        from cubesolve.kernels import rows as kernel
        from cubesolve.kernels.runs import new_lines

        grids = grids_of(self.cube)
        columns = np.zeros(self.size, dtype=np.uint8)
        sides = np.ascontiguousarray(grids[list(SIDES)])
        row = kernel.Row(sides, _tops(grids), self.goal, self.k)
        step = kernel.best_step(row, new_lines(self.size), columns)
        if not step.ratio:
            return False
        kind, front = step.kind, step.front
        chosen = np.flatnonzero(columns).tolist()
        face = self.names[FRONTS[front]]
        color = self.cube.scheme.colors[self.goal[front]].name.lower()
        if kind == kernel.INSERTION:
            self._insert(front, chosen, step.setup, step.turns, step.way)
            return True
        if kind == kernel.FROM_UP:
            moves = from_up(self.size, front, self.k, chosen, step.turns)
            moves = face_turn("U", step.setup) + moves
            source = self.names["U"]
            turned = source if step.setup else ""
        else:
            turns = step.turns, step.way, step.side_turns
            moves = from_side(self.size, front, self.k, chosen, *turns)
            source = self.names[FRONTS[(front + step.way) % 4]]
            turned = ""
        said = words.bring_to_row(len(chosen), color, source, self.k + 1, face, turned)
        self._play(said, moves, 0)
        return True

    def _insert(self, front: int, columns: list[int], setup: int, a: int, b: int) -> None:
        """Open columns of the front, let U bring other cells into them, turn the row, and close."""
        face, faces = self.names[FRONTS[front]], (self.names["D"], self.names["U"])
        there = columns_turn(self.size, front, columns, 1)
        back = there.inverse()
        # All that is above the row may turn with it, which is one outer block; then U has turned
        # already by b when the columns are closed. Lines of U that are still to come back must not
        # lie in the columns then.
        wide = (a + b) % 4 != 0 and all(
            _is_clear(self.size, self.k, columns, turns) for turns in (a, (a + b) % 4)
        )
        wide = wide and 1 + ((a + b) % 4 == 2) < 2 + (a == 2)
        row = range(self.k, self.size) if wide else [self.k]
        moves = [
            *face_turn("U", setup),
            there,
            *face_turn("U", a),
            back,
            *rows_turn(self.size, row, b),
            there,
            *face_turn("U", -(a + b) if wide else -a),
            back,
        ]
        is_set_up = setup % 4 != 0
        said = words.insert(self.k + 1, len(columns), face, faces, wide, is_set_up)
        self._play(said, moves, b)

    def _bring_up(self) -> None:
        """Bring a cell that the row wants from a side above the row to U."""
        grids, goal, n = grids_of(self.cube), self.goal, self.size
        for front, side in enumerate(SIDES):
            for column in range(1, n - 1):
                if grids[side, self.k, column] == goal[front]:
                    continue
                row, place = self.k, column
                for _ in range(4):
                    for other, source in enumerate(SIDES):
                        if row > self.k and grids[source, row, place] == goal[front]:
                            turn = 1 if place != row else 3
                            self._play(
                                words.bring_up(self.names[FRONTS[other]], self.names["U"]),
                                from_up(n, other, row, [place], turn),
                                0,
                            )
                            return
                    row, place = n - 1 - place, row
        raise InternalSWError(f"what row {self.k} wants is nowhere above it")

    def _play(self, said: Words, moves: list[Move], turned: int, reason: str = "") -> None:
        alg = Alg(moves)
        right = self._right(self.cube)
        after = played(self.cube, alg)
        self.off += turned
        right_after = self._right(after)
        label = Label(said, Phase.MIDDLE_LAYERS, self.k + 1, reason=reason)
        play_step(self.operator, self.holder, label, alg, right, right_after, after)
        self._check()

    def play_wings(self, moves: list[Move], turned: int) -> None:
        """Play moves that place wings of the row, and leave its centres right but for a turn."""
        self._play(words.place_wings(self.k + 1, self.names["D"], self.names["U"]), moves, turned)

    def _right(self, cube: Cube) -> Mask:
        """Return for every slot whether it is of the row, and its piece has the colours wanted."""
        found = np.zeros((6, self.size, self.size), dtype=np.bool_)
        grids, goal = grids_of(cube), self.goal
        row = self.size - 1 - self.k
        for i, side in enumerate(SIDES):
            line = grids[side, self.k] == goal[i]
            found[side, row, 1:-1] = line[1:-1]
            before = SIDES[(i - 1) % 4]  # the side to the right
            wing = line[-1] and grids[before, self.k, 0] == goal[(i - 1) % 4]
            found[side, row, -1] = found[before, row, 0] = wing
        return found.ravel()

    def _check(self) -> None:
        """Raise if a layer below is no longer complete."""
        if layers_done(grids_of(self.cube), self.face_numbers) < self.k:
            raise InternalSWError(f"a step of row {self.k} has broken what is below")


def from_up(size: int, front: int, row: int, columns: list[int], turn: int) -> list[Move]:
    """Return the commutator that brings cells of U to a row of the front, with two sets of U."""
    down = columns_turn(size, front, columns, 3)
    other = columns_turn(size, front, [row if turn == 1 else size - 1 - row], 3)
    return _commutator(down, other, FRONTS[front], turn)


def from_side(
    size: int, front: int, row: int, columns: list[int], turn: int, way: int, turns: int
) -> list[Move]:
    """Return the commutator that brings cells of another side to a row of the front."""
    (across,) = rows_turn(size, [row], -way)
    rows = [size - 1 - column if turn == 1 else column for column in columns]
    (other,) = rows_turn(size, rows, -way)
    source = FRONTS[(front + way) % 4]
    commutator = _commutator(across, other, FRONTS[front], turn)
    return [*face_turn(source, turns), *commutator, *face_turn(source, -turns)]


def _commutator(first: Move, second: Move, face: str, turn: int) -> list[Move]:
    (there,) = face_turn(face, turn)
    back = there.inverse()
    return [first, there, second, back, first.inverse(), there, second.inverse(), back]


def _is_clear(size: int, k: int, columns: list[int], turns: int) -> bool:
    """Whether lines of the rows up to k, gone up in columns and turned with U, leave these free."""
    if turns == 2:
        return all(size - 1 - column not in columns for column in columns)
    low = k + 1 if turns == 1 else 0
    high = size - 1 if turns == 1 else size - 2 - k
    return all(low <= column <= high for column in columns)


def _tops(grids: Grids) -> Grids:
    """Return U with each of the four sides in front."""
    tops = [grids[U]]
    for _ in range(3):
        tops.append(tops[-1][::-1].T)
    return np.ascontiguousarray(np.stack(tops))
