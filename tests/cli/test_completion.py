import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cubesolve import SOLVERS
from cubesolve.cli import main
from cubesolve.cli.main import COMMANDS


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> str:
    assert main(("completion", request.param)) == 0
    return capsys.readouterr().out


def offered(script: str, line: str) -> list[str]:
    """What bash offers at the end of a line, asked as the shell itself would ask."""
    words = [*line.split(" ")]
    array = " ".join(shlex.quote(word) for word in words)
    asked = f"{script}\nCOMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; _cubesolve; "
    done = subprocess.run(
        ["bash", "--norc", "-c", asked + 'printf "%s\\n" "${COMPREPLY[@]}"'],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize("script", ["bash"], indirect=True)
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cubesolve sc", ["scramble", "scan"]),
        ("cubesolve ", [*COMMANDS, "--help", "--version"]),
        ("cubesolve solve --metr", ["--metric"]),
        ("cubesolve solve --size 4 --method ", ["auto", *SOLVERS]),
        ("cubesolve solve --metric Q", ["QTM"]),
        ("cubesolve draw cube.png --hidden t", ["through"]),
        ("cubesolve completion ", ["bash", "zsh", "fish"]),
        ("cubesolve verify mov", []),  # files, which bash adds by itself
        ("cubesolve nothing --metr", []),
    ],
)
def test_bash_offers(script: str, line: str, words: list[str]) -> None:
    assert offered(script, line) == words


def test_the_example_for_bash_works() -> None:
    example = COMMANDS["completion"].examples[0]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{example}\ncomplete -p cubesolve"],
        capture_output=True, text=True, env={**os.environ, "PATH": path}, check=True,
    )  # fmt: skip
    assert "-F _cubesolve" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("script", ["bash", "zsh", "fish"], indirect=True)
def test_every_command_and_option_is_in_the_script(
    script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in COMMANDS:
        with pytest.raises(SystemExit):
            main((name, "--help"))
        options = [
            word.strip("[],")
            for word in capsys.readouterr().out.partition("\n\n")[0].split()
            if word.strip("[],").startswith("--")
        ]
        assert name in script
        assert all(option.removeprefix("--") in script for option in options), name
