"""Streams that are closed, full, or pipes that nobody reads: exit codes are those of `--help`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")


@pytest.fixture(autouse=True)
def buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python write late, as it does for everyone who has not asked otherwise."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


def run(words: str, streams: str) -> tuple[int, str, str]:
    command = f"{sys.executable} -m cubesolve {words} {streams}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", ["scramble", "methods", "--help", "solve --help", "--version"])
def test_a_full_disk_is_told_once(words: str) -> None:
    code, _, told = run(words, f"> {FULL}")
    command = "" if words.startswith("--") or "--help" in words else f" {words}"
    assert (code, told) == (2, f"cubesolve{command}: No space left on device\n")


@pytest.mark.parametrize("words", ["methods", "--help", "solve --help"])
def test_nobody_reads_what_is_written(words: str) -> None:
    code, _, told = run(words, "| true; exit ${PIPESTATUS[0]}")
    assert (code, told) == (0, "")


@pytest.mark.parametrize("streams", ["2>&-", f"2> {FULL}"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("show --facelets Q", 2),
        ("unknown", 2),
        ("solve --random 1 --method optimal --size 5", 2),
        ("check UUUURRRRFFFFDDDDLLLLBBBD", 1),
        ("show", 0),
    ],
)
def test_errors_that_cannot_be_told(words: str, code: int, streams: str) -> None:
    assert run(words, streams)[0] == code


@pytest.mark.parametrize("streams", ["2>&-", f"2> {FULL}"])
def test_a_warning_that_cannot_be_told(
    streams: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUBESOLVE_CACHE", os.devnull)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    code, written, _ = run("solve --size 2 --scramble R --method fast", streams)
    assert (code, written.split()) == (0, ["R'"])
