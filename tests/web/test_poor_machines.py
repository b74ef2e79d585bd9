"""Another user, no home, nothing that can be written: commands and the server work all the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from web_server import running_server

import cubesolve
from cubesolve.kernels.compiling import code_folder

NOBODY = 65534
UNKNOWN = 64_321  # a number that no user has, as in many containers
# May look everywhere, as the tests' own Python may lie in a closed folder, and write nowhere.
SETPRIV = (
    "setpriv --reuid {user} --regid {user} --clear-groups"
    " --inh-caps -all,+dac_read_search --ambient-caps -all,+dac_read_search"
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("setpriv") is None,
        reason="only the system's user can become another one",
    ),
]


@pytest.fixture(scope="module", params=[NOBODY, UNKNOWN])
def as_nobody(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """The beginning of a command that is run by a user who has nothing but temporary files.

    Those lie in a folder that the user can come to: pytest's own are closed to all others, so that
    nothing could be kept there, and each process would compile everything again.
    """
    with tempfile.TemporaryDirectory() as folder:
        yield command_of(request.param, Path(folder))


def command_of(user: int, temporary: Path) -> list[str]:
    known = code_folder()
    if known is not None:  # so that not everything is compiled again
        own = temporary / f"cubesolve-{user}" / f"compiled-{user}"
        shutil.copytree(known, own)
        own.parent.chmod(0o700)
        for path in (own.parent, *own.parent.rglob("*")):
            os.chown(path, user, user)
    os.chown(temporary, user, user)
    sources = Path(cubesolve.__file__).parent.parent
    return [
        *SETPRIV.format(user=user).split(),
        *("env", "-i", "PATH=/usr/bin:/bin", f"TMPDIR={temporary}", f"PYTHONPATH={sources}"),
    ]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("apply --size 3 --json R2", '"facelets": "UUDUUDUUD'),
        ("solve --scramble R2 --method beginner", "R2"),
        ("tables", "missing"),
    ],
)
def test_commands(as_nobody: list[str], arguments: str, expected: str) -> None:
    done = subprocess.run(
        [*as_nobody, sys.executable, "-m", "cubesolve", *arguments.split()],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
    assert "Traceback" not in done.stderr
    assert done.stderr.count(" is used instead") <= 1
    assert "nothing is kept" not in done.stderr


@pytest.mark.parametrize("as_nobody", [UNKNOWN], indirect=True)
def test_the_server(as_nobody: list[str]) -> None:
    with running_server("--workers", "1", prefix=as_nobody) as server:
        server.warm()
        assert "Traceback" not in server.written()
        assert server.written().count("is used instead") <= 1
        assert "nothing is kept" not in server.written()
