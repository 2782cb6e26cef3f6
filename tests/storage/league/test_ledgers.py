"""The folds of ledgers in memory: they catch up by what is new, page by page, and are forgotten when nobody asks."""

import asyncio
import threading
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, event, text

from bot.league.corrections import Void
from bot.league.league import League
from bot.league.ledger import Leagues, Ledger
from bot.league.organiser_actions import Line, NewLine, RoleChosen
from bot.league.seasons import Term
from bot.storage.league import ledgers
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.store import Store, open_store
from tests.background.test_deadline_sleeper import until
from tests.competition.league_server import LeagueServer
from tests.league.folds import computed
from tests.league.random_season import BEGIN, PEOPLE, SERVER, season_of

CUP = League(server=SERVER, name="Cup", rated=True)


@pytest.fixture
async def server(store: Store) -> LeagueServer:
    server = LeagueServer(store, BEGIN - 1)
    if store.people.find(1001) is None:
        await server.meet(PEOPLE)
    await server.create([CUP])
    return server


def new_ledgers(server: LeagueServer) -> StoredLedgers:
    return StoredLedgers(server.store.ledgers._database)


@pytest.mark.parametrize("page", [1, 3, 4])
async def test_a_ledger_is_read_page_by_page(server: LeagueServer, monkeypatch: pytest.MonkeyPatch, page: int) -> None:
    for match in season_of(1, matches=6):
        await server.finish(match)
    wanted, asked = await server.computed(), list[str]()
    monkeypatch.setattr(ledgers, "PAGE", page)
    monkeypatch.setattr(ledgers, "_AFTER", ledgers._AFTER.limit(page))

    def record(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if "ledger.entry" in statement:
            asked.append(statement)

    event.listen(Engine, "before_cursor_execute", record)
    try:
        async with new_ledgers(server).of(SERVER) as ledger:
            assert computed(ledger) == wanted
            assert ledger.number == 13, "a league, and a start and an end of each match"
    finally:
        event.remove(Engine, "before_cursor_execute", record)
    assert len(asked) == 13 // page + 1
    assert all("LIMIT" in one for one in asked)


async def test_a_fold_reads_only_what_is_new(server: LeagueServer) -> None:
    *earlier, last = season_of(1, matches=30)
    for match in earlier:
        await server.finish(match)
    async with server.store.ledgers.of(SERVER) as ledger:
        before, revision, number = ledger, ledger.revision, ledger.number
    await server.finish(last)
    async with server.store.ledgers.of(SERVER) as ledger:
        assert ledger is before
        assert (ledger.number, len(ledger.matches())) == (number + 2, 30)
        assert ledger.revision > revision
        assert ledger.revision == await server.store.ledgers.revision(SERVER)
    await server.league_editor.edit(1, replace(CUP, rated=False))
    async with server.store.ledgers.of(SERVER) as ledger:
        assert [term.league.rated for term in ledger.terms] == [False]
        assert ledger.ratings() == {}


async def test_what_another_process_has_stored_is_seen(server: LeagueServer, url: str) -> None:
    number = await server.finish_small_match()
    async with open_store(url, synchronous="NORMAL") as store:
        async with store.ledgers.of(SERVER) as ledger:
            assert [match.voided for match in ledger.matches()] == [False]
        await server.corrections.correct(SERVER, number, Void(), by=1, why="x")
        async with store.ledgers.of(SERVER) as ledger:
            assert [match.voided for match in ledger.matches()] == [True]


async def test_one_after_the_other_uses_a_fold(server: LeagueServer) -> None:
    inside = 0

    async def use() -> None:
        nonlocal inside
        async with server.store.ledgers.of(SERVER):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0.01)
            inside -= 1

    await asyncio.gather(*(use() for _ in range(5)))


async def test_a_fold_that_nobody_uses_is_forgotten_and_folded_again(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledgers, "_IDLE", 0.05)
    await server.finish_small_match()
    stored = new_ledgers(server)
    async with stored.of(SERVER) as first:
        pass
    async with stored.of(SERVER):
        looking = stored._clearing
        await until(lambda: stored._clearing is not looking)
        assert stored._known.keys() == {SERVER}, "it is in use"
    await until(lambda: not stored._known)
    async with stored.of(SERVER) as ledger:
        assert ledger is not first
        assert len(ledger.matches()) == 1


async def test_a_line_is_made_again_if_something_else_was_stored_meanwhile(server: LeagueServer) -> None:
    made = list[int]()

    async def make(ledger: Ledger) -> NewLine:
        made.append(ledger.number)
        if len(made) < 3:
            await server.finish_small_match()
        return NewLine(Line(1, 1, RoleChosen(None, len(made))))

    assert await server.store.ledgers.add(SERVER, make) == Line(1, 1, RoleChosen(None, 3))
    assert made == [1, 3, 5]
    assert (await server.store.ledgers.leagues(SERVER)).role == 3


async def test_a_damaged_line_stops_neither_matches_nor_other_leagues(server: LeagueServer) -> None:
    (other,) = await server.create([replace(CUP, name="Other")])
    damage = text("UPDATE ledger SET entry = '{}' WHERE kind = 'league' AND number = 1")
    await server.store.ledgers._database.transaction(lambda connection: connection.execute(damage))
    await server.finish_small_match()
    assert await server.leagues.all(SERVER) == [other]
    async with new_ledgers(server).of(SERVER) as ledger:
        assert [(term.number, len(ledger.counting(term))) for term in ledger.terms] == [(other.number, 1)]


@pytest.mark.parametrize("kind", ["begun", "over"])
async def test_a_damaged_match_is_left_out_and_the_others_go_on(server: LeagueServer, kind: str) -> None:
    (stored,) = await server.create([replace(CUP, name="Daily", daily=5)])
    for _ in range(2):
        damaged = await server.finish_small_match()
    damage = text("UPDATE ledger SET entry = '{}' WHERE kind = :kind AND match = :match").bindparams(kind=kind, match=damaged)
    await server.store.ledgers._database.transaction(lambda connection: connection.execute(damage))
    newest = await server.finish_small_match()
    async with new_ledgers(server).of(SERVER) as ledger:
        counting = [match.number for match in ledger.counting(stored.term)]
        assert counting == [damaged - 1, *([damaged] if kind == "begun" else []), newest]


async def test_a_match_in_which_an_earlier_version_stored_more_of_a_seat_counts_as_before(server: LeagueServer) -> None:
    (stored,) = await server.create([replace(CUP, name="Daily")])
    match = await server.finish_small_match()
    more = text("""UPDATE ledger SET entry = replace(entry, '"left":', '"earlier": 1,"left":') WHERE kind = 'over'""")
    await server.store.ledgers._database.transaction(lambda connection: connection.execute(more))
    async with new_ledgers(server).of(SERVER) as ledger:
        assert [one.number for one in ledger.counting(stored.term)] == [match]


async def test_the_seasons_are_found_once_for_all_lines_of_the_leagues(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for least in (2, 3, 4):
        (stored,) = await server.leagues.all(SERVER)
        await server.league_editor.edit(stored.number, replace(stored.league, least=least))
    find, found = Leagues.terms, list[tuple[Term, ...]]()
    monkeypatch.setattr(Leagues, "terms", lambda leagues: found.append(find(leagues)) or found[-1])
    async with new_ledgers(server).of(SERVER) as ledger:
        assert [ledger.terms] == found
        assert [term.league.least for term in ledger.terms] == [4]


async def test_a_correction_is_folded_in_a_thread_and_a_match_is_not(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_all, is_beside = ledgers._add_all, list[bool]()

    def noted(*args: Any) -> None:
        is_beside.append(threading.current_thread() is not threading.main_thread())
        add_all(*args)

    monkeypatch.setattr(ledgers, "_add_all", noted)
    number = await server.finish_small_match()
    await server.match_history.match(SERVER, number)
    await server.corrections.correct(SERVER, number, Void(), by=1, why="x")
    await server.match_history.match(SERVER, number)
    assert (is_beside[0], is_beside[-1]) == (False, True)
