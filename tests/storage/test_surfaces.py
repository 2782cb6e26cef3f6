"""How far the events of a table are posted, and in which messages."""

import asyncio

import pytest
from sqlalchemy.exc import IntegrityError

from bot.storage.store import Store, open_store
from bot.storage.tables import DeliveryState, Surface
from bot.tables.events import LobbyClosed, SatDown
from bot.tables.ports import UNCHANGED, Commit
from tests.storage.small_matches import SERVER, open_table

LOBBY = Surface("lobby", channel=20, message=2**62, state="open", detail="")
HAND = Surface("hand 7", channel=30, message=None, state="closed", detail="♥ 'quoted'")


async def test_a_new_table_has_an_empty_delivery_state(store: Store) -> None:
    assert await store.surfaces.load(await open_table(store)) == DeliveryState()
    assert await store.surfaces.load(404) == DeliveryState()


async def test_surfaces_are_stored_and_replaced_by_key(url: str) -> None:
    async with open_store(url) as store:
        number, other = await open_table(store), await open_table(store)
        await store.surfaces.save(number, 1, [LOBBY, HAND])
        assert await store.surfaces.load(number) == DeliveryState(1, {"lobby": LOBBY, "hand 7": HAND})
        turn = Surface("turn 3.12", channel=20, message=9)
        shown = Surface("hand 7", channel=30, message=8, state="", detail="kept")
        await store.surfaces.save(number, 4, [shown, turn])
        assert await store.surfaces.load(other) == DeliveryState()
    async with open_store(url) as store:
        assert await store.surfaces.load(number) == DeliveryState(4, {"lobby": LOBBY, "hand 7": shown, "turn 3.12": turn})


async def test_a_table_is_behind_if_it_has_unposted_events_even_if_it_is_closed(store: Store) -> None:
    posted, unposted, closed = [await open_table(store) for _ in range(3)]
    await store.log.commit(Commit(closed, 2, (LobbyClosed("cancelled"),), at=1, deadline=None, is_over=True))
    await store.surfaces.save(posted, 1, [])
    await store.surfaces.save(closed, 1, [LOBBY])
    assert await store.surfaces.tables_behind() == [unposted, closed]
    await store.log.commit(Commit(posted, 2, (SatDown(2),), at=1, deadline=UNCHANGED))
    assert await store.surfaces.tables_behind() == [posted, unposted, closed]
    for number, version in ((posted, 2), (unposted, 1), (closed, 2)):
        await store.surfaces.save(number, version, [])
    assert await store.surfaces.tables_behind() == []


async def test_a_server_that_comes_back_asks_only_for_its_own_tables(store: Store) -> None:
    here, there = await open_table(store), await open_table(store, server=11)
    assert await store.surfaces.tables_behind() == [here, there]
    assert (await store.surfaces.tables_behind(SERVER), await store.surfaces.tables_behind(11)) == ([here], [there])
    for number in (here, there):
        await store.log.commit(Commit(number, 2, (LobbyClosed("cancelled"),), at=1, deadline=None, is_over=True))
    assert (await store.surfaces.tables_behind(SERVER), await store.surfaces.tables_behind(11)) == ([here], [there])
    await store.surfaces.save(there, 2, [])
    assert await store.surfaces.tables_behind(11) == []


async def test_a_table_that_does_not_exist_cannot_have_messages(store: Store) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        await store.surfaces.save(404, 1, [LOBBY])


async def test_what_is_posted_of_tables_at_the_same_time_is_stored_without_running_anything_again(store: Store) -> None:
    numbers = [await open_table(store) for _ in range(16)]
    database = store.database
    before = database.runs, database.runs_again
    for version in range(1, 6):
        turn = Surface(f"turn 1.{version}", channel=20, message=version)
        await asyncio.gather(*(store.surfaces.save(number, version, [turn], ["hand 7"]) for number in numbers))
    assert (database.runs - before[0], database.runs_again - before[1]) in ((80, 0), (0, 0)), "only PostgreSQL's are counted"
