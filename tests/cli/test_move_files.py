"""`solve --out`, `apply` and `verify`: turns in a binary file, replayed on colours alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cubesolve import Alg, Cube, Limit, is_solved_by, solve
from cubesolve.cli import main


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
