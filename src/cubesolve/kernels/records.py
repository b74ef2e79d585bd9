"""How kernels are written: records with names instead of numbers by position, levels with names.

What goes in and out of a kernel is a NamedTuple; rows of integer tables are NamedTuples too: Python
builds the table from them, a kernel reads them back by name. Kernels return records of numbers
only, and fill arrays that come in: boxing a tuple of arrays is not safe while a signal waits to be
handled. The arrays that they work in come in too (`new_room`), which is quicker to compile, and one
room serves many calls.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import types
from numba.extending import register_jitable

from cubesolve.kernels.compiling import njit

# The compiler's types that kernels need; its own module makes them by name.
boolean: Any = types.boolean
float64: Any = types.float64
int8: Any = types.int8
int64: Any = types.int64
int32: Any = types.int32
uint8: Any = types.uint8
uint32: Any = types.uint32
uint64: Any = types.uint64
void: Any = types.void

F = TypeVar("F", bound=Callable[..., Any])


def kernel(signature: Any, *, nogil: bool = False) -> Any:
    """Return the decorator of a kernel: compiled for one signature, and kept on disk.

    With `nogil`, several threads can run it at once. Kernels allocate nothing, so nobody needs to
    count references to the arrays that they pass on in records: to do without is what makes small
    functions as quick as one large one.
    """
    return njit(signature, cache=True, nogil=nogil, _nrt=False)


def resumable(function: Callable[..., Any]) -> Any:
    """Mark a kernel that runs long beside others, and goes on where it has stopped.

    As the others it allocates nothing; it is compiled for what it is given first.
    """
    return njit(cache=True, nogil=True, _nrt=False)(function)


def inlined(function: F) -> F:
    """Mark a part of kernels: it is compiled with each of them, and for Python stays Python.

    That takes less time to compile than a function that Python can call as well.
    """
    return register_jitable(function)


def part(function: Callable[..., Any]) -> Any:
    """Mark a part of resumable kernels, as `inlined` does: types are what the compiler finds."""
    return register_jitable(function)


def woven(function: Callable[..., Any]) -> Any:
    """Mark a part of resumable kernels that is always compiled into its callers.

    The compiler decides that of a `part` by its length. To put the text of a function into others
    (`inline="always"`) makes the same code and takes three times as long to compile.
    """
    return register_jitable(forceinline=True)(function)


def record(kind: type, *fields: Any) -> Any:
    """Return the compiler's type of a NamedTuple whose fields have these types."""
    return types.BaseTuple.from_types(fields, kind)  # type: ignore[no-untyped-call]


def integers(kind: Any) -> Any:
    """Return the compiler's type of a NamedTuple of integers."""
    return record(kind, *[int64] * len(kind._fields))
