"""Pages of long histories, statistics and limited standings are right, and read only the cards of what they show."""

import asyncio
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.competition import match_history
from bot.competition import standings as standings_module
from bot.league.corrections import PutBack, Remove
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.storage import personal_data
from bot.storage.league import ledgers
from tests.competition.league_server import LeagueServer
from tests.league.folds import compute_stats, history_lines
from tests.league.random_season import SERVER, corrections_of, season_of
from tests.league.written_matches import played

CUP = League(server=SERVER, name="Cup", rated=True)


async def play(server: LeagueServer, history: list[MatchResult], corrections: int) -> list[MatchResult]:
    """Finish and correct these matches. Return them as they are corrected, with their deals."""
    for match in history:
        await server.finish(match)
    for correction in corrections_of(5, history, corrections):
        await server.try_to_correct(correction)
    async with server.store.ledgers.of(SERVER) as ledger:
        return [replace(one, deals=match.deals) for one, match in zip(ledger.matches(), history, strict=True)]


@pytest.fixture
def read(server: LeagueServer, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the matches whose cards have been read."""
    numbers, with_deals = list[int](), server.store.ledgers.with_deals

    async def record(asked: list[int]) -> dict[int, MatchResult]:
        numbers.extend(asked)
        return await with_deals(asked)

    monkeypatch.setattr(server.store.ledgers, "with_deals", record)
    return numbers


async def test_a_page_of_the_history_reads_the_matches_it_shows(server: LeagueServer, read: list[int]) -> None:
    corrected = await play(server, season_of(3, matches=60, people=6), 25)
    for person in (None, 1, 3, 6, 99):
        wanted = history_lines(corrected, person)
        for page in (0, 1, 3, 10**9):
            read.clear()
            found = await server.match_history.page(SERVER, person, page, size=7)
            number = min(page, max(0, len(wanted) - 1) // 7)
            assert (found.total, found.number) == (len(wanted), number)
            assert list(found.lines) == wanted[number * 7 : number * 7 + 7]
            assert read == [line.match for line in found.lines]
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


async def test_my_data_reads_a_persons_matches_page_by_page(server: LeagueServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_data, "PAGE", 4)
    history = season_of(2, matches=40, people=6)
    numbers = [await server.finish(match) for match in history]
    found = msgspec.json.decode(msgspec.json.encode(await server.store.privacy.read_personal_data(3)))
    wanted = [
        number
        for number, match in zip(numbers, history, strict=True)
        if any(seat.person == 3 and not seat.computer for seat in match.seats)
    ]
    assert len(wanted) > 8
    assert [match["number"] for match in found["matches"]] == wanted
    assert all(len(match["deals"]) == len(history[match["number"] - 1].deals) for match in found["matches"])


async def test_statistics_read_a_persons_matches_page_by_page(server: LeagueServer, monkeypatch: pytest.MonkeyPatch) -> None:
    corrected = await play(server, season_of(2, matches=40, people=6), 20)
    monkeypatch.setattr(ledgers, "_AT_ONCE", 4)
    most, count_page = 0, match_history._count_page

    def count(counts: Any, page: list[Any]) -> None:
        nonlocal most
        most = max(most, len(page))
        count_page(counts, page)

    monkeypatch.setattr(match_history, "_count_page", count)
    found, _ = await server.match_history.compare(SERVER, [3, 1])
    assert found == [compute_stats(corrected, person) for person in (3, 1)]
    assert found[0].matches > 8
    assert most == 4


async def test_every_page_of_the_history_is_right_where_the_clock_was_set_back(server: LeagueServer) -> None:
    history = season_of(4, matches=60, people=6)
    for nth in range(0, len(history) - 12, 4):
        history[nth], history[nth + 11] = history[nth + 11], history[nth]
    numbers = {await server.finish(match): match.ended for match in history}
    wanted = sorted(numbers, key=lambda number: (numbers[number], number), reverse=True)
    for page in range(13):
        found = await server.match_history.page(SERVER, None, page, size=5)
        assert (found.total, found.number) == (60, min(page, 11))
        assert [line.match for line in found.lines] == wanted[5 * found.number : 5 * found.number + 5]
    assert await server.computed()
