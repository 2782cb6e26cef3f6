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
from tests.rummy.presets import variant
from tests.tables.at_table import ANN, BEN, House
from tests.tables.test_my_data import SERVER, traces
from tests.tables.test_organising import refused


async def test_who_is_forgotten_leaves_his_results_and_comes_back_as_somebody_new(house: House) -> None:
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


async def test_nobody_is_forgotten_while_he_sits_at_a_table(house: House) -> None:
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
async def test_who_is_just_sitting_down_is_not_forgotten(house: House, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
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
async def test_who_is_just_being_forgotten_sits_down_nowhere(house: House, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
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


async def test_a_request_to_be_forgotten_that_is_refused_hinders_nobody(house: House) -> None:
    personal_data, table = PersonalData(house.store.privacy, house.tables), (await house.lobby(BEN)).number
    assert await refused(personal_data.delete(BEN)) == StillSeated((table,))
    await house.tables.change(table, BEN, StandUp())
    await house.tables.change(table, BEN, Join())
