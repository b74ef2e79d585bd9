"""Real signals at random moments: whatever they interrupt must be whole afterwards."""

from __future__ import annotations

import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from cubesolve import interrupts

PROMPT = 50e-6  # seconds that the sender waits for Python: else signals come late, and all alike
TOO_LATE = 2.0  # seconds after which work that is not interrupted ends by itself


class Attack:
    """Interrupts work again and again, each time at other moments."""

    def __init__(self, seed: int, longest: float) -> None:
        self.random = random.Random(seed)
        self.longest = longest  # seconds before a signal
        self.hits = 0

    def interrupt(self, work: Callable[[], object], signals: int = 1) -> None:
        """Repeat work until a signal has interrupted it; others may follow at once."""
        main = threading.main_thread().ident
        assert main is not None
        waits = [self.random.uniform(0, self.longest)]
        waits += [self.random.uniform(0, 50e-6) for _ in range(signals - 1)]

        begun: list[bool] = []

        def send() -> None:
            while not begun:
                time.sleep(10e-6)
            for wait in waits:
                time.sleep(wait)
                signal.pthread_kill(main, signal.SIGINT)

        def again_and_again() -> None:
            end = time.monotonic() + TOO_LATE
            begun.append(True)
            while time.monotonic() < end:
                work()

        send_held, sending = interrupts._send_again, []

        def send_again() -> None:
            sending.append(True)
            send_held()
            sending.pop()

        def handler(number: int, frame: FrameType | None) -> None:
            # Not in the attack's own code: only the work must bear it.
            while frame is not None:
                if frame.f_code is again_and_again.__code__:
                    self.hits += 1
                    raise KeyboardInterrupt
                frame = frame.f_back

        before = signal.signal(signal.SIGINT, handler)
        switching = sys.getswitchinterval()
        sys.setswitchinterval(PROMPT)
        sender = threading.Thread(target=send)
        interrupts._send_again = send_again
        try:
            sender.start()
            with suppress(KeyboardInterrupt):
                again_and_again()
            sender.join()
            while interrupts._waiting or sending:  # what was held back comes again
                time.sleep(1e-3)
        finally:
            interrupts._send_again = send_held
            sys.setswitchinterval(switching)
            signal.signal(signal.SIGINT, before)
