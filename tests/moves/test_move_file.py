"""Files of moves: what is written is read, and nothing half-written is taken for whole."""

from __future__ import annotations

import errno
from pathlib import Path

import numpy as np
import pytest

from cubesolve import MoveFileError, NotEnoughRoomError, read_moves, write_moves
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
    with pytest.raises(MoveFileError, match="not a file of moves"):
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


def packed_file(path: Path, alg: LongAlg) -> None:
    with MoveWriter(path, alg.size, is_packed=True) as writer:
        writer.write(alg.turns[:7])
        writer.write(alg.turns[7:])


def any_turns(count: int, size: int, seed: int) -> LongAlg:
    draw = np.random.default_rng(seed)
    layers = draw.integers(1, size + 1 if seed % 2 else min(size, 3) + 1, count)
    layers = np.sort(layers) if seed % 2 else layers
    faces, turns = draw.integers(0, 6 if seed % 3 else 1, count), draw.integers(1, 4, count)
    return LongAlg((layers << 5 | faces << 2 | turns).astype(np.int32), size)


@pytest.mark.parametrize("seed", range(6))
def test_packed_turns_are_read_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr("cubesolve.moves.move_file._PIECE", 100)
    path = tmp_path / "moves.bin"
    for size in (2, 300, 70_000):
        alg = any_turns(1234, size, seed)
        packed_file(path, alg)
        assert read_moves(path) == alg
        assert np.array_equal(
            np.concatenate([p.copy() for p in MoveFile(path).pieces()]), alg.turns
        )
    packed_file(path, LongAlg(np.empty(0, np.int32), 4))
    assert len(read_moves(path)) == 0


def test_packed_turns_of_a_solution_take_about_a_byte(tmp_path: Path) -> None:
    """Columns that turn one after the other are what a huge solution is made of."""
    columns = LongAlg(np.arange(2, 5000, 3, dtype=np.int32) << 5 | 6, 10_000)
    packed_file(tmp_path / "moves.bin", columns)
    assert (tmp_path / "moves.bin").stat().st_size < 64 + 16 + 1.02 * len(columns)


@pytest.mark.parametrize("place", [9, 12, 20, 28, 64, 68, 72, 80, 100])
def test_damaged_packed_files(tmp_path: Path, place: int) -> None:
    path = tmp_path / "moves.bin"
    packed_file(path, any_turns(400, 9, 1))
    whole = path.read_bytes()
    for value in (0, 1, 200, 250, 255):
        damaged = bytearray(whole)
        if damaged[place] == value or (place == 12 and value > 8):
            continue
        damaged[place] = value
        path.write_bytes(damaged)
        with pytest.raises(MoveFileError):
            read_moves(path)
    for length in (0, 63, 64, 70, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(MoveFileError):
            read_moves(path)
    path.write_bytes(whole + b"x")
    with pytest.raises(MoveFileError, match="changed"):
        read_moves(path)


def test_packed_turns_that_do_not_fit_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "moves.bin"
    packed_file(path, any_turns(400, 9, 1))
    monkeypatch.setattr("cubesolve.machine.free_memory", lambda: 1000)
    with pytest.raises(NotEnoughRoomError, match="a list of 400 turns"):
        read_moves(path)
    assert sum(len(piece) for piece in MoveFile(path).pieces()) == 400
