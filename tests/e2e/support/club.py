"""A server with its people, bots and clock, and what a test reads afterwards: requests, events and messages."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from pydantic import SecretStr

from bot import app
from bot.discord.client import set_discord_addresses
from bot.league.ledger import Leagues
from bot.league.seasons import Season
from bot.rummy.events import CardDrawn, DiscardTaken, StockRecycled
from bot.run import finish_work
from bot.settings import Settings
from bot.storage.league.ledger_rows import decode_line
from bot.storage.schema import metadata
from bot.storage.store import open_store
from bot.tables.apply_event import fold
from bot.tables.events import Event, decode
from bot.tables.partitions import ALL
from bot.tables.seat_events import BankUsed, ClockShifted, TurnBegun
from bot.tables.table import Table
from playground.server import Playground
from playground.traffic.request_log import Entry
from tests import contract
from tests.databases import execute, new_database
from tests.people import Json, Person, Reply
from tests.processes import Process

_THINKING = 128
"""The flag of a message that stands for an answer that is still being worked out."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A message or a list of choices, as one person saw it at a time (epoch ms)."""

    at: float
    message: Json


class Witness(Person):
    """A person who remembers every state of every message that they saw, and every list of choices."""

    def __init__(self, session: aiohttp.ClientSession, url: str, name: str) -> None:
        super().__init__(session, url, name)
        self.seen: list[Seen] = []
        self.pressed_at: list[float] = []
        """When they pressed on a direct message (epoch ms)."""

    async def act(self, kind: int, channel: str, data: Json, **more: Any) -> Reply:
        if more.get("message_id") is not None and self.channel_id(channel) == self.channel_id("dm"):
            self.pressed_at.append(time.time() * 1000)
        reply = await super().act(kind, channel, data, **more)
        for said in (reply.message, {"choices": reply.choices} if reply.choices else {}):
            if said:
                self.seen.append(Seen(time.time() * 1000, said))
        return reply

    def _hear(self, event: str, data: Any) -> None:
        super()._hear(event, data)
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self.seen.append(Seen(time.time() * 1000, data))


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


ROOT = Path(__file__).parents[3]
ARTIFACTS = ROOT / "var" / "artifacts"
EVERYONE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
WAIT = 30.0
"""Seconds until a test gives up waiting."""
NO_LIMITS = {
    **dict.fromkeys(("commands_per_second", "lobbies_per_minute", "pictures_per_minute", "exports_per_minute"), 0),
    **dict.fromkeys(("open_lobbies", "server_open_lobbies", "server_commands_per_second"), 0),
    **dict.fromkeys(("server_lobbies_per_minute", "server_pictures_per_minute", "server_exports_per_minute"), 0),
}
"""Settings for people who send commands as fast as a test can. Moves keep their limit: no player may ever reach it."""
START = 60.0
"""Seconds until a test gives up waiting for the start of a process."""

on_both = pytest.mark.parametrize("club", ["sqlite", "postgres"], indirect=True)
"""Runs a test on both databases."""


OF_CLOCK = (TurnBegun, BankUsed, ClockShifted)


@dataclass
class Club:
    """One playground with its people; `folder` holds the world, the database and the bots' logs.

    `shared` is the database of another club, if both clubs are servers of the same bot. `url` is that of a PostgreSQL database.
    `changed` has what is different in the bots' processes (see `Process`).
    """

    pg: Playground
    folder: Path
    session: aiohttp.ClientSession
    members: dict[str, Witness] = field(default_factory=dict)
    shared: Path | None = None
    url: str = ""
    deal_pause: int = 1
    lobby_hours: float = 24
    limits: dict[str, int] = field(default_factory=lambda: dict(NO_LIMITS))
    changed: dict[str, object] = field(default_factory=dict)
    _bots: list[Process] = field(default_factory=list)
    _settled: set[int] = field(default_factory=set)  # tables of which the bot that runs has shown what the one before hadn't

    # The bot.

    def _env(self, process: str = "") -> dict[str, str]:
        api_url, gateway_url = self.pg.urls(process)
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return {
            **kept,
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "DISCORD_TOKEN": "token",
            "DISCORD_API_URL": api_url,
            "DISCORD_GATEWAY_URL": gateway_url,
            "DATABASE_URL": self.database_url,
            "DEAL_PAUSE_SECONDS": str(self.deal_pause),
            "LOG_LEVEL": "INFO",
            "LOG_FORMAT": "json",
            **{name.upper(): str(limit) for name, limit in self.limits.items()},
        }

    @property
    def database(self) -> Path:
        """The file of SQLite's database."""
        return self.shared or self.folder / "ramino.db"

    @property
    def database_url(self) -> str:
        return self.url or f"sqlite:///{self.database}"

    @property
    def bot_log(self) -> str:
        """The log of all bots of this club."""
        file = self.folder / "bot.log"
        return file.read_text("utf-8") if file.exists() else ""

    async def start_bot(self, **settings: str) -> Process:
        """Start a bot in its own process, and return when it is connected and ready to send.

        The log of requests names the processes 1, 2, … in the order of their starts.
        """
        said, since = self.bot_log.count('"connected"'), await self.last_request()
        self._settled.clear()
        bot = Process(
            "bot",
            "run",
            folder=self.folder,
            log=self.folder / "bot.log",
            environment=self._env(str(len(self._bots) + 1)) | settings,
            deals=f"{self.folder.name} {len(self._bots)}",
            changed=self.changed,
        )
        self._bots.append(bot)

        def is_connected() -> bool:
            assert bot.is_running, f"The bot did not start:\n{self.bot_log}"
            return self.bot_log.count('"connected"') > said

        await until(is_connected, START)
        await self._until_emoji_requested(since)
        return bot

    async def _until_emoji_requested(self, since: int) -> None:
        """Wait for the last request of a bot that connects, so that it isn't among those that a test looks at."""
        async with asyncio.timeout(WAIT):
            while not any(entry.n > since and entry.path.endswith("/emojis") for entry in self._log):  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    def kill_all(self) -> None:
        for bot in self._bots:
            bot.kill()

    @asynccontextmanager
    async def bot(self, locales: Path = app.LOCALES) -> AsyncIterator[app.Bot]:
        """Run a connected bot in this process, assembled by the same function as `python -m bot run`."""
        settings = Settings(_env_file=None).model_copy(  # type: ignore[call-arg]
            update={
                "discord_token": SecretStr("token"),
                "discord_api_url": self.pg.api_url,
                "discord_gateway_url": self.pg.gateway_url,
                "deal_pause_seconds": self.deal_pause,
                "lobby_hours": self.lobby_hours,
                **self.limits,
            }
        )
        set_discord_addresses(settings)
        self._settled.clear()
        async with open_store(self.database_url, synchronous="NORMAL") as store, AsyncExitStack() as stack:
            parts = await app.assemble(settings, store, locales)
            parts.client._connection.guild_ready_timeout = 0.02  # no wait of 2 s for other servers
            await stack.enter_async_context(parts.client)
            work = (parts.deadlines.run(), parts.computer_turns.run(), parts.client.start("token"))
            since = await self.last_request()
            tasks = [asyncio.create_task(one) for one in work]
            try:
                async with asyncio.timeout(WAIT):
                    await parts.client.wait_until_ready()
                    tasks.append(asyncio.create_task(parts.sharing.run()))
                    await until(lambda: store.ownership.partitions == ALL)
                await self._until_emoji_requested(since)
                yield parts
            finally:
                await finish_work(parts)
                await parts.client.close()  # a client that is connecting again takes no notice of being cancelled
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    # The people.

    async def add_people(self, stack: AsyncExitStack, *names: str) -> None:
        for name in names:
            self.members[name] = await stack.enter_async_context(Witness(self.session, self.pg.url, name).watching())  # type: ignore[arg-type]

    def __getitem__(self, name: str) -> Witness:
        return self.members[name]

    async def appoint(self, *names: str) -> str:
        """Let Ann choose a role of organisers, and give it to these people; return its id."""
        role = str((await self.control("roles", {"name": "Keepers"}))["id"])
        await ask(self["Ann"], "league organisers", role=role)
        for name in names:
            await self.control(f"people/{name}/roles", {"roles": ["Keepers"]})
        return role

    # What can go wrong.

    async def control(self, path: str, body: object = None, method: str = "POST") -> Any:
        async with self.session.request(method, f"{self.pg.url}/control/{path}", json=body) as response:
            response.raise_for_status()
            return await response.json(loads=msgspec.json.decode)

    async def add_fault(
        self, method: str | None, path: str, *, after: int = 0, times: int = 1, files: bool = False, **do: object
    ) -> None:
        """Make the next matching request fail: `status=500`, `delay=1.5` or `drop=True`.

        With `applied=True` Discord carries the request out all the same. `times=0` means all requests from now on, and `files`
        only those that upload files.
        """
        fault = {"method": method, "path": path, "after": after, "times": times, "files": files, "do": do}
        await self.control("faults", fault)

    async def clear_faults(self) -> None:
        await self.control("faults", method="DELETE")

    async def close_dms(self, *names: str) -> None:
        for name in names:
            await self.control(f"people/{name}", {"dms": "closed"})

    async def until_faults(self, times: int) -> None:
        """Wait until faults have hit so many requests, which may still wait for their answers."""
        await until(lambda: sum(entry.fault is not None for entry in self._log) >= times)

    # What happened.

    @property
    def _log(self) -> Iterable[Entry]:
        return self.pg.simulation.request_log._entries

    async def requests(self, since: int = 0) -> list[Json]:
        return list(await self.control(f"requests?since={since}", method="GET"))

    async def last_request(self) -> int:
        newest = max((entry.n for entry in self._log), default=0)
        return max((entry["n"] for entry in await self.requests(newest)), default=newest)

    async def save_requests(self, name: str) -> list[str]:
        """Save the log of requests as an artifact, and return how it breaks Discord's description of its API."""
        log = await self.requests()
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        (ARTIFACTS / f"{name}.requests.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, log)))
        described = contract.load()
        return [] if described is None else described.problems(log)

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Read the bot's database, also while the bot runs."""
        return execute(self.database_url, sql, *values)

    def results(self) -> list[Any]:
        """Return the facts of the stored results, the oldest first."""
        entries = self.query("SELECT entry FROM ledger WHERE kind = 'over' ORDER BY server, number")
        return [msgspec.json.decode(entry) for (entry,) in entries]

    def seats_by_person(self) -> dict[int, Json]:
        """Return the seat of each person in the only result."""
        (result,) = self.results()
        return {seat["person"]: seat for seat in result["seats"] if not seat.get("computer")}

    def leagues(self) -> Leagues:
        """Return the leagues of all servers, as the ledgers have them."""
        found = Leagues()
        for number, entry in self.query("SELECT number, entry FROM ledger WHERE kind = 'league' ORDER BY server, number"):
            if (line := decode_line(entry)) is not None:
                found.add(number, line)
        return found

    def seasons(self) -> list[Season]:
        """Return the seasons of all leagues, by league and number."""
        return [term.season for term in self.leagues().terms()]

    def corrections(self) -> int:
        """Return how many corrections are stored."""
        return int(self.query("SELECT count(*) FROM ledger WHERE kind = 'corrected'")[0][0])

    def stored_rows(self, *but: str) -> dict[str, list[tuple[Any, ...]]]:
        """Return all rows by database table, without the tables `but`."""
        tables = [name for name in ("alembic_version", *metadata.tables) if name not in but]
        return {name: sorted(self.query(f'SELECT * FROM "{name}"'), key=repr) for name in tables}

    def write_database(self, sql: str, *values: object) -> None:
        """Write to the bot's database. Use it only while no bot runs."""
        execute(self.database_url, sql, *values)

    def timed_events(self, table: int = 1) -> list[tuple[int, Event]]:
        """Return the stored events of a table with their times (epoch ms)."""
        rows = self.query('SELECT at, event, spelling FROM events WHERE "table" = ? ORDER BY version', table)
        return [(at, decode(text, spelling)) for at, text, spelling in rows]

    def events(self, table: int = 1) -> list[Event]:
        return [event for _, event in self.timed_events(table)]

    def moves(self, table: int = 1) -> list[Event]:
        """Return the stored events of a table without those of its clock, which nobody makes by a move."""
        return [event for event in self.events(table) if not isinstance(event, OF_CLOCK)]

    def event_count(self) -> int:
        """Return the number of stored events of all tables, without those of the clock, which nobody makes by a move."""
        of_clock = (f"event NOT LIKE '%\"{kind.__name__}\"%'" for kind in OF_CLOCK)
        return int(self.query(f"SELECT count(*) FROM events WHERE {' AND '.join(of_clock)}")[0][0])

    def table(self, number: int = 1) -> Table:
        """Return the table, folded from its stored events."""
        return fold(number, self.events(number))

    def surfaces(self, table: int = 1) -> dict[str, tuple[str, str | None]]:
        """Return the channel and message ids of the table's messages by key. The message is None after it was given up."""
        rows = self.query('SELECT key, channel, message FROM surfaces WHERE "table" = ?', table)
        return {key: (str(channel), None if message is None else str(message)) for key, channel, message in rows}

    def person_number(self, name: str) -> int:
        return int(self.query("SELECT number FROM people WHERE discord_id = ?", int(self[name].id))[0][0])

    def person_of(self, number: int) -> Witness:
        """Return the person with this number in the bot's database."""
        found = str(self.query("SELECT discord_id FROM people WHERE number = ?", number)[0][0])
        return next(person for person in self.members.values() if person.id == found)

    def on_turn(self, table: int = 1) -> Witness:
        person = self.table(table).person_to_act()
        assert person is not None, "nobody is on turn"
        return self.person_of(person)

    async def until_sent(self, table: int = 1, timeout: float = WAIT) -> None:  # noqa: ASYNC109
        """Wait until the bot has sent all but the last draw, which waits for the move that follows, and everyone sees it.

        A turn that has begun with an edit of a hand counts as sent: a new hand may follow. After a start, it follows at once.
        """
        await until(lambda: self._is_sent(table) and all(map(self._is_up_to_date, self.members.values())), timeout)
        self._settled.add(table)

    def _is_sent(self, table: int) -> bool:
        of_table = '"table" = number AND number = ? AND version > told'
        unsent = self.query(f"SELECT event, spelling FROM events, tables WHERE {of_table}", table)
        may_wait = CardDrawn | DiscardTaken | StockRecycled | (TurnBegun if table in self._settled else CardDrawn)
        return all(isinstance(decode(*one), may_wait) for one in unsent)

    def _is_up_to_date(self, person: Witness) -> bool:
        """Return whether a person sees the current state of every message in their channels."""

        def states(messages: Iterable[Json]) -> dict[str, str | None]:
            return {it["id"]: it["edited_timestamp"] for it in messages if not it["flags"] & 64}

        there = self.pg.world.messages
        return all(
            states(seen.values()) == states(message.body for message in there.get(channel, {}).values())
            for channel, seen in person._messages.items()
        )


async def ask(person: Person, command: str, /, **options: object) -> Json:
    """Use a command, and return its final answer, also if the bot deferred it."""
    reply = await person.slash(command, **options)
    if reply.outcome == "deferred":
        await person.until(lambda: not person.now(reply.message)["flags"] & _THINKING)
        return person.now(reply.message)
    assert reply.outcome == "message", reply
    return reply.message


async def until(holds: Callable[[], object], timeout: float = WAIT) -> None:  # noqa: ASYNC109
    """Wait until this is true, by polling. It is for changes without an event, such as those in the database."""
    async with asyncio.timeout(timeout):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@asynccontextmanager
async def open_club(folder: Path, *names: str, answer_within: float = 30.0, **about: Any) -> AsyncIterator[Club]:
    """Open a playground with these people, who watch it."""
    async with AsyncExitStack() as stack:
        pg = await stack.enter_async_context(Playground(folder / "world.db", answer_within=answer_within))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        club = Club(pg, folder, session, **about)
        club.changed.setdefault("bot.discord.error_boundary._EXPIRES", answer_within)
        if club.shared is None and not club.url:
            new_database(club.database)
        await club.add_people(stack, *names)
        try:
            yield club
        finally:
            club.kill_all()
