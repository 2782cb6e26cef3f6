"""Matches that are being played when their season ends: it waits for them, at most seven days. None is lost."""

from msgspec.structs import replace
from sqlalchemy import update

from bot.competition.season_end import OrganiserCommand, SeasonEnds
from bot.league.corrections import Void
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.seasons import LONGEST_WAIT, UNDO_TIME, StoredLeague
from bot.storage.schema import events
from bot.tables.table import Phase
from bot.tables.time_requests import time_is_up_at
from tests.competition.league_server import LeagueServer
from tests.databases import on_sqlite
from tests.league.random_season import SERVER
from tests.league.written_matches import ANN, BEN, CEM, DAY, DEE, HOUR, MONDAY, played
from tests.tables.table_service import TableService

pytestmark = on_sqlite

CUP = League(server=SERVER, name="Cup")


def match_now(server: LeagueServer, text: str = "Ann 1 104 · Ben 2 40") -> MatchResult:
    """Return a match that ends a second from now."""
    server.now += 1000
    return replace(played(text), server=SERVER, ended=server.now)


async def end(server: LeagueServer, match: MatchResult) -> int:
    """End a match that has begun a second from now."""
    server.now += 1000
    return await server.end(replace(match, ended=server.now))


async def rows(server: LeagueServer, stored: StoredLeague, season: int) -> dict[int, int]:
    """Return how many matches each person has in the table of a season."""
    found = await server.leagues.get(SERVER, stored.number)
    return {row.person: row.matches for row in (await server.standings.table(SERVER, found, season=season)).rows}


async def numbers(server: LeagueServer, stored: StoredLeague) -> list[int]:
    """Return the seasons of a league, the newest first."""
    return [season.number for season in await server.leagues.seasons(await server.leagues.get(SERVER, stored.number))]


async def test_a_season_waits_for_its_matches_and_is_final_with_awards_when_they_are_over(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    await server.finish_small_match()
    running = [await server.begin(match_now(server)) for _ in range(3)]
    server.now += 1000
    table = await server.season_ends.end_season(SERVER, stored.number, "Spring")
    assert (table.season.awaits, table.awards.champions) == (True, ())
    now = await server.leagues.get(SERVER, stored.number)
    shown = await server.standings.table(SERVER, now, season=1)
    assert (shown.running, shown.is_final) == (3, False)
    await server.finish(match_now(server))
    last = [await end(server, match) for match in running]
    assert await rows(server, stored, 1) == {1: 4, 2: 4}
    assert await rows(server, stored, 2) == {1: 1, 2: 1}
    await server.corrections.correct(SERVER, last[0], Void(), by=1, why="x")
    assert await rows(server, stored, 1) == {1: 3, 2: 3}, "corrections reach it until it is final"
    assert await server.season_ends.end_due_seasons() == []
    shown = await server.standings.table(SERVER, now, season=1)
    assert (shown.running, shown.is_final, shown.awards.champions) == (0, True, (1,))
    server.now += 1000
    await server.corrections.correct(SERVER, last[1], Void(), by=1, why="x")
    assert await rows(server, stored, 1) == {1: 3, 2: 3}
    (kept,) = await server.store.ledgers.season_tables(stored)
    assert (kept.season.final, kept.season.name) == (shown.season.final, "Spring")
    assert await server.unposted_seasons() == [(stored.number, 1), (stored.number, 1)], "at its end, and when it is final"
    assert await server.store.ledgers.due_leagues(server.now) == [], "nothing is looked at any more"
    assert await server.computed()


async def test_a_match_that_is_broken_off_is_not_waited_for(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    await server.finish_small_match()
    await server.begin(match_now(server), is_broken_off=True)
    table = await server.season_ends.end_season(SERVER, stored.number)
    assert (table.season.is_over, table.awards.champions) == (True, (1,))


async def test_a_match_that_does_not_fit_is_not_waited_for_and_one_of_the_schedule_is(server: LeagueServer) -> None:
    (stored, other) = await server.create([replace(CUP, channel=77), replace(CUP, name="Bowl", channel=78)])
    for channel in (77, 78):
        await server.finish(replace(match_now(server), channel=channel))
    await server.begin(replace(match_now(server), league=stored.number))
    server.now += 1000
    ended = [await server.season_ends.end_season(SERVER, one.number) for one in (stored, other)]
    assert [table.season.awaits for table in ended] == [True, False]


async def test_a_table_that_waits_shows_the_changes_since_this_weeks_monday_for_everybody(server: LeagueServer) -> None:
    """All four have played last week. Dee wins again on Tuesday; another match still runs."""
    server.now = MONDAY - 12 * HOUR
    (stored,) = await server.create([CUP])
    for text in ("Ann 1 104 · Ben 2 40", "Ann 1 104 · Cem 2 40", "Dee 1 104 · Cem 2 40"):
        await server.finish(match_now(server, text))
    late, _ = [await server.begin(match_now(server, text)) for text in ("Dee 1 104 · Cem 2 40", "Ben 1 104 · Ann 2 40")]
    await server.season_ends.end_season(SERVER, stored.number, "Winter")
    server.now = MONDAY + DAY
    await end(server, late)
    shown = await server.standings.table(SERVER, await server.leagues.get(SERVER, stored.number), season=1)
    found = [(row.person, row.position, row.before) for row in shown.rows]
    assert found == [(ANN, 1, 1), (DEE, 1, 2), (CEM, 3, 3), (BEN, 4, 4)]


async def test_who_stalls_past_a_season_has_left_after_seven_days_and_the_match_counts_where_it_began(
    server: LeagueServer,
) -> None:
    """Ann leads. Whoever stalls in the match that runs over the season's end gains nothing, neither there nor in the next."""
    service = TableService(server.store, now=server.now)
    server.season_ends = SeasonEnds(server.store.ledgers, service.clock, service.tables)
    (stored,) = await server.create([CUP])
    await server.finish_small_match()
    service.now = server.now + 1000
    table = await service.start_match(BEN)
    stalling = table.person_to_act()
    await service.play_turn(table.number)
    await service.play_turn(table.number)
    await service.play_turn(table.number)
    service.now += 10 * DAY  # the other one took longer before: that doesn't matter
    await server.season_ends.end_season(SERVER, stored.number)
    ended = service.now
    await server.season_ends.limit_turns()
    assert (await service.tables.get(table.number)).timing.season_until is None, "the end can be undone"
    service.now += UNDO_TIME + 1
    await server.season_ends.limit_turns(lambda _server: False)
    await server.season_ends.limit_turns()
    table = await service.tables.get(table.number)
    assert (table.timing.season_until, time_is_up_at(table)) == (ended + LONGEST_WAIT, service.now + DAY)
    while service.now < ended + LONGEST_WAIT - DAY:
        await service.pass_deadlines(service.now + (20 if table.person_to_act() == stalling else 2) * HOUR)
        table = await service.play_turn(table.number)
        await server.season_ends.limit_turns()
    await service.pass_deadlines(ended + LONGEST_WAIT - 1)
    assert (await service.tables.get(table.number)).phase != Phase.OVER
    await service.pass_deadlines(ended + LONGEST_WAIT)
    server.now = service.now
    await server.season_ends.end_due_seasons()
    result = await service.result(table.number)
    assert [seat.person for seat in result.seats if seat.left] == [stalling]
    record = await server.match_history.match(SERVER, table.number)
    assert [(one.term.season.number, one.why_not) for one in record.verdicts] == [(1, None)]
    assert (await rows(server, stored, 1), await rows(server, stored, 2)) == ({1: 2, 2: 2}, {})
    (kept,) = await server.store.ledgers.season_tables(stored)
    assert kept.awards.champions
    assert await server.computed()


async def test_tables_have_a_day_after_a_season_that_ended_while_the_bot_was_down(server: LeagueServer) -> None:
    service = TableService(server.store, now=server.now)
    server.season_ends = SeasonEnds(server.store.ledgers, service.clock, service.tables)
    (stored,) = await server.create([CUP])
    await server.finish_small_match()
    service.now = server.now + 1000
    table = await service.start_match(BEN)
    service.now += 1000
    await server.season_ends.end_season(SERVER, stored.number)
    service.now += 9 * DAY
    await server.season_ends.end_due_seasons()
    await server.season_ends.limit_turns()
    assert (await service.tables.get(table.number)).timing.season_until == service.now + DAY
    assert (await server.leagues.seasons(stored))[1].awaits


async def test_a_damaged_match_is_not_waited_for_and_counts_where_it_ends(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    await server.finish_small_match()
    running = await server.begin(match_now(server))
    server.now += 1000
    await server.season_ends.end_season(SERVER, stored.number)
    damage = update(events).where(events.c.table == running.number).values(event="{}")
    await server.store.ledgers._database.transaction(lambda connection: connection.execute(damage) and None)
    for is_final in (False, True):
        await server.season_ends.end_due_seasons()
        assert (
            await server.standings.table(SERVER, await server.leagues.get(SERVER, stored.number), season=1)
        ).is_final == is_final
        server.now += UNDO_TIME + 1
        await server.season_ends.limit_turns()
    await end(server, running)
    assert (await rows(server, stored, 1), await rows(server, stored, 2)) == ({1: 1, 2: 1}, {1: 1, 2: 1})
    assert await server.computed()


async def test_undo_withdraws_the_end_also_once_it_is_final(server: LeagueServer) -> None:
    for is_final in (False, True):
        (stored,) = await server.create([replace(CUP, name=f"Cup {is_final}")])
        await server.finish_small_match()
        running = await server.begin(match_now(server))
        server.now += 1000
        await server.season_ends.end_season(SERVER, stored.number, by=1)
        at = server.now
        await server.finish_small_match()
        if is_final:
            await end(server, running)
            await server.season_ends.end_due_seasons()
        await server.undos.undo_end(SERVER, stored.number, 1, at, by=2)
        if not is_final:
            await end(server, running)
        assert await rows(server, stored, 1) == {1: 3, 2: 3}
        assert await numbers(server, stored) == [1]
        (line, *_) = (await server.log_page(stored.number)).lines
        assert (line.what.whose, line.by) == (1, 2)
        server.now += UNDO_TIME
        await server.season_ends.end_due_seasons()
        await server.season_ends.end_season(SERVER, stored.number)
        assert await numbers(server, stored) == [2, 1]
    assert await server.computed()


async def test_archiving_frees_the_name_at_once_and_the_last_season_waits(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    await server.finish_small_match()
    running = await server.begin(match_now(server))
    server.now += 1000
    await server.season_ends.end_season(SERVER, stored.number, archive=True)
    (new,) = await server.create([CUP])
    await end(server, running)
    await server.season_ends.end_due_seasons()
    assert await rows(server, stored, 1) == {1: 2, 2: 2}
    old = await server.leagues.get(SERVER, stored.number)
    assert (old.season.is_over, old.archived_at is None) == (True, False)
    assert await rows(server, new, 1) == {}, "it began before the new league"


async def test_a_league_that_is_created_during_a_match_does_not_count_it(server: LeagueServer) -> None:
    running = await server.begin(match_now(server))
    server.now += 1
    (stored,) = await server.create([CUP])
    number = await end(server, running)
    assert (await server.match_history.match(SERVER, number)).verdicts == ()
    assert await rows(server, stored, 1) == {}


async def test_an_end_that_discord_delivers_twice_shows_the_table_that_waits_again(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    await server.finish_small_match()
    await server.begin(match_now(server))
    server.now += 1000
    both = [
        await server.season_ends.end_season(SERVER, stored.number, command=OrganiserCommand(5, 6), season=1) for _ in range(2)
    ]
    assert both[0] == both[1]
    assert await numbers(server, stored) == [2, 1]
