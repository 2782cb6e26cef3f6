"""The bot's clock, set forward by a test."""

import time
from dataclasses import dataclass

import pytest

from bot import app


@dataclass
class Clock:
    """Real time, and so many milliseconds."""

    forward: int = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.forward

    def minutes(self, passed: float) -> None:
        self.forward += round(passed * 60_000)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Of every bot in this process that is assembled from now on."""
    clock = Clock()
    monkeypatch.setattr(app, "now", clock)
    return clock
