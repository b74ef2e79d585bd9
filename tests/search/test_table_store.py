"""Tables on disk: read back as written, or built again; written whole, or not at all."""

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cubesolve.protocols import ProgressListener, no_progress
from cubesolve.search import table_store
from cubesolve.search.table_store import (
    Arrays,
    cache_folder,
    load_or_build,
    read_tables,
    write_tables,
)

NAME = "some"


def arrays() -> Arrays:
    return {
        "bytes": np.arange(5000, dtype=np.uint32).astype(np.uint8),
        "grid": np.arange(600, dtype=np.uint16).reshape(20, 30),
        "wide": np.array([1, 2**40], np.uint64),
        "none": np.empty((0, 3), np.int64),
    }


class Builder:
    """Builds the arrays, and counts how often."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, on_progress: ProgressListener) -> Arrays:
        self.count += 1
        on_progress("building", 0.5)
        return arrays()


def same(a: Arrays, b: Arrays) -> bool:
    return list(a) == list(b) and all(
        a[name].dtype == b[name].dtype
        and a[name].shape == b[name].shape
        and np.array_equal(a[name], b[name])
        for name in a
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    chosen = tmp_path / "cache" / "deeper"
    monkeypatch.setenv("CUBESOLVE_CACHE", str(chosen))
    return chosen


@pytest.fixture
def file(folder: Path) -> Path:
    """Return a good file, just written."""
    load_or_build(NAME, Builder(), no_progress)
    return folder / f"{NAME}.tables"


def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "a.tables"
    write_tables(path, arrays())
    assert same(read_tables(path), arrays())
    assert list(tmp_path.iterdir()) == [path]


def test_arrays_that_are_not_in_one_piece(tmp_path: Path) -> None:
    path = tmp_path / "a.tables"
    grid = np.arange(60).reshape(6, 10)
    write_tables(path, {"turned": grid.T, "part": grid[:, ::3]})
    found = read_tables(path)
    assert np.array_equal(found["turned"], grid.T)
    assert np.array_equal(found["part"], grid[:, ::3])


def test_larger_than_a_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.tables"
    monkeypatch.setattr(table_store, "_CHUNK", 100)
    write_tables(path, arrays())
    assert same(read_tables(path), arrays())


def test_built_once(folder: Path) -> None:
    heard: list[tuple[str, float | None]] = []
    build = Builder()
    for _ in range(3):
        found = load_or_build(NAME, build, lambda *news: heard.append(news))
        assert same(found, arrays())
    assert build.count == 1
    assert heard == [("building", 0.5)]
    assert [path.name for path in folder.iterdir()] == [f"{NAME}.tables"]


def test_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUBESOLVE_CACHE", str(tmp_path / "chosen"))
    assert cache_folder() == tmp_path / "chosen"
    load_or_build(NAME, Builder(), no_progress)
    assert (tmp_path / "chosen" / f"{NAME}.tables").is_file()
    monkeypatch.setenv("CUBESOLVE_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    assert cache_folder().name == "cubesolve"
    assert cache_folder() != Path()
    monkeypatch.delenv("CUBESOLVE_CACHE")
    assert cache_folder().name == "cubesolve"


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
    """Return a change of the header, its checksum right."""

    def change(data: bytes) -> bytes:
        start = data.index(b"{")
        length = int.from_bytes(data[start - 4 : start], "little")
        header = json.dumps({**json.loads(data[start : start + length]), **changes}).encode()
        return (
            data[: start - 4]
            + len(header).to_bytes(4, "little")
            + header
            + zlib.crc32(header).to_bytes(4, "little")
            + data[start + length + 4 :]
        )

    change.__name__ = f"header with {changes}"
    return change


DAMAGES = [
    truncated,
    cut_in_the_header,
    without_data,
    emptied,
    longer,
    other_text,
    zeros,
    *(flipped(at) for at in (0, 16, 17, 18, 25, 80, -1, -2000, -5000)),
    with_header(version=table_store.VERSION + 1),
    with_header(version=table_store.VERSION - 1),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_what_is_broken_is_built_again_and_mended(
    damage: Callable[[bytes], bytes], file: Path
) -> None:
    good = file.read_bytes()
    bad = damage(good)
    assert bad != good
    file.write_bytes(bad)
    with pytest.raises(ValueError, match=r".+"):
        read_tables(file)
    build = Builder()
    assert same(load_or_build(NAME, build, no_progress), arrays())
    assert build.count == 1
    assert file.read_bytes() == good
    assert same(load_or_build(NAME, build, no_progress), arrays())
    assert build.count == 1


def test_each_byte_matters(tmp_path: Path) -> None:
    path = tmp_path / "a.tables"
    write_tables(path, {"small": np.arange(20, dtype=np.uint8)})
    good = path.read_bytes()
    length = good.index(b"{") - 4
    for at in range(len(good)):
        if at == length + 3:
            continue  # would make the header as long as the memory
        path.write_bytes(flipped(at)(good))
        with pytest.raises(ValueError, match=r".+"):
            read_tables(path)
    for end in range(len(good)):
        path.write_bytes(good[:end])
        with pytest.raises(ValueError, match=r".+"):
            read_tables(path)
    path.write_bytes(good)
    assert np.array_equal(read_tables(path)["small"], np.arange(20))


def test_a_short_file_is_broken_even_if_memory_has_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies in fresh memory, maybe the same table read before, is not taken for the file."""
    path = tmp_path / "a.tables"
    table = np.arange(1000, dtype=np.uint32)
    write_tables(path, {"table": table})
    path.write_bytes(path.read_bytes()[:-100])
    with monkeypatch.context() as patched:
        patched.setattr("numpy.empty", lambda shape, dtype: table.copy())
        with pytest.raises(ValueError, match=r".+"):
            read_tables(path)


def test_a_header_longer_than_memory(file: Path) -> None:
    """The length of the header is not believed: the file is built again."""
    good = file.read_bytes()
    at = good.index(b"{") - 1
    file.write_bytes(good[:at] + b"\xff" + good[at + 1 :])
    code = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))\n"
        "from pathlib import Path\n"
        "from cubesolve.search.table_store import read_tables\n"
        "try: read_tables(Path(sys.argv[1]))\n"
        "except ValueError: print('refused')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "refused\n", done.stderr


def test_an_interrupted_write_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("cubesolve.search.table_store.os.replace", interrupt)
        with pytest.raises(KeyboardInterrupt):
            load_or_build(NAME, Builder(), no_progress)
    assert list(folder.iterdir()) == []

    calls = 0

    def interrupt_later(array: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> memoryview:
        nonlocal calls
        calls += 1
        if calls > len(arrays()) + 1:  # all are summed, and one is written
            raise KeyboardInterrupt
        return array.reshape(-1).view(np.uint8).data

    with monkeypatch.context() as patched:
        patched.setattr(table_store, "_bytes_of", interrupt_later)
        with pytest.raises(KeyboardInterrupt):
            load_or_build(NAME, Builder(), no_progress)
    assert list(folder.iterdir()) == []
    build = Builder()
    assert same(load_or_build(NAME, build, no_progress), arrays())
    assert build.count == 1


def test_an_interrupted_write_leaves_the_old_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = file.read_bytes()

    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cubesolve.search.table_store.os.replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_tables(file, {"other": np.zeros(3)})
    assert file.read_bytes() == good
    assert list(file.parent.iterdir()) == [file]


def test_an_interrupted_build_writes_nothing(folder: Path) -> None:
    def build(on_progress: ProgressListener) -> Arrays:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load_or_build(NAME, build, no_progress)
    assert not folder.exists() or list(folder.iterdir()) == []


def test_two_processes_at_once(folder: Path) -> None:
    """Each waits in its build until the other is in its own."""
    code = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "import numpy as np\n"
        "from cubesolve.protocols import no_progress\n"
        "from cubesolve.search.table_store import load_or_build\n"
        "me, other, place = sys.argv[1], sys.argv[2], Path(sys.argv[3])\n"
        "def build(on_progress):\n"
        "    (place / me).touch()\n"
        "    end = time.monotonic() + 100\n"
        "    while not (place / other).exists() and time.monotonic() < end: time.sleep(0.01)\n"
        "    assert (place / other).exists()\n"
        "    return {'table': np.arange(3_000_000)}\n"
        "print(int(load_or_build('both', build, no_progress)['table'].sum()))\n"
    )
    place = folder.parent
    place.mkdir(parents=True)
    running = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", code, me, other, str(place)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for me, other in (("a", "b"), ("b", "a"))
    ]
    outputs = [process.communicate(timeout=200)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert outputs == [f"{sum(range(3_000_000))}\n"] * 2
    assert [path.name for path in folder.iterdir()] == ["both.tables"]
    found = load_or_build("both", Builder(), no_progress)
    assert np.array_equal(found["table"], np.arange(3_000_000))


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    monkeypatch.setenv("CUBESOLVE_CACHE", str(in_the_way / "cache"))
    build = Builder()
    with pytest.warns(UserWarning, match="tables could not be kept in .*cache: "):
        assert same(load_or_build(NAME, build, no_progress), arrays())
    assert build.count == 1
    assert in_the_way.read_text() == "not a folder"


def test_a_disk_that_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cubesolve.search.table_store.os.replace", full)
    with pytest.warns(UserWarning, match="No space left on device"):
        assert same(load_or_build(NAME, Builder(), no_progress), arrays())
    assert list(folder.iterdir()) == []


def test_a_folder_in_the_place_of_the_file(folder: Path) -> None:
    (folder / f"{NAME}.tables").mkdir(parents=True)
    with pytest.warns(UserWarning, match="could not be kept"):
        assert same(load_or_build(NAME, Builder(), no_progress), arrays())
    assert os.listdir(folder) == [f"{NAME}.tables"]


def test_what_building_raises_is_passed_on(folder: Path) -> None:
    def build(on_progress: ProgressListener) -> Arrays:
        raise ValueError("no such table")

    with pytest.raises(ValueError, match="no such table"):
        load_or_build(NAME, build, no_progress)
