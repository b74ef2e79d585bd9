"""For all tests: compiled code is kept in one place, also where a test has a cache of its own.

Those that ask the page's model have it from `tests/node.py`.
"""

import os

from cubesolve.cache import cache_folder

os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder().parent))

pytest_plugins = ("node",)
