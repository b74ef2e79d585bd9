"""Tables that are kept: built once by one process, and again only where they are not as written."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import platformdirs
import pytest
from test_table_file import DAMAGES, arrays, same

from cubesolve import cache, file_lock
from cubesolve.cache import cache_folder, writable_folder
from cubesolve.file_lock import locked, pause
from cubesolve.methods.three.two_phase import TABLES as TABLES_3X3
from cubesolve.methods.two import TABLES as TABLES_2X2
from cubesolve.protocols import ProgressListener, no_progress
from cubesolve.search import table_store
from cubesolve.search.pruning import Progress
from cubesolve.search.table_file import Arrays, Expected
from cubesolve.search.table_store import Table, TableState, clear_unknown, kept

NAME = "some"
PATIENCE = 120.0  # seconds, for a machine that is busy


class Builder:
    """Builds the arrays, and counts how often."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, progress: Progress, *needed: Arrays) -> Arrays:
        self.count += 1
        progress(0.5)
        return arrays()


def table(build: Callable[..., Arrays] | None = None, **changes: object) -> Table:
    made = Table(NAME, 1, 3, "some numbers", build or Builder())
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    chosen = tmp_path / "cache" / "deeper"
    monkeypatch.setenv("CUBESOLVE_CACHE", str(chosen))
    return chosen


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def test_built_once(folder: Path) -> None:
    heard: list[tuple[str, float | None]] = []
    build = Builder()
    for _ in range(3):
        assert same(table(build).load(lambda *news: heard.append(news)), arrays())
    assert build.count == 1
    what = "building a table of some numbers"
    assert heard == [(what, 0.0), (what, 0.5)]
    assert names(folder) == [f"{NAME}.table"]


def test_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUBESOLVE_CACHE", str(tmp_path / "chosen"))
    assert cache_folder() == tmp_path / "chosen"
    table().load()
    assert (tmp_path / "chosen" / f"{NAME}.table").is_file()
    monkeypatch.setenv("CUBESOLVE_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    assert cache_folder().name == "cubesolve"
    assert cache_folder() != Path()
    monkeypatch.delenv("CUBESOLVE_CACHE")
    assert cache_folder().name == "cubesolve"


def test_a_user_without_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows of one, as in a container that is run by a number which nobody has."""

    def nowhere(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("CUBESOLVE_CACHE", raising=False)
    monkeypatch.setattr(platformdirs, "user_cache_path", nowhere)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.warns(UserWarning, match=r"^you have no home folder; .* is used instead$"):
        table().load()
    assert cache_folder().parent == tmp_path
    assert names(cache_folder()) == [f"{NAME}.table"]
    cache_folder().chmod(0o777)  # so that anyone may have put something there
    monkeypatch.setattr(cache, "_told_of", set())
    with pytest.warns(UserWarning, match=r"^you have no home folder; nothing is kept$"):
        assert writable_folder() is None


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_what_is_broken_is_built_again(damage: Callable[[bytes], bytes], folder: Path) -> None:
    table(version=7).load()
    file = folder / f"{NAME}.table"
    good = file.read_bytes()
    file.write_bytes(damage(good))
    build = Builder()
    for _ in range(2):
        assert same(table(build, version=7).load(), arrays())
        assert build.count == 1
        assert file.read_bytes() == good


def test_a_version_for_each_table(folder: Path) -> None:
    builders = {name: Builder() for name in ("a", "b")}
    for version in (1, 1, 2):
        for name, build in builders.items():
            table(build, name=name, version=version if name == "a" else 1).load()
    assert {name: build.count for name, build in builders.items()} == {"a": 2, "b": 1}


def test_what_a_table_needs_comes_first(folder: Path) -> None:
    first = table(lambda progress: {"three": np.array([3])}, name="first")

    def double(progress: Progress, needed: Arrays) -> Arrays:
        return {"six": needed["three"] * 2}

    assert table(double, needs=(first,)).load()["six"].tolist() == [6]
    assert names(folder) == ["first.table", f"{NAME}.table"]
    first.clear()
    assert table(double, needs=(first,)).load()["six"].tolist() == [6]
    assert names(folder) == [f"{NAME}.table"]  # nobody needs the first to read the second


def test_states(folder: Path) -> None:
    made = table(version=2)
    assert made.check() == TableState.MISSING
    assert made.bytes_on_disk == 0
    made.load()
    assert made.check() == TableState.BUILT
    assert made.bytes_on_disk == (folder / f"{NAME}.table").stat().st_size
    assert replace(made, version=3).check() == TableState.OUTDATED
    (folder / f"{NAME}.table").write_bytes(b"x")
    assert made.check() == TableState.DAMAGED
    assert made.clear() == 1
    assert made.check() == TableState.MISSING
    (folder / f"{NAME}.table").mkdir()
    assert made.check() == TableState.DAMAGED


def test_clearing(folder: Path) -> None:
    made = table()
    assert made.clear() == 0
    assert not folder.exists()
    made.load()
    length = made.bytes_on_disk
    (folder / f"{NAME}.tables").write_bytes(b"abc")  # as they were called once
    (folder / f"{NAME}.new").write_bytes(b"de")  # left by a process that was killed
    (folder / "else.txt").write_bytes(b"not ours")
    assert made.clear() == length + 5
    assert names(folder) == ["else.txt"]


def test_clearing_what_no_method_has_any_more(folder: Path) -> None:
    table(name="gone").load()
    table(name="known").load()
    (folder / "letters.table").write_bytes(b"not ours")
    assert clear_unknown(frozenset({"known"})) > 0
    assert names(folder) == ["known.table", "letters.table"]


def test_clearing_while_another_builds(folder: Path) -> None:
    made = table()

    def build(progress: Progress) -> Arrays:
        with pytest.raises(BlockingIOError, match="another process is building"):
            made.clear()
        return arrays()

    assert same(table(build).load(), arrays())
    assert made.check() == TableState.BUILT


def test_an_interrupted_build_leaves_nothing(folder: Path) -> None:
    def build(progress: Progress) -> Arrays:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table(build).load()
    assert names(folder) == []
    assert same(table().load(), arrays())


def test_what_building_raises_is_passed_on(folder: Path) -> None:
    for error in (ValueError, OSError):

        def build(progress: Progress, error: type[Exception] = error) -> Arrays:
            raise error("no such table")

        with pytest.raises(error, match="no such table"):
            table(build).load()
    assert names(folder) == []


# ---------------------------------------------------------- several processes

CHILD = """
import sys, time
from pathlib import Path
import numpy as np
from cubesolve.search import table_file
from cubesolve.search.table_store import Table
me, place = sys.argv[1], Path(sys.argv[2])
def wait_for(name):
    end = time.monotonic() + 120
    while not (place / name).exists():
        assert time.monotonic() < end
        time.sleep(0.01)
def build(progress):
    (place / f"{me} builds").touch()
    wait_for(f"{me} may end")
    return {"table": np.arange(3_000_000)}
def heard(what, share):
    if what.startswith("another"): (place / f"{me} waits").touch()
found = Table("both", 1, 3, "numbers", build).load(heard)
print(int(found["table"].sum()))
"""


def child(me: str, place: Path, code: str = CHILD) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code, me, str(place)],
        stdout=subprocess.PIPE,
        text=True,
    )


def wait_for(path: Path) -> None:
    ended = threading.Event()
    for tries in count():
        if path.exists():
            return
        assert tries < 100 * PATIENCE, path.name
        ended.wait(0.01)


def test_two_processes_at_once(folder: Path) -> None:
    """The second waits, tells so, and uses what the first has built."""
    place = folder.parent
    place.mkdir(parents=True)
    first = child("a", place)
    wait_for(place / "a builds")
    second = child("b", place)
    wait_for(place / "b waits")
    (place / "a may end").touch()
    outputs = [process.communicate(timeout=PATIENCE)[0] for process in (first, second)]
    assert [process.returncode for process in (first, second)] == [0, 0]
    assert outputs == [f"{sum(range(3_000_000))}\n"] * 2
    assert not (place / "b builds").exists()
    assert names(folder) == ["both.table"]


def test_a_killed_builder_is_no_obstacle(folder: Path) -> None:
    """Who waits for it builds in its place, and so does who comes later."""
    place = folder.parent
    place.mkdir(parents=True)
    first = child("a", place)
    wait_for(place / "a builds")
    second = child("b", place)
    wait_for(place / "b waits")
    first.kill()
    wait_for(place / "b builds")
    second.kill()
    for process in (first, second):
        process.communicate(timeout=PATIENCE)
    assert names(folder) == ["both.lock"]
    (place / "c may end").touch()
    third = child("c", place)
    assert third.communicate(timeout=PATIENCE)[0] == f"{sum(range(3_000_000))}\n"
    assert names(folder) == ["both.table"]


def test_killed_while_writing(folder: Path) -> None:
    """Half a file under another name is all that is left, and the next one writes over it."""
    place = folder.parent
    place.mkdir(parents=True)
    (place / "a may end").touch()
    (place / "b may end").touch()
    stops = "import os, signal\ntable_file.os.replace = lambda *names: os.kill(os.getpid(), 9)\n"
    code = CHILD.replace("me, place", stops + "me, place", 1)
    first = child("a", place, code)
    first.communicate(timeout=PATIENCE)
    assert first.returncode == -signal.SIGKILL
    assert names(folder) == ["both.lock", "both.new"]
    second = child("b", place)
    assert second.communicate(timeout=PATIENCE)[0] == f"{sum(range(3_000_000))}\n"
    assert names(folder) == ["both.table"]


def test_threads_that_need_a_table_at_once(folder: Path) -> None:
    build = Builder()
    made = table(build)
    start = threading.Barrier(4)

    def load() -> Arrays:
        start.wait(PATIENCE)
        return made.load()

    with ThreadPoolExecutor(4) as pool:
        found = [job.result() for job in [pool.submit(load) for _ in range(4)]]
    assert all(same(each, arrays()) for each in found)
    assert build.count == 1


def test_what_is_kept_is_made_once() -> None:
    made: list[str] = []
    start = threading.Barrier(4)

    @kept
    def make(key: str, on_progress: ProgressListener) -> list[str]:
        time.sleep(0.05)  # so that others come
        made.append(key)
        return [key]

    def get(key: str) -> list[str]:
        start.wait(PATIENCE)
        return make(key, no_progress)

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(get, "aabb"))
    assert sorted(made) == ["a", "b"]
    assert found[0] is found[1]
    assert found[2] is found[3]


def test_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many who take the lock and leave it, while its file comes and goes."""
    monkeypatch.setattr(file_lock, "_BETWEEN", 0.0)
    inside = 0
    most = 0

    def work(number: int) -> None:
        nonlocal inside, most
        for _ in range(50):
            with locked(tmp_path / "lock", pause):
                inside += 1
                time.sleep(0.0002)  # so that others come
                most = max(most, inside)
                inside -= 1

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert most == 1
    assert names(tmp_path) == []


def test_a_lock_that_was_left(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / f"{NAME}.lock").touch()
    assert same(table().load(), arrays())
    assert names(folder) == [f"{NAME}.table"]


# --------------------------------------------------- where nothing can be kept


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    monkeypatch.setenv("CUBESOLVE_CACHE", str(in_the_way / "cache"))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    build = Builder()
    with pytest.warns(UserWarning, match=r"nothing can be written in .*cache; .* is used instead"):
        found = table(build).load()
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is not told again for each table
        table(build, name="other").load()
        table(build).load()
    assert same(found, arrays())
    assert not any(array.flags.writeable for array in found.values())
    assert build.count == 2
    assert in_the_way.read_text() == "not a folder"


@pytest.mark.parametrize("target", ["nowhere", "link"])
def test_a_folder_that_is_a_link_to_nowhere(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(target)
    monkeypatch.setenv("CUBESOLVE_CACHE", str(tmp_path / "link"))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    with pytest.warns(UserWarning, match=r"nothing can be written in .*link; .* is used instead"):
        table().load()
    assert names(tmp_path / "temporary" / f"cubesolve-{os.getuid()}") == [f"{NAME}.table"]


def test_nowhere_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("CUBESOLVE_CACHE", str(tmp_path / "file" / "nowhere"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    build = Builder()
    with pytest.warns(UserWarning, match="nothing can be written in .*; nothing is kept") as told:
        found = table(build).load()
    assert len(told) == 1
    assert same(found, arrays())


@pytest.mark.skipif(sys.platform == "win32", reason="has other rights")
def test_a_temporary_folder_that_others_can_write_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("CUBESOLVE_CACHE", str(tmp_path / "file" / "planted"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    planted = tmp_path / f"cubesolve-{os.getuid()}"
    planted.mkdir()
    planted.chmod(0o777)
    with pytest.warns(UserWarning, match="nothing is kept"):
        table().load()
    assert names(planted) == []


# ------------------------------------------------------------ what others wrote


@pytest.mark.parametrize(
    "expected",
    [
        Expected(np.int16, (5,)),
        Expected(np.int32, (6,)),
        Expected(np.int32, (5,), 4),
        Expected(np.int32, (5, 1)),
    ],
)
def test_what_is_not_as_expected_is_built_again(folder: Path, expected: Expected) -> None:
    numbers = {"numbers": np.arange(5, dtype=np.int32)}
    made = table(lambda progress: numbers, name="checked")
    made.load()
    assert replace(made, expects={"numbers": Expected(np.int32, (5,), 5)}).check() == "built"
    assert replace(made, expects={"numbers": expected}).check() == TableState.DAMAGED
    assert replace(made, expects={"others": expected}).check() == TableState.DAMAGED


def test_every_table_of_ours_says_what_it_holds() -> None:
    for made in TABLES_2X2 + TABLES_3X3:
        assert made.expects


@pytest.mark.skipif(sys.platform == "win32", reason="has other rights")
def test_a_table_that_others_could_write_is_read_only_if_it_is_checked(folder: Path) -> None:
    made = table(lambda progress: {"numbers": np.arange(5)}, name="open")
    made.load()
    (folder / "open.table").chmod(0o666)
    assert made.check() == TableState.DAMAGED
    assert replace(made, expects={"numbers": Expected(np.int64, (5,), 5)}).check() == "built"


def test_leftovers_of_a_killed_build_go_with_the_next_one(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "other.new").write_bytes(b"half a file")
    table().load()
    assert names(folder) == [f"{NAME}.table"]


def test_ctrl_c_ends_the_waiting_for_another_process(folder: Path) -> None:
    folder.mkdir(parents=True)

    def heard(what: str, share: float | None) -> None:
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with locked(folder / f"{NAME}.lock", pause), pytest.raises(KeyboardInterrupt):
            table().load(heard)
    finally:
        signal.signal(signal.SIGINT, before)
    assert names(folder) == []


def test_leftovers_of_a_build_that_goes_on_stay(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "other.new").write_bytes(b"half a file")
    with locked(folder / "other.lock", lambda: None):
        table().load()
        assert (folder / "other.new").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="has other rights")
def test_sharing(folder: Path) -> None:
    made = table()
    assert not made.share()
    made.load()
    folder.chmod(0o700)
    assert (folder / f"{NAME}.table").stat().st_mode & 0o777 == 0o600
    assert made.share()
    assert (folder / f"{NAME}.table").stat().st_mode & 0o777 == 0o644
    assert folder.stat().st_mode & 0o777 == 0o755


@pytest.mark.skipif(sys.platform == "win32", reason="has other rights")
def test_what_is_kept_among_temporary_files_is_not_shared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUBESOLVE_CACHE", os.devnull)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = table()
    with pytest.warns(UserWarning, match="is used instead"):
        made.load()
    assert made.check() == TableState.BUILT
    assert not made.share()


def test_a_disk_that_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cubesolve.search.table_file.os.replace", full)
    with pytest.warns(UserWarning, match="No space left on device"):
        assert same(table().load(), arrays())
    assert names(folder) == []


@pytest.mark.skipif(sys.platform == "win32", reason="has no limit for the size of files")
def test_a_file_that_grows_too_large(folder: Path) -> None:
    """As on a full disk, writing fails half way."""
    code = (
        "import resource, numpy as np\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "from cubesolve.search.table_store import Table\n"
        "made = Table('big', 1, 3, 'numbers', lambda progress: {'a': np.arange(5000)})\n"
        "print(int(made.load()['a'].sum()), made.check().value)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{sum(range(5000))} missing\n"
    assert done.stderr.count("cannot be kept") == 1
    assert names(folder) == []


@pytest.mark.skipif(sys.platform == "win32", reason="has no limit for the size of files")
def test_a_full_disk_is_told_once_for_tables_and_compiled_code(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    code = (
        "import resource, numpy as np\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "from cubesolve.kernels.nibbles import nibble\n"
        "from cubesolve.search.table_store import Table\n"
        "made = Table('big', 1, 3, 'numbers', lambda progress: {'a': np.arange(5000)})\n"
        "made.load()\n"
        "nibble(np.zeros(4, np.uint8), np.uint32(1))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.count("Warning") == 1
    assert f"tables or compiled code cannot be kept in {folder}: " in done.stderr


def test_a_folder_in_the_place_of_the_file(folder: Path) -> None:
    (folder / f"{NAME}.table").mkdir(parents=True)
    with pytest.warns(UserWarning, match="cannot be kept"):
        assert same(table().load(), arrays())
    assert os.listdir(folder) == [f"{NAME}.table"]


def test_a_table_of_another_user_is_used_where_nothing_can_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table().load()

    def denied(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(table_store, "locked", denied)
    build = Builder()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert same(table(build).load(), arrays())
    assert build.count == 0
    with pytest.warns(UserWarning, match="Permission denied"):
        assert same(table(build, version=2).load(), arrays())
    assert table().check() == TableState.BUILT  # the old one is as it was
