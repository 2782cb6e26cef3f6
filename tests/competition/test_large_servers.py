"""Pages read what they show, not all matches of the server; stale totals are rebuilt once for all who ask."""

import asyncio
from functools import partial
from typing import Any

import msgspec
import pytest
from bot.storage.league.matches import history_blocks, results
from msgspec.structs import replace
from sqlalchemy import Engine, event

from bot.competition import match_history, totals_rebuild
from bot.competition import standings as standings_module
from bot.competition.standings import TooManyLeaderboards
from bot.league.corrections import PutBack, Remove, Void
from bot.league.history import history_lines
from bot.league.league import League
from bot.league.organiser_actions import Corrected
from bot.league.stats import compute_stats
from bot.storage.league import cached_totals, server_history
from bot.storage.people import personal_rows
from bot.wording.sentence import Refused
from tests.competition.league_server import LeagueServer, standings_rows
from tests.competition.test_totals_rebuild import execute_directly
from tests.league.leagues import LEAGUES
from tests.league.random_season import SERVER, corrections_of, season_of
from tests.league.standings import slow_standings
from tests.league.written_matches import played

CUP = League(server=SERVER, name="Cup", rated=True)


class Decoded:
    """Counts the facts of matches that are decoded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        decode = results.decode_result

        def counted(*row: Any, **how: Any) -> Any:
            self.count += 1
            return decode(*row, **how)

        monkeypatch.setattr(results, "decode_result", counted)


async def test_a_page_of_the_history_reads_the_matches_it_shows(server: LeagueServer, monkeypatch: pytest.MonkeyPatch) -> None:
    history = season_of(3, matches=60, people=6)
    for match in history:
        await server.finish(match)
    for correction in corrections_of(5, history, 25):
        await server.try_to_correct(correction)
    everything = await server.store.archive.history(SERVER)
    corrected = totals_rebuild.apply_corrections(everything.matches, everything.corrections)
    decoded = Decoded(monkeypatch)
    for person in (None, 1, 3, 6, 99):
        wanted = history_lines(corrected, person)
        for page in (0, 1, 3, 10**9):
            decoded.count = 0
            found = await server.match_history.page(SERVER, person, page, size=7)
            number = min(page, max(0, len(wanted) - 1) // 7)
            assert (found.total, found.number) == (len(wanted), number)
            assert list(found.lines) == wanted[number * 7 : number * 7 + 7]
            assert decoded.count == len(found.lines)
    assert await server.match_history.has_played(SERVER, 3)
    assert not await server.match_history.has_played(SERVER, 99)


async def test_somebody_who_was_removed_from_a_match_does_not_have_it_in_their_history(server: LeagueServer) -> None:
    number = await server.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=server.now))
    assert await server.match_history.has_played(SERVER, 3)
    await server.corrections.correct(SERVER, number, Remove(3), by=1, why="Remove")
    assert (await server.match_history.page(SERVER, 3, 0, size=5)).total == 0
    assert not await server.match_history.has_played(SERVER, 3)
    await server.corrections.correct(SERVER, number, PutBack(3), by=1, why="x")
    assert (await server.match_history.page(SERVER, 3, 0, size=5)).total == 1


async def test_a_match_is_judged_without_reading_all_that_followed_it(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.create(LEAGUES)
    history = season_of(2026, matches=80, people=8)
    for match in history:
        await server.finish(match)
    span = 3 * 86_400_000
    decoded = Decoded(monkeypatch)
    for match in history[:10]:
        decoded.count = 0
        await server.match_history.match(SERVER, match.number)
        assert decoded.count <= 1 + sum(abs(one.ended - match.ended) <= span for one in history) < len(history)


async def test_the_log_reads_no_match(server: LeagueServer, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = await server.create([replace(CUP, channel=20), replace(CUP, name="Elsewhere", channel=21)])
    numbers = [await server.finish_small_match() for _ in range(20)]
    made: dict[int, list[int]] = {20: [], 21: []}
    for number in numbers[3:5]:
        made[(await server.match_history.match(SERVER, number)).match.channel].insert(0, number)
        await server.corrections.correct(SERVER, number, Void(), by=1, why="x")
    decoded = Decoded(monkeypatch)
    assert [line.what for line in (await server.log_page()).lines] == [Corrected(one, Void()) for one in numbers[4:2:-1]]
    for stored, channel in ((here, 20), (there, 21)):
        found = (await server.log_page(stored.number)).lines
        assert [line.what for line in found] == [Corrected(number, Void()) for number in made[channel]]
    assert decoded.count == 0


async def test_stale_totals_are_rebuilt_once_for_everyone_who_asks(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """L14: each of eight readers rebuilt them."""
    (stored,) = await server.create([CUP])
    for match in season_of(1, matches=30):
        await server.finish(match)
    execute_directly(server, "UPDATE servers SET stale = 1")
    computed = 0
    compute = totals_rebuild.compute_cached_totals

    def count(*about: Any) -> Any:
        nonlocal computed
        computed += 1
        return compute(*about)

    monkeypatch.setattr(totals_rebuild, "compute_cached_totals", count)
    tables = await asyncio.gather(*(server.standings.table(SERVER, stored) for _ in range(8)))
    await asyncio.gather(*(server.match_history.compare(SERVER, [1, 2]) for _ in range(4)))
    assert computed == 1
    assert all(table == tables[0] for table in tables)
    assert await server.cached_totals(SERVER) == await server.recomputed_totals(SERVER)


async def test_limited_standings_are_computed_once_for_everyone_who_asks(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stored,) = await server.create([CUP])
    history = season_of(1, matches=40)
    for match in history:
        await server.finish(match)
    computed = 0
    compute = standings_module.compute_standings

    def count(*about: Any, **more: Any) -> Any:
        nonlocal computed
        computed += 1
        return compute(*about, **more)

    monkeypatch.setattr(standings_module, "compute_standings", count)
    title = history[0].variant.name
    tables = await asyncio.gather(*(server.standings.table(SERVER, stored, variant=title) for _ in range(8)))
    tables.append(await server.standings.table(SERVER, stored, variant=title))
    assert computed == 1
    assert all(table == tables[0] for table in tables)
    await server.finish_small_match()
    again = await server.standings.table(SERVER, stored, variant=title)
    assert (computed, again.revision) == (2, tables[0].revision + 1)


async def test_one_server_has_few_limited_standings_computed_at_a_time(server: LeagueServer) -> None:
    """Other servers wait for them: one person may ask for many days."""
    (stored,) = await server.create([CUP])
    for match in season_of(1, matches=5):
        await server.finish(match)
    asked = [server.standings.table(SERVER, stored, since=day) for day in range(20_000, 20_010)]
    found = await asyncio.gather(*asked, return_exceptions=True)
    refused = [one for one in found if isinstance(one, Refused)]
    assert len(found) - len(refused) == standings_module.MOST_LEADERBOARDS
    assert {one.refusal for one in refused} == {TooManyLeaderboards(standings_module.MOST_LEADERBOARDS)}
    await server.standings.table(SERVER, stored, since=20_009)


async def test_limited_standings_read_no_match(server: LeagueServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """L15: they read every match of the server."""
    (stored,) = await server.create([CUP])
    for match in season_of(1, matches=40):
        await server.finish(match)
    decoded = Decoded(monkeypatch)
    for league in (stored, None):
        assert (await server.standings.table(SERVER, league, variant="rami")).rows
        assert (await server.standings.table(SERVER, league, since=0)).rows
    assert decoded.count == 0


async def test_my_data_reads_a_persons_matches_page_by_page(server: LeagueServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_rows, "PAGE", 4)
    history = season_of(2, matches=40, people=6)
    numbers = [await server.finish(match) for match in history]
    asked = list[int]()
    read = personal_rows.facts_of_matches

    def record(connection: Any, some: list[int]) -> Any:
        asked.append(len(some))
        return read(connection, some)

    monkeypatch.setattr(personal_rows, "facts_of_matches", record)
    found = msgspec.json.decode(msgspec.json.encode(await server.store.privacy.read_personal_data(3)))
    wanted = [
        number
        for number, match in zip(numbers, history, strict=True)
        if any(seat.person == 3 and not seat.computer for seat in match.seats)
    ]
    assert len(wanted) > 8
    assert [match["number"] for match in found["matches"]] == wanted
    assert len(asked) == -(-len(wanted) // 4)
    assert max(asked) == 4


async def test_statistics_read_a_persons_matches_page_by_page(server: LeagueServer, monkeypatch: pytest.MonkeyPatch) -> None:
    history = season_of(2, matches=40, people=6)
    for match in history:
        await server.finish(match)
    for correction in corrections_of(7, history, 20):
        await server.try_to_correct(correction)
    everything = await server.store.archive.history(SERVER)
    corrected = totals_rebuild.apply_corrections(everything.matches, everything.corrections)
    monkeypatch.setattr(server_history, "PAGE", 4)
    monkeypatch.setattr(server_history, "read_matches", partial(results.read_matches, most=4))
    most, count_page = 0, match_history._count_page

    def count(counts: Any, page: list[Any]) -> None:
        nonlocal most
        most = max(most, len(page))
        count_page(counts, page)

    monkeypatch.setattr(match_history, "_count_page", count)
    found = await server.match_history.compare(SERVER, [3, 1])
    assert [one.stats for one in found] == [compute_stats(corrected, person) for person in (3, 1)]
    assert found[0].stats.matches > 8
    assert most == 4


async def test_rated_matches_are_read_page_by_page(server: LeagueServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached_totals, "PAGE", 3)
    await server.create([CUP])
    history = season_of(4, matches=30, people=6)
    for match in history:
        await server.finish(replace(match, ended=match.ended - match.ended % 3_600_000))  # some end at the same time
    assert len((await server.cached_totals(SERVER)).rated) > 8
    assert await server.has_right_totals()
    for correction in corrections_of(9, history, 8):
        await server.try_to_correct(correction)
        assert await server.has_right_totals()


async def test_copies_of_results_are_checked_and_repaired(server: LeagueServer) -> None:
    for match in season_of(1, matches=40):
        await server.finish(match)
    await server.corrections.correct(SERVER, 3, Void(), by=1, why="x")
    right = await server.standings.table(SERVER, None)
    assert await totals_rebuild.recount_server(server.store.archive, SERVER) == totals_rebuild.Recount(SERVER, 0)
    for damage in (
        'UPDATE match_shares SET place = 3 WHERE "table" = 5',
        'DELETE FROM match_shares WHERE "table" = 6',
        "UPDATE counted_matches SET people = '1,2' WHERE \"table\" = 7",
        "UPDATE history_blocks SET matches = 7",
        "UPDATE servers SET revision = revision + 1",
    ):
        execute_directly(server, damage)
    assert (await server.standings.table(SERVER, None)).rows != right.rows
    assert (await server.match_history.page(SERVER, None, 0, size=5)).total == 7
    assert await totals_rebuild.recount_server(server.store.archive, SERVER) == totals_rebuild.Recount(SERVER, 4)
    execute_directly(server, "UPDATE servers SET revision = revision + 1")
    assert (await server.standings.table(SERVER, None)).rows == right.rows
    assert (await server.match_history.page(SERVER, None, 0, size=5)).total == 40


async def test_every_page_of_the_history_is_right_where_the_clock_was_set_back(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_blocks, "FULL", 3)
    history = season_of(4, matches=60, people=6)
    for nth in range(0, len(history) - 12, 4):
        history[nth], history[nth + 11] = history[nth + 11], history[nth]
    numbers = {await server.finish(match): match.ended for match in history}
    wanted = sorted(numbers, key=lambda number: (numbers[number], number), reverse=True)
    for page in range(13):
        found = await server.match_history.page(SERVER, None, page, size=5)
        assert (found.total, found.number) == (60, min(page, 11))
        assert [line.match for line in found.lines] == wanted[5 * found.number : 5 * found.number + 5]
    assert await server.store.archive.repair_copies(SERVER) == 0


async def test_a_correction_far_back_finishes_while_results_come_in(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """L13: it started again after every newer result."""
    (stored,) = await server.create([CUP])
    for match in season_of(1, matches=30):
        await server.finish(match)
    write, stored_results = type(server.store.archive).write_changes, 0

    async def after_a_result(*about: Any, **more: Any) -> Any:
        nonlocal stored_results
        if stored_results < 50:
            stored_results += 1
            await server.finish_small_match()
        return await write(*about, **more)

    monkeypatch.setattr(type(server.store.archive), "write_changes", after_a_result)
    async with asyncio.timeout(20):
        await server.corrections.correct(SERVER, 3, Void(), by=1, why="x")
    assert stored_results < 10
    assert await server.has_right_totals()
    history = await server.store.archive.history(SERVER)
    standings = await server.standings.table(SERVER, stored)
    wanted = slow_standings.table(CUP, list(history.matches), list(history.corrections), now=server.now)
    assert standings_rows(standings) == wanted


async def test_totals_of_an_earlier_counting_are_rebuilt_at_the_start(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.create([CUP])
    for match in season_of(1, matches=10):
        await server.finish(match)
    execute_directly(server, "UPDATE totals SET total = '[[1,60,1,0,[1]],0,[0,0,0,0,[]]]'")
    assert await server.store.archive.stale_servers() == []
    execute_directly(server, "UPDATE servers SET counting = 0")
    assert await server.store.archive.stale_servers() == [SERVER]
    await server.finish_small_match()
    assert await server.store.archive.stale_servers() == [SERVER], "a result counts in stale totals later"
    assert await server.has_right_totals()
    assert await server.store.archive.stale_servers() == []


async def test_reads_fetch_pages_of_at_most_a_thousand_rows(server: LeagueServer) -> None:
    asked = list[str]()

    def record(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    for match in season_of(1, matches=5):
        await server.finish(match)
    event.listen(Engine, "before_cursor_execute", record)
    try:
        await server.store.archive.history(SERVER)
    finally:
        event.remove(Engine, "before_cursor_execute", record)
    assert any("LIMIT" in one and "results.facts" in one for one in asked)
