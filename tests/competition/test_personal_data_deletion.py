"""A person can delete their data; their results stay."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from bot.competition.personal_data import PersonalData, StillSeated
from bot.tables.lobby_requests import Join, StandUp
from bot.tables.ports import CardOrder, Person, Pictures, SuitColours
from bot.tables.refusals import MovedOn
from bot.tables.table import Table
from bot.wording.sentence import Refused
from tests.competition.league_server import refused
from tests.competition.test_personal_data import SERVER, leave_traces
from tests.rummy.presets import variant
from tests.tables.opening import open_table
from tests.tables.table_service import ANN, BEN, TableService


async def test_a_deleted_person_leaves_their_results_and_returns_as_a_new_person(service: TableService) -> None:
    server = await leave_traces(service)
    personal_data = PersonalData(service.store.privacy, service.tables, service.clock)
    stored = await server.leagues.find(SERVER)
    before = await server.standings.table(SERVER, stored)
    await service.store.people.change_settings(
        ANN, card_order=CardOrder.RANK, pictures=Pictures.LARGE, suit_colours=SuitColours.TWO
    )
    await personal_data.delete(ANN)
    assert service.store.people[ANN] == Person(ANN, None, "", "", None)
    assert service.store.people.find(101) is None
    left = await personal_data.read(ANN)
    empty = {"number": 1, "discord_id": None, "name": "", "locale": "", "dm_channel": None, "username": None}
    settings = {"hands": "direct", "reminders": "chosen", "card_order": "suit", "pictures": "pictures", "suit_colours": "four"}
    assert left["person"] == {**empty, **settings}, "the settings are deleted too"
    assert not left["reminders"]
    assert not left["reminded"]
    assert not any(table["messages"] for table in msgspec.json.decode(msgspec.json.encode(left["tables"])))
    assert (await service.store.surfaces.load(1)).surfaces.keys() == {"lobby"}
    assert [(one["what"]["type"], one["why"]) for one in left["organised"]][-1] == ("Protested", ""), "the text is deleted"
    assert left["organised"][0]["why"] == "I was not there", "what they did as an organiser stays"
    assert (await server.standings.table(SERVER, stored)).rows == before.rows
    back = await service.store.people.add_or_update(101, "Ann", "it")
    assert back.number not in (1, 2, 3, 4)
    assert service.store.people.find(101) == back
    await personal_data.delete(ANN)
    assert service.store.people[back.number] == back


async def test_a_person_at_a_table_cannot_be_deleted(service: TableService) -> None:
    table = await service.open_lobby()
    personal_data = PersonalData(service.store.privacy, service.tables, service.clock)
    assert await refused(personal_data.delete(ANN)) == StillSeated((table.number,))
    assert service.store.people[ANN].name == "Ann"
    await service.tables.change(table.number, ANN, StandUp())
    await personal_data.delete(ANN)
    assert service.store.people[ANN].name == ""


def hold_up(monkeypatch: pytest.MonkeyPatch, port: object, name: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Make a method of the port wait. Return the events that it sets when it is called, and that lets it go on."""
    work: Callable[..., Awaitable[Any]] = getattr(port, name)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(*args: Any, **kwargs: Any) -> Any:
        begun.set()
        await go_on.wait()
        return await work(*args, **kwargs)

    monkeypatch.setattr(port, name, slowly)
    return begun, go_on


def sit_down(service: TableService, way: str, table: int) -> Awaitable[Table]:
    if way == "opens a table":
        return open_table(service.tables, 10, 20, BEN, variant("rami"), thread=False)
    return service.tables.change(table, BEN, Join())


WAYS = {"joins": "commit", "opens a table": "open_table"}


@pytest.mark.parametrize("way", WAYS)
async def test_a_person_who_is_sitting_down_cannot_be_deleted(
    service: TableService, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    personal_data, table = (
        PersonalData(service.store.privacy, service.tables, service.clock),
        (await service.open_lobby()).number,
    )
    begun, go_on = hold_up(monkeypatch, service.store.log, WAYS[way])
    sitting = asyncio.ensure_future(sit_down(service, way, table))
    await begun.wait()
    asked = asyncio.ensure_future(refused(personal_data.delete(BEN)))
    await asyncio.sleep(0.05)
    go_on.set()
    number = (await sitting).number
    assert await asked == StillSeated((number,))
    assert service.store.people[BEN].name == "Ben"


@pytest.mark.parametrize("way", WAYS)
async def test_a_person_who_is_being_deleted_cannot_sit_down(
    service: TableService, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    personal_data, table = (
        PersonalData(service.store.privacy, service.tables, service.clock),
        (await service.open_lobby()).number,
    )
    begun, go_on = hold_up(monkeypatch, service.store.privacy, "delete_personal_data")
    deleting = asyncio.ensure_future(personal_data.delete(BEN))
    await begun.wait()
    sitting = asyncio.ensure_future(sit_down(service, way, table))
    await asyncio.sleep(0.05)
    go_on.set()
    await deleting
    with pytest.raises(Refused) as caught:
        await sitting
    assert caught.value.refusal == MovedOn()
    assert service.tables.in_play.of_person(BEN) == []
    back = await service.store.people.add_or_update(102, "Ben", "en-US")
    await service.tables.change(table, back.number, Join())


async def test_a_refused_deletion_does_not_keep_the_person_from_sitting_down(service: TableService) -> None:
    personal_data, table = (
        PersonalData(service.store.privacy, service.tables, service.clock),
        (await service.open_lobby(BEN)).number,
    )
    assert await refused(personal_data.delete(BEN)) == StillSeated((table,))
    await service.tables.change(table, BEN, StandUp())
    await service.tables.change(table, BEN, Join())
