"""A recording: a start, moves and steps, as text that is itself an algorithm with comments."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from cubesolve.errors import NotationError, UnsupportedSizeError
from cubesolve.model import ColorScheme, Cube
from cubesolve.notation import Alg, Move
from cubesolve.operator.operator import Operator
from cubesolve.operator.steps import Step
from cubesolve.whole_file import written_whole

FIRST_LINE = "// cubesolve recording 1"
_LINE = 12  # moves in one line


@dataclass(frozen=True)
class Recording:
    """What an operator did: the cube it began with, the moves, and the steps they make.

    >>> op = Operator(Cube(2))
    >>> with op.annotate("One corner"):
    ...     op.play("R U")
    >>> print(Recording.of(op).to_text())
    // cubesolve recording 1
    // size: 2
    // scheme: WRGYOB
    // start: UUUURRRRFFFFDDDDLLLLBBBB
    // step: One corner
    R U
    // end
    <BLANKLINE>
    """

    size: int
    scheme: ColorScheme
    start: str
    moves: tuple[Move, ...]
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, operator: Operator) -> Recording:
        """Return what this operator did, without what it took back."""
        moves = operator.history.moves
        cube = operator.cube.copy()
        cube.take_back(Alg(moves))
        return cls(cube.size, cube.scheme, cube.facelets(), moves, tuple(operator.steps))

    def cube(self) -> Cube:
        """Return the cube as it was at the start."""
        return Cube.from_facelets(self.start, self.scheme, allow_invalid=True)

    def replay(self) -> Operator:
        """Return an operator that has played all of it, with its steps, on a cube of its own."""
        operator = Operator(self.cube())
        self.play_on(operator)
        return operator

    def play_on(self, operator: Operator) -> None:
        """Play all of it, with its steps, on an operator whose cube is as it was at the start."""
        played = 0
        with ExitStack() as outermost:
            open_steps: list[tuple[Step, ExitStack]] = []
            coming = list(reversed(self.steps))
            ends = {len(self.moves)}.union(*((step.start, step.end) for step in self.steps))
            for at in sorted(ends):
                operator.play(Alg(self.moves[played:at]))
                played = at
                while open_steps and open_steps[-1][0].end == at:
                    open_steps.pop()[1].close()
                while coming and coming[-1].start == at:
                    step = coming.pop()
                    context = outermost.enter_context(ExitStack())
                    played_step = context.enter_context(
                        operator.annotate(
                            step.title,
                            step.explanation,
                            moved=step.moved,
                            targets=step.targets,
                            phase=step.phase,
                            parity=step.parity,
                        )
                    )
                    played_step.layer = step.layer
                    played_step.reason = step.reason
                    played_step.trackers = step.trackers
                    open_steps.append((step, context))

    # Text

    def to_text(self) -> str:
        """Return the recording as text; every line is a comment or moves."""
        lines = [
            FIRST_LINE,
            f"// size: {self.size}",
            f"// scheme: {self.scheme.letters}",
            f"// start: {self.start}",
        ]
        played = 0
        open_steps: list[Step] = []

        def play_to(at: int) -> None:
            nonlocal played
            assert at >= played, "steps must nest"
            for i in range(played, at, _LINE):
                lines.append(" ".join(map(str, self.moves[i : min(i + _LINE, at)])))
            played = at

        def close_to(at: int) -> None:
            while open_steps and open_steps[-1].end <= at:
                play_to(open_steps.pop().end)
                lines.append("// end")

        for step in self.steps:
            close_to(step.start)
            play_to(step.start)
            lines.append(f"// step: {' '.join(step.title.splitlines())}")
            lines += _details(step)
            open_steps.append(step)
        close_to(len(self.moves))
        play_to(len(self.moves))
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Recording:
        """Return the recording that `to_text` wrote; comments it does not know are passed over.

        Raises `NotationError` with the line that is wrong, `InvalidCubeError` for the start.
        """
        return _Reader(text).read()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the recording to a file, whole or not at all."""
        with written_whole(path) as draft:
            draft.write_text(self.to_text(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Recording:
        """Return the recording in a file."""
        try:
            return cls.from_text(Path(path).read_text(encoding="utf-8"))
        except UnicodeDecodeError as error:
            raise NotationError("this is not UTF-8 text", "", error.start + 1) from None


def _details(step: Step) -> list[str]:
    """Return the lines that say what a step is about, without those that would be empty."""
    lines = [f"// about: {line}" for line in step.explanation.splitlines() if line]
    for key, value in (
        ("phase", step.phase),
        ("parity", step.parity),
        ("layer", "" if step.layer is None else str(step.layer)),
        ("reason", " ".join(step.reason.split())),
        ("moved", " ".join(map(str, step.moved))),
        ("targets", " ".join(map(str, step.targets))),
    ):
        if value:
            lines.append(f"// {key}: {value}")
    return lines


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0  # where the current line begins
        self.header: dict[str, tuple[str, int]] = {}
        self.moves: list[Move] = []
        self.steps: list[Step] = []
        self.open: list[Step] = []

    def read(self) -> Recording:
        if self.text.split("\n", 1)[0].strip() != FIRST_LINE:
            raise self.error(f"expected {FIRST_LINE}")
        for line in self.text.split("\n"):
            self.line(line)
            self.at += len(line) + 1
        self.at = 0
        if self.open:
            raise self.error(f"step {self.open[-1].title!r} never ends", len(self.text))
        size = self.size()
        scheme = self.scheme()
        start, place = self.value("start")
        cube = Cube.from_facelets(start, scheme, allow_invalid=True)
        if cube.size != size:
            raise self.error(f"expected a start of size {size}, got one of size {cube.size}", place)
        slots = range(cube.geometry.n_slots)
        for step in self.steps:
            if not all(slot in slots for slot in (*step.moved, *step.targets)):
                raise self.error(
                    f"step {step.title!r} names a slot that a cube of this size does not have",
                    place,
                )
        steps = tuple(step for step in self.steps if step.start < step.end)
        return Recording(size, scheme, cube.facelets(), tuple(self.moves), steps)

    def line(self, line: str) -> None:
        if not line.lstrip().startswith("//"):
            try:
                self.moves.extend(Alg.parse(line).moves)
            except NotationError as error:
                raise self.error(error.problem, self.at + error.position - 1, error.hint) from None
            return
        body = line.lstrip()[2:].strip()
        key, colon, value = body.partition(":")
        value = value.strip()
        if body == "end":
            if not self.open:
                raise self.error("there is no step to end")
            self.open.pop().end = len(self.moves)
        elif colon and key == "step":
            title = " ".join(value.splitlines())  # a stray carriage return would be a second line
            step = Step(title, depth=len(self.open), start=len(self.moves))
            self.steps.append(step)
            self.open.append(step)
        elif colon and key in ("size", "scheme", "start"):
            self.header.setdefault(key, (value, self.at))
        elif colon and key in ("about", "phase", "parity", "layer", "reason", "moved", "targets"):
            self.detail(key, value)

    def detail(self, key: str, value: str) -> None:
        if not self.open:
            raise self.error(f"{key} belongs to a step")
        step = self.open[-1]
        if key == "about":
            step.explanation = f"{step.explanation}\n{value}" if step.explanation else value
        elif key in ("phase", "parity", "reason"):
            setattr(step, key, value)
        elif key == "layer":
            (step.layer,) = self.numbers(key, [value])
        else:
            setattr(step, key, self.numbers(key, value.split()))

    def numbers(self, key: str, words: list[str]) -> tuple[int, ...]:
        if not all(word.isascii() and word.isdigit() and len(word) < 18 for word in words):
            expected = "a layer's number" if key == "layer" else "slot numbers"
            raise self.error(f"expected {expected} after {key}")
        return tuple(map(int, words))

    def size(self) -> int:
        value, place = self.value("size")
        if not value.isascii() or not value.isdigit() or len(value) > 6:
            raise self.error(f"expected a number for the size, got {value[:20]!r}", place)
        for index, move in enumerate(self.moves):
            try:
                move.resolve(int(value))
            except NotationError as error:
                raise self.error(f"move {index + 1}, {move}: {error.problem}", place) from None
            except UnsupportedSizeError as error:
                raise self.error(str(error), place) from None
        return int(value)

    def scheme(self) -> ColorScheme:
        value, place = self.value("scheme")
        try:
            return ColorScheme.parse(value)
        except ValueError as error:
            raise self.error(str(error), place) from None

    def value(self, key: str) -> tuple[str, int]:
        if key not in self.header:
            raise self.error(f"expected a line // {key}: …")
        return self.header[key]

    def error(self, problem: str, at: int | None = None, hint: str = "") -> NotationError:
        return NotationError(problem, self.text, (self.at if at is None else at) + 1, hint)
