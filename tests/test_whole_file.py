"""Files are written whole or not at all, whatever fails."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from cubesolve import Alg, Cube, film
from cubesolve.cli import main
from cubesolve.whole_file import written_whole

FULL = Path("/dev/full")


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_what_was_there_stays_if_it_fails(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "cube.svg"
    path.write_text("before")
    with pytest.raises(error), written_whole(path) as draft:
        draft.write_text("half")
        raise error
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["cube.svg"]


def test_its_mode_and_a_link_to_it_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "cube.svg", tmp_path / "link.svg"
    path.write_text("before")
    path.chmod(0o640)
    link.symlink_to(path)
    with written_whole(link) as draft:
        draft.write_text("after")
    assert path.read_text() == "after"
    assert path.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe.svg"
    os.mkfifo(path)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(path.read_text()))
    reader.start()
    assert main(["show", "--svg", str(path)]) == 0
    reader.join()
    assert read[0].startswith("<svg")


def test_a_film_that_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    moving = film(Cube(3), Alg("(R U)20"), width=40)

    def frames(background: str | None = None) -> Iterator[object]:
        signal.raise_signal(signal.SIGINT)
        yield from ()

    object.__setattr__(moving, "frames", frames)
    for kind in ("gif", "webp"):
        with pytest.raises(KeyboardInterrupt):
            moving.save(tmp_path / f"film.{kind}")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "command",
    [
        ["draw", "{}/cube.png"],
        ["draw", "{}/cube.svg"],
        ["draw", "{}/film.gif", "--alg", "R"],
        ["show", "--svg", "{}/cube.svg"],
    ],
)
def test_a_full_disk_is_told_with_the_file(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not FULL.exists():
        pytest.skip("there is no device that is always full")
    # Every draft is a link to a device that is always full.
    made = Path.with_name

    def full(self: Path, name: str) -> Path:
        draft = made(self, name)
        draft.symlink_to(FULL)
        return draft

    monkeypatch.setattr(Path, "with_name", full)
    command = [part.format(tmp_path) for part in command]
    name = next(part for part in command if str(tmp_path) in part)
    assert main(command) == 2
    assert capsys.readouterr().err == (f"cubesolve {command[0]}: No space left on device: {name}\n")
    assert os.listdir(tmp_path) == []
