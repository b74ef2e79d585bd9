"""Playing on a cube: history, queries, listeners, annotations and recordings."""

from cubesolve.operator.operator import Listener, Operator
from cubesolve.operator.recording import Recording
from cubesolve.operator.steps import Marked, Step, slots_of

__all__ = ["Listener", "Marked", "Operator", "Recording", "Step", "slots_of"]
