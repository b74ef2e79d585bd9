"""A server whose standard error is closed or full works all the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from web_server import running_server

from cubesolve.kernels.compiling import code_folder

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")


@pytest.mark.parametrize("stream", ["2>&-", f"2> {FULL}"])
def test_nobody_can_read_its_warnings(
    stream: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = code_folder()
    if known is not None:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
        (tmp_path / "cubesolve").symlink_to(known.parent)
    monkeypatch.setenv("CUBESOLVE_CACHE", str(tmp_path / "cache"))
    # In the way of the table, so that the worker warns.
    (tmp_path / "cache" / "two-distances-obtm.table").mkdir(parents=True)
    prefix = ("bash", "-c", f'exec "$@" {stream}', sys.executable)
    with running_server("--workers", "1", prefix=prefix) as server, server.client() as client:
        solved = client.post("/api/solve", json={"size": 2, "scramble": "R", "method": "short"})
        assert solved.status_code == 200
        assert '"type":"solution"' in solved.text
