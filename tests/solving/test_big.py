"""`solve_big`: in place, turns counted, handed on and written alike, and replayed from outside."""

from __future__ import annotations

import errno
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

from cubesolve import (
    Alg,
    BigCube,
    Cube,
    MoveFile,
    MoveFileError,
    NotEnoughRoomError,
    RandomState,
    check_room,
    read_moves,
    solve,
    solve_big,
    verify_moves,
)
from cubesolve.methods.fast import centers
from cubesolve.moves import LongAlg, MoveWriter
from cubesolve.solving import big as big_solving


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small cubes be solved as huge ones are: in many blocks, on several threads."""
    monkeypatch.setattr(centers, "WHOLE_UP_TO", 4)
    monkeypatch.setattr(centers, "BLOCK_ROWS", 5)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 33, 64, 131])
def test_turns_written_counted_and_handed_on(size: int, tmp_path: Path, small_blocks: None) -> None:
    cube = BigCube.random_state(size, size)
    start = cube.to_cube()
    path, handed = tmp_path / "moves.bin", []
    solution = solve_big(cube, path, on_turns=lambda turns: handed.append(turns.copy()), threads=3)
    assert cube.solved
    assert solution.checked == 6 * size**2
    alg = read_moves(path)
    assert len(alg) == solution.turns
    assert np.array_equal(alg.turns, np.concatenate(handed))
    after = start.copy()
    after.play(alg)
    assert after.solved
    assert verify_moves(start, alg)
    assert solution.verify()
    again = BigCube.random_state(size, size)
    assert solve_big(again, threads=1).turns == solution.turns
    assert [p.name for p in tmp_path.iterdir()] == ["moves.bin"]


def test_it_is_what_the_method_does() -> None:
    cube = Cube.random_state(35, 1)
    solution = solve(cube, "fast")
    big = BigCube.from_cube(cube)
    handed: list[np.ndarray] = []
    solve_big(big, on_turns=lambda turns: handed.append(turns.copy()))
    assert np.array_equal(np.concatenate(handed), solution.alg.turns)  # type: ignore[attr-defined]


@pytest.mark.parametrize("alg", ["", "R U F'", "2R", "[1,3]R2 [1,3]U2 [1,3]F2", "x y'"])
def test_structured_states(alg: str, tmp_path: Path) -> None:
    for size in (8, 9):
        start = Cube.from_alg(alg, size)
        cube = BigCube.from_cube(start)
        solution = solve_big(cube, tmp_path / "moves.bin")
        assert cube.solved
        assert verify_moves(start, read_moves(tmp_path / "moves.bin"))
        if "2" not in alg:
            assert solution.turns <= 20


def test_a_sample_of_layers_finds_what_is_wrong() -> None:
    """Where layers cross, one turn more or less shows; where they do not, it cannot."""
    cube = Cube.random_state(40, 1)
    alg = solve(cube, "fast").alg
    assert isinstance(alg, LongAlg)
    found = verify_moves(cube, alg, layers=4, seed=1)
    assert found
    assert found.layers is not None
    assert len(found.layers) == 4
    for layer in found.layers:
        wrong = LongAlg(np.append(alg.turns, np.int32(layer << 5 | 1)), 40)
        assert not verify_moves(cube, wrong, layers=4, seed=1)
    other = next(layer for layer in range(2, 20) if layer not in found.layers)
    unseen = LongAlg(np.append(alg.turns, np.int32(other << 5 | 1)), 40)
    assert verify_moves(cube, unseen, layers=4, seed=1)
    assert not verify_moves(cube, unseen)
    assert found.layers != verify_moves(cube, alg, layers=4, seed=2).layers
    assert not verify_moves(cube, LongAlg(alg.turns[:-1], 40), layers=20)


@pytest.mark.parametrize("layers", [None, 3])
def test_what_is_no_turn_of_the_size_is_refused(layers: int | None) -> None:
    cube = Cube.random_state(20, 1)
    beyond, no_face = np.array([33, 21 << 5 | 1], np.int32), np.array([33, 63], np.int32)
    for turns in (beyond, no_face, -beyond):
        with pytest.raises(ValueError, match="not all turns of a cube of size 20"):
            verify_moves(cube, [turns], layers=layers)
    with pytest.raises(ValueError, match="not all turns of a cube of size 20"):
        verify_moves(cube, LongAlg.pack("30R", 40), layers=layers)
    for strange in ("R U", [1, 2], [np.array([33.0])]):
        with pytest.raises(TypeError, match="expected an Alg, or arrays of turns"):
            verify_moves(cube, strange, layers=layers)  # type: ignore[arg-type]


@pytest.mark.parametrize("layers", [0, -1])
def test_no_layers_are_no_proof(layers: int) -> None:
    with pytest.raises(ValueError, match="expected at least 1 layer"):
        verify_moves(Cube.random_state(9, 1), Alg("R"), layers=layers)


def test_a_random_state_is_verified_without_being_drawn(tmp_path: Path) -> None:
    for size in (50, 51):
        cube = BigCube.random_state(size, 3)
        solve_big(cube, tmp_path / "moves.bin")
        file = MoveFile(tmp_path / "moves.bin")
        assert verify_moves(RandomState(size, 3), file.pieces())
        assert not verify_moves(RandomState(size, 4), file.pieces())


def test_large_solutions_are_verified_by_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    from cubesolve.solving import verify

    monkeypatch.setattr(verify, "WHOLE_UP_TO", 30)
    solution = solve(Cube.random_state(40, 1), "fast")
    assert solution.verify()
    assert verify_moves(solution.start_cube(), solution.alg).layers is not None


def test_what_does_not_fit_is_refused_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cube = BigCube.random_state(40, 1)
    monkeypatch.setattr("cubesolve.machine.free_memory", lambda: 1 << 20)
    with pytest.raises(NotEnoughRoomError, match="of memory"):
        solve_big(cube)
    monkeypatch.undo()
    monkeypatch.setattr(big_solving, "disk_for", lambda size: 1 << 60)
    with pytest.raises(NotEnoughRoomError, match="on disk"):
        solve_big(cube, tmp_path / "moves.bin")
    with pytest.raises(NotEnoughRoomError, match="on disk"):
        check_room(40, tmp_path / "moves.bin")
    monkeypatch.undo()
    with pytest.raises(FileNotFoundError):
        check_room(40, tmp_path / "no" / "moves.bin")
    with pytest.raises(TypeError, match="solve_big"):
        solve(cube)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="BigCube"):
        solve_big(cube.to_cube())  # type: ignore[arg-type]
    assert not cube.solved
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_blocks: None
) -> None:
    class Full:
        """A file that takes so many bytes and no more."""

        def __init__(self, writer: MoveWriter) -> None:
            self.file, self.left = writer._file, 5000

        def write(self, data: memoryview) -> int:
            self.left -= len(data)
            if self.left < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            return self.file.write(data) or 0

        def close(self) -> None:
            self.file.close()

    enter = MoveWriter.__enter__

    def with_little_room(writer: MoveWriter) -> MoveWriter:
        enter(writer)
        writer._file = Full(writer)  # type: ignore[assignment]
        return writer

    monkeypatch.setattr(MoveWriter, "__enter__", with_little_room)
    cube = BigCube.random_state(64, 1)
    with pytest.raises(MoveFileError, match="disk is full"):
        solve_big(cube, tmp_path / "moves.bin")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    assert not cube.solved
    solve_big(cube)
    assert cube.solved


def test_ctrl_c_leaves_a_cube_and_no_file(tmp_path: Path, small_blocks: None) -> None:
    cube = BigCube.random_state(66, 1)
    blocks = 0

    def stop(what: str, share: float | None) -> None:
        nonlocal blocks
        blocks += 1
        if blocks == 3:
            signal.raise_signal(signal.SIGINT)

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        solve_big(cube, tmp_path / "moves.bin", on_progress=stop)
    assert list(tmp_path.iterdir()) == []
    assert threading.active_count() == before
    assert not cube.solved
    assert cube.to_cube().problems() == []
    solve_big(cube)
    assert cube.solved


def test_progress_says_how_long_and_how_much(small_blocks: None) -> None:
    heard: list[tuple[str, float | None]] = []
    solve_big(BigCube.random_state(40, 1), on_progress=lambda *what: heard.append(what))
    shares = [share for _, share in heard if share is not None]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert "left" in heard[-1][0]
    assert solve_big(BigCube(40)).turns == 0
