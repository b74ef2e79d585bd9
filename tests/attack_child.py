"""A process that is attacked: Ctrl-C at random moments of what it does, again and again.

`python tests/attack_child.py WHAT SEED TRIES` writes how often it was interrupted. `WHAT` is
`fast`, for the kernels of that method, or names tables, which are built in the cache folder. Nobody
may go on working after an interruption.
"""

from __future__ import annotations

import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from cubesolve import Cube, solve
from cubesolve.solving.tables import build_tables, clear_tables

_BETWEEN = 0.001  # seconds from one look at the clock to the next
_AGAIN = 0.005  # until a signal that was held back has come again
_SOON = 0.1  # of the processor's seconds, in which a thread ends that nobody waits for
_PATIENCE = 60.0  # seconds until one that does nothing counts as left
_LONG = 5.0  # seconds of work whose time is not measured twice


def main() -> None:
    """Attack, and then do the work once more in peace."""
    what, seed, tries = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(seed)

    def work() -> None:
        if what == "fast":
            for size in (5, 33, 100):
                solve(Cube.random_state(size, 1), "fast")
        else:
            clear_tables([what])
            build_tables([what])

    took = _cpu_seconds(work)
    hits = sum(_interrupted(work, chance.uniform(0, took)) for _ in range(tries))
    work()
    sys.stdout.write(f"{hits}\n")


def _cpu_seconds(work: Callable[[], None]) -> float:
    took = 0.0
    for _ in range(2):  # what is loaded once is loaded
        began = time.process_time()
        work()
        took = time.process_time() - began
        if took > _LONG:
            break
    return took


def _interrupted(work: Callable[[], None], after: float) -> bool:
    """Send Ctrl-C after so many seconds of work, by the processor's time; tell whether it came."""
    main = threading.main_thread().ident
    assert main is not None
    end = time.process_time() + after
    done = threading.Event()

    def send() -> None:
        while time.process_time() < end and not done.wait(_BETWEEN):
            pass
        if not done.is_set():
            signal.pthread_kill(main, signal.SIGINT)

    def handler(number: int, frame: FrameType | None) -> None:
        # Not in the attack's own code: only the work must bear it.
        while frame is not None:
            if frame.f_code is work.__code__:
                raise KeyboardInterrupt
            frame = frame.f_back

    before = signal.signal(signal.SIGINT, handler)
    sender = threading.Thread(target=send)
    sender.start()
    interrupted = False
    try:
        work()
    except KeyboardInterrupt:
        interrupted = True
    done.set()
    sender.join()
    time.sleep(_AGAIN)  # what was held back comes again
    signal.signal(signal.SIGINT, before)
    _check_threads()
    return interrupted


def _check_threads() -> None:
    """End the process if anyone still works, but for what a thread has begun and soon ends."""
    began, end = time.process_time(), time.monotonic() + _PATIENCE
    while others := _others():
        if time.process_time() - began > _SOON or time.monotonic() > end:
            sys.exit(f"threads are left: {others}")
        time.sleep(_BETWEEN)


def _others() -> list[str]:
    main = threading.main_thread()
    return [each.name for each in threading.enumerate() if each is not main and not each.daemon]


if __name__ == "__main__":
    main()
