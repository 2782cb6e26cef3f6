"""Seasons end by command or on their date, once each, and their tables are posted once."""

import asyncio
from contextlib import AbstractAsyncContextManager

import pytest
from msgspec.structs import replace

from bot.competition.refusals import LeagueArchived, NoSuchSeason, SeasonEmpty
from bot.competition.season_end import OrganiserCommand, SeasonNameIsNumber, SeasonNameTaken, SeasonNameTooLong
from bot.league.corrections import Void
from bot.league.league import League, Monthly
from bot.league.ledger import Ledger
from bot.league.match_facts import MatchResult
from bot.league.seasons import Awards, ClosestMatch, PeopleAward, Season, scheduled_end
from bot.rummy.events import DealEnded, EndedBy
from bot.wording.sentence import Refused
from tests.competition.league_server import LeagueServer, refused
from tests.league.random_season import SERVER, season_of
from tests.league.written_matches import played

MONDAYS = League(server=SERVER, name="Mondays")
DAY = 86_400_000


async def test_archiving_a_league_keeps_its_table_and_frees_its_name(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    history = season_of(1, matches=10)
    for match in history:
        await server.finish(match)
    before = await server.standings.table(SERVER, stored)
    await server.season_ends.archive_league(SERVER, stored.number)
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
        (await server.season_ends.archive_league(SERVER, stored.number, command=again)).season.number for _ in range(2)
    ] == [
        2,
        2,
    ]
    assert await refused(
        server.season_ends.archive_league(SERVER, stored.number, command=OrganiserCommand(702, 33))
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
    assert (await server.season_ends.archive_league(SERVER, stored.number)).rows == ()


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
