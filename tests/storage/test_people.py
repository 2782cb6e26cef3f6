"""People keep their number, whatever their name is."""

import asyncio

import pytest

from bot.storage.store import Store, open_store
from bot.tables.ports import CardOrder, PeopleIn, Person
from tests.databases import execute


async def test_a_returning_person_keeps_their_number(store: Store) -> None:
    ann = await store.people.add_or_update(100, "Ann", "en-US")
    ben = await store.people.add_or_update(200, "Ben", "it")
    assert ann == Person(ann.number, 100, "Ann", "en-US", None)
    assert ben.number != ann.number
    assert await store.people.add_or_update(100, "Ann", "en-US") == ann
    assert store.people[ann.number] == ann


async def test_a_new_name_or_language_replaces_only_the_old_one(url: str) -> None:
    async with open_store(url) as store:
        ann = await store.people.add_or_update(100, "Ann", "en-US")
        await store.people.set_dm_channel(ann.number, 555)
        await store.people.add_or_update(100, "Anna", "it")
        anna = Person(ann.number, 100, "Anna", "it", 555)
        assert store.people[ann.number] == anna
    async with open_store(url) as store:
        assert store.people[ann.number] == anna
        assert await store.people.add_or_update(100, "Anna", "it") == anna


async def test_the_username_follows_the_person_on_every_press(url: str) -> None:
    async with open_store(url) as store:
        ann = await store.people.add_or_update(100, "Ann", "it")
        assert ann.username is None
        anna = await store.people.add_or_update(100, "Ann", "it", username="anna")
        assert anna.username == "anna"
    async with open_store(url) as store:
        assert store.people[ann.number] == anna
        assert await store.people.add_or_update(100, "Ann", "it", username="anna") == anna
        await store.privacy.delete_personal_data(ann.number, at=0)
    async with open_store(url) as store:
        assert store.people[ann.number].username is None


async def test_a_nickname_belongs_to_its_server_until_the_person_has_none_there(url: str) -> None:
    def names() -> list[str]:
        return [PeopleIn(store.people, server)[ann.number].name for server in (None, 1, 2, 3)]

    async with open_store(url) as store:
        ann = await store.people.add_or_update(100, "Ann", "it", server=1, nickname="Annie")
        await store.people.add_or_update(100, "Ann", "it", server=2, nickname="The Boss")
        await store.people.add_or_update(100, "Ann", "it", server=3)
        await store.people.add_or_update(100, "Anna", "it")
        assert names() == ["Anna", "Annie", "The Boss", "Anna"]
    async with open_store(url) as store:
        assert names() == ["Anna", "Annie", "The Boss", "Anna"]
        await store.people.add_or_update(100, "Anna", "it", server=2)
        assert names() == ["Anna", "Annie", "Anna", "Anna"]
        await store.privacy.delete_personal_data(ann.number, at=0)
    async with open_store(url) as store:
        assert store.people[ann.number].nicknames == ()


async def test_a_username_belongs_to_the_person_who_has_used_it_last(url: str) -> None:
    async with open_store(url) as store:
        ann = await store.people.add_or_update(100, "Ann", "it", username="ann")
        ben = await store.people.add_or_update(200, "Ben", "it", username="ben")
    async with open_store(url) as store:
        assert (await store.people.add_or_update(200, "Ben", "it", username="ann")).number == ben.number
        assert store.people[ann.number].username is None
        assert (await store.people.add_or_update(100, "Ann", "it", username="ben")).username == "ben"
    async with open_store(url) as store:
        assert [store.people[one.number].username for one in (ann, ben)] == ["ben", "ann"]


async def test_two_simultaneous_presses_of_a_new_person_create_one_person(url: str) -> None:
    async with open_store(url) as first, open_store(url) as second:
        met = await asyncio.gather(*(store.people.add_or_update(100, "Ann", "it") for store in (first, second, first, second)))
        assert len({person.number for person in met}) == 1


async def test_an_unknown_number_raises_a_key_error(store: Store) -> None:
    with pytest.raises(KeyError):
        store.people[404]
    with pytest.raises(KeyError):
        await store.people.set_dm_channel(404, 1)


async def test_the_order_of_the_cards_is_stored(url: str) -> None:
    async with open_store(url) as store:
        ann = await store.people.add_or_update(100, "Ann", "en-US")
        assert ann.card_order == CardOrder.SUIT
        assert (await store.people.change_settings(ann.number, card_order=CardOrder.RANK)).card_order == CardOrder.RANK
        assert (await store.people.add_or_update(100, "Anna", "it")).card_order == CardOrder.RANK
        with pytest.raises(KeyError):
            await store.people.change_settings(404, card_order=CardOrder.RANK)
    async with open_store(url) as store:
        assert store.people[ann.number].card_order == CardOrder.RANK
        await store.privacy.delete_personal_data(ann.number, at=0)
        assert (await store.people.change_settings(ann.number, card_order=CardOrder.RANK)).card_order == CardOrder.SUIT
    execute(url, "UPDATE people SET card_order = 'of a later version'")
    async with open_store(url) as store:
        assert store.people[ann.number].card_order == CardOrder.SUIT


async def test_a_press_of_a_known_person_costs_no_query(url: str) -> None:
    async with open_store(url) as store:
        ann = await store.people.add_or_update(100, "Ann", "it")
        execute(url, "UPDATE people SET name = 'changed elsewhere'")
        assert await store.people.add_or_update(100, "Ann", "it") is ann
        assert store.people[ann.number] is ann


async def test_a_deleted_person_keeps_the_number_and_comes_back_as_a_new_person(url: str) -> None:
    async with open_store(url) as store:
        ann = await store.people.add_or_update(100, "Ann", "it")
    execute(url, "UPDATE people SET discord_id = NULL, name = ''")
    async with open_store(url) as store:
        assert store.people[ann.number] == Person(ann.number, None, "", "it", None)
        assert (await store.people.add_or_update(100, "Ann", "it")).number != ann.number


async def test_a_direct_message_under_way_leaves_no_trace_of_a_deleted_person(url: str) -> None:
    async with open_store(url) as store:
        ann = await store.people.add_or_update(100, "Ann", "en-US")
        deleted = Person(ann.number, None, "", "", None)
        await asyncio.gather(store.privacy.delete_personal_data(ann.number, at=0), store.people.set_dm_channel(ann.number, 555))
        await store.people.set_dm_channel(ann.number, 556)
        assert store.people[ann.number] == deleted
        assert store.people.find(100) is None
    async with open_store(url) as store:
        assert store.people[ann.number] == deleted
