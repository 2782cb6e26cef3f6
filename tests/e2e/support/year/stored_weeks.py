"""The first weeks of the year, which the services store: two weekly leagues with matches, corrections and ended seasons."""

import random
from collections.abc import Mapping
from contextlib import suppress

from msgspec.structs import replace

from bot.league.days import DAY_MS, start_of_week, week_of
from bot.league.league import League, Weekly
from bot.league.match_facts import MatchResult
from bot.league.scheme import read_scheme
from bot.rummy.variant import Length
from bot.storage.store import open_store
from bot.wording.sentence import Refused
from tests.competition.league_server import LeagueServer
from tests.e2e.support.club import Club
from tests.league.random_season import BEGIN, corrections_of, season_of

STORED_WEEKS, MATCHES_A_WEEK = 40, 20
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


async def store_weeks(club: Club, people: Mapping[str, str], now: int) -> None:
    """Store both leagues and the weeks before `now` (epoch ms), played by these people: names and Discord ids."""
    server, channel = int(club.pg.world.guild.id), int(club["Ann"].channel_id("rummy"))
    begin = start_of_week(week_of(now, "UTC"), "UTC") - STORED_WEEKS * 7 * DAY_MS
    dice, stored = random.Random(13), list[MatchResult]()
    history = season_of(13, matches=40 * STORED_WEEKS, people=len(people), leagues=2)
    chosen = sorted(dice.sample(range(len(history)), MATCHES_A_WEEK * STORED_WEEKS))
    async with open_store(f"sqlite:///{club.database}") as store:
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
    club.write_database("UPDATE seasons SET told = 1")  # their tables have been posted
