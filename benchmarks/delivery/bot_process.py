"""The real bot in a process that tells a benchmark how much CPU time it has used.

It has one more command, `/noop`, which answers and does nothing else. With `BENCH_BUDGET=no` it sends requests without a
budget. On standard input, `mark` waits until everything is sent and prints the CPU time so far by share (nanoseconds) as JSON,
`commit N` prints the cost of a transaction of one row (median of N), `open N` opens N tables in play, and `memory` prints the
resident size in KiB. `show text` and `show pictures` change how everyone sees cards, `new away` and `new always` when they get
a new message at their turn. `read pages` and `read leaderboards` read in the server with the most matches without a pause,
until `read nothing`, which prints how often.
"""

import asyncio
import gc
import json
import os
import secrets
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, TypeVar

import discord
from msgspec.structs import replace

from benchmarks.timing import resident_kib
from bot import app
from bot.delivery import hand_messages, page_messages, table_delivery
from bot.delivery.budget import Budget
from bot.discord.client import set_discord_addresses
from bot.interactions.table import hand_actions, lobby_actions, show_table
from bot.interpreter import exempt_existing_objects, favour_event_loop, keep_one_heap
from bot.logs import set_up_logs
from bot.messages.table.channel.page_message import page_layout
from bot.messages.table.channel.story_pages import advance_story
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.lobby import lobby_layout
from bot.settings import read_settings
from bot.storage.store import open_store
from bot.tables import service
from bot.tables.apply_event import apply_event
from bot.tables.lobby_requests import Join, Start
from bot.tables.match_requests import decide_request
from bot.tables.ports import NewMessage, Pictures

T = TypeVar("T")
LARGEST = 1  # the server with the most matches, as `benchmarks.league.large_history` numbers it
PEOPLE = 4
"""The people who play; they are the first whom the bot has met."""
SHARES = {"rules": 0, "layouts": 0}


def add_time(share: str, function: Callable[..., T]) -> Callable[..., T]:
    """Return the function, wrapped so that its CPU time in its thread is added to a share."""

    def measured(*args: Any, **named: Any) -> T:
        before = time.thread_time_ns()
        try:
            return function(*args, **named)
        finally:
            SHARES[share] += time.thread_time_ns() - before

    return measured


def instrument() -> None:
    """Time the outermost functions of each share. The rest of the time is discord.py, the event loop and the commits."""
    used: dict[str, tuple[tuple[ModuleType, Callable[..., Any]], ...]] = {
        "rules": ((service, decide_request), (service, apply_event), (table_delivery, advance_story)),
        "layouts": (
            (hand_messages, hand_layout),
            (hand_actions, hand_layout),
            (show_table, hand_layout),
            (page_messages, page_layout),
            (page_messages, lobby_layout),
            (lobby_actions, lobby_layout),
            (show_table, lobby_layout),
        ),
    }
    for share, places in used.items():
        for module, function in places:
            assert getattr(module, function.__name__) is function
            setattr(module, function.__name__, add_time(share, function))


async def main() -> None:
    if os.environ.get("BENCH_BUDGET") == "no":
        vars(app)["Budget"] = partial(Budget, rate=1e6, burst=1e6)
    favour_event_loop()
    keep_one_heap()
    settings = read_settings()
    set_up_logs("WARNING", "console")
    set_discord_addresses(settings)
    assert settings.discord_token is not None
    async with open_store(settings.database_url.get_secret_value(), synchronous=settings.database_synchronous) as store:
        parts = await app.assemble(settings, store)
        exempt_existing_objects()

        @parts.client.tree.command(name="noop", description="Answers")
        async def noop(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message("ok", ephemeral=True)

        sleeping = asyncio.create_task(parts.deadlines.run())
        computers = asyncio.create_task(parts.computer_turns.run())
        async with parts.client:
            talking = asyncio.create_task(parts.client.start(settings.discord_token.get_secret_value()))
            await parts.client.wait_until_ready()
            print("ready", flush=True)
            await listen(parts)
            talking.cancel()
            sleeping.cancel()
            computers.cancel()


async def listen(parts: app.Bot) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    reads = Reads(parts)
    while line := (await reader.readline()).decode().split():
        match line:
            case ["mark"]:
                await parts.boundary.idle()
                await parts.services.courier.idle()
                print(json.dumps({"cpu": time.process_time_ns(), **SHARES}), flush=True)
            case ["commit", count]:
                print(json.dumps({"cpu": await cost_of_a_commit(parts, int(count))}), flush=True)
            case ["open", count]:
                await open_tables(parts, int(count))
                print("open", flush=True)
            case ["read", "nothing"]:
                print(reads.stop(), flush=True)
            case ["read", kind]:
                reads.start(kind)
                print("reading", flush=True)
            case ["show", mode]:
                await show_cards(parts, Pictures(mode))
                print("shown", flush=True)
            case ["new", when]:
                for number in range(1, PEOPLE + 1):
                    await parts.services.people.change_settings(number, new_message=NewMessage(when))
                print("changed", flush=True)
            case ["memory"]:
                gc.collect()
                print(json.dumps({"kib": resident_kib()}), flush=True)


class Reads:
    """Reads in the large server, one after the other."""

    def __init__(self, parts: app.Bot) -> None:
        self._services = parts.services
        self._count = 0
        self._task: asyncio.Task[None] | None = None

    def start(self, kind: str) -> None:
        self._count = 0
        self._task = asyncio.create_task(self._leaderboards() if kind == "leaderboards" else self._pages())

    def stop(self) -> int:
        """Return how many reads there were."""
        assert self._task is not None
        self._task.cancel()
        return self._count

    async def _leaderboards(self) -> None:
        stored = await self._services.leagues.find(LARGEST, None)
        while True:
            self._services.standings._computed.clear()
            await self._services.standings.table(LARGEST, stored, variant="rami")
            self._count += 1

    async def _pages(self) -> None:
        history = self._services.match_history
        while True:
            for page in range(0, 10_000, 1000):
                await history.page(LARGEST, None, page, size=10)
            await history.page(LARGEST, 1, 0, size=10)
            await self._services.ledgers.log_page(LARGEST, None, 0, 10)
            await history.match(LARGEST, 50_000)
            self._count += 13


async def show_cards(parts: app.Bot, mode: Pictures) -> None:
    """Let everyone in the bot's servers see cards in this way."""
    services, client = parts.services, parts.client
    for guild in client.guilds:
        await services.server_settings.change(guild.id, lambda settings: replace(settings, pictures=mode))
    for number in range(1, PEOPLE + 1):
        await services.people.change_settings(number, pictures=mode)


async def cost_of_a_commit(parts: app.Bot, count: int) -> float:
    """Return the CPU nanoseconds of a transaction that writes one row, while the process does nothing else."""
    costs = []
    for number in range(count):
        before = time.process_time_ns()
        await parts.services.people.add_or_update(9_999, f"Somebody {number}", "en-US")
        costs.append(time.process_time_ns() - before)
    return statistics.median(costs)


async def open_tables(parts: app.Bot, count: int) -> None:
    """Open tables of four in play, in unknown servers, so that nothing is sent for them."""
    from tests.tables import opening  # what else is measured is the bot, without its tests

    services, variant = parts.services, parts.services.variants.presets["rami"]
    people = [(await services.people.add_or_update(10_000 + number, f"P{number}", "en-US")).number for number in range(4)]
    for _ in range(count):
        table = await opening.open_table(services.tables, secrets.randbelow(2**40), 1, people[0], variant, thread=False)
        for person in people[1:]:
            await services.tables.change(table.number, person, Join())
        await services.tables.change(table.number, people[0], Start())
    await services.courier.idle()


if __name__ == "__main__":
    instrument()
    asyncio.run(main())
