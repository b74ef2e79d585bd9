"""`solve` and `verify` of cubes above 4,096 layers (here above 30), and what is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cubesolve import BigCube, Cube, read_moves
from cubesolve.cli import big, inputs, main


@pytest.fixture
def big_above_30(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (big, inputs):
        monkeypatch.setattr(module, "BIG_ABOVE", 30)


@pytest.mark.parametrize("size", [31, 40])
def test_solve_write_and_verify(
    size: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], big_above_30: None
) -> None:
    path, cube = str(tmp_path / "moves.bin"), ["--size", str(size), "--random", "1"]
    assert main(["solve", *cube, "--out", path]) == 0
    told = capsys.readouterr()
    assert f"each of {6 * size**2:,} stickers" in told.out
    assert f"cubesolve verify {path} --random 1" in told.out
    assert told.err == ""
    assert main(["verify", path, "--random", "1"]) == 0
    assert ": solved" in capsys.readouterr().out
    assert main(["verify", path, "--random", "1", "--layers", "3", "--sample", "5"]) == 0
    assert f"3 of {(size - 2) // 2} layers" in capsys.readouterr().out
    assert main(["verify", path, "--random", "2"]) == 1
    assert "NOT solved" in capsys.readouterr().out
    assert main(["apply", path, *cube, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["solved"]
    after = BigCube.random_state(size, 1).to_cube()
    after.play(read_moves(path))
    assert after.solved


def test_counted_only_and_solved(capsys: pytest.CaptureFixture[str], big_above_30: None) -> None:
    assert main(["solve", "--size", "50", "--random", "1", "--method", "fast", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["turns"] == sum(told["phases"].values())
    assert told["path"] is None
    assert main(["solve", "--size", "50"]) == 0
    assert ": 0 turns" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--explain"], "--explain"),
        (["--notation", "blocks"], "--notation"),
        (["--what", "centers"], "--what"),
        (["--metric", "SST"], "--metric SST"),
        (["--parity", "detect"], "--parity"),
        (["--method", "cage"], "cage"),
        (["--out", "no/such/folder/moves.bin"], "No such file"),
    ],
)
def test_what_cannot_be_had(
    arguments: list[str], word: str, capsys: pytest.CaptureFixture[str], big_above_30: None
) -> None:
    assert main(["solve", "--size", "40", "--random", "1", *arguments]) == 2
    assert word in capsys.readouterr().err


def test_what_does_not_fit_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--size", "4000000", "--random", "1"]) == 2
    told = capsys.readouterr().err
    assert "needs" in told
    assert "of memory" in told
    assert main(["solve", "--size", "99999999", "--random", "1"]) == 2
    capsys.readouterr()
    assert main(["apply", "R", "--size", "9999999"]) == 2
    assert "as a list of stickers needs" in capsys.readouterr().err


def test_small_sizes_are_cubes_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--size", "40", "--random", "1", "--method", "fast"]) == 0
    cube = Cube.random_state(40, 1)
    cube.play(capsys.readouterr().out)
    assert cube.solved


@pytest.mark.slow
def test_ctrl_c_ends_it_and_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "moves.bin"
    command = [sys.executable, "-m", "cubesolve", "solve", "--size", "8000", "--random", "1"]
    process = subprocess.Popen([*command, "--out", str(path)], stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [p.suffix for p in tmp_path.iterdir()] == [".part"]
    os.kill(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"interrupted" in told
    assert list(tmp_path.iterdir()) == []
