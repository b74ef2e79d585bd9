"""The newcomer's walk in ARCHITECTURE.md is true: its files exist and are entered in order."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import cubesolve
from cubesolve.cli import main

SOURCE = Path(cubesolve.__file__).parent
ROOT = Path(__file__).parent.parent
FILE = re.compile(r"`((?:[\w]+/)+[\w]+\.(?:py|js))`")
# Phases are values, which nobody calls, and the tables of pairing are made once for a process.
SILENT = {"protocols/phases.py", "stages/edge_tables.py"}
NAME = re.compile(r"`([A-Za-z_][A-Za-z_.]*)(?:\(\.\.\.\))?`")


def walks() -> list[list[str]]:
    """Return the numbered points of both walks."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = text.split("## A newcomer's walk\n")[1].split("\n## ")[0]
    parts = section.split("A solve on the page:")
    return [re.split(r"^\d\. ", part, flags=re.M)[1:] for part in parts]


def place(name: str) -> Path:
    return SOURCE / ("web/static" if name.startswith("js/") else "") / name


def names_of(point: str) -> list[str]:
    return FILE.findall(point)


@pytest.mark.parametrize("walk", walks(), ids=["command", "page"])
def test_files_and_names_of_the_walk_are_there(walk: list[str]) -> None:
    files = [place(name) for point in walk for name in names_of(point)]
    assert all(map(names_of, walk))
    texts = "".join(file.read_text(encoding="utf-8") for file in files)
    for name in NAME.findall("".join(walk)):
        assert re.search(rf"\b{name.rpartition('.')[2]}\b", texts), name


def entered(run: Callable[[], object]) -> list[str]:
    """Return the files of ours in which functions were called, in the order of the first calls."""
    seen: dict[str, None] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            seen.setdefault(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    inside = [Path(name) for name in seen if name.startswith(str(SOURCE))]
    return [path.relative_to(SOURCE).as_posix() for path in inside]


def test_the_command_goes_through_the_files_in_this_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = "solve --size 6 --random 1 --method cage --json"
    files = entered(lambda: main(command.split()))
    assert capsys.readouterr().out
    *points, last = walks()[0]
    # What is compiled does not call Python.
    named = [[name for name in names_of(p) if "kernels/" not in name] for p in points]
    for point in (*named, names_of(last)):
        assert set(point) - SILENT <= set(files)
    firsts = [files.index(point[0]) for point in named]
    assert firsts == sorted(firsts)
    stages = [name for name in named[2] if name in ("stages/edges.py", "stages/cage/centers.py")]
    assert [files.index(name) for name in stages] == sorted(files.index(name) for name in stages)
