"""10,000 tables in play, shared by four processes on one PostgreSQL: their memory, and what a kill costs the players.

Of four processes the one that plays the table of four people is killed, so the three others take 2,500 tables; then of two, so
one takes 5,000. Every clock gets the time back that was lost, so each table that is taken over gets an event. All but one
are in servers that the bot doesn't know, so nothing is sent for them. `python -m benchmarks.growing.takeover`
"""

import asyncio
import re
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import psycopg

from benchmarks.delivery.measured_bot import free_port
from benchmarks.results import Row, report
from bot.storage.ownership import LOCKS
from bot.storage.store import open_store
from bot.tables.events import Clock, Pace
from bot.tables.partitions import partition_of
from bot.tables.table import Phase
from tests.databases import execute
from tests.e2e.faults.test_several_processes import owner, until_shared
from tests.e2e.support.club import Club, open_club, until
from tests.e2e.support.hand_controls import controls, discard_button, table_number
from tests.e2e.support.tables import start_match
from tests.people import Json
from tests.postgres import open_postgres
from tests.processes import Process
from tests.tables.table_service import PAUSES, TableService, idle

TABLES, SERVERS, PLAYED = 10_000, 1_000, 20
PEOPLE = ("Ann", "Bob", "Cleo", "Dan")
MOST_MEMORY, MOST_SECONDS = 600, 1.0
"""MiB of a process, and seconds from the lock of a partition to the first press that works there."""
_BETWEEN_PRESSES = 0.05  # seconds
_WAIT = 300.0  # seconds until all tables are loaded


async def seed(url: str, tables: int = TABLES) -> None:
    """Fill an empty PostgreSQL database with tables of four in play, in 1,000 servers; each person is at four of them.

    Some tables are played; the others are copies of them, in other servers and with other people.
    """
    people = [(number, 10**6 + number, f"P{number}", "en-US") for number in range(1, tables + 5)]
    async with open_store(url) as store:
        for _, discord_id, name, locale in people[:4]:
            await store.people.add_or_update(discord_id, name, locale)
        service, now = TableService(store, PAUSES, now=time.time_ns() // 10**6), 0
        played = [await _play(service, 8 + nth % 7) for nth in range(PLAYED)]
        now = service.now
    logs = [execute(url, 'SELECT version, event, spelling FROM events WHERE "table" = ? ORDER BY version', it) for it in played]
    deadlines = [execute(url, 'SELECT step, due FROM deadlines WHERE "table" = ?', it)[0] for it in played]
    with psycopg.connect(url) as connection, connection.cursor() as cursor:

        def copy(table: str, columns: str, rows: Iterator[tuple[object, ...]]) -> None:
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as target:  # type: ignore[call-overload]
                for row in rows:
                    target.write_row(row)

        copies = range(PLAYED + 1, tables + 1)
        copy("people", "number, discord_id, name, locale", iter(people[4:]))
        copy(
            "tables",
            "number, server, channel, opened, told, partition",
            ((it, server := _server(it), it, now, len(logs[it % PLAYED]), partition_of(server, 0)) for it in copies),
        )
        copy("deadlines", '"table", step, due', ((it, *deadlines[it % PLAYED]) for it in copies))
        copy("seatings", '"table", person', ((it, _person(it, nth)) for it in copies for nth in range(1, 5)))
        copy(
            "events",
            '"table", version, at, event, spelling',
            (
                (it, version, now, _of_copy(event, it), spelling)
                for it in copies
                for version, event, spelling in logs[it % PLAYED]
            ),
        )
        for table, last in (("people", len(people)), ("tables", tables)):
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'number'), %s)", (table, last))
    execute(url, "ANALYZE")


async def _play(service: TableService, turns: int) -> int:
    """Play a new match for some turns with melds and so many without, and return the number of its table."""
    table = await service.play(await service.start_match(2, 3, 4, clock=Clock(Pace.SLOW)), turns=4)
    table = await service.play(table, idle, turns=turns)
    assert table.phase == Phase.DEAL
    return table.number


def _server(table: int) -> int:
    return (table % SERVERS << 22) + 1


def _person(table: int, nth: int) -> int:
    """Return who is at a copy where person 1, 2, 3 or 4 was."""
    return table - table % 4 + nth


def _of_copy(event: str, table: int) -> str:
    if '"type":"TableOpened"' in event:
        event = re.sub(r'"server":\d+,"channel":\d+', f'"server":{_server(table)},"channel":{table}', event)
    if '"person"' in event or '"host"' in event:
        event = re.sub(r'"(person|host)":(\d+)', lambda it: f'"{it[1]}":{_person(table, int(it[2]))}', event)
    return event


@dataclass
class Owners:
    """Who owns the partition of a server: the PostgreSQL process of their connection, and since when (`time.monotonic`)."""

    pid: int | None = None
    since: float = 0.0

    async def watch(self, url: str, partition: int) -> None:
        asked = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s AND objid = %s"
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            while True:
                row = await (await connection.execute(asked, (LOCKS, partition))).fetchone()
                pid = None if row is None else row[0]
                if pid != self.pid:
                    self.pid, self.since = pid, time.monotonic()
                await asyncio.sleep(0.01)


@dataclass
class Processes:
    """The processes of a club, and the port where each tells its figures."""

    club: Club
    session: aiohttp.ClientSession
    bots: list[Process]
    ports: list[int]

    async def start(self) -> None:
        self.ports.append(free_port())
        self.bots.append(await self.club.start_bot(HEALTH_PORT=str(self.ports[-1])))

    @property
    def running(self) -> list[int]:
        return [nth for nth, bot in enumerate(self.bots) if bot.is_running]

    async def until_loaded(self, tables: int) -> None:
        """Wait until each process has its share, and all these tables are in memory."""
        await until_shared(self.club, len(self.running))
        async with asyncio.timeout(_WAIT):
            while sum([await self._loaded(nth) for nth in self.running]) != tables:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def _loaded(self, nth: int) -> int:
        async with self.session.get(f"http://127.0.0.1:{self.ports[nth]}/metrics") as answer:
            found = re.search(r"^ramino_open_tables ([\d.]+)", await answer.text(), re.MULTILINE)
        return 0 if found is None else int(float(found[1]))

    def memory(self) -> list[int]:
        """Return the resident MiB of each process."""
        sizes = []
        for nth in self.running:
            status = Path(f"/proc/{self.bots[nth]._process.pid}/status").read_text("utf-8")
            sizes.append(int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) // 1024)
        return sizes


@asynccontextmanager
async def _club_with_tables(url: str) -> AsyncIterator[Processes]:
    with tempfile.TemporaryDirectory() as folder:
        async with open_club(Path(folder), *PEOPLE, answer_within=3.0, url=url) as club, aiohttp.ClientSession() as session:
            club.limits["moves_per_second"] = 0
            yield Processes(club, session, [], [])


async def measure(tables: int = TABLES) -> list[Row]:
    """Return the figures as rows of the table of results."""
    with open_postgres() as cluster:
        url = cluster.new_database()
        await seed(url, tables)
        async with _club_with_tables(url) as processes:
            for _ in range(4):
                await processes.start()
            club = processes.club
            await until_shared(club, 4)  # until then, nobody may answer
            number = table_number(await start_match(club, *PEOPLE, clock="none", deals=50)) or 0
            await processes.until_loaded(tables + 1)
            sizes = processes.memory()
            rows = [
                Row(
                    f"memory of a process, {tables} tables over 4 processes",
                    ", ".join(f"{size} MiB" for size in sizes),
                    "-",
                    f"≤ {MOST_MEMORY} MiB",
                    f"{max(sizes)} MiB",
                    max(sizes) <= MOST_MEMORY,
                )
            ]
            rows += await _kill(processes, number, tables, "3 processes take the tables of a fourth, 2,500")
            player = await owner(club, processes.bots)
            await next(bot for bot in processes.bots if bot.is_running and bot is not player).stop()
            await processes.until_loaded(tables + 1)
            rows += await _kill(processes, number, tables, "one process takes those of another one, 5,000")
    return rows


async def _kill(processes: Processes, number: int, tables: int, what: str) -> list[Row]:
    """Kill the process that plays this table while its people press, and measure how the others go on."""
    club = processes.club
    (server,) = club.query("SELECT server FROM tables WHERE number = ?", number)[0]
    owners = Owners()
    watching = asyncio.create_task(owners.watch(club.url, partition_of(server, 0)))
    await until(lambda: owners.pid is not None)
    began = time.monotonic()
    usual = await _play_turn(club, number) - began
    player = await owner(club, processes.bots)
    killed = time.monotonic()
    player.kill()
    pressed = await _play_turn(club, number)
    locked = owners.since
    watching.cancel()
    await processes.until_loaded(tables + 1)
    loaded = time.monotonic()
    seconds = pressed - locked
    return [
        Row(
            f"a press works after the lock of its partition: {what}",
            f"{seconds:.2f} s ({locked - killed:.1f} s from the kill to the lock; all loaded after {loaded - locked:.1f} s)",
            f"an ordinary press: {usual:.2f} s",
            f"≤ {MOST_SECONDS:.0f} s",
            f"{seconds:.2f} s",
            seconds <= MOST_SECONDS,
        )
    ]


async def _play_turn(club: Club, number: int) -> float:
    """Press **Draw** ten times a second until it works, then discard. Return when the player saw their new card."""
    person = club.on_turn(number)
    hand: Json = next(message for message in reversed(person.dms) if table_number(message) == number and controls(message))
    draw = next(custom_id for custom_id, moves in controls(hand).items() if moves == ["draw stock"])
    pressing = set[asyncio.Task[None]]()

    async def press() -> None:
        with suppress(AssertionError, TimeoutError):
            await person.press(hand, draw)

    async def press_on() -> None:
        while True:
            pressing.add(asyncio.create_task(press()))
            await asyncio.sleep(2 * _BETWEEN_PRESSES)

    trying = asyncio.create_task(press_on())
    await person.until(lambda: draw not in controls(person.now(hand)), _WAIT)
    worked = time.monotonic()
    for one in (trying, *pressing):
        one.cancel()
    drawn = person.now(hand)
    await person.press(drawn, discard_button(drawn))
    await club.until_sent(number)
    return worked


if __name__ == "__main__":
    report(asyncio.run(measure()), title="takeover")
