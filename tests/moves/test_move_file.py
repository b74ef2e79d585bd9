"""Files of moves: what is written is read, and nothing half-written is taken for whole."""

from __future__ import annotations

import errno
from pathlib import Path

import numpy as np
import pytest

from cubesolve import MoveFileError, read_moves, write_moves
from cubesolve.moves import LongAlg, MoveFile, MoveWriter

ALG = LongAlg.pack("R 2U' 3F2 L 5D", 9)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "moves.bin"
    for alg in (ALG, LongAlg(np.empty(0, np.int32), 4)):
        write_moves(path, alg)
        found = read_moves(path)
        assert found == alg
        assert found.size == alg.size
        assert [p.name for p in tmp_path.iterdir()] == ["moves.bin"]
    assert path.stat().st_size == 64


def test_pieces_are_one_file(tmp_path: Path) -> None:
    path = tmp_path / "moves.bin"
    with MoveWriter(path, 9) as writer:
        for turn in ALG.turns:
            writer.write(np.array([turn]))
    assert read_moves(path) == ALG


@pytest.mark.parametrize("length", [0, 7, 63, 64, 80])
def test_a_file_that_was_cut_off(tmp_path: Path, length: int) -> None:
    path = tmp_path / "moves.bin"
    write_moves(path, ALG)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(MoveFileError):
        MoveFile(path)


def test_foreign_and_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "moves.bin"
    path.write_bytes(b"R U R' U'" * 20)
    with pytest.raises(MoveFileError, match="no file of moves"):
        read_moves(path)
    write_moves(path, ALG)
    whole = bytearray(path.read_bytes())
    for place, value in ((8, 9), (64, whole[64] ^ 3), (65, 255), (12, 200)):
        damaged = bytearray(whole)
        damaged[place] = value
        path.write_bytes(damaged)
        if place == 12:  # another size: these turns are turns of it, too
            continue
        with pytest.raises(MoveFileError):
            read_moves(path)


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "moves.bin"
    write_moves(path, ALG)
    with pytest.raises(KeyboardInterrupt), MoveWriter(path, 9) as writer:
        writer.write(ALG.turns[:2])
        raise KeyboardInterrupt
    assert read_moves(path) == ALG
    assert [p.name for p in tmp_path.iterdir()] == ["moves.bin"]


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: MoveWriter, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "moves.bin"
    with pytest.raises(OSError, match="No space"), MoveWriter(path, 9) as writer:
        monkeypatch.setattr(MoveWriter, "_write", full)
        writer.write(ALG.turns)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(MoveFileError, match="name of a file"):
        write_moves(tmp_path, ALG)
