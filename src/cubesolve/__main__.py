"""`python -m cubesolve` is the command line."""

import sys

from cubesolve.cli import run

sys.exit(run())
