"""The gateway: sends events to the bot's sessions, and does on request what can go wrong there.

Several processes may share a token, as at Discord: an event of a server goes to every session of shard (id >> 22) % count, an
event of no server to every session of shard 0, as Discord's documentation implies, or with `alternates` to one that has a
connection. IDENTIFYs are limited only on request. More than 1,000 a day, for which Discord resets the token, are allowed.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from playground.discord_json import Json, write
from playground.gateway.intents import needed_intent
from playground.gateway.session import Connection, Session

KEPT_SESSIONS = 64
"""How many sessions without a connection are kept, so that a bot restarted all day does not fill the memory."""

STARTS_A_DAY = 1000
_DAY = 24 * 60 * 60


def _ignore_presence() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Identify:
    """An IDENTIFY of a process, which was given a session or not."""

    at: float
    process: str
    shard: tuple[int, int]
    accepted: bool


class Gateway:
    """The sessions and connections. Each event goes to the sessions whose shard and intents it concerns."""

    def __init__(self) -> None:
        self.address = ""
        self.identifies: deque[Identify] = deque(maxlen=STARTS_A_DAY)
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self._held: list[tuple[str, bytes, str | None]] | None = None
        self._duplicates_next_interaction = False
        self.alternates = False
        """Whether an event of no server goes to only one session, to each in turn."""
        self._turn = 0
        self.may_write = asyncio.Event()
        self.may_write.set()
        self.closing_code: int | None = None
        """The code with which new sessions are refused; None if they are accepted."""
        self.on_presence_change: Callable[[], None] = _ignore_presence

    @property
    def is_online(self) -> bool:
        return any(session.connection is not None for session in self.sessions.values())

    def url_of(self, process: str) -> str:
        """Return where this process connects to the gateway; an empty string stands for any."""
        return f"{self.address}{'/process/' if process else ''}{process}/gw/"

    # Events.

    def is_wanted(self, event: str, guild_id: str | None) -> bool:
        """Return whether any session gets this event, so that it is not built in vain."""
        return next(self._sessions_for(event, guild_id), None) is not None

    def dispatch(self, event: str, data: Json, guild_id: str | None) -> None:
        body = write(data)
        times = 1
        if self._duplicates_next_interaction and event == "INTERACTION_CREATE":
            self._duplicates_next_interaction, times = False, 2
        for _ in range(times):
            if self._held is not None:
                self._held.append((event, body, guild_id))
            else:
                self._deliver(event, body, guild_id)

    def _deliver(self, event: str, body: bytes, guild_id: str | None) -> None:
        sessions: Iterable[Session] = self._sessions_for(event, guild_id)
        if self.alternates and guild_id is None:
            sessions = self._next_of(list(sessions))
        for session in sessions:
            session.dispatch(event, body)

    def _next_of(self, sessions: list[Session]) -> list[Session]:
        """Return the session whose turn it is, if there is any. One without a connection gets its turn only if all are."""
        sessions = [session for session in sessions if session.connection is not None] or sessions
        self._turn += 1
        return sessions and [sessions[self._turn % len(sessions)]]

    def _sessions_for(self, event: str, guild_id: str | None) -> Iterator[Session]:
        intent = needed_intent(event, in_guild=guild_id is not None)
        for session in self.sessions.values():
            number, count = session.shard
            # An event of no server, such as a press in a direct message, goes to shard 0.
            home = 0 if guild_id is None else shard_of(guild_id, count)
            if home == number and session.intents & intent == intent:
                yield session

    # Sessions.

    def session_start_limit(self) -> Json:
        now = time.time()
        starts = [identify.at for identify in self.identifies if identify.at > now - _DAY]
        return {
            "total": STARTS_A_DAY,
            "remaining": STARTS_A_DAY - len(starts),
            "reset_after": round((starts[0] + _DAY - now) * 1000) if starts else 0,
            "max_concurrency": 1,
        }

    def add(self, session: Session) -> None:
        unconnected = [old for old in self.sessions.values() if old.connection is None]
        for old in unconnected[:-KEPT_SESSIONS]:
            del self.sessions[old.id]
        self.sessions[session.id] = session

    def remove(self, session: Session) -> None:
        self.sessions.pop(session.id, None)

    # Faults on request.

    def hold(self) -> None:
        """Keep events back until `release`."""
        self._held = self._held or []

    def release(self, *, in_reverse: bool = False) -> None:
        held, self._held = self._held or [], None
        for event, body, guild_id in reversed(held) if in_reverse else held:
            self._deliver(event, body, guild_id)

    def mute(self) -> None:
        """Send nothing at all until `unmute`, not even answers to heartbeats, as when a cable is pulled for a while."""
        self.may_write.clear()

    def unmute(self) -> None:
        self.may_write.set()

    def duplicate_next_interaction(self) -> None:
        self._duplicates_next_interaction = True

    def abort_connections(self) -> None:
        for connection in list(self.connections):
            connection.abort()

    def close_connections(self, code: int) -> None:
        """Close every connection with this code, and refuse sessions with it until `accept_sessions`."""
        self.closing_code = code
        for connection in self.connections:
            connection.close(code)

    def accept_sessions(self) -> None:
        self.closing_code = None

    def ask_to_reconnect(self) -> None:
        for connection in self.connections:
            connection.send(7)

    def invalidate_sessions(self, *, resumable: bool = False) -> None:
        for connection in self.connections:
            connection.send(9, resumable)
        if not resumable:
            self.sessions.clear()

    def reset(self) -> None:
        """Abort every connection, and forget all sessions and held events, as a restart of the gateway does."""
        self.abort_connections()
        self.sessions.clear()
        self._held, self._duplicates_next_interaction = None, False
        self.unmute()


def shard_of(guild_id: str, count: int) -> int:
    """Return which of `count` shards gets the events of a server."""
    return (int(guild_id) >> 22) % count
