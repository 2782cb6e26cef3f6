"""The parts of a simulated Discord, put together."""

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from playground.changes.channel_changes import ChannelChanges
from playground.changes.guild_changes import GuildChanges
from playground.changes.message_changes import MessageChanges
from playground.changes.watchers import Watchers
from playground.gateway.gateway import Gateway
from playground.interactions.pending_interactions import PendingInteractions
from playground.traffic.faults import Faults
from playground.traffic.rate_limits import RateLimits
from playground.traffic.request_log import RequestLog
from playground.world.world import World


class Clock:
    """The real time, which a test can move forward."""

    def __init__(self) -> None:
        self.forward = 0.0

    def __call__(self) -> float:
        return time.time() + self.forward


def _no_connections(_: asyncio.Transport | None) -> None:
    pass


class Simulation:
    """One simulated Discord. Each part knows only the parts that it needs; the handlers of requests get all of them."""

    def __init__(self, path: Path, limits: Mapping[str, tuple[int, float]] | None, answer_within: float) -> None:
        self.clock = Clock()
        self.world = World(path, self.clock)
        self.gateway = Gateway()
        self.watchers = Watchers(self.world)
        self.channel_changes = ChannelChanges(self.world, self.gateway, self.watchers)
        self.message_changes = MessageChanges(self.world, self.gateway, self.watchers, self.channel_changes)
        self.guild_changes = GuildChanges(self.world, self.gateway, self.watchers)
        self.gateway.on_presence_change = self.guild_changes.send_presence
        self.interactions = PendingInteractions(self.world, self.gateway, answer_within)
        self.rate_limits = RateLimits(limits)
        self.faults = Faults()
        self.request_log = RequestLog()
        self.close_connections: Callable[[asyncio.Transport | None], None] = _no_connections
        """Closes every connection except this one. The server sets it, because it knows the connections."""

    def restart(self) -> None:
        """Close the connections, forget what is only in memory, and read the world from its file."""
        self.gateway.reset()
        self.watchers.disconnect()
        self.interactions.reset()
        self.world.load()
