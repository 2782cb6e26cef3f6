"""Who has their data deleted and comes back plays, but doesn't begin a season again: on real stores."""

from typing import cast

import pytest
from msgspec.structs import replace

from bot.competition.personal_data import PersonalData
from bot.league.corrections import Void
from bot.league.days import DAY_MS
from bot.league.eligibility import HasReturned, PlayPaused
from bot.league.league import League
from bot.league.seasons import UNDO_TIME
from bot.storage.store import Store
from bot.tables.match_requests import Forfeit
from tests.competition.league_server import LeagueServer
from tests.competition.test_eligibility_of_tables import lines
from tests.competition.test_rematch_limit import CUP, HOUR, Club, abandon
from tests.league.random_season import SERVER
from tests.tables.table_service import BEN, TableService

ONLY_HERE = replace(CUP, name="Only here", channel=7)


@pytest.fixture
async def club(empty_store: Store) -> Club:
    """People with one match in the Cup."""
    club = Club(empty_store)
    await club.server.create([CUP])
    assert await club.play(101, 102) is None
    return club


async def ratings(club: Club) -> dict[tuple[str, int], object]:
    async with club.server.store.ledgers.of(SERVER) as ledger:
        return dict(ledger.ratings())


async def former_seasons(club: Club, name: int) -> list[tuple[object, object, object]]:
    kept = (await club.server.store.privacy.read_personal_data(await club.meet(name)))["former_seasons"]
    return [(one["league"], one["season"], one["day"]) for one in cast("list[dict[str, object]]", kept)]


async def test_who_comes_back_counts_again_when_the_season_is_final(club: Club) -> None:
    (stored,) = await club.server.leagues.all(SERVER)
    await club.forget(102)
    day = club.server.now // DAY_MS
    before = await ratings(club)
    for where in ({}, {"tournament": 3}):
        number = await club.server.finish(replace(await club.match(102, 103), **where))
        assert await club.why_not(number) == HasReturned(), where
    assert await ratings(club) == before
    assert await club.play(101, 103) is None, "nobody else is concerned"
    assert await former_seasons(club, 102) == [(stored.number, 1, day)]
    running = await club.server.begin(await club.match(101, 104))
    club.server.now += 1
    await club.server.season_ends.end_season(SERVER, stored.number)
    assert await club.play(102, 103) == HasReturned(), "its table isn't final yet"
    await club.server.end(replace(running, ended=club.server.now))
    await club.server.season_ends.end_due_seasons()
    assert await club.play(102, 106) == HasReturned(), "its end can be undone"
    club.server.now += UNDO_TIME
    await club.server.store.privacy.delete_expired_hashes(at=club.server.now)
    assert await former_seasons(club, 102) == []
    assert await club.play(102, 105) is None
    assert await club.server.computed()


@pytest.mark.parametrize("archive", [False, True])
@pytest.mark.parametrize("is_before", [False, True])
async def test_a_season_whose_end_is_undone_does_not_begin_again(club: Club, archive: bool, is_before: bool) -> None:
    """Their data is deleted before its end, or between the end and the undo."""
    (stored,) = await club.server.leagues.all(SERVER)
    if is_before:
        await club.forget(102)
    club.server.now += 1
    table = await club.server.season_ends.end_season(SERVER, stored.number, by=1, archive=archive)
    await club.server.store.privacy.delete_expired_hashes(at=club.server.now)
    if not is_before:
        await club.forget(102)
    await club.server.undos.undo_end(SERVER, stored.number, 1, table.season.end or 0, by=1)
    assert await club.play(102, 103) == HasReturned()


async def test_a_season_without_an_end_waits_for_a_hundred_days(club: Club) -> None:
    await club.forget(102)
    club.server.now += 100 * DAY_MS
    await club.server.store.privacy.delete_expired_hashes(at=club.server.now)
    assert await club.play(102, 103) == HasReturned()
    club.server.now += DAY_MS
    assert await club.play(102, 103) is None
    assert len(await former_seasons(club, 102)) == 1
    await club.server.store.privacy.delete_expired_hashes(at=club.server.now)
    assert await former_seasons(club, 102) == []


async def test_where_nobody_has_results_a_match_counts_but_is_not_rated(club: Club) -> None:
    await club.server.create([ONLY_HERE])
    await club.forget(102)
    before = await ratings(club)
    number = await club.server.finish(replace(await club.match(102, 103), channel=7))
    verdicts = (await club.server.match_history.match(SERVER, number)).verdicts
    assert {one.term.league.name: one.why_not for one in verdicts} == {"Cup": HasReturned(), "Only here": None}
    assert await ratings(club) == before


async def test_a_voided_match_is_no_result(club: Club) -> None:
    number = await club.server.finish(await club.match(103, 104))
    await club.server.corrections.correct(SERVER, number, Void(), by=1, why="x")
    await club.forget(103)
    assert await club.play(103, 104) is None


async def test_two_abandoned_matches_and_one_after_coming_back_pause(club: Club) -> None:
    await club.server.create([ONLY_HERE])
    for _ in range(2):
        await abandon(club, 102, 101)
    await club.forget(102)
    club.server.now += 4 * DAY_MS
    await abandon(club, 102, 103, channel=7)
    number = await club.server.finish(replace(await club.match(102, 103), channel=7))
    verdicts = (await club.server.match_history.match(SERVER, number)).verdicts
    assert verdicts[-1].why_not == PlayPaused(await club.meet(102))


async def test_who_deletes_their_data_after_each_abandoned_match_of_a_day_pauses(club: Club) -> None:
    await club.server.create([ONLY_HERE])
    for other in (101, 103, 104):
        await abandon(club, 102, other)
        await club.forget(102)
    number = await club.server.finish(replace(await club.match(102, 103), channel=7))
    verdicts = (await club.server.match_history.match(SERVER, number)).verdicts
    assert verdicts[-1].why_not == PlayPaused(await club.meet(102))


@pytest.mark.parametrize("hours", [(0, 3 * 24, 7 * 24 - 1), (12, 6 * 24, 7 * 24 + 8)])
async def test_a_pause_outlasts_the_deletion_also_if_its_first_match_is_a_week_ago(club: Club, hours: tuple[int, ...]) -> None:
    """Their data is deleted when the first match is more than a week ago; in the second case after the first one, too."""
    midnight = club.server.now // DAY_MS * DAY_MS + DAY_MS
    for at, other in zip(hours, (101, 103, 104), strict=True):
        club.server.now = midnight + at * HOUR
        await abandon(club, 105, other)
        if hours[0] == at == 12:
            await club.forget(105)
    club.server.now += 2 * HOUR
    assert await club.play(105, 106) == PlayPaused(await club.meet(105))
    await club.forget(105)
    assert await club.play(105, 107) == PlayPaused(await club.meet(105))


async def test_a_pause_outlasts_the_deletion_where_no_league_plays_and_a_season_that_ends(club: Club) -> None:
    for other in (101, 103, 104):
        await abandon(club, 105, other, channel=99)
    for other in (101, 103):
        await abandon(club, 106, other)
    for one in (105, 106):
        await club.forget(one)
    (stored,) = await club.server.leagues.all(SERVER)
    await club.server.season_ends.end_season(SERVER, stored.number)
    club.server.now += UNDO_TIME
    await abandon(club, 106, 104)
    await club.server.store.privacy.delete_expired_hashes(at=club.server.now)
    for one in (105, 106):
        assert await club.play(one, 107) == PlayPaused(await club.meet(one))
    kept = await club.server.store.privacy.read_personal_data(await club.meet(105))
    assert [one["abandoned"] for one in cast("list[dict[str, object]]", kept["former_pauses"])] == [3]
    club.server.now += 9 * DAY_MS
    await club.server.store.privacy.delete_expired_hashes(at=club.server.now)
    kept = await club.server.store.privacy.read_personal_data(await club.meet(105))
    assert kept["former_pauses"] == []


async def test_the_lobby_says_that_it_does_not_count_and_not_for_whom(service: TableService) -> None:
    server = LeagueServer(service.store, service.now)
    await server.create([League(server=10, name="Mondays")])
    table = await service.play(await service.start_match(BEN))
    await service.tables.change(table.number, BEN, Forfeit())
    await PersonalData(service.store.privacy, service.tables, service.clock).delete(BEN)
    back = await service.store.people.add_or_update(102, "Ben", "en-US")
    lobby = await service.open_lobby(back.number)
    said = "Doesn't count for Mondays or ratings: someone here deleted results in a season that isn't final."
    assert await lines(service, lobby) == [said]
    await server.create([League(server=10, name="Tuesdays")])
    await server.league_editor.edit(1, League(server=10, name="Mondays", channel=77))
    assert await lines(service, lobby) == ["Counts for: Tuesdays", said], "nor is it rated where only another channel's counts"
