"""Files of arrays: read back as written, or refused; written whole, or not at all; mapped."""

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cubesolve.search.table_file import (
    FORMAT,
    Arrays,
    BadTable,
    Outdated,
    open_arrays,
    write_arrays,
)

VERSION = 7


def arrays() -> Arrays:
    return {
        "bytes": np.arange(5000, dtype=np.uint32).astype(np.uint8),
        "grid": np.arange(600, dtype=np.uint16).reshape(20, 30),
        "wide": np.array([1, 2**40], np.uint64),
        "none": np.empty((0, 3), np.int64),
    }


def same(a: Arrays, b: Arrays) -> bool:
    return list(a) == list(b) and all(
        a[name].dtype == b[name].dtype
        and a[name].shape == b[name].shape
        and np.array_equal(a[name], b[name])
        for name in a
    )


def replace(path: Path, data: bytes) -> None:
    """Put another file in the place of one that may be mapped."""
    other = path.with_suffix(".other")
    other.write_bytes(data)
    os.replace(other, path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a good file, just written."""
    path = tmp_path / "a.table"
    write_arrays(path, VERSION, arrays())
    return path


def test_round_trip(file: Path) -> None:
    assert same(open_arrays(file, VERSION), arrays())
    assert list(file.parent.iterdir()) == [file]


def test_arrays_that_are_not_in_one_piece(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    grid = np.arange(60).reshape(6, 10)
    write_arrays(path, 1, {"turned": grid.T, "part": grid[:, ::3]})
    found = open_arrays(path, 1)
    assert np.array_equal(found["turned"], grid.T)
    assert np.array_equal(found["part"], grid[:, ::3])


def test_arrays_are_aligned_and_cannot_be_written(file: Path) -> None:
    for array in open_arrays(file, VERSION).values():
        assert array.ctypes.data % 64 == 0
        assert array.flags.c_contiguous
        assert not array.flags.writeable
        assert type(array) is np.ndarray


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="tells what is mapped on Linux")
def test_arrays_are_mapped_as_long_as_they_are_used(file: Path) -> None:
    def is_mapped() -> bool:
        return str(file) in Path("/proc/self/maps").read_text(encoding="utf-8")

    found = open_arrays(file, VERSION)
    assert is_mapped()
    rest = found["grid"][3:]
    del found
    assert is_mapped()
    file.unlink()  # which who has mapped it does not mind
    assert np.array_equal(rest, arrays()["grid"][3:])
    del rest
    assert not is_mapped()


def truncated(data: bytes) -> bytes:
    return data[:-1]


def cut_in_the_header(data: bytes) -> bytes:
    return data[:40]


def without_data(data: bytes) -> bytes:
    return data[:-5000]


def emptied(data: bytes) -> bytes:
    return b""


def longer(data: bytes) -> bytes:
    return data + b"\0"


def other_text(data: bytes) -> bytes:
    return b"not tables at all\n" * 100


def zeros(data: bytes) -> bytes:
    return bytes(len(data))


def flipped(at: int) -> Callable[[bytes], bytes]:
    def flip(data: bytes) -> bytes:
        return data[:at] + bytes([data[at] ^ 1]) + data[at:][1:]

    flip.__name__ = f"byte {at} flipped"
    return flip


def with_header(**changes: object) -> Callable[[bytes], bytes]:
    """Return a change of the header, its length and checksum right."""

    def change(data: bytes) -> bytes:
        start = data.index(b"{")
        length = int.from_bytes(data[start - 8 : start - 4], "little")
        about = {**json.loads(data[start : start + length]), **changes}
        header = json.dumps(about).encode().ljust(length)
        return (
            data[: start - 8]
            + len(header).to_bytes(4, "little")
            + zlib.crc32(header).to_bytes(4, "little")
            + header
            + data[start + length :]
        )

    change.__name__ = f"header with {changes}"
    return change


def nested_header(data: bytes) -> bytes:
    """Return a file whose header, its checksum right, is nested deeper than anyone reads."""
    start = data.index(b"{")
    header = b"[" * 100_000
    checksum = zlib.crc32(header).to_bytes(4, "little")
    return data[: start - 8] + len(header).to_bytes(4, "little") + checksum + header


NONSENSE = {"name": "x", "dtype": "|u1", "shape": [10], "checksum": 0}
DAMAGES = [
    truncated,
    cut_in_the_header,
    without_data,
    emptied,
    longer,
    other_text,
    zeros,
    nested_header,
    *(flipped(at) for at in (0, 16, 17, 18, 25, 80, -1, -2000, -5000)),
    with_header(format=FORMAT + 1),
    with_header(version=VERSION + 1),
    with_header(version=VERSION - 1),
    with_header(version=None),
    with_header(arrays=None),
    with_header(arrays=[NONSENSE]),
    with_header(arrays=[{**NONSENSE, "dtype": "|O"}]),
    with_header(arrays=[{**NONSENSE, "dtype": "no such"}]),
    with_header(arrays=[{**NONSENSE, "shape": [-64]}]),
    with_header(arrays=[{**NONSENSE, "shape": [2**70]}]),
    with_header(arrays=[{"name": "x"}]),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_what_is_broken_is_refused(damage: Callable[[bytes], bytes], file: Path) -> None:
    good = file.read_bytes()
    bad = damage(good)
    assert bad != good
    replace(file, bad)
    with pytest.raises(BadTable, match=r".+"):
        open_arrays(file, VERSION)


@pytest.mark.parametrize("change", [{"format": FORMAT - 1}, {"version": VERSION + 1}])
def test_another_version_is_told_from_damage(change: dict[str, object], file: Path) -> None:
    replace(file, with_header(**change)(file.read_bytes()))
    with pytest.raises(Outdated, match="version"):
        open_arrays(file, VERSION)


def test_each_byte_matters(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    write_arrays(path, VERSION, {"small": np.arange(20, dtype=np.uint8), "next": np.arange(3)})
    good = path.read_bytes()
    for at in range(len(good)):
        replace(path, flipped(at)(good))
        with pytest.raises(BadTable, match=r".+"):
            open_arrays(path, VERSION)
    for end in range(len(good)):
        replace(path, good[:end])
        with pytest.raises(BadTable, match=r".+"):
            open_arrays(path, VERSION)
    replace(path, good)
    assert np.array_equal(open_arrays(path, VERSION)["small"], np.arange(20))


def test_a_short_file_is_broken_even_if_memory_has_the_rest(file: Path) -> None:
    """What is mapped of the same table, from before, is not taken for the file."""
    before = open_arrays(file, VERSION)
    replace(file, file.read_bytes()[:-100])
    with pytest.raises(BadTable, match="short"):
        open_arrays(file, VERSION)
    assert same(before, arrays())


def test_a_header_longer_than_memory(file: Path) -> None:
    """The length of the header is not believed."""
    good = file.read_bytes()
    at = good.index(b"{") - 5
    replace(file, good[:at] + b"\xff" + good[at + 1 :])
    code = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))\n"
        "from pathlib import Path\n"
        "from cubesolve.search.table_file import open_arrays\n"
        "try: open_arrays(Path(sys.argv[1]), 7)\n"
        "except ValueError: print('refused')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "refused\n", done.stderr


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.table"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(BadTable, match="not a file"):
            open_arrays(path, VERSION)


def test_what_stands_in_the_way_of_a_new_file_is_not_written_to(tmp_path: Path) -> None:
    path, new = tmp_path / "a.table", tmp_path / "a.new"
    others = tmp_path / "others.txt"
    others.write_text("not ours")
    new.symlink_to(others)
    write_arrays(path, VERSION, arrays())
    assert others.read_text() == "not ours"
    assert path.is_file()
    assert not path.is_symlink()

    os.mkfifo(new)
    reader = os.open(new, os.O_RDONLY | os.O_NONBLOCK)  # nobody is kept waiting
    write_arrays(path, VERSION, arrays())
    os.close(reader)
    assert same(open_arrays(path, VERSION), arrays())


def interrupt(*args: object) -> None:
    raise KeyboardInterrupt


def test_an_interrupted_write_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.table"
    with monkeypatch.context() as patched:
        patched.setattr("cubesolve.search.table_file.os.replace", interrupt)
        with pytest.raises(KeyboardInterrupt):
            write_arrays(path, VERSION, arrays())
    assert list(tmp_path.iterdir()) == []

    real = os.fdopen

    def fdopen(handle: int, mode: str) -> object:
        file = real(handle, mode)
        file.close()  # writing fails after the file was made
        return file

    with monkeypatch.context() as patched:
        patched.setattr("cubesolve.search.table_file.os.fdopen", fdopen)
        with pytest.raises(ValueError, match="closed"):
            write_arrays(path, VERSION, arrays())
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_write_leaves_the_old_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = file.read_bytes()
    monkeypatch.setattr("cubesolve.search.table_file.os.replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_arrays(file, VERSION, {"other": np.zeros(3, np.int64)})
    assert file.read_bytes() == good
    assert list(file.parent.iterdir()) == [file]


def test_who_has_it_mapped_keeps_it_when_it_is_written_again(file: Path) -> None:
    before = open_arrays(file, VERSION)
    write_arrays(file, VERSION + 1, {"bytes": np.zeros(5000, np.uint8)})
    assert same(before, arrays())
    assert not open_arrays(file, VERSION + 1)["bytes"].any()
