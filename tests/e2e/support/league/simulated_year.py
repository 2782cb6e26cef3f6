"""A year of a club of forty with weekly seasons: the services store most of it, the last weeks are played over the wire."""

import random
from contextlib import suppress
from dataclasses import dataclass

from msgspec.structs import replace

from bot import app
from bot.competition.refusals import LeagueRefused
from bot.league.days import DAY_MS, start_of_week, week_of
from bot.league.league import League, Weekly
from bot.league.match_facts import MatchResult
from bot.league.ratings.ratings import Rating
from bot.league.scheme.scheme_text import read_scheme
from bot.rummy.variant.length import Length
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer
from tests.e2e.support.clock import Clock
from tests.e2e.support.club import Club, until
from tests.e2e.support.league.league_reading import ask, read
from tests.e2e.support.league.played_season import table_rows
from tests.e2e.support.tables import play_short_match
from tests.league.random_season import BEGIN, corrections_of, season_of
from tests.people import Reply, labels, said

PEOPLE, STORED_WEEKS, MATCHES_A_WEEK = 40, 46, 20
WEEK_MINUTES = 7 * 24 * 60
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


async def store_year(club: Club, now: int, *, without: str) -> None:
    """Store both leagues and 46 weeks of matches, corrections and ended seasons.

    The first people are those of the club, except one who is still unknown.
    """
    server, channel = int(club.pg.world.guild.id), int(club["Ann"].channel_id("rummy"))
    begin = start_of_week(week_of(now, "UTC"), "UTC") - STORED_WEEKS * 7 * DAY_MS
    dice, stored = random.Random(13), list[MatchResult]()
    history = season_of(13, matches=40 * STORED_WEEKS, people=PEOPLE - 1, leagues=2)
    chosen = sorted(dice.sample(range(len(history)), MATCHES_A_WEEK * STORED_WEEKS))
    async with open_store(f"sqlite:///{club.database}") as store:
        services = LeagueServer(store, begin)
        members = [(int(member.id), name) for name, member in club.members.items() if name != without]
        for discord_id, name in [*members, *((20_000 + nth, f"Guest {nth}") for nth in range(PEOPLE))][: PEOPLE - 1]:
            await store.people.add_or_update(discord_id, name, "en-US")
        await services.create([replace(MONDAYS, server=server), replace(PLACES, server=server)])
        for nth in chosen:
            match = replace(history[nth], server=server, channel=channel, ended=history[nth].ended - BEGIN + begin)
            services.now = max(services.now, match.ended)
            await services.season_ends.end_due_seasons()
            stored.append(replace(match, number=await services.finish(match)))
            if dice.random() < 0.1:
                for made in corrections_of(nth, stored[-60:], 2):  # of this season and the one or two before
                    with suppress(LeagueRefused):  # some change nothing
                        await services.corrections.correct(server, made.match, made.change, by=made.by, why=made.why)
    club.write_database("UPDATE tables SET told = 2")  # their tables have no deals, so there is nothing to send
    club.write_database("UPDATE seasons SET told = 1")  # their tables have been posted


@dataclass
class Year:
    """The weeks that are played over the wire."""

    club: Club
    bot: app.Bot
    clock: Clock
    played: int = 0

    async def play(self, *names: str) -> int:
        """Play a match of one deal by buttons. Return its number."""
        number = self.next_table()
        await play_short_match(self.club, *names, table=number)
        self.played += 1
        return number

    def next_table(self) -> int:
        return int(self.club.query("SELECT max(number) FROM tables")[0][0]) + 1

    async def end_week(self) -> None:
        """Let a week pass, and wait until the seasons of both leagues have ended and their tables are posted."""
        (before,) = self.club.query('SELECT count(*) FROM seasons WHERE "end" IS NOT NULL')
        self.clock.advance(WEEK_MINUTES)
        await self.bot.league_clock.run_once()
        ended = 'SELECT count(*) FROM seasons WHERE "end" IS NOT NULL AND told'
        await until(lambda: self.club.query(ended)[0][0] >= before[0] + 2)

    async def organise(self, organiser: str, command: str, /, **options: object) -> Reply:
        """Let an organiser do this, and confirm it if the bot asks. Everyone is told before this returns."""
        person = self.club[organiser]
        reply = await person.slash(command, **options)
        assert reply.outcome in ("message", "deferred"), reply
        sure, *others = (*labels(reply.message), None)
        if "Keep it" in others:
            reply = await person.press(reply.message, str(sure))
        await self.bot.league_clock.run_once()
        await until(lambda: not self.club.query("SELECT 1 FROM action_posts WHERE NOT refused"))
        return reply

    async def undo(self, organiser: str, done: Reply) -> None:
        """Let an organiser undo what the bot has just said it did. Everyone is told before this returns."""
        reply = await self.club[organiser].press(done.message, "Undo")
        assert "Undone" in said(reply.message), reply
        await self.bot.league_clock.run_once()
        await until(lambda: not self.club.query("SELECT 1 FROM action_posts WHERE NOT refused"))

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
        return read((await self.club["Eve"].slash("match", id=number)).message)
