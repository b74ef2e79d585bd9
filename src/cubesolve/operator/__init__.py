"""Playing on a cube: history, queries, listeners, annotations and recordings."""

from cubesolve.operator.operator import Listener, Operator, StepListener
from cubesolve.operator.recording import Recording
from cubesolve.operator.steps import Step

__all__ = ["Listener", "Operator", "Recording", "Step", "StepListener"]
