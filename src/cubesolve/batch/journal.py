"""What a run has answered so far, on disk: a line of JSON for each, and what the run was asked.

A run that was killed goes on behind the last whole line. Beside the answers lies a file with what
was asked, so that a run never goes on with the answers of another.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from cubesolve.errors import CubeSolveError
from cubesolve.notation import Metric
from cubesolve.whole_file import written_whole

Data = dict[str, Any]


class OtherRunError(CubeSolveError, ValueError):
    """The file holds the answers of another run."""


class Journal:
    """Answers in a file, one after the other; `done` is how many there were at the start."""

    def __init__(self, path: Path, asked: Data) -> None:
        self.path = path
        self._asked = path.with_name(path.name + ".run")
        self._check(asked)
        self._file: BinaryIO = path.open("ab+")
        try:
            _lock(self._file, path)
            self.done = self._cut_to_whole_lines()
            with written_whole(self._asked) as draft:
                draft.write_text(json.dumps(asked, indent=1) + "\n", encoding="utf-8")
        except BaseException:
            self._file.close()
            raise

    def _check(self, asked: Data) -> None:
        _check_is_file(self.path)
        if not self.path.exists() or not self.path.stat().st_size:
            return
        try:
            before = dict(json.loads(self._asked.read_bytes()))
        except FileNotFoundError:
            raise OtherRunError(f"{self.path} already exists; --overwrite starts over") from None
        except (TypeError, ValueError, RecursionError):
            raise OtherRunError(f"{self._asked} is damaged; --overwrite starts over") from None
        other = [name for name in asked if asked[name] != before.get(name)]
        if other:
            raise OtherRunError(
                f"{self.path} belongs to a run with other {', '.join(other)};"
                " --overwrite starts over"
            )

    def _cut_to_whole_lines(self) -> int:
        """Remove what a killed run began to write; return how many answers are there."""
        self._file.seek(0)
        whole = count = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            if not _is_answer(line):
                raise OtherRunError(
                    f"line {count + 1} of {self.path} is not an answer; --overwrite starts over"
                )
            whole += len(line)
            count += 1
        self._file.truncate(whole)
        return count

    def add(self, answer: Data) -> None:
        """Write an answer, so that it is there whatever happens to this process."""
        self._file.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
        self._file.flush()

    def answers(self) -> Iterator[Data]:
        """Yield all answers, those of earlier runs first."""
        with self.path.open("rb") as file:
            yield from map(json.loads, file)

    def remove(self) -> None:
        """Take the file of answers away; what was asked stays."""
        self._file.close()
        self.path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._file.close()
        if (
            error is not None and not self.path.stat().st_size
        ):  # nothing that a run could go on with
            begin_anew(self.path)


def _check_is_file(path: Path) -> None:
    """Refuse what is there but is no file: a device may never end, and must not be removed."""
    if path.exists() and not path.is_file():
        raise OtherRunError(f"expected the name of a file, got {path}")


def _is_answer(line: bytes) -> bool:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return False
    if not isinstance(answer, dict):
        return False
    if "error" in answer:
        return isinstance(answer["error"], str)
    counts, seconds = answer.get("counts"), answer.get("seconds")
    return (
        isinstance(counts, dict)
        and set(counts) == set(Metric)
        and all(isinstance(count, int) for count in counts.values())
        and answer.get("metric") in tuple(Metric)
        and isinstance(seconds, int | float)
    )


def begin_anew(path: Path) -> None:
    """Remove what an earlier run left."""
    _check_is_file(path)
    for name in (path.name, path.name + ".run"):
        path.with_name(name).unlink(missing_ok=True)


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep a second run away while this one goes on."""
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OtherRunError(f"another run is writing to {path}") from None
