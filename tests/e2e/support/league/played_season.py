"""A season of matches that is stored before the bot starts, played by the people of a club and others."""

import time
from collections.abc import Iterable

from msgspec.structs import replace

from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.scheme import read_scheme
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer
from tests.e2e.support.club import Club
from tests.league.random_season import CHANNELS, season_of
from tests.league.standings.slow_standings import with_limits

WEEK = 7 * 86_400_000
PLACE_POINTS = read_scheme("2: 1000 0; 3: 1000 10 0; 4: 1000 3 1 0; 5: 999 998 997 996 0; 6: 7 5 3 2 1 0")
DIFFICULT_NAMES = [
    ("`" + one * 100)[:100]
    for one in ("W", "\u202eש", "\U0001f469\u200d\U0001f680", "\u2764\ufe0f", "@everyone ", "**[x](y)** ", "牌", "Ａ")
]


async def store_season(
    club: Club,
    *leagues: League,
    matches: int = 60,
    people: int = 24,
    names: Iterable[str] = (),
    without: str = "",
    seed: int = 7,
    places: tuple[str, ...] = ("rummy",),
    at_its_time: bool = False,
) -> list[MatchResult]:
    """Store leagues of this server and matches in them, and return the matches. The last one ended a minute ago.

    The players are the people of the club in their order, except `without`, then people with these `names`, then guests
    with numbers. The matches are played in the channels `places`. With `at_its_time` they keep the dates of the generated
    season, for a bot whose clock is set to them.
    """
    world, ann = club.pg.world, next(iter(club.members.values()))
    server, channels = int(world.guild.id), [int(ann.channel_id(place)) for place in places]
    there = {old: channels[min(nth, len(channels) - 1)] for nth, old in enumerate(CHANNELS)}
    history = season_of(seed, matches=matches, people=people, computers=False)
    later = 0 if at_its_time else round(time.time() * 1000) - 60_000 - history[-1].ended
    history = [replace(match, server=server, channel=there[match.channel], ended=match.ended + later) for match in history]
    async with open_store(f"sqlite:///{club.database}") as store:
        league_server = LeagueServer(store, history[0].ended - WEEK)
        members = [(int(member.id), name) for name, member in club.members.items() if name != without]
        known = {name: world.person(name) for name in names}
        others = [(int(one.id) if one else 10_000 + number, name) for number, (name, one) in enumerate(known.items())]
        rest = [(20_000 + number, f"Guest {number}") for number in range(people)]
        for discord_id, name in (*members, *others, *rest)[:people]:
            await store.people.add_or_update(discord_id, name, "en-US", username=name.lower())
        await league_server.create(replace(league, server=server) for league in leagues)
        for match in history:
            assert await league_server.finish(match) == match.number
    club.write_database("UPDATE tables SET told = 2")  # their tables have no deals, so there is nothing to send
    return with_limits(history, [replace(league, server=server) for league in leagues])


def table_rows(text: str) -> list[str]:
    """Return the lines of the table in a message, without its heading."""
    return text.split("```")[1].strip("\n").split("\n")[1:]
