"""Migrations 0018 to 0021: all that schema 0017 stored of leagues becomes entries, and every match keeps its verdict."""

import asyncio
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from bot.competition.season_end import OrganiserCommand
from bot.league.corrections import Correction, Void, apply_corrections
from bot.league.days import DAY_MS, day_of
from bot.league.eligibility import TooManyRematches, is_fixture_of, why_not
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Corrected, Protested, SeasonEnded, Undone
from bot.league.seasons import Season, SeasonTable, SeasonTableRow
from bot.league.standings import compute_totals
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer
from tests.league.leagues import LEAGUES, PLACES
from tests.league.random_season import BEGIN, CHANNELS, PEOPLE, SERVER, corrections_of, season_of
from tests.league.standings import slow_standings, slow_stats
from tests.league.written_matches import played
from tests.storage.old_schema import add_row, make_old_schema
from tests.storage.sqlite_files import url

__all__ = ["url"]

HOUR = 3_600_000
NOW = BEGIN + 60 * DAY_MS + 18 * HOUR
"""Six in the evening, UTC, after all matches of the random season."""
SPLIT = BEGIN + 9 * DAY_MS + 17 * HOUR
"""The end of the first season of the first league."""
CUP = League(server=SERVER, name="Cup", scheme=PLACES, rated=True, zone="Europe/Rome", rematches=1, larger_rematches=1)
OLD_CUP = replace(CUP, rematches=2, requires_clock=True)
Seasons = list[tuple[int, League, int, int | None]]
SEASONS: Seasons = [
    (1, OLD_CUP, BEGIN - 1, SPLIT),
    (1, CUP, SPLIT, None),
    *((number, league, BEGIN - 1, None) for number, league in enumerate(LEAGUES, start=2)),
]


SPRING = SeasonTable("Cup", Season(1, BEGIN - 1, SPLIT, "Spring"), PLACES, 1, (SeasonTableRow(1, 3, 9, 60, 1),))
LOG: list[tuple[int, int, dict[str, Any], str]] = [
    (SPLIT, 1, {"type": "SeasonEnded", "league": "Cup", "season": "Spring"}, "in time"),
    (SPLIT + 1, 2, {"type": "SeasonReopened", "league": "Cup", "season": "1", "whose": 1}, ""),
    (NOW - HOUR // 2, 3, {"type": "Corrected", "match": 122, "change": {"type": "Void"}}, "x"),
    (NOW, 4, {"type": "Protested", "match": 121}, "no"),
]
"""The log of organisers; only one of the corrections was made since there is one."""


@dataclass
class Before:
    """What a database of schema 0017 has; `running` is a match that has no result yet."""

    matches: list[MatchResult]
    corrections: list[Correction] = field(default_factory=list)
    running: int = 0
    earlier: dict[int, int] = field(default_factory=dict)
    """By the number of a match, how many earlier meetings of its first seat were stored under a deleted number."""

    @property
    def corrected(self) -> list[MatchResult]:
        return apply_corrections(self.matches, self.corrections)

    @cached_property
    def over(self) -> dict[int, set[int]]:
        """Return the leagues in which each match was over a limit, by the rules of that version, slowly."""
        found: dict[int, set[int]] = {match.number: set() for match in self.matches}
        for number, league, begin, end in SEASONS:
            eligible = [
                match
                for match in self.corrected
                if begin <= match.ended and (end is None or match.ended < end)
                if why_not(league, match, number) is None and not is_fixture_of(match, number)
            ]
            for match in eligible:
                same_day = [
                    one
                    for one in eligible
                    if (one.ended, one.number) < (match.ended, match.number)
                    and day_of(one.ended, league.zone) == day_of(match.ended, league.zone)
                    and (len(one.people()) > 2) == (len(match.people()) > 2)
                ]
                limit = league.rematches if len(match.people()) == 2 else league.larger_rematches
                for first, second in combinations(match.people(), 2):
                    met = sum(None not in (one.seat_of(first.person), one.seat_of(second.person)) for one in same_day)
                    meets_first = match.seats[0].person in (first.person, second.person)
                    if met + self.earlier.get(match.number, 0) * meets_first >= limit:
                        found[match.number].add(number)
        return found


def before() -> Before:
    history = season_of(17, matches=120, people=8, leagues=len(LEAGUES) + 1)
    found = Before(history, [one for one in corrections_of(5, history, 30) if one.match % 10])
    found.earlier = {match.number: 1 for match in history if match.number % 10 == 0}
    for nth in (1, 2):  # the last evening
        found.matches.append(
            replace(played("Ann 1 · Ben 2", 120 + nth), server=SERVER, ended=NOW - (3 - nth) * HOUR, channel=CHANNELS[0])
        )
    found.corrections.append(Correction(122, Void(), 3, NOW - HOUR // 2, "x"))
    found.running = 123
    return found


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Before]:
    """The database after the upgrade, which is made once, and what it had before."""
    file, found = tmp_path_factory.mktemp("upgraded") / "ramino.db", before()
    with ThreadPoolExecutor(1) as beside_the_loop, pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time_ns", lambda: NOW * 1_000_000)
        beside_the_loop.submit(asyncio.run, _upgrade(f"sqlite:///{file}", found)).result()
    return file.read_bytes(), found


async def _upgrade(url: str, found: Before) -> None:
    database = SqliteDatabase(open_engine(url, synchronous="NORMAL"))
    try:
        await database.transaction(lambda connection: _fill(connection, found))
    finally:
        await database.close()
    async with open_store(url, synchronous="NORMAL"):
        pass


@pytest.fixture
async def server(url: str, tmp_path: Path, upgraded: tuple[bytes, Before]) -> AsyncIterator[tuple[LeagueServer, Before]]:
    """The server after the upgrade, and what it had before."""
    content, found = upgraded
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "ramino.db").write_bytes(content)
    async with open_store(url, synchronous="NORMAL") as store:
        yield LeagueServer(store, NOW), found


def _fill(connection: Connection, found: Before) -> None:
    """Make the tables of schema 0017, and store everything as that version did."""
    make_old_schema(connection, "0017")
    add = partial(add_row, connection)
    for number in range(1, PEOPLE + 1):
        add("people", number=number, discord_id=1000 + number, name=f"Person {number}", locale="en-US")
    add("servers", server=SERVER, revision=7, stale=False, organisers=77)
    for number, league in enumerate((CUP, *LEAGUES), start=1):
        definition = msgspec.json.encode(league).decode()
        add("leagues", number=number, server=SERVER, key=league.key, definition=definition, created=BEGIN - 1)
    for at, (number, league, begin, end) in enumerate(SEASONS):
        about = {"number": 2 if at == 1 else 1, "begin": begin, "end": end, "name": "", "told": False}
        definition = None if end is None else msgspec.json.encode(league).decode()
        if end is not None:
            about |= {"name": "Spring", "final": msgspec.json.encode(SPRING).decode(), "command": 700, "channel": 33}
        add("seasons", league=number, definition=definition, **about)
    for match in found.matches:
        number = match.number
        add(
            "tables", number=number, server=SERVER, channel=match.channel, opened=match.ended - HOUR, closed=match.ended, told=0
        )
        kept = replace(match, number=0, channel=0) if number % 7 == 0 else match  # as the first versions stored it
        facts = msgspec.to_builtins(kept, str_keys=True)
        if number in found.earlier:
            facts["seats"][0]["earlier"] = found.earlier[number]
        add("results", table=number, server=SERVER, ended=match.ended, facts=msgspec.json.encode(facts).decode())
        started = '{"type":"MatchStarted","seating":[0,1]}'
        add("events", table=number, version=3, spelling=0, at=match.ended - 5 * 60_000, event=started)
        for seat, one in enumerate(match.seats):
            if not one.computer:
                about = {"placing": one.placing, "points": one.points, "left": one.left}
                add("result_seats", table=number, seat=seat, person=one.person, server=SERVER, ended=match.ended, **about)
    for number, correction in enumerate(found.corrections, start=1):
        said = msgspec.json.encode(correction).decode()
        add("corrections", number=number, server=SERVER, match=correction.match, correction=said)
        add("correction_authors", person=correction.by, correction=number)
    for number, (at, by, what, why) in enumerate(LOG, start=1):
        about = {"match": what.get("match"), "effects": "[]", "own": False, "what": msgspec.json.encode(what).decode()}
        add(
            "organiser_actions",
            number=number,
            server=SERVER,
            at=at,
            person=by,
            why=why,
            **about,
        )
        add("action_leagues", league=1, action=number)
        add("action_posts", channel=70, action=number, batch=2 if number == 2 else None, refused=number == 3)
    add("questions", league=1, at=NOW, what='{"type":"ArchiveLeague","season":2}')
    add("tables", number=found.running, server=SERVER, channel=20, opened=NOW - 1, told=0)
    add("events", table=found.running, version=1, spelling=0, at=NOW - 1, event='{"type":"MatchStarted"}')


async def test_every_match_has_its_facts_its_corrections_and_its_verdicts(server: tuple[LeagueServer, Before]) -> None:
    after, found = server
    wanted = found.over
    async with after.store.ledgers.of(SERVER) as ledger:
        matches = ledger.matches()
        assert [replace(one, over=(), deals=()) for one in matches] == [replace(one, deals=()) for one in found.corrected]
        for one in matches:
            assert {over.league for over in one.over} == wanted[one.number], one.number
            assert ledger.played(one.number) is not None
            made = [correction for correction in found.corrections if correction.match == one.number]
            assert list(ledger.corrections(one.number)) == made
        assert sum(map(bool, wanted.values())) > 20
        assert {number for numbers in wanted.values() for number in numbers} >= {1, 3, 4}
        assert any(match.voided for match in matches)
    for number in (7, 20, 121):
        record = await after.match_history.match(SERVER, number)
        assert replace(record.original, over=()) == found.matches[number - 1]
        assert record.match.deals == found.matches[number - 1].deals
    assert await after.computed()


async def test_standings_and_ratings_are_those_of_before(server: tuple[LeagueServer, Before]) -> None:
    after, found = server
    over, counted = found.over, dict[tuple[int, int], list[MatchResult]]()
    async with after.store.ledgers.of(SERVER) as ledger:
        for term, (number, league, begin, end) in zip(ledger.terms, SEASONS, strict=True):
            assert (term.number, term.league, term.season.begin, term.season.end) == (number, league, begin, end)
            in_season = [one for one in found.corrected if term.holds(one)]
            counted[number, term.season.number] = [
                one for one in in_season if number not in over[one.number] and _changes_standings(league, one, number)
            ]
            assert ledger.totals(term) == compute_totals(league, counted[number, term.season.number]), league.name
        now = ledger.ratings()
        rated = {
            one.number
            for term in ledger.terms
            if term.league.rated
            for one in counted[term.number, term.season.number]
            if not one.is_walkover
        }
    everything = League(server=SERVER, name="All", rated=True)
    only = [one for one in slow_standings.rewritten(found.matches, found.corrections) if one["number"] in rated]
    for one in only:  # what counts is known: the formulas are the judge here
        one |= {"over": set(), "length": "full"}
    wanted = slow_stats.ratings([replace(everything, shortest="one")], only)
    assert now.keys() == wanted.keys()
    for key, rating in now.items():
        assert (rating.mu, rating.sigma, rating.matches) == pytest.approx(wanted[key], abs=1e-5), key


def _changes_standings(league: League, match: MatchResult, number: int) -> bool:
    return type(why_not(league, match, number)).__name__ in ("NoneType", "NotPlayed")


async def test_the_matches_of_the_last_evening_have_used_up_their_peoples_limit(server: tuple[LeagueServer, Before]) -> None:
    """Ann and Ben have started two, one of which was voided; the limit of the Cup is one, that of the others more."""
    after, _ = server
    after.now += 1
    begun = await after.begin(replace(played("Ann 1 · Ben 2"), server=SERVER, ended=NOW + 1))
    number = await after.end(replace(begun, ended=NOW + HOUR // 2))
    verdicts = {one.term.league.name: one.why_not for one in (await after.match_history.match(SERVER, number)).verdicts}
    assert verdicts["Cup"] == TooManyRematches(1)
    assert verdicts["Everything"] is None
    others = await after.finish(replace(played("Ann 1 · Cem 2"), server=SERVER, ended=NOW + 2))
    verdicts = {one.term.league.name: one.why_not for one in (await after.match_history.match(SERVER, others)).verdicts}
    assert verdicts["Cup"] is None


async def test_a_match_in_progress_is_judged_at_its_end(server: tuple[LeagueServer, Before]) -> None:
    after, found = server
    await after.end(replace(played("Ann 1 · Ben 2", found.running), server=SERVER, ended=NOW + HOUR))
    verdicts = (await after.match_history.match(SERVER, found.running)).verdicts
    assert {one.term.league.name: one.why_not for one in verdicts}["Cup"] == TooManyRematches(1)


async def test_corrections_have_their_order_and_their_time(server: tuple[LeagueServer, Before]) -> None:
    """The table of an ended season has only those made before its end."""
    after, found = server
    async with after.store.ledgers.of(SERVER) as ledger:
        term = next(one for one in ledger.terms if one.season.end is not None)
        then = apply_corrections(found.matches, [one for one in found.corrections if one.at < SPLIT])
        over = found.over
        wanted = [
            one.number for one in then if term.holds(one) and 1 not in over[one.number] and _changes_standings(OLD_CUP, one, 1)
        ]
        assert [one.number for one in ledger.counting(term, until=SPLIT)] == wanted


async def test_the_log_and_the_announcements_that_wait_are_those_of_before(server: tuple[LeagueServer, Before]) -> None:
    after, found = server
    lines = (await after.log_page(1)).lines[::-1]
    wanted = [SeasonEnded("Cup", "Spring"), Undone(0, SeasonEnded("Cup", "1"), 1), Corrected(122, Void()), Protested(121)]
    assert [(one.at, one.by, one.what, one.why) for one in lines] == [
        (at, by, what, why) for (at, by, _, why), what in zip(LOG, wanted, strict=True)
    ]
    assert [one.unannounced for one in lines] == [(), (), (70,), ()]
    assert (await after.log_page()).total == len(LOG) + len(found.corrections) - 1
    assert [one.by for one in await after.store.ledgers.lines_about(SERVER, 121)] == [4]
    waiting = await after.store.posts.waiting_lines(70, 9)
    assert [(post.server, post.of, post.shown) for post in waiting] == [
        (SERVER, line.number, line.number * (nth == 1)) for nth, line in enumerate(lines) if nth != 2
    ]


async def test_leagues_seasons_and_organisers_are_those_of_before(server: tuple[LeagueServer, Before]) -> None:
    after, _ = server
    stored = await after.leagues.get(SERVER, 1)
    assert (stored.league, stored.season, stored.created_at) == (CUP, Season(2, SPLIT), BEGIN - 1)
    assert await after.leagues.seasons(stored) == [Season(2, SPLIT), SPRING.season]
    assert await after.store.ledgers.season_tables(stored) == [SPRING]
    assert await after.unposted_seasons() == [(1, 1)]
    again = OrganiserCommand(interaction=700, channel=33)
    assert await after.season_ends.end_season(SERVER, 1, command=again) == SPRING, "it was delivered twice"
    assert await after.league_editor.organiser_role(SERVER) == 77
    assert {one.number for one in await after.leagues.all(SERVER)} == {number for number, *_ in SEASONS}
