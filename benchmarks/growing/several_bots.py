"""Several processes of the bot on one PostgreSQL, a playground, and people at tables that these processes share.

The playground has one server, whose tables one process would own. So another process opens them first, and then they are given
to partitions as if each were in a server of its own; `bot_process` goes by that. Play needs only direct messages.
"""

import asyncio
import os
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from benchmarks.delivery.crowd import LONGEST_WAIT, Crowd, control, custom_id
from benchmarks.delivery.measured_bot import Bot, end, free_port, wait_for_answer
from benchmarks.delivery.turn_cost import make_move, options
from bot.storage.ownership import OWNERS
from bot.tables.partitions import PARTITIONS
from tests.databases import execute
from tests.e2e.support.club import NO_LIMITS
from tests.people import Json, NotOffered, Person, Reply, people
from tests.postgres import open_postgres

PEOPLE, TABLES, CHANNELS = 16, 80, 8
_PAUSE = 0.2  # seconds until a press that failed is repeated
_UNTIL_THEY_ACT = 2.0  # seconds after the locks are taken: a new owner waits before it answers
_OWNED = """SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND application_name = ? AND objid < 64 GROUP BY pid"""


class Bots:
    """The processes, in the order of their starts, on the database at `database`."""

    def __init__(self, folder: Path, url: str, database: str, settings: dict[str, str]) -> None:
        self._folder, self._url, self._settings, self.database = folder, url, settings, database
        self.processes: list[Process] = []
        self._ports: dict[Process, int] = {}

    @property
    def running(self) -> list[Process]:
        return [process for process in self.processes if process.returncode is None]

    async def start(self) -> Process:
        """Start one more, and return when it is connected."""
        name = str(len(self.processes) + 1)
        port = free_port()
        there = f"{self._url.partition('//')[2]}/process/{name}"
        environment = {
            **os.environ,
            "DISCORD_TOKEN": "bench",
            "DATABASE_URL": self.database,
            "DISCORD_API_URL": f"http://{there}/api/v10",
            "DISCORD_GATEWAY_URL": f"ws://{there}/gw/",
            "DEAL_PAUSE_SECONDS": "1",
            "LOG_FORMAT": "json",
            "HEALTH_PORT": str(port),
            "BENCH_STARTS": str(self._folder / f"{name}.starts"),
            **{limit.upper(): "0" for limit in (*NO_LIMITS, "moves_per_second")},
            **self._settings,
        }
        log = self._folder / f"{name}.log"
        with log.open("wb") as output:
            module = "benchmarks.growing.bot_process"
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", module, stdout=output, stderr=output, env=environment
            )
        self.processes.append(process)
        self._ports[process] = port
        async with asyncio.timeout(LONGEST_WAIT):
            while b'"connected"' not in log.read_bytes():
                assert process.returncode is None, log.read_text("utf-8")
                await asyncio.sleep(0.05)
        return process

    async def until_shared(self) -> None:
        """Wait until each running process has its share."""
        running = len(self.running)
        async with asyncio.timeout(LONGEST_WAIT):
            while True:
                owned = [count for (count,) in await asyncio.to_thread(execute, self.database, _OWNED, OWNERS)]
                if len(owned) == running and sum(owned) == PARTITIONS and max(owned) <= -(-PARTITIONS // running):
                    break
                await asyncio.sleep(0.1)
        await asyncio.sleep(_UNTIL_THEY_ACT)

    async def runs(self) -> tuple[int, int]:
        """Return how often the running processes have run transactions and reads, and how often again."""
        runs, again = 0, 0
        async with aiohttp.ClientSession() as session:
            for process in self.running:
                async with session.get(f"http://127.0.0.1:{self._ports[process]}/metrics") as answer:
                    metrics = dict(line.rsplit(" ", 1) for line in (await answer.text()).splitlines())
                runs += round(float(metrics["ramino_database_runs_total"]))
                again += round(float(metrics["ramino_database_runs_again_total"]))
        return runs, again

    def starts(self, since: float) -> list[float]:
        """Return when all processes have let requests start since then (epoch seconds)."""
        times = [float(line) for file in self._folder.glob("*.starts") for line in file.read_text("utf-8").splitlines()]
        return [at for at in times if at >= since]

    async def stop(self, process: Process) -> None:
        """Stop one as an upgrade does, and return when it has ended."""
        process.terminate()
        await process.wait()

    async def end_all(self) -> None:
        await asyncio.gather(*(end(process) for process in self.processes))


@dataclass(frozen=True, slots=True)
class Press:
    """A press at a table at a time (epoch seconds): whether it was answered, or failed in Discord."""

    table: int
    at: float
    is_answered: bool


class Players(Crowd):
    """People who press again what has failed. `moves` counts the moves they make, `doubled` the hands in two messages."""

    def __init__(self, bot: Bot, group: Sequence[Person]) -> None:
        super().__init__(bot, group)
        self.presses: list[Press] = []
        self.moves = self.doubled = 0
        self._hands: dict[str, str] = {}
        for person in group:
            person.listeners.append(self._watch_hands)

    async def play_turn(self, table: int) -> None:
        person, message = self.ready.pop(table)
        button = custom_id(message, ":draw stock")
        await self._press(table, lambda: person.press(message, button))
        try:
            hand = await person.until(lambda: options(person.now(message), "discard") and person.now(message))
        except AssertionError:
            return  # the deal has ended with the draw: the next one comes after its pause
        self._discarded[table] = asyncio.get_running_loop().time()
        self.turns += 1
        await self._press(table, lambda: make_move(person, hand, options(hand, "discard")[0]))

    async def _press(self, table: int, press: Callable[[], Awaitable[Reply]]) -> None:
        self.moves += 1
        while True:
            at = time.time()
            try:
                reply = await press()
            except (NotOffered, AssertionError):
                return  # the message shows that the move is made
            self.presses.append(Press(table, at, reply.outcome != "failed"))
            if reply.outcome != "failed":
                return
            await asyncio.sleep(_PAUSE)

    def _watch_hands(self, event: str, message: Json) -> None:
        if event == "MESSAGE_CREATE" and (button := custom_id(message, ":draw stock")):
            self.doubled += self._hands.setdefault(button, message["id"]) != message["id"]


@asynccontextmanager
async def open_bots(count: int, **settings: str) -> AsyncIterator[tuple[Bots, Players]]:
    """Start so many processes with these settings, and let people sit at tables of all partitions."""
    async with AsyncExitStack() as stack:
        database = stack.enter_context(open_postgres(is_durable=True)).new_database()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port = free_port()
        url, world = f"http://127.0.0.1:{port}", str(folder / "world.db")
        playground = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "playground", "--port", str(port), "--world", world, stdout=-3
        )
        stack.push_async_callback(end, playground)
        await wait_for_answer(url)
        bots = Bots(folder, url, database, settings)
        stack.push_async_callback(bots.end_all)
        first = await bots.start()
        bot = Bot(first, url, playground)
        await bots.until_shared()
        names, channels = [f"P{number}" for number in range(PEOPLE)], [f"tables-{number}" for number in range(CHANNELS)]
        for name in names:
            await control(bot, "people", {"name": name})
        for name in channels:
            await control(bot, "channels", {"name": name})
        players = Players(bot, await stack.enter_async_context(people(url, *names)))
        await players.open_tables(TABLES, channels, clock="none")
        await bots.stop(first)
        await asyncio.to_thread(execute, database, "UPDATE tables SET partition = mod(number, ?)", PARTITIONS)
        for _ in range(count):
            await bots.start()
        await bots.until_shared()
        yield bots, players
