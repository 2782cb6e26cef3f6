"""Everything that makes up one Discord on this machine, put together."""

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from playground.audience import Audience
from playground.clicks import Clicks
from playground.faults import Faults
from playground.gateway import Gateway
from playground.happenings import Happenings
from playground.limits import Limits
from playground.requests_log import RequestsLog
from playground.world import World


class Clock:
    """Real time, which a test may move forward."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self.forward = 0.0

    def __call__(self) -> float:
        return self._now() + self.forward


def _nobody_is_connected(_: asyncio.Transport | None) -> None:
    pass


class DiscordHere:
    """The parts, each knowing only those it needs; request handlers are given the whole."""

    def __init__(self, path: Path, limits: Mapping[str, tuple[int, float]] | None, answer_within: float) -> None:
        self.clock = Clock()
        self.world = World(path, self.clock)
        self.gateway = Gateway(self.world)
        self.audience = Audience(self.world)
        self.happenings = Happenings(self.world, self.gateway, self.audience)
        self.gateway.on_presence_change = self.happenings.presence_changed
        self.clicks = Clicks(self.world, self.gateway, answer_within)
        self.limits = Limits(limits)
        self.faults = Faults()
        self.log = RequestsLog()
        self.url = ""
        self.hang_up: Callable[[asyncio.Transport | None], None] = _nobody_is_connected
        """Closes every connection but this one; the server knows them."""

    @property
    def cdn(self) -> str:
        return f"{self.url}/cdn"

    def restart(self) -> None:
        """Close the connections, forget what is in memory, read the world from its file."""
        self.gateway.forget()
        self.audience.send_home()
        self.clicks.forget()
        self.world.load()
