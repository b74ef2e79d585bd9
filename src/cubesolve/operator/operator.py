"""`Operator`: plays algorithms on a cube and remembers what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from cubesolve.checkpoints import checkpoint
from cubesolve.errors import NotationError
from cubesolve.interrupts import breakable, restoring
from cubesolve.model import Cube, Marked, slots_of
from cubesolve.notation import Alg, Move, Playable, as_alg
from cubesolve.operator.steps import Step

Listener = Callable[[Move], None]
StepListener = Callable[[Step], None]


class _Intent(NamedTuple):
    """What is being turned, and what is done and undone once it was.

    Ctrl-C may come after the turn and before it is noted: then it is noted by whoever asks next.
    """

    counter: int  # the cube's, before the turn
    n_done: int
    done: Sequence[Move]  # after the first `n_done`
    n_undone: int
    undone: Sequence[Move]  # after the first `n_undone`
    is_new: bool = False  # then what was undone can no longer be redone


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
        if not isinstance(cube, Cube):
            raise TypeError(f"expected a Cube, got {cube!r}")
        self.cube = cube
        self._done: list[Move] = []
        self._undone: list[Move] = []  # the next one to redo is last
        self._intent: _Intent | None = None
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
            read = alg if isinstance(alg, Alg) else as_alg(alg)
            self._play(read, read.moves)

    def _play(self, alg: Alg | Move, moves: Sequence[Move]) -> None:
        if not moves:
            return
        if self._listeners or self._query_listeners:
            self.cube.check(alg)
            for move in moves:
                self._turn(move, (move,))
                self._tell(move)
        else:
            self._turn(alg, moves)

    def _turn(self, alg: Alg | Move, moves: Sequence[Move]) -> None:
        checkpoint()
        self._settle()
        self._intent = _Intent(self.cube.modify_counter, len(self._done), moves, 0, (), True)
        try:
            self.cube.play(alg)
        finally:
            self._settle()

    def _settle(self) -> None:
        """Note what was turned; whatever interrupts this, it can be done again."""
        intent = self._intent
        if intent is None:
            return
        if self.cube.modify_counter != intent.counter:
            if intent.is_new and self._undone:
                self._clip_steps(self._steps, intent.n_done)
            self._done[intent.n_done :] = intent.done
            self._undone[intent.n_undone :] = intent.undone
        self._intent = None

    def undo(self, count: int = 1) -> None:
        """Take back the last moves, one if not told otherwise, as far as there are any."""
        self._settle()
        for _ in range(min(count, len(self._done) - self._floor)):
            self._take_back_one(self._done[-1:])

    def redo(self, count: int = 1) -> None:
        """Play again what was undone, one move if not told otherwise, as far as there is any."""
        self._settle()
        if self._undone and self._open:
            # What is redone inside a step belongs to it, no longer to a step that was undone.
            closed = [step for step in self._steps if not self._is_open(step)]
            self._clip_steps(closed, len(self._done))
        for _ in range(min(count, len(self._undone))):
            self._play_again(self._undone[-1])

    @property
    def history(self) -> Alg:
        """Everything that was played and not taken back."""
        self._settle()
        return Alg(self._done)

    @restoring
    def query(self) -> Iterator[None]:
        """Take back whatever is played inside, also after an error; it nests.

        This is the seeds' `with_query_restore_state`. What could be undone and redone before can be
        so afterwards; inside, `undo` reaches back to the beginning of the query.
        """
        self._settle()
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

    @restoring
    def steps_on_trial(self) -> Iterator[None]:
        """Tell of steps that are played inside only at the end, and only of those that still stand.

        For who plays on, looks how that went, and may take it back.
        """
        self._settle()
        start = len(self._done)
        told, self._step_listeners = self._step_listeners, []
        try:
            yield
        finally:
            self._step_listeners = told
        for step in self.steps:
            if step.start >= start and step.depth == 0 and not (self._open or self._queries):
                self._tell_step(step)

    # Annotations

    @restoring
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
        self._settle()
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
            self._settle()
            self._open.pop()
            step.end = len(self._done)
            self._clip_steps(self._steps[place:], step.end)
        if not self._open and not self._queries and step.start < step.end:
            self._tell_step(step)

    @property
    def steps(self) -> list[Step]:
        """The steps that have moves in the history, in the order in which they begin."""
        self._settle()
        done = len(self._done)
        found = []
        for step in self._steps:
            end = done if self._is_open(step) else min(step.end, done)
            if step.start < end:
                found.append(replace(step, end=end))
        return found

    def step_alg(self, step: Step) -> Alg:
        """Return the moves of a step."""
        self._settle()
        return Alg(self._done[step.start : step.end])

    def _play_again(self, move: Move) -> None:
        n_done, n_undone = len(self._done), len(self._undone) - 1
        self._intent = _Intent(self.cube.modify_counter, n_done, (move,), n_undone, ())
        try:
            self.cube.play(move)
        finally:
            self._settle()
        self._tell(move)

    def _take_back_one(self, undone: Sequence[Move] = ()) -> None:
        """Take back the last move; it can be done again if it is what is `undone`."""
        move = self._done[-1]
        self._take_back(len(self._done) - 1, move, undone)
        self._tell(move.inverse())

    def _take_back(self, n_done: int, alg: Alg | Move, undone: Sequence[Move] = ()) -> None:
        counter = self.cube.modify_counter
        self._intent = _Intent(counter, n_done, (), len(self._undone), undone)
        try:
            self.cube.take_back(alg)
        finally:
            self._settle()

    def _take_back_to(self, start: int) -> None:
        self._settle()
        try:
            while self._query_listeners and len(self._done) > start:
                self._take_back_one()
        finally:
            if len(self._done) > start:
                self._take_back(start, Alg(self._done[start:]))

    def _clip_steps(self, steps: Iterable[Step], done: int) -> None:
        """Let steps end with what is done now: what is redone later belongs to others."""
        for step in steps:
            step.start, step.end = min(step.start, done), min(step.end, done)

    def _is_open(self, step: Step) -> bool:
        return any(step is other for other in self._open)

    @breakable
    def _tell_step(self, step: Step) -> None:
        for listener in tuple(self._step_listeners):
            listener(step)

    @breakable
    def _tell(self, move: Move) -> None:
        if not self._queries:
            for listener in tuple(self._listeners):
                listener(move)
        for listener in tuple(self._query_listeners):
            listener(move)
