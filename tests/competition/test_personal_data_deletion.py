"""A person hears what is stored of him, and is forgotten when he wants to be; what he has played stays."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from bot.competition.personal_data import PersonalData
from bot.competition.refusals import StillSeated
from bot.tables.ports import Person
from bot.tables.refusals import MovedOn, Refused
from bot.tables.requests import Join, StandUp
from bot.tables.table import Table
from tests.competition.club import refused
from tests.competition.test_personal_data import SERVER, traces
from tests.rummy.presets import variant
from tests.tables.house import ANN, BEN, House


async def test_a_deleted_person_leaves_their_results_and_returns_as_a_new_person(house: House) -> None:
    club = await traces(house)
    personal_data = PersonalData(house.store.privacy, house.tables)
    stored = await club.leagues.find(SERVER)
    before = await club.standings.table(SERVER, stored)
    await personal_data.delete(ANN)
    assert await house.store.people.get(ANN) == Person(ANN, None, "", "", None)
    assert await house.store.people.find(101) is None
    left = await personal_data.read(ANN)
    assert left["person"] == {"number": 1, "discord_id": None, "name": "", "locale": "", "dm_channel": None}
    assert not left["reminders"]
    assert not left["reminded"]
    assert not any(table["messages"] for table in msgspec.json.decode(msgspec.json.encode(left["tables"])))
    assert (await house.store.surfaces.load(1)).surfaces.keys() == {"lobby"}
    assert (await club.standings.table(SERVER, stored)).rows == before.rows
    back = await house.store.people.add_or_update(101, "Ann", "it")
    assert back.number not in (1, 2, 3, 4)
    assert await house.store.people.find(101) == back
    await personal_data.delete(ANN)
    assert await house.store.people.get(back.number) == back


async def test_a_person_at_a_table_cannot_be_deleted(house: House) -> None:
    table = await house.lobby()
    personal_data = PersonalData(house.store.privacy, house.tables)
    assert await refused(personal_data.delete(ANN)) == StillSeated((table.number,))
    assert (await house.store.people.get(ANN)).name == "Ann"
    await house.tables.change(table.number, ANN, StandUp())
    await personal_data.delete(ANN)
    assert (await house.store.people.get(ANN)).name == ""


def held_up(monkeypatch: pytest.MonkeyPatch, port: object, name: str) -> tuple[asyncio.Event, asyncio.Event]:
    """The port's work begins, which sets the first event, and goes on when somebody sets the second."""
    work: Callable[..., Awaitable[Any]] = getattr(port, name)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(*args: Any, **kwargs: Any) -> Any:
        begun.set()
        await go_on.wait()
        return await work(*args, **kwargs)

    monkeypatch.setattr(port, name, slowly)
    return begun, go_on


def sitting_down(house: House, way: str, table: int) -> Awaitable[Table]:
    if way == "opens a table":
        return house.tables.open(10, 20, BEN, variant("rami"), thread=False)
    return house.tables.change(table, BEN, Join())


WAYS = {"joins": "commit", "opens a table": "open_table"}


@pytest.mark.parametrize("way", WAYS)
async def test_a_person_who_is_sitting_down_cannot_be_deleted(house: House, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    personal_data, table = PersonalData(house.store.privacy, house.tables), (await house.lobby()).number
    begun, go_on = held_up(monkeypatch, house.store.log, WAYS[way])
    sitting = asyncio.ensure_future(sitting_down(house, way, table))
    await begun.wait()
    asked = asyncio.ensure_future(refused(personal_data.delete(BEN)))
    await asyncio.sleep(0.05)
    go_on.set()
    number = (await sitting).number
    assert await asked == StillSeated((number,))
    assert (await house.store.people.get(BEN)).name == "Ben"


@pytest.mark.parametrize("way", WAYS)
async def test_a_person_who_is_being_deleted_cannot_sit_down(house: House, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    personal_data, table = PersonalData(house.store.privacy, house.tables), (await house.lobby()).number
    begun, go_on = held_up(monkeypatch, house.store.privacy, "delete_personal_data")
    deleting = asyncio.ensure_future(personal_data.delete(BEN))
    await begun.wait()
    sitting = asyncio.ensure_future(sitting_down(house, way, table))
    await asyncio.sleep(0.05)
    go_on.set()
    await deleting
    with pytest.raises(Refused) as caught:
        await sitting
    assert caught.value.refusal == MovedOn()
    assert house.tables.in_play.of_person(BEN) == []
    back = await house.store.people.add_or_update(102, "Ben", "en-US")
    await house.tables.change(table, back.number, Join())


async def test_a_refused_deletion_does_not_keep_the_person_from_sitting_down(house: House) -> None:
    personal_data, table = PersonalData(house.store.privacy, house.tables), (await house.lobby(BEN)).number
    assert await refused(personal_data.delete(BEN)) == StillSeated((table,))
    await house.tables.change(table, BEN, StandUp())
    await house.tables.change(table, BEN, Join())
