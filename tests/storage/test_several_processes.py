"""Several processes on one PostgreSQL: each knows what the others have changed, and no two decide the same."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from bot.storage.store import Store, open_store
from bot.tables.ports import CardOrder, HandsBy, Pictures, ServerSettings
from tests.background.test_deadline_sleeper import until
from tests.databases import execute
from tests.postgres import Postgres

SERVER = 10
CUT_LISTENERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
async def both(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """The stores of two processes."""
    async with open_store(url) as one, open_store(url) as other:
        yield one, other


async def test_a_person_who_changes_in_one_process_changes_in_the_others(both: tuple[Store, Store]) -> None:
    here, there = (store.people for store in both)
    ann = (await here.add_or_update(101, "Ann", "en-US", username="ann")).number
    await until(lambda: there.find(101) == here[ann])
    await there.add_or_update(101, "Anna", "it", username="ann")
    await until(lambda: here[ann].name == "Anna")
    await here.change_settings(ann, card_order=CardOrder.RANK)
    await there.set_dm_channel(ann, 5)
    await until(lambda: here[ann] == there[ann] and (here[ann].dm_channel, here[ann].card_order) == (5, CardOrder.RANK))
    await there.add_or_update(102, "Ben", "it", username="ann")
    await until(lambda: here[ann].username is None)
    await both[0].privacy.delete_personal_data(ann, at=1)
    await until(lambda: there[ann].discord_id is None)
    assert there.find(101) is None
    back = await there.add_or_update(101, "Ann", "it")
    await until(lambda: here.find(101) == back)


async def test_what_two_processes_change_of_a_person_at_the_same_time_is_all_kept(both: tuple[Store, Store]) -> None:
    here, there = (store.people for store in both)
    ann = (await here.add_or_update(101, "Ann", "en-US")).number
    for hands, order in zip(HandsBy, CardOrder, strict=True):
        await asyncio.gather(
            here.change_settings(ann, hands=hands),
            there.change_settings(ann, card_order=order),
            here.add_or_update(101, "Ann", "it", server=1, nickname=hands),
            there.add_or_update(101, "Ann", "it", server=2, nickname=order),
        )
        await until(
            lambda wanted=({1: hands, 2: order}, hands, order): all(  # type: ignore[misc]
                (dict(of[ann].nicknames), of[ann].hands, of[ann].card_order) == wanted for of in (here, there)
            )
        )


async def test_a_person_whom_another_process_has_just_added_is_known_before_the_notification(
    both: tuple[Store, Store], url: str
) -> None:
    execute(url, "INSERT INTO people (number, discord_id, name, locale) VALUES (7, 107, 'Zoe', 'it')")
    people = both[0].people
    assert people[7].name == "Zoe"
    assert people.find(107) is people[7]
    for nobody in (8, -1):
        assert people.get(nobody) is None


async def test_a_servers_settings_that_change_in_one_process_change_in_the_others(both: tuple[Store, Store]) -> None:
    here, there = (store.server_settings for store in both)
    assert await here.get(SERVER) == await there.get(SERVER) == ServerSettings()
    changed = await here.change(SERVER, lambda settings: replace(settings, pictures=Pictures.LARGE))
    await until(lambda: SERVER not in there._known)
    assert await there.get(SERVER) == await here.get(SERVER) == changed
    await asyncio.gather(
        here.change(SERVER, lambda settings: replace(settings, thread=False)),
        there.change(SERVER, lambda settings: replace(settings, variant="rami")),
    )
    await until(lambda: not here._known and not there._known)
    assert await there.get(SERVER) == await here.get(SERVER) == replace(changed, thread=False, variant="rami")


async def test_what_changes_while_nobody_listens_is_read_when_the_connection_is_back(
    both: tuple[Store, Store], url: str
) -> None:
    here, has_heard = both[0], asyncio.Event()

    async def hear(_number: int | None) -> None:
        has_heard.set()

    here.people.on_change(hear)
    ann = await here.people.add_or_update(101, "Ann", "en-US")
    assert await here.server_settings.get(SERVER) == ServerSettings()
    await asyncio.wait_for(has_heard.wait(), 30)  # its own notification
    execute(url, "UPDATE people SET name = 'Anna'")
    execute(url, "INSERT INTO server_settings VALUES (10, '{\"thread\": false}')")
    await asyncio.sleep(0.05)
    assert here.people[ann.number].name == "Ann", "nobody has notified of it"
    assert execute(url, CUT_LISTENERS)
    await until(lambda: here.people[ann.number].name == "Anna" and SERVER not in here.server_settings._known)
    assert await here.server_settings.get(SERVER) == ServerSettings(thread=False)
    await both[1].people.add_or_update(101, "Annina", "it")
    await until(lambda: here.people[ann.number].name == "Annina")


async def test_after_a_restart_of_the_database_changes_are_heard_again(postgres: Postgres, both: tuple[Store, Store]) -> None:
    await asyncio.to_thread(postgres.restart)
    ann = await both[0].people.add_or_update(101, "Ann", "en-US")
    await until(lambda: both[1].people.find(101) == ann)


async def test_processes_that_start_at_the_same_time_on_a_new_database_all_start(postgres: Postgres) -> None:
    url = postgres.new_database(empty=True)

    async def start(nth: int) -> int:
        async with open_store(url) as store:
            return (await store.people.add_or_update(101 + nth, "Ann", "it")).number

    assert sorted(await asyncio.gather(*map(start, range(3)))) == [1, 2, 3]
