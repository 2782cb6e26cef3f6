"""The bot's clock, set forward by a test."""

import time
from dataclasses import dataclass


@dataclass
class Clock:
    """Real time, and so many milliseconds."""

    forward: int = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.forward

    def minutes(self, passed: float) -> None:
        self.forward += round(passed * 60_000)
