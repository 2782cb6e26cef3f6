"""What organisers may not do, and what their leagues are called."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.competition.correction_effects import CorrectionEffects, effects_of
from bot.competition.ports import OrganiserCommand, ServerHistory, StoredLeague
from bot.competition.refusals import (
    DayInTheFuture,
    DayNotUnderstood,
    FaultyLeague,
    LeagueArchived,
    LeagueRefusal,
    LeagueRefused,
    NoLeagueYet,
    NoSuchLeague,
    NoSuchMatch,
    NoSuchSeason,
    NotCorrected,
    ReasonMissing,
    ReasonTooLong,
    SeasonEmpty,
    SeasonNameIsNumber,
    SeasonNameTaken,
    SeasonNameTooLong,
    TooManyCompared,
    WhichLeague,
)
from bot.league.corrections import AlreadyVoided, Change, NotInThatMatch, Reinstate, SwapPeople, Void
from bot.league.days import day_of
from bot.league.league import League, Monthly, OnDay
from bot.league.league_checks import DayIsOver, LeagueNameTaken, NameMissing, NameTooLong, NoSuchZone, NumberOutOfRange
from bot.league.scheme.scheme import ByCards
from bot.league.seasons.season_table import SeasonTable
from bot.league.seasons.seasons import Season, scheduled_end
from tests.league.random_season import SERVER, season_of
from tests.league.written_matches import played
from tests.tables.club import Club

MONDAYS = League(server=SERVER, name="Mondays")
DAY = 86_400_000


async def refused(change: Awaitable[object]) -> LeagueRefusal:
    with pytest.raises(LeagueRefused) as caught:
        await change
    return caught.value.refusal


@pytest.mark.parametrize(
    ("league", "fault"),
    [
        (replace(MONDAYS, name="  mondays "), LeagueNameTaken("Mondays")),
        (replace(MONDAYS, name=" "), NameMissing()),
        (replace(MONDAYS, name="x" * 101), NameTooLong(100)),
        (replace(MONDAYS, name="Other", zone="Europe/Roma"), NoSuchZone("Europe/Roma")),
        (replace(MONDAYS, name="Other", zone="../etc/passwd"), NoSuchZone("../etc/passwd")),
        (replace(MONDAYS, name="Other", season_end=OnDay(20_000)), DayIsOver(20_000)),
        (replace(MONDAYS, name="Other", least=1001), NumberOutOfRange("least", 1001, 1, 1000)),
    ],
)
async def test_a_league_that_cannot_be_is_refused(club: Club, league: League, fault: object) -> None:
    stored, other = await club.create([MONDAYS, replace(MONDAYS, name="Tuesdays")])
    assert await refused(club.league_editor.create(league)) == FaultyLeague((fault,))
    assert await refused(club.league_editor.edit(other.number, league)) == FaultyLeague((fault,))
    assert [one.name for one in await club.leagues.all(SERVER)] == ["Mondays", "Tuesdays"]
    assert stored.number != other.number


async def test_two_who_take_a_name_at_once_get_one_league(club: Club) -> None:
    """The database refuses what both have found free."""
    await club.create([MONDAYS])
    taken = FaultyLeague((LeagueNameTaken("MONDAYS"),))
    again = replace(MONDAYS, name="MONDAYS")
    (stored,) = await club.create([replace(MONDAYS, name="Tuesdays")])
    assert await refused(club.store.leagues.add(again, stored.season, at=1)) == taken
    assert await refused(club.store.leagues.change(stored.number, again, at=1)) == taken


async def test_each_server_has_its_own_leagues(club: Club) -> None:
    here, there = await club.create([MONDAYS, replace(MONDAYS, server=11)])
    assert await club.leagues.all(SERVER) == [here]
    assert await refused(club.leagues.get(SERVER, there.number)) == NoSuchLeague(str(there.number), ("Mondays",))
    assert await refused(club.season_ends.end_season(SERVER, there.number)) == NoSuchLeague(str(there.number), ("Mondays",))
    assert await refused(club.season_ends.archive_league(SERVER, there.number)) == NoSuchLeague(str(there.number), ("Mondays",))


async def test_a_league_is_found_however_its_name_is_typed(club: Club) -> None:
    assert await refused(club.leagues.find(SERVER)) == NoLeagueYet()
    assert await refused(club.leagues.find(SERVER, "x")) == NoSuchLeague("x", ())
    (stored,) = await club.create([MONDAYS])
    assert await club.leagues.find(SERVER) == stored
    assert await club.leagues.find(SERVER, " MONdays") == stored
    await club.create([replace(MONDAYS, name="Straße")])
    assert (await club.leagues.find(SERVER, "strasse")).name == "Straße"
    assert await refused(club.leagues.find(SERVER)) == WhichLeague(("Mondays", "Straße"))
    assert await refused(club.leagues.find(SERVER, "Sundays")) == NoSuchLeague("Sundays", ("Mondays", "Straße"))


async def test_an_archived_league_keeps_its_table_and_gives_its_name_back(club: Club) -> None:
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


async def test_an_edit_counts_for_the_whole_season_that_runs_and_for_none_before(club: Club) -> None:
    (stored,) = await club.create([MONDAYS])
    for match in season_of(1, matches=20):
        await club.finish(match)
    table = await club.season_ends.end_season(SERVER, stored.number)
    club.now += DAY
    await club.finish(replace(season_of(1, matches=1)[0], ended=club.now + 1))
    edited = await club.league_editor.edit(stored.number, replace(MONDAYS, scheme=ByCards(), name="Cards"))
    assert edited.season.number == 2
    assert await club.kept(SERVER) == await club.from_scratch(SERVER)
    ladder = await club.standings.table(SERVER, edited, season=1)
    assert (ladder.league.name, ladder.league.scheme) == ("Mondays", table.scheme)
    assert await refused(club.standings.table(SERVER, edited, season=7)) == NoSuchSeason("7", ("1",))


async def test_the_day_on_which_a_season_ended_stands_in_the_way_of_no_edit(club: Club) -> None:
    today = day_of(club.now, "UTC")
    (stored,) = await club.create([replace(MONDAYS, season_end=OnDay(today))])
    club.now += 2 * DAY
    ((_, table),) = await club.season_ends.end_due_seasons()
    assert table.season.end == (today + 1) * DAY
    assert await club.season_ends.end_due_seasons() == []
    named = replace(stored.league, name="Sundays")
    assert (await club.league_editor.edit(stored.number, named)).season.number == 2
    later = replace(named, season_end=OnDay(today + 3))
    await club.league_editor.edit(stored.number, later)
    club.now += 9 * DAY
    ((_, table),) = await club.season_ends.end_due_seasons()
    assert table.season.end == (today + 4) * DAY


async def one_match(club: Club) -> int:
    """Ends a millisecond later than all that was before."""
    club.now += 1
    return await club.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=club.now))


async def test_seasons_have_names_of_their_own(club: Club) -> None:
    (stored,) = await club.create([MONDAYS])
    await one_match(club)
    assert await refused(club.season_ends.end_season(SERVER, stored.number, "x" * 101)) == SeasonNameTooLong(100)
    await club.season_ends.end_season(SERVER, stored.number, "Spring")
    await one_match(club)
    assert await refused(club.season_ends.end_season(SERVER, stored.number, "SPRING ")) == SeasonNameTaken("SPRING")
    for name in ("1", "2", "2026"):
        assert await refused(club.season_ends.end_season(SERVER, stored.number, f" {name} ")) == SeasonNameIsNumber(name)
    running = await club.leagues.find(SERVER)
    assert (await club.leagues.find_season(running, "spring")).number == 1
    assert (await club.leagues.find_season(running, "2")).end is None
    assert await refused(club.leagues.find_season(running, "Autumn")) == NoSuchSeason("Autumn", ("2", "Spring"))


async def test_what_cannot_be_put_right_is_refused_with_its_reason(club: Club) -> None:
    await club.create([MONDAYS])
    number = await club.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=club.now))
    correct = club.corrections.correct
    assert await refused(correct(SERVER, number, Void(), by=1, why=" \n ")) == ReasonMissing()
    assert await refused(correct(SERVER, number, Void(), by=1, why="x" * 301)) == ReasonTooLong(300)
    assert await refused(correct(SERVER, 99, Void(), by=1, why="x")) == NoSuchMatch(99)
    assert await refused(correct(11, number, Void(), by=1, why="x")) == NoSuchMatch(number)
    assert await refused(club.match_history.match(11, number)) == NoSuchMatch(number)
    assert await refused(correct(SERVER, number, SwapPeople(1, 9), by=1, why="x")) == NotCorrected(number, NotInThatMatch(9))
    await correct(SERVER, number, Void(), by=1, why="x")
    assert await refused(correct(SERVER, number, Void(), by=1, why="x")) == NotCorrected(number, AlreadyVoided())
    assert len(await club.match_history.correction_log(SERVER)) == 1


async def test_a_server_without_a_league_can_put_its_matches_right_too(club: Club) -> None:
    number = await club.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=club.now))
    ladder = await club.standings.table(SERVER, None)
    assert [(row.position, row.person, row.wins) for row in ladder.rows] == [(1, 1, 1), (2, 2, 0)]
    await club.corrections.correct(SERVER, number, SwapPeople(1, 2), by=3, why="the seats were swapped")
    again = await club.standings.table(SERVER, None)
    assert [(row.position, row.person, row.wins) for row in again.rows] == [(1, 2, 1), (2, 1, 0)]
    assert again.revision > ladder.revision


async def test_the_log_of_a_league_is_of_the_matches_that_were_played_in_it(club: Club) -> None:
    here, there = await club.create([replace(MONDAYS, channel=20), replace(MONDAYS, name="Elsewhere", channel=21)])
    number = await club.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=club.now))
    made = await club.corrections.correct(SERVER, number, Void(), by=3, why="why not")
    assert await club.match_history.correction_log(SERVER) == await club.match_history.correction_log(SERVER, here) == [made]
    assert await club.match_history.correction_log(SERVER, there) == []


async def test_organisers_are_a_role(club: Club) -> None:
    assert await club.league_editor.organiser_role(SERVER) is None
    await club.league_editor.set_organiser_role(SERVER, 77)
    await club.create([MONDAYS])
    await club.league_editor.set_organiser_role(SERVER, 78)
    assert await club.league_editor.organiser_role(SERVER) == 78
    await club.league_editor.set_organiser_role(SERVER, None)
    assert await club.league_editor.organiser_role(SERVER) is None


async def test_days_are_typed_and_have_begun(club: Club) -> None:
    def why(typed: str) -> LeagueRefusal:
        with pytest.raises(LeagueRefused) as caught:
            club.leagues.read_day(MONDAYS, typed)
        return caught.value.refusal

    today = day_of(club.now, "UTC")
    assert club.leagues.read_day(MONDAYS, "2026-03-01") == today
    assert why("2026-03-02") == DayInTheFuture(today + 1)
    assert why("yesterday") == DayNotUnderstood("yesterday")


async def test_four_people_can_be_compared_with_their_ratings(club: Club) -> None:
    await club.create([replace(MONDAYS, rated=True)])
    for match in season_of(1, matches=40, people=6):
        await club.finish(match)
    found = await club.match_history.compare(SERVER, [3, 1, 3])
    assert [one.stats.person for one in found] == [3, 1]
    for one in found:
        for deck, rating in one.ratings.items():
            steps = await club.match_history.rating_history(SERVER, deck, one.stats.person)
            assert steps[-1][1] == rating
            assert [step.matches for _, step in steps] == list(range(1, rating.matches + 1))
            assert [ended for ended, _ in steps] == sorted(ended for ended, _ in steps)
    assert any(one.ratings for one in found)
    assert await refused(club.match_history.compare(SERVER, [1, 2, 3, 4, 5])) == TooManyCompared(4)


async def test_an_export_has_every_match_as_it_was_and_as_it_counts(club: Club) -> None:
    (stored,) = await club.create([replace(MONDAYS, channel=20)])
    history = season_of(1, matches=30)
    for match in history:
        await club.finish(match)
    await club.corrections.correct(SERVER, 5, Void(), by=1, why="x")
    everything = await club.match_history.export(SERVER)
    assert [one.original for one in everything] == history
    assert [one.match.number for one in everything if one.match.voided] == [5]
    of_league = await club.match_history.export(SERVER, stored)
    assert [one.match.number for one in of_league] == [match.number for match in history if match.channel == 20]
    counted = sum(len(one.match.people()) for one in of_league if one.why_not is None)
    assert counted == sum(row.matches for row in (await club.standings.table(SERVER, stored)).rows)


async def test_a_command_that_is_heard_twice_ends_one_season(club: Club) -> None:
    (stored,) = await club.create([MONDAYS])
    await one_match(club)
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


async def test_a_season_in_which_nothing_has_counted_has_no_end_but_that_of_its_league(club: Club) -> None:
    (stored,) = await club.create([MONDAYS])
    nothing = SeasonEmpty("Mondays", club.now)
    await club.corrections.correct(SERVER, await one_match(club), Void(), by=1, why="a trial")
    assert await refused(club.season_ends.end_season(SERVER, stored.number, "Spring")) == nothing
    begin = (await one_match(club), club.now)[1] + 1
    ending = [club.season_ends.end_season(SERVER, stored.number, command=OrganiserCommand(one, 33)) for one in (700, 701)]
    ended, why = sorted(await asyncio.gather(*ending, return_exceptions=True), key=lambda one: isinstance(one, LeagueRefused))
    assert not isinstance(ended, BaseException)
    assert isinstance(why, LeagueRefused)
    assert why.refusal == SeasonEmpty("Mondays", begin)
    running = await club.leagues.find(SERVER)
    assert running.season == Season(2, begin)
    assert [table.season for _, table in await club.season_ends.unposted_tables()] == [ended.season]
    assert (await club.season_ends.archive_league(SERVER, stored.number)).rows == ()


async def test_two_commands_at_once_give_two_seasons_no_name_twice(club: Club) -> None:
    (stored,) = await club.create([MONDAYS])
    await one_match(club)
    ending = [
        club.season_ends.end_season(SERVER, stored.number, "Spring", command=OrganiserCommand(one, 33)) for one in (700, 701)
    ]
    ended, why = sorted(await asyncio.gather(*ending, return_exceptions=True), key=lambda one: isinstance(one, LeagueRefused))
    assert not isinstance(ended, BaseException)
    assert isinstance(why, LeagueRefused)
    assert why.refusal == SeasonNameTaken("Spring")
    assert (await club.leagues.find(SERVER)).season.number == 2


async def test_the_table_of_a_season_is_told_once_however_many_would_tell_it(club: Club) -> None:
    first, second = await club.create([MONDAYS, replace(MONDAYS, name="Tuesdays")])
    await one_match(club)
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


async def test_a_season_that_cannot_be_ended_keeps_no_other_from_its_end(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
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


async def test_a_season_that_an_organiser_ends_at_its_last_moment_ends_once(club: Club) -> None:
    (stored,) = await club.create([replace(MONDAYS, season_end=Monthly())])
    await one_match(club)
    at = scheduled_end(stored.league, stored.season)
    assert at is not None
    club.now = at
    by_hand = club.season_ends.end_season(SERVER, stored.number)
    await asyncio.gather(
        by_hand, club.season_ends.end_due_seasons(), return_exceptions=True
    )  # the next season has nothing to end
    seasons = await club.leagues.seasons(await club.leagues.find(SERVER))
    assert [(season.number, season.begin, season.end) for season in seasons] == [(2, at, None), (1, stored.season.begin, at)]


async def test_a_correction_reaches_running_seasons_and_ratings_and_no_table_that_was_kept(club: Club) -> None:
    leagues = [MONDAYS, replace(MONDAYS, name="Rated", rated=True), replace(MONDAYS, name="Elsewhere", channel=21)]
    mondays, rated, _ = await club.create(leagues)
    number = await one_match(club)

    async def reach(change: Change) -> CorrectionEffects:
        before = await club.match_history.match(SERVER, number)
        await club.corrections.correct(SERVER, number, change, by=1, why="x")
        return effects_of(before, await club.match_history.match(SERVER, number))

    assert await reach(SwapPeople(1, 2)) == CorrectionEffects((mondays.term, rated.term), (), is_rated=True)
    table = await club.season_ends.end_season(SERVER, mondays.number)
    kept = replace(mondays.term, season=table.season)
    assert await reach(Void()) == CorrectionEffects((rated.term,), (kept,), is_rated=True)
    assert await reach(SwapPeople(1, 2)) == CorrectionEffects((), (kept,)), (
        "it is voided, and stands in the table that was kept"
    )
    await club.league_editor.edit(rated.number, replace(leagues[1], rated=False))
    edited = await club.leagues.find(SERVER, "Rated")
    assert await reach(Reinstate()) == CorrectionEffects((edited.term,), (kept,))
