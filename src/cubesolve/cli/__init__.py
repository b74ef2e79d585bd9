"""The command line."""

from cubesolve.cli.main import main

__all__ = ["main"]
