"""How many tables of a person and of a server may wait for their start."""

import asyncio

from bot.storage.store import Store
from bot.tables.apply_event import apply_event
from bot.tables.events import Reservation, TableOpened
from bot.tables.lobby_requests import Join, Start
from bot.tables.match_requests import Cancel
from bot.tables.ports import ClockAndSeeds
from bot.tables.service import LobbyLimits, ServerTooManyOpenLobbies, Tables, TooManyOpenLobbies
from bot.tables.tables_in_play import TablesInPlay
from bot.wording.sentence import Refusal, Refused
from tests.rummy.presets import variant
from tests.tables.opening import open_table
from tests.tables.table_service import ANN, BEN, CEM, PAUSES

RAMI = variant("rami")


def limited(store: Store, person: int, server: int) -> Tables:
    return Tables(store.log, ClockAndSeeds(lambda: 1_000_000, lambda: "0" * 64), PAUSES, LobbyLimits(person, server))


async def refusals_of(tables: Tables, *openings: tuple[int, int]) -> list[Refusal]:
    """Open tables at the same time, each for a server and a host; return the refusals."""
    opening = (open_table(tables, server, 20, host, RAMI, thread=False) for server, host in openings)
    came = await asyncio.gather(*opening, return_exceptions=True)
    assert all(isinstance(one, Refused) for one in came if isinstance(one, BaseException)), came
    return [one.refusal for one in came if isinstance(one, Refused)]


async def test_one_person_has_at_most_so_many_lobbies_also_if_they_open_them_at_the_same_time(store: Store) -> None:
    tables = limited(store, 2, 0)
    assert await refusals_of(tables, *[(10, ANN)] * 5) == [TooManyOpenLobbies(2)] * 3
    assert await refusals_of(tables, (11, ANN)) == [TooManyOpenLobbies(2)], "in all servers together"
    assert await refusals_of(tables, (10, BEN)) == []


async def test_one_server_has_at_most_so_many_lobbies_also_if_they_are_opened_at_the_same_time(store: Store) -> None:
    """Each of the three hosts is about to open a table when the others' are not stored yet."""
    tables = limited(store, 0, 2)
    hosts = [(10, host) for host in (ANN, BEN, CEM) * 3]
    assert await refusals_of(tables, *hosts) == [ServerTooManyOpenLobbies(2)] * 7
    assert await refusals_of(tables, (11, ANN)) == []


async def test_a_lobby_that_is_closed_or_started_makes_room(store: Store) -> None:
    tables = limited(store, 1, 0)
    await refusals_of(tables, (10, ANN))
    await tables.change(1, ANN, Cancel(by_manager=False))
    assert await refusals_of(tables, (10, ANN)) == []
    await tables.change(2, BEN, Join())
    await tables.change(2, ANN, Start())
    assert await refusals_of(tables, (10, ANN)) == []
    assert await refusals_of(tables, (10, ANN)) == [TooManyOpenLobbies(1)]


async def test_lobbies_are_counted_again_after_a_restart(store: Store) -> None:
    await refusals_of(limited(store, 1, 1), (10, ANN))
    tables = limited(store, 1, 1)
    await tables.load()
    assert await refusals_of(tables, (10, ANN), (10, BEN)) == [TooManyOpenLobbies(1), ServerTooManyOpenLobbies(1)]


async def test_the_same_command_again_gets_its_table_and_no_refusal(store: Store) -> None:
    tables = limited(store, 1, 1)
    first = await open_table(tables, 10, 20, ANN, RAMI, thread=False, at=5)
    assert await open_table(tables, 10, 20, ANN, RAMI, thread=False, at=5) == first


def test_tables_of_a_schedule_do_not_count_as_lobbies() -> None:
    in_play = TablesInPlay()
    for number, reserved in ((1, None), (2, Reservation(1, (ANN, BEN)))):
        in_play.put(apply_event(number, None, TableOpened(10, 20, ANN, RAMI, False, 1, None, reserved)))
    assert [table.number for table in in_play.lobbies_in_server(10)] == [1]
    assert in_play.lobbies_in_server(11) == []
