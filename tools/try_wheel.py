"""Builds the wheel and tries it as a new user would: `make wheel`.

The wheel must be small and its metadata sound; installed into an empty environment, away from this
folder, the command must answer, solve a cube and serve the page.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_BYTES = 2_000_000
SCRAMBLE = "R U2 F' L D B2"


def main() -> None:
    """Build, check, install and try."""
    wheel = build()
    with tempfile.TemporaryDirectory() as folder:
        command = install(wheel, Path(folder))
        try_command(command, Path(folder))
        try_page(command, Path(folder))
    sys.stdout.write(f"{wheel.name}: {wheel.stat().st_size / 1000:.0f} kB, all well\n")


def build() -> Path:
    """Return the wheel, made from the source archive, as an installer would make it."""
    target = ROOT / "dist"
    shutil.rmtree(target, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", str(target), str(ROOT))
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, target.iterdir()))
    (wheel,) = target.glob("*.whl")
    size = wheel.stat().st_size
    assert size < MOST_BYTES, f"the wheel has {size} bytes, more than {MOST_BYTES}"
    return wheel


def install(wheel: Path, folder: Path) -> str:
    """Return the command of an empty environment with nothing but the wheel and what it needs."""
    run(sys.executable, "-m", "venv", str(folder / "env"))
    binaries = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    pip = (str(binaries / "python"), "-m", "pip", "install", "--quiet")
    run(*pip, "--disable-pip-version-check", str(wheel))
    return str(binaries / "cubesolve")


def try_command(command: str, folder: Path) -> None:
    """Ask for the version, solve a cube, and draw it."""
    version = run(command, "--version", folder=folder)
    assert re.fullmatch(r"cubesolve \d+\.\d+\S*", version), version
    found = run(command, "solve", "--scramble", SCRAMBLE, "--method", "cfop", folder=folder)
    after = run(command, "apply", f"{SCRAMBLE} {found}", folder=folder).splitlines()[-1]
    assert after == "".join(face * 9 for face in "URFDLB"), after
    run(command, "draw", "film.svg", "--alg", "R U", folder=folder)
    assert (folder / "film.svg").read_text(encoding="utf-8").startswith("<svg")
    missing = subprocess.run(
        [command, "draw", "cube.png"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert "pip install 'cubesolve[pictures]'" in missing.stderr, missing.stderr


def try_page(command: str, folder: Path) -> None:
    """Serve the page, and fetch it with everything that it loads."""
    process = subprocess.Popen(
        [command, "web", "--no-open", "--port", "0"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**environment(), "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        said = ""
        while (found := re.search(r"http://127\.0\.0\.1:\d+", said)) is None:
            line = process.stdout.readline()
            assert line, f"the server ended: {said}"
            said += line
        page = fetch(f"{found[0]}/")
        loaded = re.findall(r'(?:src|href)="(/?[\w./-]+\.(?:js|css|svg))"', page)
        assert any(name.endswith(".js") for name in loaded), page
        for name in loaded:
            assert fetch(f"{found[0]}/{name.lstrip('/')}"), name
        assert "two-phase" in fetch(f"{found[0]}/api/methods")
    finally:
        process.terminate()
        process.wait(timeout=30)


def fetch(address: str) -> str:
    """Return what is at an address."""
    with urllib.request.urlopen(address, timeout=60) as reply:
        text: str = reply.read().decode()
    return text


def environment() -> dict[str, str]:
    """Return the environment without what leads back to this folder."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def run(*command: str, folder: Path | None = None) -> str:
    """Run a command to its end and return what it wrote, without the last line's end."""
    done = subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


if __name__ == "__main__":
    main()
