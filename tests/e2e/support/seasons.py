"""Seasons of matches that are stored before the bot starts, played by the people of a club and others.

The corrected one has 300 matches of 24 people in leagues of every kind, and 20 of them are corrected by slash commands. Its
bot's clock is set to the season's end: a Sunday, minutes before midnight UTC, when the next week has begun farther east.
"""

import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot import app
from bot.league.corrections import Correction, PutBack, Reinstate, Remove, SwapBack, SwapPeople, Void
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.scheme import read_scheme
from bot.storage.store import Store, open_store
from tests import desk
from tests.competition.league_server import LeagueServer
from tests.desk import PEOPLE, SERVER, Desk
from tests.e2e.support.club import EVERYONE, Club, open_club
from tests.e2e.support.league_messages import ask
from tests.league.leagues import LEAGUES
from tests.league.random_season import CHANNELS, corrections_of, season_of
from tests.league.standings import slow_standings, slow_stats
from tests.league.standings.slow_standings import with_limits
from tests.people import said

WEEK = 7 * 86_400_000
PLACE_POINTS = read_scheme("2: 1000 0; 3: 1000 10 0; 4: 1000 3 1 0; 5: 999 998 997 996 0; 6: 7 5 3 2 1 0")
DIFFICULT_NAMES = [
    ("`" + one * 100)[:100]
    for one in ("W", "\u202eש", "\U0001f469\u200d\U0001f680", "\u2764\ufe0f", "@everyone ", "**[x](y)** ", "牌", "Ａ")
]


async def store_season(
    club: Club | Desk,
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

    The players are the people of the club or desk in their order, except `without`, then people with these `names`, then guests
    with numbers. The matches are played in the channels `places`. With `at_its_time` they keep the dates of the generated
    season, for a bot whose clock is set to them.
    """
    if isinstance(club, Desk):
        server, members, known = SERVER, {name: club[name].id for name in PEOPLE}, dict.fromkeys(names)
        channels = [desk.PLACES[place] for place in places]
        opened: AbstractAsyncContextManager[Store] = nullcontext(club.store)
    else:
        world, ann = club.pg.world, next(iter(club.members.values()))
        server, members = int(world.guild.id), {name: int(member.id) for name, member in club.members.items()}
        channels, known = [int(ann.channel_id(place)) for place in places], {name: world.person(name) for name in names}
        opened = open_store(club.database_url)
    there = {old: channels[min(nth, len(channels) - 1)] for nth, old in enumerate(CHANNELS)}
    history = season_of(seed, matches=matches, people=people, computers=False)
    later = 0 if at_its_time else round(time.time() * 1000) - 60_000 - history[-1].ended
    history = [replace(match, server=server, channel=there[match.channel], ended=match.ended + later) for match in history]
    async with opened as store:
        league_server = LeagueServer(store, history[0].ended - WEEK)
        first = [(id_, name) for name, id_ in members.items() if name != without]
        others = [(int(one.id) if one else 10_000 + number, name) for number, (name, one) in enumerate(known.items())]
        rest = [(20_000 + number, f"Guest {number}") for number in range(people)]
        for discord_id, name in (*first, *others, *rest)[:people]:
            await store.people.add_or_update(discord_id, name, "en-US", username=name.lower())
        await league_server.create(replace(league, server=server) for league in leagues)
        for match in history:
            assert await league_server.finish(match) == match.number
    if isinstance(club, Club):
        club.write_database("UPDATE tables SET told = 2")  # their tables have no deals, so there is nothing to send
    return with_limits(history, [replace(league, server=server) for league in leagues])


def table_rows(text: str) -> list[str]:
    """Return the lines of the table in a message, without its heading."""
    return text.split("```")[1].strip("\n").split("\n")[1:]


MORE = ("Gina", "Hugo", "Ida", "Jon", "Kim", "Leo", "Mia", "Ned", "Olga", "Pia", "Quin", "Rosa", "Sam", "Tess", "Udo", "Vera")
NAMES = dict(enumerate((*EVERYONE, *MORE, "Will", "Xenia"), start=1))
UNKNOWN = "Zoe"
"""A person whom the bot has never met."""
PLACES = 20
MINUTE = 60_000
MIDNIGHT = round(datetime(2026, 4, 20, tzinfo=UTC).timestamp()) * 1000
"""The beginning of a Monday. The last match ended at 23:02 on the day before."""


@dataclass
class Season:
    """`now` is the time of the bot's clock. `made` are the accepted corrections; `sentences` are the refusals of the others."""

    club: Club
    leagues: list[League]
    now: int = MIDNIGHT - 55 * MINUTE
    history: list[MatchResult] = field(default_factory=list)
    made: list[Correction] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    bot: AsyncExitStack = field(default_factory=AsyncExitStack)

    def clock(self) -> int:
        return self.now

    async def start(self) -> None:
        await self.bot.enter_async_context(self.club.bot())

    async def restart(self) -> None:
        await self.bot.aclose()
        await self.start()

    def discord(self, person: int) -> str:
        """Return the Discord id of a person; that of `UNKNOWN` for someone without a match."""
        found = self.club.pg.world.person(NAMES.get(person, UNKNOWN))
        return found.id

    @property
    def matches(self) -> list[slow_standings.Match]:
        """The matches as corrected."""
        return slow_standings.rewritten(self.history, self.made)

    def table(self, league: League) -> list[slow_standings.Row]:
        return slow_standings.table(league, self.history, self.made, now=self.now, number=self.number(league))

    def number(self, league: League) -> int:
        """Return the number of a league; that of the server's standings is 0."""
        return 1 + self.leagues.index(league) if league in self.leagues else 0


@asynccontextmanager
async def corrected_season(folder: Path) -> AsyncIterator[Season]:
    """Store the season, let three organisers correct it, and keep the bot running."""
    async with open_club(folder, *EVERYONE) as club:
        others = list(NAMES.values())[len(EVERYONE) :]
        for name in (*others, UNKNOWN):
            await club.control("people", {"name": name})
        server, lounge = int(club.pg.world.guild.id), int(club["Ann"].channel_id("lounge"))
        leagues = [replace(one, server=server, channel=None if one.channel is None else lounge) for one in LEAGUES]
        season = Season(club, leagues)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(app, "now", season.clock)
            season.history = await store_season(
                club, *leagues, matches=300, names=others, seed=2026, places=("rummy", "lounge"), at_its_time=True
            )
            await season.start()
            try:
                await club.appoint("Bob", "Cleo")
                await _make_corrections(season)
                yield season
            finally:
                await season.bot.aclose()


async def _make_corrections(season: Season) -> None:
    """Make corrections until 20 matches have one. Those that the rules refuse must be refused and change nothing."""
    dice = Random(3)
    for nth, wish in enumerate(corrections_of(193, season.history, 200, among=22)):
        if len({one.match for one in season.made}) == PLACES:
            return
        season.now += MINUTE // 2
        by = dice.choice((1, 2, 3))
        wish = _as_undoing(season.made, wish)
        correction = replace(wish, by=by, at=season.now, why=f"reason {nth}")
        command, options = _command_for(correction)
        before = season.club.stored_rows()
        message = await ask(season.club[NAMES[by]], command, **options)
        assert message["flags"] & 64
        if slow_stats.is_refused(season.history, season.made, correction):
            season.sentences.append(said(message))
            assert season.club.stored_rows() == before
        else:
            assert f"reason {nth}" in said(message), said(message)
            season.made.append(correction)


def _as_undoing(made: list[Correction], wish: Correction) -> Correction:
    """Return the wish; a second swap of the same people is one that undoes the first, which has a command of its own."""
    swaps = [one.change for one in made if one.match == wish.match and isinstance(one.change, SwapPeople | SwapBack)]
    if not isinstance(wish.change, SwapPeople) or not swaps or not isinstance(swaps[-1], SwapPeople):
        return wish
    is_same = {swaps[-1].first, swaps[-1].second} == {wish.change.first, wish.change.second}
    return replace(wish, change=SwapBack(wish.change.first, wish.change.second)) if is_same else wish


def _command_for(one: Correction) -> tuple[str, dict[str, object]]:
    """Return the command and options of a correction."""
    about: dict[str, object] = {"match": one.match, "why": one.why}
    match one.change:
        case Void():
            return "league void", about
        case Reinstate():
            return "league reinstate", about
        case SwapPeople(first=first, second=second) | SwapBack(first=first, second=second):
            people = {"player": f"#{first}", "other": f"#{second}"}
            return "league correct", about | {"change": "swap" if isinstance(one.change, SwapPeople) else "swap back"} | people
        case Remove(person=person):
            return "league correct", about | {"change": "remove", "player": f"#{person}"}
        case PutBack(person=person):
            return "league correct", about | {"change": "put back", "player": f"#{person}"}
