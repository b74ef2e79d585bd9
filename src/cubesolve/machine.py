"""What the machine has: free memory, free disk, cores; and the refusal of what it cannot hold."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from cubesolve.errors import NotEnoughRoomError

_MEMINFO = Path("/proc/meminfo")
_STATM = Path("/proc/self/statm")
_GROUP = Path("/sys/fs/cgroup")
_KEPT = 64 << 20  # bytes that are left to others


def free_memory() -> int | None:
    """Return how many bytes of memory can still be had, or `None` where nobody says."""
    found = [free for free in (_free_of_machine(), _free_of_group()) if free is not None]
    return min(found, default=None)


def memory_in_use() -> int | None:
    """Return how many bytes this process holds, or `None` where nobody says."""
    with suppress(OSError, ValueError, IndexError, AttributeError):
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return None


def peak_memory() -> int | None:
    """Return the most bytes that this process has held, or `None` where nobody says."""
    if sys.platform == "win32":
        return None
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def n_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def require_memory(needed: int, what: str) -> None:
    """Raise `NotEnoughRoomError` if there is not so much memory."""
    free = free_memory()
    if free is not None and needed > free - _KEPT:
        raise NotEnoughRoomError(
            f"{what} needs {storage(needed)} of memory, but only {storage(free)} is free"
        )


def require_disk(needed: int, path: str | os.PathLike[str], what: str) -> None:
    """Raise `NotEnoughRoomError` if a file of so many bytes does not fit where it is to be."""
    folder = Path(path).absolute().parent
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise NotEnoughRoomError(
            f"{what} needs about {storage(needed)} on disk, but only {storage(free)} is free in"
            f" {folder}"
        )


def storage(count: int) -> str:
    """Return a number of bytes as people read it.

    >>> storage(10 << 30), storage(300 << 20)
    ('10.0 GiB', '300 MiB')
    """
    return f"{count / (1 << 30):.1f} GiB" if count >= 1 << 30 else f"{count / (1 << 20):.0f} MiB"


def _free_of_machine() -> int | None:
    with suppress(OSError, ValueError, IndexError):
        for line in _MEMINFO.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    # Elsewhere only what there is in all is known, which is the most that can be had.
    with suppress(OSError, ValueError, AttributeError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def _free_of_group() -> int | None:
    """Return what the limit of a container leaves, if there is one."""
    with suppress(OSError, ValueError):
        most = int((_GROUP / "memory.max").read_text())
        used = int((_GROUP / "memory.current").read_text())
        # What is only kept of files goes when it must.
        kept = [
            int(line.split()[1])
            for line in (_GROUP / "memory.stat").read_text().splitlines()
            if line.startswith("inactive_file ")
        ]
        return most - used + sum(kept)
    return None
