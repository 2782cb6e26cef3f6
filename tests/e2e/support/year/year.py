"""The weeks of a year that a club of forty plays over the wire."""

from asyncio import gather
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from unittest import mock

from bot import app
from bot.league.ratings import Rating
from tests.e2e.support.clock import Clock
from tests.e2e.support.club import Club, until
from tests.e2e.support.league.league_reading import ask, read
from tests.e2e.support.league.played_season import table_rows
from tests.e2e.support.tables import play_short_match
from tests.e2e.support.year.guests import NEWCOMER, invite_guests
from tests.e2e.support.year.open_actions import OpenActions
from tests.e2e.support.year.short_matches import Seeds, ShortMatches
from tests.e2e.support.year.stored_weeks import store_weeks
from tests.people import Person

AT_A_TIME, MOST_AT_A_TABLE = 4, 4
"""How many tables play on a club night at the same time, and how many people play at one of them."""


@dataclass
class Year:
    """What has been played: `played` are the numbers of the matches, `day` counts the days of the week from Tuesday.

    `waiting` are people in the order in which they play on club nights.
    """

    club: Club
    bot: app.Bot
    clock: Clock
    short: ShortMatches
    actions: OpenActions
    guests: list[Person]
    dice: Random
    stored_matches: int
    played: list[int] = field(default_factory=list)
    waiting: list[Person] = field(default_factory=list)
    day: int = 0

    async def play(self, *names: str) -> int:
        """Let members play a match of one deal by buttons, with cards as they come. Return its number."""
        number = self.next_table()
        await play_short_match(self.club, *names, table=number)
        self.played.append(number)
        return number

    async def play_quickly(self, *names: str) -> int:
        """Let members play a short match by commands. Return its number."""
        number = await self.short.play(*(self.club[name] for name in names))
        await self.club.until_sent(number)
        self.played.append(number)
        return number

    def next_table(self) -> int:
        return int(self.club.query("SELECT max(number) FROM tables")[0][0]) + 1

    async def play_night(self, matches: int) -> None:
        """Let anyone but the newcomer play this many short matches by commands; then it is the next day."""
        for left in range(matches, 0, -AT_A_TIME):
            sizes = self.dice.choices((2, 2, 2, 3, 3, 4), k=min(left, AT_A_TIME))
            groups = [self._next_players(size) for size in sizes]
            self.played += await gather(*(self.short.play(*group) for group in groups))
        for number in self.played[-matches:]:
            await self.club.until_sent(number, 60)
        self.next_day()

    def _next_players(self, size: int) -> list[Person]:
        """Return the people who have waited longest, so that everyone plays, and nobody at two tables at the same time."""
        if len(self.waiting) < AT_A_TIME * MOST_AT_A_TABLE:
            everyone = [*self.club.members.values(), *self.guests]
            others = [one for one in everyone if one.name != NEWCOMER and one not in self.waiting]
            self.waiting += self.dice.sample(others, len(others))
        return [self.waiting.pop(0) for _ in range(size)]

    def next_day(self) -> None:
        self.clock.advance(24 * 60)
        self.day += 1

    async def end_week(self) -> None:
        """Let the week pass until Tuesday, and wait until the seasons of both leagues have ended and are posted."""
        assert self.day < 6, "it is still the same week"
        (before,) = self.club.query('SELECT count(*) FROM seasons WHERE "end" IS NOT NULL')
        self.clock.advance((7 - self.day) * 24 * 60)
        self.day = 0
        await self.bot.league_clock.run_once()
        ended = 'SELECT count(*) FROM seasons WHERE "end" IS NOT NULL AND told'
        await until(lambda: self.club.query(ended)[0][0] >= before[0] + 2)

    async def row(self, name: str, league: str) -> list[str]:
        """Return the matches, points and wins of a person in the running season of a league, as they see them."""
        shown = table_rows(read(await ask(self.club[name], "leaderboard", league=league)))
        return next(line.split()[-5:-2] for line in shown if "›" in line)

    async def rating(self, name: str) -> Rating:
        """Return the rating of a person with French cards."""
        number = self.club.person_number(name)
        ratings = await self.bot.services.match_history.ratings(int(self.club.pg.world.guild.id), [number])
        return ratings["french52", number]

    async def verdict(self, number: int) -> str:
        """Return what `/match` says of a match."""
        return read(await ask(self.club["Eve"], "match", id=number))


@asynccontextmanager
async def running_year(club: Club, clock: Clock, seed: int) -> AsyncIterator[Year]:
    """Store the first weeks, and start the bot on a Tuesday at noon, so that no day ends while a match is played.

    The seed decides who plays on club nights, and which cards the bot deals.
    """
    today = datetime.now(UTC)
    clock.advance(((8 - today.weekday()) * 24 + 12 - today.hour) * 60)
    guests = await invite_guests(club)
    people = {one.name: one.id for one in (*club.members.values(), *guests) if one.name != NEWCOMER}
    await store_weeks(club, people, clock())
    seeds = Seeds(Random(seed))
    with mock.patch.object(app, "secrets", seeds):
        async with club.bot() as bot:
            newest = int(club.query("SELECT max(number) FROM tables")[0][0])
            year = Year(club, bot, clock, ShortMatches(club, seeds), OpenActions(club, bot), guests, Random(seed), newest)
            await bot.league_clock.run_once()
            await year.short.save_game()
            yield year
