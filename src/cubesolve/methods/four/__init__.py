"""Short solutions of the 4x4: three phases to a reduced cube, found in many ways."""

from cubesolve.methods.four.steps import FOUR
from cubesolve.methods.four.tables import TABLES

__all__ = ["FOUR", "TABLES"]
