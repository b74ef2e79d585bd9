"""`solve --out`, `apply` and `verify`: turns in a binary file, replayed on colours alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cubesolve import Alg, Cube, Limit, is_solved_by, read_moves, solve
from cubesolve.cli import main, solving


@pytest.mark.parametrize(("size", "method"), [(3, "auto"), (5, "cage"), (12, "fast"), (34, "auto")])
def test_out_apply_and_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], size: int, method: str
) -> None:
    path = str(tmp_path / "moves.bin")
    cube = ["--size", str(size), "--random", "1"]
    assert main(["solve", *cube, "--method", method, "--out", path]) == 0
    capsys.readouterr()
    assert main(["verify", path, *cube]) == 0
    assert ": solved" in capsys.readouterr().out
    assert main(["verify", path, "--random", "2"]) == 1
    assert "NOT solved" in capsys.readouterr().out
    assert main(["apply", path, *cube, "--json"]) == 0
    assert '"solved": true' in capsys.readouterr().out
    assert main(["apply", path, "--size", "9"]) == 2
    assert f"these moves are for size {size}, but the cube has size 9" in capsys.readouterr().err


def test_damaged_and_missing_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "moves.bin"
    assert main(["verify", str(path)]) == 2
    assert (
        main(["solve", "--size", "8", "--random", "1", "--method", "fast", "--out", str(path)]) == 0
    )
    path.write_bytes(path.read_bytes()[:-4])
    capsys.readouterr()
    assert main(["verify", str(path)]) == 2
    assert "cut off" in capsys.readouterr().err
    assert main(["apply", str(path)]) == 2
    assert main(["solve", "--random", "1", "--out", str(tmp_path / "no" / "moves.bin")]) == 2


@pytest.mark.parametrize("data", [b"", b"CUBET", b"\x7fELF\x02\x01\x01\x00" * 20])
def test_a_file_that_is_none_of_moves_is_called_so(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "moves.bin"
    path.write_bytes(data)
    for command in ("apply", "verify"):
        assert main([command, str(path)]) == 2
        assert f"this is not a file of moves: {path}" in capsys.readouterr().err


def test_a_folder_and_a_device_are_no_files_of_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (str(tmp_path), os.devnull):
        assert main(["verify", name]) == 2
        assert f"expected the name of a file, got {name}" in capsys.readouterr().err
        assert main(["apply", name]) == 2
        assert f"this is not a file of moves: {name}" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_nobody_waits_for_moves_from_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    assert main(["verify", str(path)]) == 2
    assert f"expected the name of a file, got {path}" in capsys.readouterr().err
    os.close(pipe)


def test_a_file_that_cannot_be_written_is_refused_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(solving, "_solution", lambda cube, args: pytest.fail("it searched"))
    missing = str(tmp_path / "no" / "moves.bin")
    assert main(["solve", "--size", "6", "--random", "1", "--out", missing]) == 2
    assert capsys.readouterr().err == f"cubesolve solve: No such file or directory: {missing}\n"
    assert main(["solve", "--size", "6", "--random", "1", "--out", str(tmp_path)]) == 2
    assert "expected the name of a file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_file_comes_with_what_else_was_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "moves.bin"
    command = ["solve", "--size", "8", "--scramble", "3Rw", "--method", "fast", "--out", str(path)]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert told == f"3 turns of single layers of an 8x8 by fast (OBTM 1, SST 3) written to {path}\n"
    for asked, word in (("--json", '"counts"'), ("--explain", "1. Turn layers back")):
        path.unlink()
        assert main([*command, asked]) == 0
        assert word in capsys.readouterr().out
        assert len(read_moves(path)) == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_with_the_name_of_a_move_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("R")
    pipe = os.open("R", os.O_RDWR | os.O_NONBLOCK)
    os.write(pipe, b"no moves")
    assert main(["apply", "R", "--json"]) == 0
    assert '"solved": false' in capsys.readouterr().out
    assert os.read(pipe, 100) == b"no moves"  # nobody has read it
    os.close(pipe)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 40])
def test_the_replay_agrees_with_the_model(size: int) -> None:
    cube = Cube.random_state(size, 5)
    solution = solve(cube, "fast")
    assert solution.verify()
    short = Alg(list(solution.moves)[:-1])
    assert not is_solved_by(cube, short)
    read = Cube.from_alg("Rw U 2F' x L", size) if size > 3 else Cube.from_alg("R U F' x L", size)
    back = Alg("L' x' 2F U' Rw'") if size > 3 else Alg("L' x' F U' R'")
    assert is_solved_by(read, back)


def test_auto_is_fast_where_others_take_long() -> None:
    assert solve(Cube.random_state(40, 1)).method == "fast"
    assert solve(Cube.random_state(12, 1), limit=Limit(nodes=20_000)).method == "short"
