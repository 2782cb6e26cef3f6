"""Seasons end by hand or on their dates, also after edits: never in the past, and without losing a match that has counted."""

import asyncio
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.competition.refusals import LeagueArchived, NoSuchSeason, SeasonEmpty
from bot.competition.season_end import OrganiserCommand, SeasonNameIsNumber, SeasonNameTaken, SeasonNameTooLong
from bot.league.corrections import Void
from bot.league.days import day_of
from bot.league.league import ByHand, DayIsOver, EveryTwoWeeks, League, Monthly, OnDay, SeasonEnd, Weekly
from bot.league.ledger import Ledger
from bot.league.match_facts import MatchResult
from bot.league.scheme import ByWins, TieBreaker
from bot.league.seasons import Awards, ClosestMatch, PeopleAward, Season, scheduled_end
from bot.rummy.events import DealEnded, EndedBy
from bot.wording.sentence import Refusals, Refused
from tests.competition.league_server import LeagueServer, refused
from tests.league.leagues import LEAGUES
from tests.league.random_season import SERVER, season_of
from tests.league.standings import slow_standings
from tests.league.written_matches import played

MONDAYS = League(server=SERVER, name="Mondays")
DAY = 86_400_000


async def test_archiving_a_league_keeps_its_table_and_frees_its_name(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    history = season_of(1, matches=10)
    for match in history:
        await server.finish(match)
    before = await server.standings.table(SERVER, stored)
    await server.season_ends.end_season(SERVER, stored.number, archive=True)
    assert await server.leagues.all(SERVER) == []
    assert await refused(server.league_editor.edit(stored.number, MONDAYS)) == LeagueArchived("Mondays")
    assert await refused(server.season_ends.end_season(SERVER, stored.number)) == LeagueArchived("Mondays")
    old = await server.leagues.find(SERVER, "mondays", include_archived=True)
    after = await server.standings.table(SERVER, old)
    assert [(row.person, row.parts) for row in after.rows] == [(row.person, row.parts) for row in before.rows]
    (new,) = await server.create([MONDAYS])
    assert await server.leagues.find(SERVER, "mondays", include_archived=True) == new


async def test_season_names_are_unique_and_not_numbers(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    await server.finish_small_match()
    assert await refused(server.season_ends.end_season(SERVER, stored.number, "x" * 101)) == SeasonNameTooLong(100)
    await server.season_ends.end_season(SERVER, stored.number, "Spring")
    await server.finish_small_match()
    for name in ("SPRING", "\uff33pring"):
        assert await refused(server.season_ends.end_season(SERVER, stored.number, f"{name} ")) == SeasonNameTaken(name)
    for name in ("1", "2", "2026"):
        assert await refused(server.season_ends.end_season(SERVER, stored.number, f" {name} ")) == SeasonNameIsNumber(name)
    running = await server.leagues.find(SERVER)
    assert (await server.leagues.find_season(running, "spring")).number == 1
    assert (await server.leagues.find_season(running, "2")).end is None
    assert await refused(server.leagues.find_season(running, "Autumn")) == NoSuchSeason("Autumn", ("2", "Spring"))


async def test_a_command_delivered_twice_ends_one_season(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    await server.finish_small_match()
    command = OrganiserCommand(interaction=700, channel=33)
    tables = await asyncio.gather(
        *(server.season_ends.end_season(SERVER, stored.number, "Spring", command=command) for _ in range(3))
    )
    assert [table.season.name for table in tables] == ["Spring"] * 3
    assert (await server.leagues.find(SERVER)).season.number == 2
    again = OrganiserCommand(interaction=701, channel=33)
    assert [
        (await server.season_ends.end_season(SERVER, stored.number, command=again, archive=True)).season.number
        for _ in range(2)
    ] == [
        2,
        2,
    ]
    assert await refused(
        server.season_ends.end_season(SERVER, stored.number, command=OrganiserCommand(702, 33), archive=True)
    ) == LeagueArchived("Mondays")


async def test_an_empty_season_ends_only_with_its_league(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    nothing = SeasonEmpty("Mondays", server.now)
    await server.corrections.correct(SERVER, await server.finish_small_match(), Void(), by=1, why="a trial")
    assert await refused(server.season_ends.end_season(SERVER, stored.number, "Spring")) == nothing
    begin = (await server.finish_small_match(), server.now)[1] + 1
    commands = [server.season_ends.end_season(SERVER, stored.number, command=OrganiserCommand(one, 33)) for one in (700, 701)]
    ended, why = sorted(await asyncio.gather(*commands, return_exceptions=True), key=lambda one: isinstance(one, Refused))
    assert not isinstance(ended, BaseException)
    assert isinstance(why, Refused)
    assert why.refusal == SeasonEmpty("Mondays", begin)
    running = await server.leagues.find(SERVER)
    assert running.season == Season(2, begin)
    assert await server.unposted_seasons() == [(stored.number, ended.season.number)]
    assert (await server.season_ends.end_season(SERVER, stored.number, archive=True)).rows == ()


async def test_simultaneous_commands_cannot_give_two_seasons_one_name(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    await server.finish_small_match()
    commands = [
        server.season_ends.end_season(SERVER, stored.number, "Spring", command=OrganiserCommand(one, 33)) for one in (700, 701)
    ]
    ended, why = sorted(await asyncio.gather(*commands, return_exceptions=True), key=lambda one: isinstance(one, Refused))
    assert not isinstance(ended, BaseException)
    assert isinstance(why, Refused)
    assert why.refusal == SeasonNameTaken("Spring")
    assert (await server.leagues.find(SERVER)).season.number == 2


async def test_a_damaged_season_delays_no_other(server: LeagueServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monthly = replace(MONDAYS, season_end=Monthly())
    await server.create([replace(monthly, server=11), monthly])
    server.now += 40 * DAY
    ledgers = server.store.ledgers
    of = ledgers.of

    def damaged(server: int) -> AbstractAsyncContextManager[Ledger]:
        if server == 11:
            raise ValueError("no match can be read")
        return of(server)

    monkeypatch.setattr(ledgers, "of", damaged)
    assert {stored.league.server for stored, _ in await server.season_ends.end_due_seasons()} == {SERVER}
    monkeypatch.undo()
    assert {stored.league.server for stored, _ in await server.season_ends.end_due_seasons()} == {11}


async def test_a_season_ended_by_hand_at_its_scheduled_end_ends_once(server: LeagueServer) -> None:
    (stored,) = await server.create([replace(MONDAYS, season_end=Monthly())])
    await server.finish_small_match()
    at = scheduled_end(stored.league, stored.season)
    assert at is not None
    server.now = at
    by_hand = server.season_ends.end_season(SERVER, stored.number)
    await asyncio.gather(
        by_hand, server.season_ends.end_due_seasons(), return_exceptions=True
    )  # the next season has nothing to end
    seasons = await server.leagues.seasons(await server.leagues.find(SERVER))
    assert [(season.number, season.begin, season.end) for season in seasons] == [(2, at, None), (1, stored.season.begin, at)]


async def test_a_match_that_ends_while_its_season_is_ended_counts_for_the_awards(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stored,) = await server.create([MONDAYS])
    rummy = DealEnded(EndedBy.DISCARD, 0, True, ((), ()), (104, 40))
    with_deals, reads = server.store.ledgers.with_deals, list[list[int]]()

    async def finish() -> None:
        server.now += 1
        await server.finish(replace(played("Ann 1 104 · Ben 2 40", deals=(rummy,)), server=SERVER, ended=server.now))

    async def read_slowly(numbers: list[int]) -> dict[int, MatchResult]:
        reads.append(numbers)
        if len(reads) == 1:
            await finish()
        return await with_deals(numbers)

    await finish()
    await finish()
    monkeypatch.setattr(server.store.ledgers, "with_deals", read_slowly)
    table = await server.season_ends.end_season(SERVER, stored.number)
    assert table.awards == Awards((1,), PeopleAward((1,), 3), PeopleAward((1,), 3), ClosestMatch(1, (1, 2), 64))
    assert reads == [[1, 2], [1, 2, 3]]
    assert (await server.store.ledgers.season_tables(stored))[0] == table


CUP = League(server=SERVER, name="Cup")
HOUR = 3_600_000


def at(zone: str, *when: int) -> int:
    return round(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp()) * 1000


async def test_a_league_that_becomes_monthly_ends_its_season_with_the_current_month(server: LeagueServer) -> None:
    server.now = at("UTC", 2026, 1, 10)
    (stored,) = await server.create([CUP])
    server.now = at("UTC", 2026, 4, 20)
    for number, match in enumerate(season_of(1, matches=3)):
        await server.finish(replace(match, ended=at("UTC", 2026, 2 + number, 5)))
    edited = await server.league_editor.edit(stored.number, replace(CUP, season_end=Monthly()))
    before = (await server.standings.table(SERVER, edited)).rows
    assert await server.season_ends.end_due_seasons() == []
    server.now = at("UTC", 2026, 5, 1, 0, 1)
    assert await server.season_ends.end_due_seasons(lambda one: one != SERVER) == [], "its owner does"
    ((_, table),) = await server.season_ends.end_due_seasons()
    assert (table.season.begin, table.season.end) == (at("UTC", 2026, 1, 10), at("UTC", 2026, 5, 1))
    assert {row.person: row.matches for row in table.rows} == {row.person: row.matches for row in before}


async def test_a_new_time_zone_does_not_end_a_month_early(server: LeagueServer) -> None:
    server.now = at("UTC", 2026, 1, 10)
    (stored,) = await server.create([replace(CUP, season_end=Monthly(), zone="Europe/Rome")])
    server.now = at("UTC", 2026, 2, 20)
    assert len(await server.season_ends.end_due_seasons()) == 1
    await server.league_editor.edit(stored.number, replace(stored.league, zone="UTC"))
    assert await server.season_ends.end_due_seasons() == []
    server.now = at("UTC", 2026, 3, 1)
    ((_, table),) = await server.season_ends.end_due_seasons()
    assert (table.season.begin, table.season.end) == (at("Europe/Rome", 2026, 2, 1), at("UTC", 2026, 3, 1))


async def test_a_correction_just_after_the_end_of_a_month_is_in_its_table_until_that_is_final(server: LeagueServer) -> None:
    server.now = at("UTC", 2026, 1, 10)
    await server.create([replace(CUP, season_end=Monthly())])
    for _ in range(2):
        late = await server.finish_small_match()
    server.now = at("UTC", 2026, 2, 1, 0, 0, 20)
    await server.corrections.correct(SERVER, late, Void(), by=1, why="x")
    ((_, table),) = await server.season_ends.end_due_seasons()
    assert {row.person: row.matches for row in table.rows} == {1: 1, 2: 1}


async def test_an_edit_just_after_the_end_of_a_month_ends_the_season_first(server: LeagueServer) -> None:
    """Even if nothing has ended the due season in between."""
    server.now = at("UTC", 2026, 1, 10)
    (stored,) = await server.create([replace(CUP, season_end=Monthly())])
    server.now = at("UTC", 2026, 2, 1, 0, 0, 20)
    edited = await server.league_editor.edit(stored.number, replace(stored.league, season_end=ByHand()))
    assert (edited.season.number, edited.season.begin, edited.ends_at) == (2, at("UTC", 2026, 2, 1), None)


async def test_a_time_zone_in_which_the_last_day_has_passed_is_refused(server: LeagueServer) -> None:
    server.now = at("UTC", 2026, 6, 1, 20)
    today = day_of(server.now, "UTC")
    (stored,) = await server.create([replace(CUP, season_end=OnDay(today))])
    far_east = replace(stored.league, zone="Pacific/Auckland")
    assert await refused(server.league_editor.edit(stored.number, far_east)) == Refusals((DayIsOver(today),))
    assert (await server.leagues.find(SERVER)).ends_at == at("UTC", 2026, 6, 2)


@pytest.mark.parametrize("how", ["end_season", "archive"])
async def test_a_season_ended_by_hand_too_late_ends_as_of_its_scheduled_end(server: LeagueServer, how: str) -> None:
    server.now = at("UTC", 2026, 3, 10)
    (stored,) = await server.create([replace(CUP, season_end=Monthly())])
    march, april = season_of(1, matches=2)
    await server.finish(replace(march, ended=at("UTC", 2026, 3, 20)))
    server.now = at("UTC", 2026, 4, 1, 0, 0, 6)
    await server.finish(replace(april, ended=server.now - 1000))
    if how == "end_season":
        await server.season_ends.end_season(SERVER, stored.number, "March")
    else:
        await server.season_ends.end_season(SERVER, stored.number, archive=True)
    tables = {table.season.number: table for table in await server.store.ledgers.season_tables(stored)}
    assert tables[1].season.end == at("UTC", 2026, 4, 1)
    assert {row.person for row in tables[1].rows} == {seat.person for seat in march.people()}
    if how == "archive":
        assert {row.person for row in tables[2].rows} == {seat.person for seat in april.people()}
    else:
        assert tables[1].season.name == "March"


@pytest.mark.parametrize("season_end", [ByHand(), Monthly()])
async def test_an_edit_of_the_name_leaves_the_end_of_the_season(server: LeagueServer, season_end: SeasonEnd) -> None:
    (stored,) = await server.create([replace(CUP, season_end=season_end)])
    server.now += 3 * HOUR
    edited = await server.league_editor.edit(stored.number, replace(stored.league, name="Cups"))
    assert (edited.ends_at, edited.season) == (stored.ends_at, stored.season)


@pytest.mark.thorough
@pytest.mark.parametrize("season_end", [Weekly(), EveryTwoWeeks(), Monthly()])
async def test_seasons_end_as_of_their_dates_however_late_the_bot_ends_them(
    server: LeagueServer, season_end: SeasonEnd
) -> None:
    by_wins = ByWins((TieBreaker.PLACES, TieBreaker.FEWEST_MATCHES))  # these matches have no deals to average
    league = replace(LEAGUES[0], season_end=season_end, zone="Europe/Rome", scheme=by_wins)
    (stored,) = await server.create([league])
    history = season_of(5, matches=120)
    for match in history:
        await server.finish(match)
    server.now += 40 * DAY
    over = await server.season_ends.end_due_seasons()
    assert [table.season.number for _, table in over] == list(range(1, len(over) + 1))
    assert len(over) >= 2
    assert await server.computed()
    for _, table in over:
        assert table.season.end is not None
        played = [match for match in history if table.season.begin <= match.ended < table.season.end]
        expected = slow_standings.table(league, played, [], now=table.season.end)
        assert [(row.position, row.person, row.matches) for row in table.rows] == [row[:3] for row in expected]
    assert await server.unposted_seasons() == [(stored.number, table.season.number) for _, table in over]
    assert await server.store.ledgers.season_tables(stored) == [table for _, table in reversed(over)]
    assert await server.season_ends.end_due_seasons() == []
