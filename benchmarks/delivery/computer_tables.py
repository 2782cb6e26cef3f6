"""Two hundred people, each alone at a table with three computers: how long the response to a press takes.

It shows the turns of the three computers, too. `python -m benchmarks.delivery.computer_tables`
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Iterator
from statistics import median

from benchmarks.delivery.crowd import Crowd, open_crowd
from benchmarks.delivery.turn_cost import make_move, options
from benchmarks.results import Row, report
from benchmarks.timing import p95
from bot.tables.rules.match_length import TURN_SECONDS
from tests.people import Json, Person, Reply, parts

TABLES, SECONDS, MOST = 200, 60.0, 1.0
_DRAW_PAUSE = 2.0  # seconds between a draw and the discard
_AT_ONCE = 10  # tables that are opened together
_UNLIMITED = {
    "COMMANDS_PER_SECOND": "0",
    "MOVES_PER_SECOND": "0",
    "SERVER_COMMANDS_PER_SECOND": "0",
    "LOBBIES_PER_MINUTE": "0",
    "SERVER_LOBBIES_PER_MINUTE": "0",
}


class Alone:
    """A person at their table: the message with the hand, and how long each response took (seconds)."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.waits: list[float] = []
        self._hand: Json = {}

    async def start(self) -> None:
        self._hand = (await self.person.slash("play", in_="rummy", computers=3, level="normal", variant="rami")).message

    async def play(self, until: float, dice: random.Random) -> None:
        """Take a turn as often as people do."""
        await asyncio.sleep(dice.uniform(0, TURN_SECONDS))
        while time.monotonic() < until:
            began = time.monotonic()
            await self._play_turn()
            await asyncio.sleep(max(0.0, TURN_SECONDS - (time.monotonic() - began)))

    async def _play_turn(self) -> None:
        for end in (":ready", ":again", ":draw stock"):
            if button := next(_buttons(self._hand, end), ""):
                await self._respond(self.person.press(self._hand, button))
        await asyncio.sleep(_DRAW_PAUSE)
        if discards := options(self._hand, "discard"):
            await self._respond(make_move(self.person, self._hand, discards[0]))

    async def _respond(self, press: Awaitable[Reply]) -> None:
        began = time.monotonic()
        reply = await press
        self.waits.append(time.monotonic() - began)
        assert reply.outcome == "update", reply
        self._hand = reply.message


def _buttons(message: Json, end: str) -> Iterator[str]:
    custom_ids = (str(part.get("custom_id", "")) for part in parts(message["components"]))
    return (custom_id for custom_id in custom_ids if custom_id.partition("~")[0].endswith(end))


async def measure(tables: int = TABLES, seconds: float = SECONDS) -> list[Row]:
    """Return the figure as a row of the table of results."""
    async with open_crowd(tables, **_UNLIMITED) as crowd:
        everyone = await _start_all(crowd)
        until, dice = time.monotonic() + seconds, random.Random(1)
        await asyncio.gather(*(one.play(until, random.Random(dice.random())) for one in everyone))
    waits = [wait for one in everyone for wait in one.waits]
    slow = p95(waits)
    return [
        Row(
            figure=f"response to a press at {tables} tables of one person and three normal computers, {seconds:.0f} s of play",
            value=f"p95 {slow * 1000:.0f} ms (median {median(waits) * 1000:.0f}, longest {max(waits) * 1000:.0f} ms)",
            against=f"{len(waits)} presses, {len(waits) / seconds:.0f} a second",
            target=f"≤ {MOST:.0f} s",
            measured=f"{slow:.2f} s",
            met=slow <= MOST,
        )
    ]


async def _start_all(crowd: Crowd) -> list[Alone]:
    everyone = [Alone(person) for person in crowd.people]
    for first in range(0, len(everyone), _AT_ONCE):
        await asyncio.gather(*(one.start() for one in everyone[first : first + _AT_ONCE]))
    return everyone


if __name__ == "__main__":
    report(asyncio.run(measure()), title="two hundred tables with computers")
