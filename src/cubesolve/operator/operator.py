"""`Operator`: plays algorithms on a cube and remembers what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from cubesolve.errors import NotationError
from cubesolve.model import Cube, Marked, slots_of
from cubesolve.notation import Alg, Move, Playable, as_alg
from cubesolve.operator.steps import Step

Listener = Callable[[Move], None]
StepListener = Callable[[Step], None]


class Operator:
    """Plays on a cube with history, undo and redo, queries, listeners and annotations.

    >>> op = Operator(Cube(4))
    >>> with op.annotate("Lift a corner", "It leaves the bottom layer."):
    ...     op.play("R U R'")
    >>> op.undo()
    >>> print(op.history, [step.title for step in op.steps])
    R U ['Lift a corner']
    """

    def __init__(self, cube: Cube) -> None:
        self.cube = cube
        self._done: list[Move] = []
        self._undone: list[Move] = []  # the next one to redo is last
        self._steps: list[Step] = []  # of everything done and undone, by their start
        self._open: list[Step] = []
        self._floor = 0  # undo stops here: what was done before the query stays
        self._queries = 0
        self._listeners: list[Listener] = []
        self._query_listeners: list[Listener] = []
        self._step_listeners: list[StepListener] = []

    # Playing

    def play(self, alg: Playable) -> None:
        """Play text, a `Move`, an `Alg`, a `Solution`, or a list of these.

        What was undone can no longer be redone. Raises `NotationError` for a move that this size
        has not, before anything is turned, and `TypeError` for what cannot be played.
        """
        if isinstance(alg, str):
            read = Alg.parse(alg)
            try:
                self._play(read, read.moves)
            except NotationError:
                Alg.parse(alg, self.cube.size)  # raises with the place in the text
                raise
        elif isinstance(alg, Move):
            self._play(alg, (alg,))
        else:
            read = as_alg(alg)
            self._play(read, read.moves)

    def _play(self, alg: Alg | Move, moves: Sequence[Move]) -> None:
        if not moves:
            return
        if self._listeners or self._query_listeners:
            self.cube.check(alg)
            self._forget_undone()
            for move in moves:
                self._play_one(move)
        else:
            self.cube.play(alg)
            self._forget_undone()
            self._done.extend(moves)

    def undo(self, count: int = 1) -> None:
        """Take back the last moves, one if not told otherwise, as far as there are any."""
        for _ in range(min(count, len(self._done) - self._floor)):
            self._undone.append(self._done[-1])
            self._take_back_one()

    def redo(self, count: int = 1) -> None:
        """Play again what was undone, one move if not told otherwise, as far as there is any."""
        if self._undone and self._open:
            # What is redone inside a step belongs to it, no longer to a step that was undone.
            self._clip_steps([step for step in self._steps if not self._is_open(step)])
        for _ in range(min(count, len(self._undone))):
            self._play_one(self._undone.pop())

    @property
    def history(self) -> Alg:
        """Everything that was played and not taken back."""
        return Alg(self._done)

    @contextmanager
    def query(self) -> Iterator[None]:
        """Take back whatever is played inside, also after an error; it nests.

        This is the seeds' `with_query_restore_state`. What could be undone and redone before can be
        so afterwards; inside, `undo` reaches back to the beginning of the query.
        """
        before = self._undone, self._steps, self._open, self._floor
        start = len(self._done)
        self._undone, self._steps, self._open, self._floor = [], [], [], start
        self._queries += 1
        try:
            yield
        finally:
            try:
                self._take_back_to(start)
            finally:
                self._queries -= 1
                self._undone, self._steps, self._open, self._floor = before

    with_query_restore_state = query

    @property
    def in_query(self) -> bool:
        """Whether what is played now will be taken back."""
        return self._queries > 0

    # Listening

    def add_listener(self, listener: Listener, *, in_queries: bool = False) -> None:
        """Call this after each move, also one of `undo` and `redo`, with the move as it was turned.

        What is played in a query, and its taking back, is told only if asked for.
        """
        (self._query_listeners if in_queries else self._listeners).append(listener)

    def remove_listener(self, listener: Listener) -> None:
        """Stop calling this; raise `ValueError` if it was not added."""
        for listeners in (self._listeners, self._query_listeners):
            if listener in listeners:
                listeners.remove(listener)
                return
        raise ValueError("this listener was not added")

    def add_step_listener(self, listener: StepListener) -> None:
        """Call this when an outermost step ends that has moves, outside of queries."""
        self._step_listeners.append(listener)

    # Annotations

    @contextmanager
    def annotate(
        self,
        title: str,
        explanation: str = "",
        *,
        moved: Marked | Iterable[Marked] = (),
        targets: Marked | Iterable[Marked] = (),
        phase: str = "",
        parity: str = "",
    ) -> Iterator[Step]:
        """Make one step of the moves played inside; steps nest.

        `moved` names the stickers that will move, `targets` the slots they go to: slots, or views.
        """
        if len(title.splitlines()) > 1:
            raise ValueError(f"expected a title in one line, got {title!r}")
        slots = slots_of(self.cube, moved)
        step = Step(
            title=title,
            explanation=explanation,
            moved=slots,
            targets=slots_of(self.cube, targets),
            stickers=tuple(map(self.cube.sticker_at, slots)),
            phase=phase,
            parity=parity,
            depth=len(self._open),
            start=len(self._done),
        )
        self._steps.append(step)
        self._open.append(step)
        place = len(self._steps)
        try:
            yield step
        finally:
            self._open.pop()
            step.end = len(self._done)
            self._clip_steps(self._steps[place:])
        if not self._open and not self._queries and step.start < step.end:
            for listener in tuple(self._step_listeners):
                listener(step)

    @property
    def steps(self) -> list[Step]:
        """The steps that have moves in the history, in the order in which they begin."""
        done = len(self._done)
        found = []
        for step in self._steps:
            end = done if self._is_open(step) else min(step.end, done)
            if step.start < end:
                found.append(replace(step, end=end))
        return found

    def step_alg(self, step: Step) -> Alg:
        """Return the moves of a step."""
        return Alg(self._done[step.start : step.end])

    def _play_one(self, move: Move) -> None:
        self.cube.play(move)
        self._done.append(move)
        self._tell(move)

    def _take_back_one(self) -> None:
        move = self._done.pop()
        self.cube.take_back(move)
        self._tell(move.inverse())

    def _take_back_to(self, start: int) -> None:
        try:
            while self._query_listeners and len(self._done) > start:
                self._take_back_one()
        finally:
            if len(self._done) > start:
                self.cube.take_back(Alg(self._done[start:]))
                del self._done[start:]

    def _forget_undone(self) -> None:
        if self._undone:
            self._undone.clear()
            self._clip_steps(self._steps)

    def _clip_steps(self, steps: Iterable[Step]) -> None:
        """Let steps end with what is done now: what is redone later belongs to others."""
        done = len(self._done)
        for step in steps:
            step.start, step.end = min(step.start, done), min(step.end, done)

    def _is_open(self, step: Step) -> bool:
        return any(step is other for other in self._open)

    def _tell(self, move: Move) -> None:
        if not self._queries:
            for listener in tuple(self._listeners):
                listener(move)
        for listener in tuple(self._query_listeners):
            listener(move)
