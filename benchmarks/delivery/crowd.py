"""People who play at many tables at once, at a given pace, and how long they wait for their hands."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import aiohttp

from benchmarks.delivery.measured_bot import Bot, open_measured_bot
from benchmarks.delivery.turn_cost import make_move, options
from tests.e2e.support.club import ask
from tests.people import Json, Person, parts, people

LONGEST_WAIT = 60.0  # seconds


class Crowd:
    """The people, and what they see of their tables.

    `ready` holds the tables at which somebody can draw: who, and the message of their hand. `waits` holds how long (seconds)
    each next hand took after a discard. `reversals` counts the hands that went back to an older state: to an earlier step, or
    from one that offers nothing.
    """

    def __init__(self, bot: Bot, group: Sequence[Person]) -> None:
        self.bot = bot
        self.people = group
        self.ready: dict[int, tuple[Person, Json]] = {}
        self.waits: list[float] = []
        self.turns = 0
        self.reversals = 0
        self._discarded: dict[int, float] = {}
        self._states: dict[str, tuple[bool, int]] = {}
        self._news = asyncio.Event()
        for person in group:
            person.listeners.append(partial(self._hear, person))

    async def open_tables(self, count: int, channels: Sequence[str], **options: object) -> None:
        """Open tables of two, each with the next two people, in turn in these channels, and start their matches."""
        for number in range(count):
            host, guest = (self.people[(2 * number + seat) % len(self.people)] for seat in (0, 1))
            about = {"variant": "rami", "deals": 50, "thread": False, **options}
            lobby = await ask(host, "table new", in_=channels[number % len(channels)], **about)
            await guest.press(lobby, "Join")
            await host.press(lobby, "Start")
        await self.until(lambda: len(self.ready) == count)

    async def until(self, is_true: Callable[[], bool]) -> None:
        """Wait until this is true, checking it after every direct message."""
        async with asyncio.timeout(LONGEST_WAIT):
            while not is_true():
                self._news.clear()
                await self._news.wait()

    async def play_turn(self, table: int) -> None:
        """Draw from the stock and discard, by the buttons of the direct message."""
        person, message = self.ready.pop(table)
        await person.press(message, custom_id(message, ":draw stock"))
        try:
            hand = await person.until(lambda: options(person.now(message), "discard") and person.now(message))
        except AssertionError:
            return  # the deal has ended with the draw: the next one comes after its pause
        self._discarded[table] = asyncio.get_running_loop().time()
        self.turns += 1
        await make_move(person, hand, options(hand, "discard")[0])

    async def play_at_pace(self, turns_per_second: float, seconds: float) -> None:
        """Start a turn as often as that, at whichever table is ready longest."""
        loop, playing = asyncio.get_running_loop(), set[asyncio.Task[None]]()
        due = loop.time()
        end = due + seconds
        while loop.time() < end:
            due += 1 / turns_per_second
            await asyncio.sleep(max(0.0, due - loop.time()))
            if self.ready:
                playing.add(task := asyncio.create_task(self.play_turn(next(iter(self.ready)))))
                task.add_done_callback(playing.discard)
        await asyncio.gather(*playing)

    async def play_each(self, turns: int, pause: float) -> None:
        """Play so many turns at each table, with a pause (seconds) before each of them."""

        async def play(table: int) -> None:
            for _ in range(turns):
                await self.until(lambda: table in self.ready)
                await asyncio.sleep(pause)
                await self.play_turn(table)

        await asyncio.gather(*(play(table) for table in sorted(self.ready)))

    def _hear(self, person: Person, event: str, message: Json) -> None:
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or message["channel_id"] != person.channel_id("dm"):
            return
        self._watch_order(message)
        button = custom_id(message, ":draw stock")
        if event == "MESSAGE_CREATE" and button:
            table = int(button.split(":")[1])
            self.ready[table] = (person, message)
            if table in self._discarded:
                self.waits.append(asyncio.get_running_loop().time() - self._discarded.pop(table))
        self._news.set()

    def _watch_order(self, message: Json) -> None:
        steps = [int(it.split(":")[2]) for it in _custom_ids(message) if it[:2] in ("m:", "s:")]
        state = (not steps, max(steps, default=0))
        self.reversals += state < self._states.get(message["id"], (False, 0))
        self._states[message["id"]] = state


def _custom_ids(message: Json) -> list[str]:
    return [str(it["custom_id"]) for it in parts(message["components"]) if "custom_id" in it]


def custom_id(message: Json, end: str) -> str:
    """Return the custom_id that ends so, or an empty text."""
    return next((it for it in _custom_ids(message) if it.endswith(end)), "")


@asynccontextmanager
async def open_crowd(count: int, **environment: str) -> AsyncIterator[Crowd]:
    """Start the playground and the bot with these settings, and connect so many people."""
    names = [f"P{number}" for number in range(count)]
    async with open_measured_bot(**environment) as (bot, _):
        for name in names:
            await control(bot, "people", {"name": name})
        async with people(bot.url, *names) as group:
            yield Crowd(bot, group)


async def control(bot: Bot, path: str, body: object = None, method: str = "POST") -> Any:
    """Send a request to the playground's `/control`, and return its answer."""
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, f"{bot.url}/control/{path}", data=json.dumps(body or {})) as answer,
    ):
        assert answer.status == 200, await answer.text()
        return await answer.json()
