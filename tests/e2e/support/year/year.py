"""The year of a club of forty: who plays and organises, which matches were played over the wire, and what must be announced."""

from asyncio import gather
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from random import Random
from unittest import mock

from bot import app
from bot.league.ratings.ratings import Rating
from tests.e2e.support.clock import Clock
from tests.e2e.support.club import Club, until
from tests.e2e.support.league.announcements import announced
from tests.e2e.support.league.corrected_season import MORE
from tests.e2e.support.league.league_reading import ask, page_texts, read
from tests.e2e.support.league.played_season import table_rows
from tests.e2e.support.tables import play_short_match
from tests.e2e.support.year.short_matches import Seeds, ShortMatches
from tests.e2e.support.year.stored_weeks import store_weeks
from tests.people import Json, Person, labels

STILL_MORE = (
    "Abe",
    "Bea",
    "Cal",
    "Dot",
    "Ed",
    "Fay",
    "Gus",
    "Hal",
    "Ivy",
    "Jo",
    "Kit",
    "Lou",
    "May",
    "Nell",
    "Otto",
    "Pam",
    "Rex",
)
GUESTS = (*MORE, *STILL_MORE, "Sue")
NEWCOMER = "Finn"
"""The only person of the forty who hasn't played in the stored weeks."""
AT_A_TIME = 4
"""How many tables play on a club night at the same time."""


@dataclass
class Year:
    """The weeks that are played over the wire. The members of the club see everything; the others answer what they are asked.

    `played` are the numbers of the matches, `lines` counts the lines that must be announced and logged, `day` counts the days
    of the week from Tuesday.
    """

    club: Club
    bot: app.Bot
    clock: Clock
    short: ShortMatches
    guests: dict[str, Person]
    stored_matches: int
    stored_lines: int
    played: list[int] = field(default_factory=list)
    lines: Counter[str] = field(default_factory=Counter)
    day: int = 0
    _dice: Random = field(default_factory=lambda: Random(13))

    # Matches and days.

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
        people = [*(self.club[name] for name in self.club.members if name != NEWCOMER), *self.guests.values()]
        for left in range(matches, 0, -AT_A_TIME):
            there = iter(self._dice.sample(people, len(people)))  # nobody is at two tables at the same time
            sizes = self._dice.choices((2, 2, 2, 3, 3, 4), k=min(left, AT_A_TIME))
            self.played += await gather(*(self.short.play(*islice(there, size)) for size in sizes))
        for number in self.played[-matches:]:
            await self.club.until_sent(number, 60)
        self.next_day()

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

    # What organisers do.

    async def organise(self, organiser: str, line: str, command: str, /, **options: object) -> Json:
        """Let somebody do this, and confirm it if the bot asks. Return the answer when the line is announced and logged."""
        message = await ask(self.club[organiser], command, **options)
        if "Keep it" in labels(message):
            message = await self.press(organiser, message, labels(message)[0])
        await self.expect(line)
        return message

    async def undo(self, organiser: str, line: str, done: Json) -> None:
        """Let an organiser undo what the bot has just said it did, as `organise` does it."""
        assert "Undone" in read(await self.press(organiser, done, "Undo"))
        await self.expect(line)

    async def press(self, name: str, message: Json, label: str) -> Json:
        """Let a member press a button. Return the message once it has another."""
        person = self.club[name]
        await person.press(message, label)
        return await person.until(lambda: person.now(message) if label not in labels(person.now(message)) else None)

    async def expect(self, line: str) -> None:
        """Wait until one more line like this is announced, and check that everyone reads it on top of the log."""
        self.lines[line] += 1
        await self.bot.league_clock.run_once()
        await until(lambda: announced(self.club, line) == self.lines[line])
        assert line in read(await ask(self.club["Eve"], "league log"))

    async def check_lines(self) -> None:
        """Check that each line is in the log and in the channel as often as it was done, and that there are no others."""
        pages = [page async for page in page_texts(self.club["Eve"], "league log")]
        for line, times in self.lines.items():
            assert sum(page.count(line) for page in pages) == announced(self.club, line) == times, line
        assert newest_action(self.club) - self.stored_lines == self.lines.total()

    # What everyone can see.

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
async def running_year(club: Club, clock: Clock) -> AsyncIterator[Year]:
    """Store the first weeks, and start the bot on a Tuesday at noon, so that no day ends while a match is played."""
    today = datetime.now(UTC)
    clock.advance(((8 - today.weekday()) * 24 + 12 - today.hour) * 60)
    for name in GUESTS:
        await club.control("people", {"name": name})
    guests = {name: Person(club.session, club.pg.url, name) for name in GUESTS}
    for guest in guests.values():
        await guest.look()
    people = {name: one.id for name, one in (club.members | guests).items() if name != NEWCOMER}
    await store_weeks(club, people, clock())
    seeds = Seeds()
    with mock.patch.object(app, "secrets", seeds):
        async with club.bot() as bot:
            newest_match = int(club.query("SELECT max(number) FROM tables")[0][0])
            year = Year(club, bot, clock, ShortMatches(club, seeds), guests, newest_match, newest_action(club))
            await bot.league_clock.run_once()
            await year.short.save_game()
            yield year


def newest_action(club: Club) -> int:
    """Return the number of the newest line of the log."""
    return int(club.query("SELECT max(number) FROM organiser_actions")[0][0])
