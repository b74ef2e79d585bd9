"""Ctrl-C before a command has begun, and where exceptions go nowhere: one line, exit code 130."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cubesolve import starting

INTERRUPT = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"


def run(*arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def interrupts_at_numpy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let every process that imports NumPy be interrupted then."""
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy" / "__init__.py").write_text(INTERRUPT)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
    return tmp_path


@pytest.mark.usefixtures("interrupts_at_numpy")
def test_the_module_as_a_command() -> None:
    assert run("-m", "cubesolve", "show") == (130, "", "cubesolve: interrupted\n")


def test_the_script(interrupts_at_numpy: Path) -> None:
    script = interrupts_at_numpy / "cubesolve"
    script.write_text("import sys\nfrom cubesolve.cli import run\nsys.exit(run())\n")
    assert run(str(script), "show") == (130, "", "cubesolve: interrupted\n")


@pytest.mark.usefixtures("interrupts_at_numpy")
@pytest.mark.parametrize("arguments", [(), ("-m", "cubesolve")])
def test_a_program_that_imports_it_is_not_touched(arguments: tuple[str, ...]) -> None:
    code = "try:\n import cubesolve\nexcept KeyboardInterrupt:\n print('its own affair')"
    assert run("-c", code, *arguments) == (0, "its own affair\n", "")


def test_a_command_ends_when_ctrl_c_came_where_it_is_lost() -> None:
    code = (
        "import signal, sys, time\n"
        "from cubesolve.cli import main, run\n"
        "from cubesolve.cli.main import COMMANDS\n"
        "class Removed:\n"
        "    def __del__(self):\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "def work(args):\n"
        "    Removed()\n"
        "    time.sleep(60)\n"
        "    return 0\n"
        "COMMANDS['show'] = COMMANDS['show']._replace(run=work)\n"
        "sys.argv[1:] = ['show']\n"
        "sys.exit(run())\n"
    )
    assert run("-c", code) == (130, "", "cubesolve show: interrupted\n")


def test_who_was_told_to_ignore_ctrl_c_does_to_the_end() -> None:
    code = (
        "import atexit, os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from cubesolve.cli import run\n"
        "atexit.register(os.kill, os.getpid(), signal.SIGINT)\n"
        "sys.argv[1:] = ['methods']\n"
        "sys.exit(run())\n"
    )
    done, _, written = run("-c", code)
    assert (done, written) == (0, "")


def test_nothing_is_loaded_before_ctrl_c_is_taken_care_of() -> None:
    # The modules of Python that `signal` loads take longer than the rest of this one.
    code = (
        "import os, sys, _signal, __future__\n"
        "before = set(sys.modules)\n"
        f"exec(open({starting.__file__!r}).read())\n"
        "print(sorted(set(sys.modules) - before))"
    )
    assert run("-I", "-S", "-c", code) == (0, "[]\n", "")
