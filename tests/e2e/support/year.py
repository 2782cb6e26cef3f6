"""A year of a club of forty over the wire: its guests, the first weeks as stored, short matches, and what must be announced.

In the shortest matches that count, the first player has two cards, and the one they draw makes a meld. The bot shuffles as
always; it gets a seed by which the first player is that lucky. What organisers and protesters do must be a line of the log and
of the channel of announcements.
"""

import asyncio
import random
from asyncio import gather
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from msgspec.structs import replace

from bot import app
from bot.league.days import DAY_MS, start_of_week, week_of
from bot.league.league import League, Weekly
from bot.league.match_facts import MatchResult
from bot.league.ratings import Rating
from bot.league.scheme import read_scheme
from bot.rummy.cards import shuffle
from bot.rummy.melds import read_meld
from bot.rummy.variant import Length
from bot.storage.store import open_store
from bot.wording.sentence import Refused
from tests.competition.league_server import LeagueServer
from tests.e2e.support.club import Clock, Club, Witness, until
from tests.e2e.support.hand_controls import offered_moves, table_number
from tests.e2e.support.league_messages import announced, ask, page_texts, read
from tests.e2e.support.seasons import MORE, table_rows
from tests.e2e.support.tables import cancel_table, play_short_match
from tests.league.random_season import BEGIN, corrections_of, season_of
from tests.people import Json, Person, labels
from tests.rummy.presets import variant
from tests.seeded_deals import deals_from

STILL_MORE = ("Abe", "Bea", "Cal", "Dot", "Ed", "Fay", "Gus", "Hal", "Ivy")
AND_MORE = ("Jo", "Kit", "Lou", "May", "Nell", "Otto", "Pam", "Rex", "Sue")
GUESTS = (*MORE, *STILL_MORE, *AND_MORE)
NEWCOMER = "Finn"
"""The member who hasn't played in the stored weeks."""


async def invite_guests(club: Club) -> list[Person]:
    """Let the guests join the server, and return them."""
    guests = [Person(club.session, club.pg.url, name) for name in GUESTS]
    for guest in guests:
        await club.control("people", {"name": guest.name})
        await guest.look()
    return guests


SPRINT = variant(hand_size=2)
THINKING = 128
"""The flag of an answer that the bot has deferred."""


@dataclass
class Seeds:
    """The source of the bot's seeds: those of the dice, but only lucky ones for this many `players` while there are any."""

    dice: Random
    players: int = 0

    def token_hex(self, size: int) -> str:
        while True:
            seed = self.dice.randbytes(size).hex()
            if not self.players or self._is_lucky(seed):
                return seed

    def _is_lucky(self, seed: str) -> bool:
        order = shuffle(SPRINT.deck_for(self.players), seed, "deal")
        drawn = order[2 * self.players + 1]  # after the hands of two cards and the upcard
        return read_meld((order[0], order[self.players], drawn), SPRINT) is not None


@dataclass
class ShortMatches:
    """The tables at which short matches are played; several can be played at the same time."""

    club: Club
    seeds: Seeds
    _dealing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def save_game(self) -> None:
        """Save the game "Sprint", with hands of two cards and one deal. This uses up a table."""
        ann = self.club["Ann"]
        lobby = await ask_anyone(ann, "table new", deals=1, thread=False)
        number = table_number(lobby)
        await ask_anyone(ann, "table rule", rule="hand_size", answer="2", table=number)
        await ask_anyone(ann, "variant save", name="Sprint", table=number)
        await cancel_table(self.club, "Ann", table=number)

    async def play(self, *people: Person, channel: str = "rummy") -> int:
        """Let the first person open a table, the others join it, and the first player go out. Return the table's number."""
        host, *guests = people
        number = table_number(await ask_anyone(host, "table new", variant="Sprint", thread=False, in_=channel))
        assert number is not None
        for guest in guests:
            await ask_anyone(guest, "table join", table=number, in_=channel)
        async with self._dealing:
            self.seeds.players = len(people)
            await ask_anyone(host, "table start", table=number, in_=channel)
            self.seeds.players = 0
        first = next(one for one in people if self._number(one) == self.club.table(number).person_to_act())
        hand = await ask_anyone(first, "draw", **{"from": "stock"}, table=number, in_=channel)
        melds = [move.removeprefix("meld ") for move in offered_moves(hand) if move.startswith("meld ")]
        assert melds, read(hand)
        await ask_anyone(first, "meld", cards=melds[0], table=number, in_=channel)
        assert self.club.query("SELECT closed IS NULL FROM tables WHERE number = ?", number) == [(0,)]
        return number

    def _number(self, person: Person) -> int:
        return int(self.club.query("SELECT number FROM people WHERE discord_id = ?", int(person.id))[0][0])


async def ask_anyone(person: Person, command: str, /, **options: object) -> Json:
    """Let somebody use a command, also if they don't watch what happens. Return the final answer."""
    reply = await person.slash(command, **options)  # type: ignore[arg-type]
    while reply.outcome == "deferred" and person.now(reply.message)["flags"] & THINKING:
        await asyncio.sleep(0.1)
        if not isinstance(person, Witness):
            await person.look()
    assert reply.outcome in ("message", "deferred"), reply
    return person.now(reply.message)


MATCHES_A_WEEK = 20
MONDAYS = League(
    server=0, name="Mondays", season_end=Weekly(), rated=True, shortest=Length.ONE, rematches=2, larger_rematches=3
)
PLACES = League(
    server=0,
    name="Places",
    scheme=read_scheme("2: 3 0; 3: 4 2 0; 4: 5 3 1 0; 5: 7 4 2 1 0; 6: 9 6 4 2 1 0; ties: fewest matches, card points"),
    season_end=Weekly(),
    shortest=Length.ONE,
    least=2,
)


async def store_weeks(club: Club, people: Mapping[str, str], now: int, weeks: int) -> None:
    """Store both leagues and so many weeks before `now` (epoch ms), played by these people: names and Discord ids."""
    server, channel = int(club.pg.world.guild.id), int(club["Ann"].channel_id("rummy"))
    begin = start_of_week(week_of(now, "UTC"), "UTC") - weeks * 7 * DAY_MS
    dice, stored = random.Random(13), list[MatchResult]()
    history = season_of(13, matches=40 * weeks, people=len(people), leagues=2)
    chosen = sorted(dice.sample(range(len(history)), MATCHES_A_WEEK * weeks))
    async with open_store(club.database_url) as store:
        services = LeagueServer(store, begin)
        for name, discord_id in people.items():
            await store.people.add_or_update(int(discord_id), name, "en-US")
        await services.create([replace(MONDAYS, server=server), replace(PLACES, server=server)])
        for nth in chosen:
            match = replace(history[nth], server=server, channel=channel, ended=history[nth].ended - BEGIN + begin)
            services.now = max(services.now, match.ended)
            await services.season_ends.end_due_seasons()
            stored.append(replace(match, number=await services.finish(match)))
            if dice.random() < 0.1:
                for made in corrections_of(nth, stored[-60:], 2):  # of this season and the one or two before
                    with suppress(Refused):  # some change nothing
                        await services.corrections.correct(server, made.match, made.change, by=made.by, why=made.why)
    club.write_database("UPDATE tables SET told = 2")  # their tables have no deals, so there is nothing to send
    club.write_database("DELETE FROM posts WHERE kind = 'season'")  # their tables have been posted


class OpenActions:
    """The actions of the members of a club, with the lines that they must cause."""

    def __init__(self, club: Club, bot: app.Bot) -> None:
        self._club, self._bot = club, bot
        self._lines, self._cards, self._stored = Counter[str](), set[str](), _newest_line(club)

    async def perform(self, organiser: str, line: str, command: str, /, **options: object) -> Json:
        """Let somebody do this, and confirm it if the bot asks. Return the answer when the line is announced and logged."""
        message = await ask(self._club[organiser], command, **options)
        if "Not now" in labels(message):
            message = await self.press(organiser, message, labels(message)[0])
        await self.expect(line)
        return message

    async def undo(self, organiser: str, line: str, done: Json) -> None:
        """Let an organiser undo what the bot has just said it did, as `perform` does it."""
        assert "Undone" in read(await self.press(organiser, done, "Undo"))
        await self.expect(line)

    async def press(self, name: str, message: Json, label: str) -> Json:
        """Let a member press a button. Return the message once it has another."""
        person = self._club[name]
        await person.press(message, label)
        return await person.until(lambda: person.now(message) if label not in labels(person.now(message)) else None)

    async def expect(self, line: str, *, has_card: bool = False) -> None:
        """Wait until one more line like this is announced, and check that everyone reads it on top of the log.

        With `has_card`, the card of the new league stands for the announcement.
        """
        self._lines[line] += 1
        self._cards |= {line} if has_card else set()
        await self._bot.league_clock.run_once()
        await until(lambda: announced(self._club, line) == self._announced(line))
        assert line in read(await ask(self._club["Eve"], "league log"))

    async def check(self) -> None:
        """Check that each line is in the log and in the channel as often as it was done, and that there are no others."""
        pages = [page async for page in page_texts(self._club["Eve"], "league log")]
        for line, times in self._lines.items():
            assert sum(page.count(line) for page in pages) == times, line
            assert announced(self._club, line) == self._announced(line), line
        assert _newest_line(self._club) - self._stored == self._lines.total()

    def _announced(self, line: str) -> int:
        return 0 if line in self._cards else self._lines[line]


def _newest_line(club: Club) -> int:
    return int(club.query("SELECT count(*) FROM ledger WHERE person IS NOT NULL")[0][0])


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
        posted = "SELECT count(*) FROM posts WHERE kind = 'season' AND message IS NOT NULL"
        before = self.club.query(posted)[0][0]
        self.clock.advance((7 - self.day) * 24 * 60)
        self.day = 0
        await self.bot.league_clock.run_once()
        await until(lambda: self.club.query(posted)[0][0] >= before + 2)

    async def row(self, name: str, league: str) -> list[str]:
        """Return the matches, points and wins of a person in the running season of a league, as they see them."""
        shown = table_rows(read(await ask(self.club[name], "leaderboard", league=league)))
        return next(line.partition(f"›{name}")[2].split()[:3] for line in shown if "›" in line)

    async def rating(self, name: str) -> Rating:
        """Return the rating of a person with French cards."""
        number = self.club.person_number(name)
        ratings = await self.bot.services.match_history.ratings(int(self.club.pg.world.guild.id), [number])
        return ratings["french52", number]

    async def verdict(self, number: int) -> str:
        """Return what `/match` says of a match."""
        return read(await ask(self.club["Eve"], "match", match=number))


@asynccontextmanager
async def running_year(club: Club, clock: Clock, seed: int, weeks: int) -> AsyncIterator[Year]:
    """Store the first `weeks`, and start the bot on a Tuesday at noon, so that no day ends while a match is played.

    The seed decides who plays on club nights, and which cards the bot deals.
    """
    today = datetime.now(UTC)
    clock.advance(((8 - today.weekday()) * 24 + 12 - today.hour) * 60)
    guests = await invite_guests(club)
    people = {one.name: one.id for one in (*club.members.values(), *guests) if one.name != NEWCOMER}
    await store_weeks(club, people, clock(), weeks)
    seeds = Seeds(Random(seed))
    with deals_from(seeds):
        async with club.bot() as bot:
            newest = int(club.query("SELECT max(number) FROM tables")[0][0])
            year = Year(club, bot, clock, ShortMatches(club, seeds), OpenActions(club, bot), guests, Random(seed), newest)
            await bot.league_clock.run_once()
            await year.short.save_game()
            yield year
