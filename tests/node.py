"""Node, which runs the page's model: it knows no document and so needs no browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cubesolve

MODEL = Path(cubesolve.__file__).parent / "web" / "static" / "js" / "model"
RUNNER = Path(__file__).parent / "node_runner.mjs"


class Node:
    """One process that has loaded all modules of the model and calls functions with them."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            ["node", str(RUNNER), str(MODEL)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a function with the modules by name, and an argument; return what it returns."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([function, argument]) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=20)


@pytest.fixture(scope="session")
def modules() -> Iterator[Node]:
    """Return the modules of the page's model."""
    if shutil.which("node") is None:
        message = "node is not installed: it runs the page's model"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    node = Node()
    yield node
    node.close()
