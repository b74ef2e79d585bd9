"""What the server allows, and how it is started."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field

LARGEST = 1000  #: size of a cube that is scrambled, checked or whose moves are counted
LARGEST_SOLVED = 1000  #: size of a cube that is solved
LARGEST_STEPWISE = 100  #: size of a cube that is solved by a method that plays its moves
LARGEST_SEED = 2**53 - 1  #: what JavaScript can hold
USUAL_SCRAMBLES = 200  #: largest size whose scrambles have the usual number of moves
SCRAMBLE_WORK = 2 * 10**8  #: moves times size squared of larger ones: a second or two of turning
LONGEST_ALG = 1_000_000  #: characters
MOST_MOVES = 200_000  #: what a scramble may expand to
TURNING = 10**8  #: moves of a scramble times size squared: some tenths of a second of turning
MOST_READ = 20_000  #: what an algorithm may expand to whose moves are counted and simplified
MOST_NODES = 10**12  #: of a search
LARGEST_BODY = 1_200_000  #: bytes of a request
LARGEST_CUBE_BODY = 6 * LARGEST**2 + 100_000  #: bytes of a request with facelets of any size
LONGEST_LIMIT = 10**9  #: seconds that one solve may be given: timers take no more than some 10**10
MOST_LISTED = 10_000  #: moves of a solution that are lists unless something else is asked for
LARGEST_SCANNED_BODY = 8_000_000  #: bytes of a request with photographs
SCAN_SECONDS = 30.0  #: for a scan
PROOF_SECONDS = 60.0  #: for a proof that a solution is optimal, unless the request says more
QUICK_SECONDS = 10.0  #: for everything but a solve
HEAD_SECONDS = 10.0  #: for the head of a request to come whole
BODY_SECONDS = 30.0  #: for its body
READ_SECONDS = 30.0  #: in which a client must read something of an answer that waits for it
MOST_CONNECTIONS = 2000  #: at once
MOST_HELD = 100_000_000  #: bytes of bodies that have not come whole, but for small ones
SMALL_BODY = 65_536  #: bytes of a body that is always read
DRAINED = 64_000_000  #: bytes of a body that is refused, read so that the answer can be read


def most_connections() -> int:
    """Return how many connections there may be, having asked the system for as many.

    Some files must be left for other things.
    """
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource

    wanted = 2 * MOST_CONNECTIONS
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if files != resource.RLIM_INFINITY and files < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return max(8, min(MOST_CONNECTIONS, allowed // 2))


def _some_workers() -> int:
    return max(2, min(4, os.cpu_count() or 1))


@dataclass(frozen=True)
class Settings:
    """How a server is run: who may call it by which name, and how much it does at once.

    `workers` solve at the same time, `queue` more requests wait for one of them, and a solve takes
    at most `time_limit` seconds. `names` are host names besides those of this machine.
    """

    host: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    workers: int = field(default_factory=_some_workers)
    queue: int = 16
    time_limit: float = 300.0
