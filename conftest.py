"""For all tests: compiled code is kept in one place, also where a test has a cache of its own."""

import os

from cubesolve.cache import cache_folder

os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder().parent))
