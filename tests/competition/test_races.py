"""Two organisers at the same moment, or a command that Discord delivers twice: one change, and a refusal that says why."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace as replace_fields
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from bot.competition import league_editor
from bot.competition.refusals import LeagueArchived, LeagueEdited
from bot.league.corrections import AlreadySwapped, Change, NotSwapped, SwapBack, SwapPeople
from bot.league.league import League
from bot.storage.league.ledgers import StoredLedgers
from bot.wording.sentence import Refused
from tests.competition.league_server import LeagueServer, refused
from tests.league.random_season import SERVER

MONDAYS = League(server=SERVER, name="Mondays", per_deal=True)


async def together(*requests: Awaitable[Any]) -> tuple[list[Any], list[object]]:
    """Run the requests at the same time. Return the results of those that succeeded, and the refusals of the others."""
    found = await asyncio.gather(*requests, return_exceptions=True)
    assert all(not isinstance(one, BaseException) or isinstance(one, Refused) for one in found), found
    return [one for one in found if not isinstance(one, BaseException)], [
        one.refusal for one in found if isinstance(one, Refused)
    ]


@pytest.mark.parametrize("again", [SwapPeople(1, 2), SwapPeople(2, 1)])
async def test_the_same_swap_is_refused_the_second_time(server: LeagueServer, again: Change) -> None:
    await server.create([MONDAYS])
    number = await server.finish_small_match()
    correct = server.corrections.correct
    await correct(SERVER, number, SwapPeople(1, 2), by=1, why="x")
    swapped = (await server.match_history.match(SERVER, number)).match
    assert await refused(correct(SERVER, number, again, by=2, why="x")) == AlreadySwapped(1, 2)
    record = await server.match_history.match(SERVER, number)
    assert (record.match, len(record.corrections)) == (swapped, 1)


async def test_two_simultaneous_swaps_of_the_same_people_are_one(server: LeagueServer) -> None:
    await server.create([MONDAYS])
    number = await server.finish_small_match()
    done, faults = await together(
        *(server.corrections.correct(SERVER, number, SwapPeople(1, 2), by=by, why="x") for by in (1, 2, 3))
    )
    assert (len(done), faults) == (1, [AlreadySwapped(1, 2)] * 2)


async def test_a_swap_can_be_taken_back_once_and_made_again(server: LeagueServer) -> None:
    await server.create([MONDAYS])
    number = await server.finish_small_match()
    correct = server.corrections.correct
    assert await refused(correct(SERVER, number, SwapBack(1, 2), by=1, why="x")) == NotSwapped(1, 2)
    await correct(SERVER, number, SwapPeople(1, 2), by=1, why="x")
    await correct(SERVER, number, SwapBack(2, 1), by=1, why="x")
    record = await server.match_history.match(SERVER, number)
    assert record.match == record.original
    assert await refused(correct(SERVER, number, SwapBack(1, 2), by=1, why="x")) == NotSwapped(1, 2)
    await correct(SERVER, number, SwapPeople(1, 2), by=1, why="x")
    assert (await server.match_history.match(SERVER, number)).match.seats[0].person == 2


async def test_of_two_simultaneous_edits_the_second_is_refused_and_the_first_stays(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    edit = server.league_editor.edit
    done, faults = await together(
        edit(stored.number, replace(MONDAYS, least=5), based_on=MONDAYS),
        edit(stored.number, replace(MONDAYS, rematches=2), based_on=MONDAYS),
    )
    now = (await server.leagues.get(SERVER, stored.number)).league
    assert [one.league for one in done] == [now]
    assert now in (replace(MONDAYS, least=5), replace(MONDAYS, rematches=2))
    assert faults == [LeagueEdited("Mondays")]
    await edit(stored.number, replace(now, least=7), based_on=now)


@pytest.mark.parametrize("how", ["end", "archive"])
async def test_an_edit_belongs_to_the_season_that_has_begun_meanwhile(
    server: LeagueServer, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stored,) = await server.create([MONDAYS])
    await server.finish_small_match()
    other = LeagueServer(server.store, server.now + 1)
    other.store = replace_fields(server.store, ledgers=StoredLedgers(server.store.ledgers._database))
    other.__post_init__()
    compute, loop, times = league_editor.effect_of_edit, asyncio.get_running_loop(), 0
    end = partial(other.season_ends.end_season, archive=how != "end")

    def interrupted(*args: Any) -> Any:
        nonlocal times
        times += 1
        if times == 1:
            asyncio.run_coroutine_threadsafe(end(SERVER, stored.number, by=2), loop).result()
        return compute(*args)

    monkeypatch.setattr(league_editor, "effect_of_edit", interrupted)
    changed = replace(MONDAYS, rematches=2)
    edit = server.league_editor.edit(stored.number, changed, based_on=MONDAYS, by=1)
    if how == "archive":
        assert await refused(edit) == LeagueArchived("Mondays")
    else:
        assert ((await edit).season.number, times) == (2, 2)
    async with server.store.ledgers.of(SERVER) as ledger:
        assert [term.league for term in ledger.terms] == [MONDAYS, changed][: 1 + (how == "end")]
