"""People who are each alone at a table with three computers: how long the response to a press takes.

At 200 private tables it shows the turns of the computers, too. At 50 public ones they are edits and a new hand, after the
computers' pause and under Discord's limit of 50 requests a second. `python -m benchmarks.delivery.computer_tables`
"""

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from statistics import median

from benchmarks.delivery.budget_load import LIMIT
from benchmarks.delivery.crowd import Crowd, control, open_crowd
from benchmarks.delivery.turn_cost import make_move, options
from benchmarks.results import Row, report
from benchmarks.timing import p95
from bot.app import COMPUTER_SECONDS
from bot.tables.rules.match_length import TURN_SECONDS
from tests.people import Json, Person, Reply, parts, said

TABLES, PUBLIC_TABLES, CHANNELS, SECONDS, MOST = 200, 50, 8, 60.0, 1.0
MOST_ROUND = 3.0
"""Seconds from a discard until its person has their next hand."""
_DRAW_PAUSE = 2.0  # seconds between a draw and the discard
_AT_ONCE = 10  # tables that are opened together
_UNLIMITED = {
    "COMMANDS_PER_SECOND": "0",
    "MOVES_PER_SECOND": "0",
    "SERVER_COMMANDS_PER_SECOND": "0",
    "LOBBIES_PER_MINUTE": "0",
    "SERVER_LOBBIES_PER_MINUTE": "0",
}


class Alone(ABC):
    """A person at their table: how long each response took, and each round of the computers (seconds)."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.waits: list[float] = []
        self.rounds: list[float] = []

    @abstractmethod
    async def start(self) -> None:
        """Start the match."""

    @abstractmethod
    async def play_turn(self) -> None:
        """Draw and discard."""

    async def play(self, until: float, dice: random.Random) -> None:
        """Take a turn as often as people do."""
        await asyncio.sleep(dice.uniform(0, TURN_SECONDS))
        while time.monotonic() < until:
            began = time.monotonic()
            await self.play_turn()
            await asyncio.sleep(max(0.0, TURN_SECONDS - (time.monotonic() - began)))

    async def respond(self, press: Awaitable[Reply]) -> Json:
        """Return the message that the response shows."""
        began = time.monotonic()
        reply = await press
        self.waits.append(time.monotonic() - began)
        assert reply.outcome == "update", reply
        return reply.message


class InPrivate(Alone):
    """All is shown by one message, which the responses replace."""

    async def start(self) -> None:
        self._hand = (await self.person.slash("play", in_="rummy", computers=3, level="normal", variant="rami")).message

    async def play_turn(self) -> None:
        for end in (":ready", ":again", ":draw stock"):
            if button := button_ending(self._hand, end):
                self._hand = await self.respond(self.person.press(self._hand, button))
        await asyncio.sleep(_DRAW_PAUSE)
        if discards := options(self._hand, "discard"):
            self._hand = await self.respond(make_move(self.person, self._hand, discards[0]))


class InChannel(Alone):
    """The table is played in a channel, and each hand is a new direct message."""

    def __init__(self, person: Person, channel: str) -> None:
        super().__init__(person)
        self._channel = channel

    async def start(self) -> None:
        lobby = (await self.person.slash("table new", in_=self._channel, variant="rami", deals=50, thread=False)).message
        for _ in range(3):
            await self.person.choose(lobby, computer_select(lobby), "add_normal")
        await self.person.press(lobby, "Start")
        await self._next_hand()

    async def play_turn(self) -> None:
        hand = await self._next_hand()
        drawn = await self.respond(self.person.press(hand, button_ending(hand, ":draw stock")))
        await asyncio.sleep(_DRAW_PAUSE)
        if discards := options(drawn, "discard"):
            await self.respond(make_move(self.person, drawn, discards[0]))
            began, deals = time.monotonic(), self._ended_deals()
            await self._next_hand()
            if self._ended_deals() == deals:  # otherwise there was a pause between two deals
                self.rounds.append(time.monotonic() - began)

    def _ended_deals(self) -> int:
        """Return how many deals have ended at all tables of the channel."""
        return sum("End of deal" in said(message) for message in self.person.messages(self._channel))

    async def _next_hand(self) -> Json:
        """Wait for a direct message with which the person can draw."""

        def drawable() -> Json | None:
            return next((one for one in reversed(self.person.dms) if button_ending(one, ":draw stock")), None)

        found = await self.person.until(drawable, 60)
        assert found is not None
        return found


def button_ending(message: Json, end: str) -> str:
    """Return the custom_id that ends so, or an empty text."""
    custom_ids = (str(part.get("custom_id", "")) for part in parts(message["components"]))
    return next((custom_id for custom_id in custom_ids if custom_id.partition("~")[0].endswith(end)), "")


def computer_select(lobby: Json) -> str:
    """Return the custom_id of the select that adds and removes computers."""
    return next(id_ for part in parts(lobby["components"]) if (id_ := str(part.get("custom_id", ""))).startswith("q:"))


async def measure(tables: int = TABLES, public: int = PUBLIC_TABLES, seconds: float = SECONDS) -> list[Row]:
    """Return the figures as rows of the table of results."""
    async with open_crowd(tables, **_UNLIMITED) as crowd:
        private = [InPrivate(person) for person in crowd.people]
        await _play(private, seconds)
    async with open_crowd(public, **_UNLIMITED) as crowd:
        channels = await _add_channels(crowd)
        shared = [InChannel(person, channels[number % CHANNELS]) for number, person in enumerate(crowd.people)]
        await _play(shared, seconds, crowd)
    slow = p95([wait for one in shared for wait in one.rounds])
    return [
        _responses(private, f"{tables} private tables of one person and three normal computers", seconds),
        _responses(shared, f"{public} public tables of one person and three normal computers", seconds),
        Row(
            figure=f"the next hand after a discard at these {public} tables, with a pause of "
            f"{COMPUTER_SECONDS[0]:.0f} to {COMPUTER_SECONDS[1]:.0f} s",
            value=f"p95 {slow:.2f} s (median {median(wait for one in shared for wait in one.rounds):.2f} s)",
            against=f"{sum(len(one.rounds) for one in shared)} rounds of three computers",
            target=f"≤ {MOST_ROUND:.0f} s",
            measured=f"{slow:.2f} s",
            met=slow <= MOST_ROUND,
        ),
    ]


def _responses(everyone: Sequence[Alone], where: str, seconds: float) -> Row:
    waits = [wait for one in everyone for wait in one.waits]
    slow = p95(waits)
    return Row(
        figure=f"response to a press at {where}, {seconds:.0f} s of play",
        value=f"p95 {slow * 1000:.0f} ms (median {median(waits) * 1000:.0f}, longest {max(waits) * 1000:.0f} ms)",
        against=f"{len(waits)} presses, {len(waits) / seconds:.0f} a second",
        target=f"≤ {MOST:.0f} s",
        measured=f"{slow:.2f} s",
        met=slow <= MOST,
    )


async def _play(everyone: Sequence[Alone], seconds: float, crowd: Crowd | None = None) -> None:
    """Start all matches, and let everyone play for so long; with a crowd, under Discord's limit of requests."""
    for first in range(0, len(everyone), _AT_ONCE):
        await asyncio.gather(*(one.start() for one in everyone[first : first + _AT_ONCE]))
    if crowd is not None:
        await control(crowd.bot, "limits", LIMIT)
    until, dice = time.monotonic() + seconds, random.Random(1)
    await asyncio.gather(*(one.play(until, random.Random(dice.random())) for one in everyone))


async def _add_channels(crowd: Crowd) -> list[str]:
    """Return the names of new channels, once everyone sees them."""
    names = [f"tables-{number}" for number in range(CHANNELS)]
    for name in names:
        await control(crowd.bot, "channels", {"name": name})
    for person in crowd.people:
        await person.until(lambda person=person: person.sees(names[-1]))  # type: ignore[misc]
    return names


if __name__ == "__main__":
    report(asyncio.run(measure()), title="tables with computers")
