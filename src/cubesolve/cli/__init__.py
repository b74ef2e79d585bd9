"""The command line."""

from cubesolve.cli.main import main, run

__all__ = ["main", "run"]
