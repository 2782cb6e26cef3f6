"""A clock for the bot that a test can advance."""

import time
from dataclasses import dataclass


@dataclass
class Clock:
    """The real time plus `forward` milliseconds."""

    forward: int = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.forward

    def steady(self) -> float:
        """Return seconds of the clock that goes with it: its time passes, and isn't set."""
        return time.monotonic() + self.forward / 1000

    def advance(self, minutes: float) -> None:
        self.forward += round(minutes * 60_000)
