"""Fewer moves with the same effect: turns about one axis commute, so they can be merged.

Moves are read into runs about one axis. A run that comes to nothing disappears, and its neighbours,
if they share an axis, become one run. What a run does is kept as numbers and spelled at the end.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from cubesolve.errors import NotationError
from cubesolve.notation.alg import Alg, Node
from cubesolve.notation.layers import (
    FACES,
    POSITIVE_FACE,
    ROTATION_OF_AXIS,
    WHOLE,
    Layers,
)
from cubesolve.notation.metrics import Metric, Steps, add_turn, is_whole_turn, net_blocks
from cubesolve.notation.move import Move, Turn, move_of

_MOST_COMPARED = 100_000  # moves, on all sizes together: a run of hundreds of wide turns


def simplify(alg: Alg, size: int | None = None) -> Alg:
    """Return moves with the same effect, never longer in any metric."""
    while True:
        shorter = _simplify(alg, size)
        if len(shorter) == len(alg):
            return shorter
        alg = shorter  # runs that came to nothing may have let others meet


def _simplify(alg: Alg, size: int | None) -> Alg:
    runs: list[_Run] = []
    for move in alg.moves:
        if not runs or runs[-1].axis != move.axis:
            runs.append(_SizedRun(move.axis, size) if size is not None else _FreeRun(move.axis))
        runs[-1].add(move)
        if runs[-1].does_nothing():
            runs.pop()
    nodes: list[Node] = []
    for run in runs:
        nodes.extend(run.shortest())
    return Alg(nodes)


@dataclass
class _Run:
    """Successive moves about one axis and what they do together."""

    axis: int
    moves: list[Move] = field(default_factory=list, init=False)

    def add(self, move: Move) -> None:
        if move.turns:
            self.moves.append(_plain(move))

    def does_nothing(self) -> bool:
        raise NotImplementedError

    def spelled(self, as_sets: bool) -> list[Move]:
        raise NotImplementedError

    def shortest(self) -> list[Move]:
        """Return the moves as written unless another spelling of the run has fewer."""
        if len(self.moves) == 1:
            return self.moves
        spellings = [self.spelled(as_sets=False)]
        if any(len(move.layers) > 1 for move in self.moves):
            spellings.append(self.spelled(as_sets=True))
        return min([self.moves, *filter(self.is_no_longer, spellings)], key=len)

    def is_no_longer(self, spelling: list[Move]) -> bool:
        """Whether a spelling with the same effect is no longer in any metric."""
        return True


@dataclass
class _SizedRun(_Run):
    """A run on a known size: every turn is a turn of numbered layers."""

    size: int
    steps: Steps = field(default_factory=dict, init=False)
    whole: int = field(default=0, init=False)

    def add(self, move: Move) -> None:
        super().add(move)
        for turn in move.resolve(self.size):
            if turn.first == 0 and turn.last == self.size - 1:
                self.whole = (self.whole + turn.turns) % 4
            else:
                add_turn(self.steps, turn)

    def does_nothing(self) -> bool:
        return not self.steps and not self.whole

    def spelled(self, as_sets: bool) -> list[Move]:
        steps, whole = self.steps, self.whole
        if is_whole_turn(steps, self.size):
            whole = (whole + steps.get(0, 0)) % 4
            steps = {}
        blocks = net_blocks(steps)
        if as_sets:
            moves = _sets(POSITIVE_FACE[self.axis], blocks)
        else:
            moves = [Move.from_turn(Turn(self.axis, *block), self.size) for block in blocks]
        if whole:
            moves.append(_plain(move_of(ROTATION_OF_AXIS[self.axis], WHOLE, whole)))
        return moves


@dataclass
class _FreeRun(_Run):
    """A run on a cube of any size: layers are known from their own face only."""

    near: dict[str, Steps] = field(default_factory=dict, init=False)
    other: dict[tuple[str, Layers], int] = field(default_factory=dict, init=False)

    def add(self, move: Move) -> None:
        super().add(move)
        if not move.turns:
            return
        if move.letter in FACES and all(last > 0 for _, last in move.layers):
            steps = self.near.setdefault(move.letter, {})
            for first, last in move.layers:
                add_turn(steps, Turn(self.axis, first, last, move.turns))
            if not steps:
                del self.near[move.letter]
        else:
            key = (move.letter, move.layers)
            total = (self.other.pop(key, 0) + move.turns) % 4
            if total:
                self.other[key] = total

    def does_nothing(self) -> bool:
        return not self.near and not self.other

    def spelled(self, as_sets: bool) -> list[Move]:
        moves = []
        for letter, steps in self.near.items():
            blocks = [(first - 1, last - 1, turns) for first, last, turns in net_blocks(steps)]
            if as_sets:
                moves += _sets(letter, blocks)
            else:
                moves += [
                    _plain(move_of(letter, ((a + 1, b + 1),), turns)) for a, b, turns in blocks
                ]
        moves += [
            _plain(move_of(letter, layers, turns)) for (letter, layers), turns in self.other.items()
        ]
        return moves

    def is_no_longer(self, spelling: list[Move]) -> bool:
        """Compare on the sizes where one of the wide turns is free, because all layers turn."""
        sizes = {
            move.layers[0][1]
            for move in (*self.moves, *spelling)
            if len(move.layers) == 1 and move.layers[0][0] == 1 and move.layers[0][1] > 1
        }
        if len(sizes) * len(self.moves) > _MOST_COMPARED:
            return False  # as written, it is surely no longer
        return all(self._is_no_longer_on(size, spelling) for size in sorted(sizes))

    def _is_no_longer_on(self, size: int, spelling: list[Move]) -> bool:
        before, after = Alg(self.moves), Alg(spelling)
        try:
            return all(after.count(m, size) <= before.count(m, size) for m in Metric)
        except NotationError:
            return True  # these are not moves of that size


def _sets(face: str, blocks: list[tuple[int, int, int]]) -> list[Move]:
    """Return one move for all blocks that turn alike."""
    ranges: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for first, last, turns in blocks:
        ranges[turns].append((first + 1, last + 1))
    return [_plain(move_of(face, tuple(layers), turns)) for turns, layers in ranges.items()]


def _plain(move: Move) -> Move:
    """Return the move with its amount as 1, 2 or -1."""
    amount = -1 if move.turns == 3 else move.turns
    return move if amount == move.amount else move.with_amount(amount)
