"""How often two people of a match had met: never less than a limit of rematches counts, in whatever order results come."""

import sqlite3
from contextlib import closing
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from bot.league.match_facts import MatchResult
from bot.storage.store import Store
from tests.competition.league_server import LeagueServer
from tests.league.random_season import BEGIN, PEOPLE, SERVER, season_of
from tests.tables.stores import empty_store, store, url

__all__ = ["empty_store", "store", "url"]
TWO_DAYS = 2 * 86_400_000


def _met_before(match: MatchResult, others: list[MatchResult]) -> int:
    """Return how often the two people of a match who met most had met within two days before it."""
    earlier = [
        {seat.person for seat in one.people()}
        for one in others
        if match.ended - TWO_DAYS <= one.ended and (one.ended, one.number) < (match.ended, match.number)
    ]
    pairs = combinations([seat.person for seat in match.people()], 2)
    return max((sum({*pair} <= people for people in earlier) for pair in pairs), default=0)


def _stored(url: str) -> dict[int, int]:
    with closing(sqlite3.connect(url.partition("///")[2], timeout=10)) as connection:
        return dict(connection.execute('SELECT "table", met FROM results').fetchall())


async def _finish(store: Store, history: list[MatchResult]) -> list[MatchResult]:
    server = LeagueServer(store, BEGIN)
    await server.meet(PEOPLE)
    return [replace(match, number=await server.finish(match)) for match in history]


@pytest.mark.parametrize("seed", [1, 2])
async def test_results_in_any_order_have_at_least_the_true_number_of_meetings(empty_store: Store, url: str, seed: int) -> None:
    history = season_of(seed, matches=80, people=6)
    Random(seed).shuffle(history)
    done = await _finish(empty_store, history)
    stored = _stored(url)
    assert all(stored[match.number] >= _met_before(match, done) for match in done)


async def test_results_in_their_order_have_the_true_number_of_meetings_and_a_repair_restores_it(
    empty_store: Store, url: str
) -> None:
    done = await _finish(empty_store, season_of(3, matches=80, people=6))
    done = [replace(match, seats=tuple(seat for seat in match.seats if not seat.computer)) for match in done]
    right = {match.number: _met_before(match, done) for match in done}
    assert max(right.values()) > 2
    assert _stored(url) == right
    with closing(sqlite3.connect(url.partition("///")[2], timeout=10)) as connection:
        connection.execute("UPDATE results SET met = 0")
        connection.commit()
    assert await empty_store.archive.repair_copies(SERVER) == sum(count > 0 for count in right.values())
    assert _stored(url) == right
