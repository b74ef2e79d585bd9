"""For all tests: compiled code is kept in one place, also where a test has a cache of its own.

Ctrl-C does what it does in a terminal, also where a shell in the background ignores it.
Those that ask the page's model have it from `tests/node.py`. A user's script is not loaded in the
search for examples: it would solve a cube in each process of the tests before any of them begins.
"""

import gc
import os
import signal

from cubesolve.cache import cache_folder

os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder().parent))
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ("node",)
collect_ignore = ["tests/library/user_script.py"]
gc.disable()  # until the tests are found


def pytest_collection_finish() -> None:
    """Leave out of the search for garbage what stays: the tests are half a million objects.

    To look through them while they are found, and again and again later, takes a tenth of all time.
    """
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)
    gc.enable()
