"""A user's script passes `mypy --strict`, and runs."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import cubesolve
from cubesolve.cli import main

SCRIPT = Path(__file__).with_name("user_script.py")
SOURCE = Path(cubesolve.__file__).parent.parent


def mypy_errors(scripts: list[Path]) -> list[tuple[str, int]]:
    """Check scripts as their author would, in whose eyes our own modules are a library's."""
    options = ["--strict", "--follow-imports=silent", "--config-file=", "--no-error-summary"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, f"--cache-dir={os.devnull}", *map(str, scripts)],
        env={**os.environ, "MYPYPATH": str(SOURCE)},
        cwd=SOURCE.parent,
        capture_output=True,
        text=True,
    )
    lines = [line.split(":") for line in checked.stdout.splitlines() if ": error:" in line]
    assert checked.returncode == (1 if lines else 0), checked.stderr
    return [(Path(name).name, int(number)) for name, number, *_ in lines]


@pytest.mark.slow
def test_the_script_is_well_typed_and_a_faulty_one_is_not(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.py"
    faulty.write_text(
        "from cubesolve import Alg, Cube, solve\n"
        "Cube(3).play(5)\n"
        "Alg(None)\n"
        "solve(Cube(3), limit='0.5')\n"
        "x: int = solve(Cube(3)).moves\n"
    )
    assert mypy_errors([SCRIPT, faulty]) == [("faulty.py", number) for number in (2, 3, 4, 5)]


def test_the_script_runs() -> None:
    runpy.run_path(str(SCRIPT))


def test_the_package_says_that_it_is_typed() -> None:
    assert files("cubesolve").joinpath("py.typed").is_file()


def test_the_version_has_one_source() -> None:
    text = (SOURCE / "cubesolve/version.py").read_text(encoding="utf-8")
    assert f'__version__ = "{cubesolve.__version__}"' in text
    project = (SOURCE.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in project
    assert cubesolve.__version__ not in project


def test_the_command_tells_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"cubesolve {cubesolve.__version__}\n"
