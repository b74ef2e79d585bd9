"""`cubesolve tables`, on small tables in a folder of the test's own."""

from __future__ import annotations

import json
import os
import pty
import shlex
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cubesolve import (
    TABLES,
    Table,
    TableState,
    build_tables,
    cache,
    cache_folder,
    clear_tables,
)
from cubesolve.cli import main
from cubesolve.cli.main import COMMANDS
from cubesolve.search.pruning import Progress
from cubesolve.search.table_file import Arrays

NAMES = [
    "two-distances-obtm",
    "two-distances-qtm",
    "three-coordinates",
    "three-distances-obtm",
    "three-distances-qtm",
    "four-phases",
    "four-edges",
    "four-edges-small",
    "five-coordinates",
    "five-middle-centers",
    "five-last",
    "five-middle",
    "five-wings",
    "five-middle-near",
    "five-last-near",
    "five-centers-near",
    "five-centers-near-small",
    "five-centers",
    "six-sorting",
    "big-ends",
    "big-sides",
]


SMALL = {"four-edges-small", "five-centers-near-small"}
ONLY_LARGE = {"four-edges", *(f"five-{n}" for n in ("middle-centers", "middle-near", "last-near"))}


def small(progress: Progress, *needed: Arrays) -> Arrays:
    progress(0.5)
    return {"numbers": np.arange(1000)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of tables that are built at once."""
    monkeypatch.setenv("CUBESOLVE_CACHE", str(tmp_path / "cache"))
    for name, table in TABLES.items():
        monkeypatch.setitem(TABLES, name, replace(table, build=small, needs=(), expects={}))
    return tmp_path / "cache"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(("tables", *arguments))
    except SystemExit as error:
        code = int(error.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def states() -> dict[str, TableState]:
    return {name: table.check() for name, table in TABLES.items()}


def test_all_that_methods_declare() -> None:
    assert list(TABLES) == NAMES
    for name, table in TABLES.items():
        assert name == table.name
        assert f"{table.size}x{table.size}" in table.holds


def test_the_list(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    *lines, last = out.splitlines()
    assert [line.split()[0] for line in lines] == NAMES
    assert all("missing" in line for line in lines)
    assert last == f"0.0 MB in {folder}"
    assert not folder.exists()  # who only looks leaves nothing
    build_tables()
    (folder / f"{NAMES[0]}.table").write_bytes(b"x")
    TABLES[NAMES[1]] = replace(TABLES[NAMES[1]], version=99)
    lines = run(capsys)[1].splitlines()
    assert "damaged" in lines[0]
    assert "outdated" in lines[1]
    assert "version 99" in lines[1]
    assert all("built" in line for line in lines[2:5])


def test_the_list_says_where_tables_are_if_not_in_the_cache_folder(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.touch()  # so that there can be none
    monkeypatch.setattr(tempfile, "tempdir", str(folder.parent))
    monkeypatch.setattr(cache, "_told_of", set())
    code, out, err = run(capsys, "--build", "2")
    assert (code, err.count("\n")) == (0, 1)
    place = out.splitlines()[-1].removeprefix("0.0 MB in ")
    assert Path(place).parent == folder.parent
    assert place != str(folder)
    assert len(list(Path(place).glob("*.table"))) == 2


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, "--build", "two-distances-obtm", "--json")[1])
    assert data["version"] == 1
    assert data["folder"] == str(folder)
    assert [table["name"] for table in data["tables"]] == NAMES
    first = data["tables"][0]
    assert first == {
        "name": "two-distances-obtm",
        "version": 1,
        "size": 2,
        "holds": "2x2 distances in half turns",
        "state": "built",
        "bytes": (folder / "two-distances-obtm.table").stat().st_size,
    }
    assert data["tables"][1]["state"] == "missing"
    assert data["tables"][1]["bytes"] == 0


def test_building_and_clearing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--build", "2", "three-coordinates")[0] == 0
    built = {name for name, state in states().items() if state == TableState.BUILT}
    assert built == set(NAMES[:3])
    assert run(capsys, "--build")[0] == 0
    assert {name for name, state in states().items() if state != TableState.BUILT} == SMALL
    assert run(capsys, "--clear", "2", "4", "5", "6", "8", NAMES[4])[0] == 0
    built = {name for name, state in states().items() if state == TableState.BUILT}
    assert built == {NAMES[2], NAMES[3]}
    (folder / "else").touch()
    assert run(capsys, "--clear")[0] == 0
    assert os.listdir(folder) == ["else"]


def test_the_small_set(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUBESOLVE_TABLES", "small")
    assert run(capsys, "--build", "4", "5", "four-edges")[0] == 0
    built = {name for name, state in states().items() if state == TableState.BUILT}
    assert built >= SMALL | {"four-edges", "four-phases", "five-last"}
    assert built & ONLY_LARGE == {"four-edges"}
    monkeypatch.setenv("CUBESOLVE_TABLES", "tiny")
    code, _, err = run(capsys, "--build")
    assert code == 2
    assert "expected CUBESOLVE_TABLES to be large or small, got 'tiny'" in err


@pytest.mark.parametrize("example", COMMANDS["tables"].examples)
def test_examples(example: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert example in run(capsys, "--help")[1]
    _, _, *arguments = shlex.split(example)
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    assert "three-distances-obtm" in out


@pytest.mark.parametrize(
    "arguments",
    [("--build", "four"), ("--clear", "9"), ("--build", "--clear"), ("three-coordinates",)],
)
def test_bad_arguments(
    arguments: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err
    assert not folder.exists()


def test_what_cannot_be_kept_is_a_failure(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CUBESOLVE_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    code, out, err = run(capsys, "--build", "two-distances-obtm")
    assert code == 1
    assert "missing" in out
    warning, last = err.splitlines()
    assert warning == (
        f"cubesolve tables: nothing can be written in {cache_folder()}; nothing is kept"
    )
    assert last == "cubesolve tables: could not store two-distances-obtm"


@pytest.mark.skipif(sys.platform == "win32", reason="has other rights")
def test_sharing_with_other_users(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, _ = run(capsys, "--build", "2", "--shared")
    assert code == 0
    for name in NAMES[:2]:
        assert TABLES[name].path.stat().st_mode & 0o044 == 0o044
    folder.parent.chmod(0o700)
    code, _, err = run(capsys, "--shared")
    assert code == 0
    assert f"other users cannot enter {folder.parent}" in err


def test_clearing_what_another_process_builds(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[tuple[int, str, str]] = []

    def build(progress: Progress) -> Arrays:
        told.append(run(capsys, "--clear", NAMES[0]))
        return small(progress)

    replace(TABLES[NAMES[0]], build=build).load()
    assert told[0][0] == 2
    assert "another process is building this table" in told[0][2]
    assert TABLES[NAMES[0]].check() == TableState.BUILT


def test_in_python(folder: Path) -> None:
    heard: list[float | None] = []
    assert build_tables(["3"], lambda what, share: heard.append(share)) == []
    assert heard[:2] == [0.0, 0.5]  # of the first; those that need it are built side by side
    assert isinstance(TABLES["three-coordinates"], Table)
    removed = clear_tables()
    assert removed > 3 * 8000
    assert list(folder.iterdir()) == []
    with pytest.raises(ValueError, match="expected one of the tables two-distances-obtm"):
        clear_tables(["9"])


CODE = """
import sys, numpy as np
from cubesolve.cli.outputs import progress_line
with progress_line() as show:
    show("building", 0.25)
    show("waiting " * 40, None)
"""


def test_a_bar_on_a_terminal_only(tmp_path: Path) -> None:
    quiet = subprocess.run([sys.executable, "-c", CODE], capture_output=True, check=True)
    assert (quiet.stdout, quiet.stderr) == (b"", b"")
    ours, theirs = pty.openpty()
    subprocess.run([sys.executable, "-c", CODE], stderr=theirs, check=True)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    lines = shown.split("\r\x1b[K")
    assert lines[1] == "[#####...............]  25% building"
    assert len(lines[2]) < 80  # else it would be left behind
    assert lines[3] == ""
