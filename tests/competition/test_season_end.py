"""What organisers may not do, and what their leagues are called."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from bot.competition.ports import OrganiserCommand, ServerHistory, StoredLeague
from bot.competition.refusals import (
    LeagueArchived,
    LeagueRefused,
    NoSuchSeason,
    SeasonEmpty,
    SeasonNameIsNumber,
    SeasonNameTaken,
    SeasonNameTooLong,
)
from bot.league.corrections import Void
from bot.league.league import League, Monthly
from bot.league.seasons.season_table import SeasonTable
from bot.league.seasons.seasons import Season, scheduled_end
from tests.competition.club import Club, refused
from tests.league.random_season import SERVER, season_of

MONDAYS = League(server=SERVER, name="Mondays")
DAY = 86_400_000


async def test_archiving_a_league_keeps_its_table_and_frees_its_name(club: Club) -> None:
    (stored,) = await club.create([MONDAYS])
    history = season_of(1, matches=10)
    for match in history:
        await club.finish(match)
    before = await club.standings.table(SERVER, stored)
    await club.season_ends.archive_league(SERVER, stored.number)
    assert await club.leagues.all(SERVER) == []
    assert await refused(club.league_editor.edit(stored.number, MONDAYS)) == LeagueArchived("Mondays")
    assert await refused(club.season_ends.end_season(SERVER, stored.number)) == LeagueArchived("Mondays")
    old = await club.leagues.find(SERVER, "mondays", include_archived=True)
    after = await club.standings.table(SERVER, old)
    assert [(row.person, row.parts) for row in after.rows] == [(row.person, row.parts) for row in before.rows]
    (new,) = await club.create([MONDAYS])
    assert await club.leagues.find(SERVER, "mondays", include_archived=True) == new


async def test_season_names_are_unique_and_not_numbers(club: Club) -> None:
    (stored,) = await club.create([MONDAYS])
    await club.finish_small_match()
    assert await refused(club.season_ends.end_season(SERVER, stored.number, "x" * 101)) == SeasonNameTooLong(100)
    await club.season_ends.end_season(SERVER, stored.number, "Spring")
    await club.finish_small_match()
    assert await refused(club.season_ends.end_season(SERVER, stored.number, "SPRING ")) == SeasonNameTaken("SPRING")
    for name in ("1", "2", "2026"):
        assert await refused(club.season_ends.end_season(SERVER, stored.number, f" {name} ")) == SeasonNameIsNumber(name)
    running = await club.leagues.find(SERVER)
    assert (await club.leagues.find_season(running, "spring")).number == 1
    assert (await club.leagues.find_season(running, "2")).end is None
    assert await refused(club.leagues.find_season(running, "Autumn")) == NoSuchSeason("Autumn", ("2", "Spring"))


async def test_a_command_delivered_twice_ends_one_season(club: Club) -> None:
    (stored,) = await club.create([MONDAYS])
    await club.finish_small_match()
    command = OrganiserCommand(interaction=700, channel=33)
    tables = await asyncio.gather(
        *(club.season_ends.end_season(SERVER, stored.number, "Spring", command=command) for _ in range(3))
    )
    assert [table.season.name for table in tables] == ["Spring"] * 3
    assert (await club.leagues.find(SERVER)).season.number == 2
    again = OrganiserCommand(interaction=701, channel=33)
    assert [(await club.season_ends.archive_league(SERVER, stored.number, command=again)).season.number for _ in range(2)] == [
        2,
        2,
    ]
    assert await refused(
        club.season_ends.archive_league(SERVER, stored.number, command=OrganiserCommand(702, 33))
    ) == LeagueArchived("Mondays")


async def test_an_empty_season_ends_only_with_its_league(club: Club) -> None:
    (stored,) = await club.create([MONDAYS])
    nothing = SeasonEmpty("Mondays", club.now)
    await club.corrections.correct(SERVER, await club.finish_small_match(), Void(), by=1, why="a trial")
    assert await refused(club.season_ends.end_season(SERVER, stored.number, "Spring")) == nothing
    begin = (await club.finish_small_match(), club.now)[1] + 1
    ending = [club.season_ends.end_season(SERVER, stored.number, command=OrganiserCommand(one, 33)) for one in (700, 701)]
    ended, why = sorted(await asyncio.gather(*ending, return_exceptions=True), key=lambda one: isinstance(one, LeagueRefused))
    assert not isinstance(ended, BaseException)
    assert isinstance(why, LeagueRefused)
    assert why.refusal == SeasonEmpty("Mondays", begin)
    running = await club.leagues.find(SERVER)
    assert running.season == Season(2, begin)
    assert [table.season for _, table in await club.season_ends.unposted_tables()] == [ended.season]
    assert (await club.season_ends.archive_league(SERVER, stored.number)).rows == ()


async def test_simultaneous_commands_cannot_give_two_seasons_one_name(club: Club) -> None:
    (stored,) = await club.create([MONDAYS])
    await club.finish_small_match()
    ending = [
        club.season_ends.end_season(SERVER, stored.number, "Spring", command=OrganiserCommand(one, 33)) for one in (700, 701)
    ]
    ended, why = sorted(await asyncio.gather(*ending, return_exceptions=True), key=lambda one: isinstance(one, LeagueRefused))
    assert not isinstance(ended, BaseException)
    assert isinstance(why, LeagueRefused)
    assert why.refusal == SeasonNameTaken("Spring")
    assert (await club.leagues.find(SERVER)).season.number == 2


async def test_simultaneous_posts_of_a_season_table_send_it_once(club: Club) -> None:
    first, second = await club.create([MONDAYS, replace(MONDAYS, name="Tuesdays")])
    await club.finish_small_match()
    await club.season_ends.end_season(SERVER, first.number, command=OrganiserCommand(700, 33))
    await club.season_ends.end_season(SERVER, second.number)
    told: list[tuple[int, int | None]] = []

    async def post(stored: StoredLeague, _: SeasonTable, asked_in: int | None) -> int | None:
        told.append((stored.number, asked_in))
        await asyncio.sleep(0)
        return asked_in

    async def cannot(*_: object) -> int | None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await club.season_ends.post_table(first.number, 1, cannot)
    assert len(await club.season_ends.unposted_tables()) == 2
    numbers = (first.number, first.number, second.number, second.number)
    places = await asyncio.gather(*(club.season_ends.post_table(number, 1, post) for number in numbers))
    assert sorted(told) == [(first.number, 33), (second.number, None)]
    assert [place for place in places if place is not None] == [33]
    assert await club.season_ends.unposted_tables() == []


async def test_a_damaged_season_delays_no_other(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monthly = replace(MONDAYS, season_end=Monthly())
    await club.create([replace(monthly, server=11), monthly])
    club.now += 40 * DAY
    history = club.store.archive.history

    async def damaged(server: int, **about: Any) -> ServerHistory:
        if server == 11:
            raise ValueError("no match can be read")
        return await history(server, **about)

    monkeypatch.setattr(club.store.archive, "history", damaged)
    assert {stored.league.server for stored, _ in await club.season_ends.end_due_seasons()} == {SERVER}
    monkeypatch.undo()
    assert {stored.league.server for stored, _ in await club.season_ends.end_due_seasons()} == {11}


async def test_a_season_ended_by_hand_at_its_scheduled_end_ends_once(club: Club) -> None:
    (stored,) = await club.create([replace(MONDAYS, season_end=Monthly())])
    await club.finish_small_match()
    at = scheduled_end(stored.league, stored.season)
    assert at is not None
    club.now = at
    by_hand = club.season_ends.end_season(SERVER, stored.number)
    await asyncio.gather(
        by_hand, club.season_ends.end_due_seasons(), return_exceptions=True
    )  # the next season has nothing to end
    seasons = await club.leagues.seasons(await club.leagues.find(SERVER))
    assert [(season.number, season.begin, season.end) for season in seasons] == [(2, at, None), (1, stored.season.begin, at)]
