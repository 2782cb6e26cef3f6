"""A person hears what is stored of him, and is forgotten when he wants to be; what he has played stays."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.league.corrections import Void
from bot.league.league import League
from bot.tables.forgetting import Forgetting
from bot.tables.league_refusals import StillSeated
from bot.tables.ports import Person, SavedVariant, Surface
from bot.tables.refusals import MovedOn, Refused
from bot.tables.requests import Join, StandUp
from bot.tables.service import Chance
from bot.tables.table import Table
from bot.tables.tournaments import Tournaments
from tests.league.people import played
from tests.rummy.presets import variant
from tests.tables.at_table import ANN, BEN, House
from tests.tables.club import Club
from tests.tables.test_organising import refused

SERVER = 10


async def _club(house: House) -> Club:
    """Ann, Ben and Cem have played; Ann has done everything that leaves a trace."""
    club = Club(house.store, house.now)
    (stored,) = await club.create([League(server=SERVER, name="Cup", rated=True)])
    number = await club.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=club.now + 1))
    await club.organising.correct(SERVER, number, Void(), by=ANN, why="I was not there")
    await club.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=club.now + 2))
    tournaments = Tournaments(house.store.schedules, house.store.reminders, Chance(club.clock, lambda: "5" * 64))
    await tournaments.make(stored, ANN, variant("rami"), [1, 2, 3], size=2)
    await tournaments.remind(stored, ANN, wanted=True)
    await house.store.reminders.told(1, ANN, at=5)
    await house.store.variants.save(SERVER, SavedVariant(ANN, variant("rami")), most=9, at=5)
    await house.store.people.remember_dm(ANN, 555)
    await house.store.surfaces.save(number, 1, [Surface("hand 1", 555, 6), Surface("lobby", 20, 7)])
    return club


async def test_a_person_gets_all_that_is_stored_of_him(house: House) -> None:
    await _club(house)
    found = await Forgetting(house.store.privacy, house.tables).my_data(ANN)
    read = msgspec.json.decode(msgspec.json.encode(found))
    assert read["person"] == {"number": 1, "discord_id": 101, "name": "Ann", "locale": "en-US", "dm_channel": 555}
    assert {name: len(value) for name, value in read.items()} == {
        "person": 5,
        "matches": 2,
        "ratings": 1,
        "standings": 1,
        "saved_games": 1,
        "schedules": 1,
        "reminders": 1,
        "reminded": 1,
        "fixtures": 2,
        "corrections": 1,
        "direct_messages": 1,
    }
    nobody = await Forgetting(house.store.privacy, house.tables).my_data(4)
    assert [name for name, value in nobody.items() if value] == ["person"]


async def test_who_is_forgotten_leaves_his_results_and_comes_back_as_somebody_new(house: House) -> None:
    club = await _club(house)
    forgetting = Forgetting(house.store.privacy, house.tables)
    stored = await club.records.league(SERVER)
    before = await club.records.standings(SERVER, stored)
    await forgetting.delete_me(ANN)
    assert await house.store.people.get(ANN) == Person(ANN, None, "", "", None)
    assert await house.store.people.known(101) is None
    left = await forgetting.my_data(ANN)
    assert left["person"] == {"number": 1, "discord_id": None, "name": "", "locale": "", "dm_channel": None}
    assert not left["reminders"]
    assert not left["reminded"]
    assert not left["direct_messages"]
    assert (await house.store.surfaces.told(1)).surfaces.keys() == {"lobby"}
    assert (await club.records.standings(SERVER, stored)).rows == before.rows
    back = await house.store.people.meet(101, "Ann", "it")
    assert back.number not in (1, 2, 3, 4)
    assert await house.store.people.known(101) == back
    await forgetting.delete_me(ANN)
    assert await house.store.people.get(back.number) == back


async def test_nobody_is_forgotten_while_he_sits_at_a_table(house: House) -> None:
    table = await house.lobby()
    forgetting = Forgetting(house.store.privacy, house.tables)
    assert await refused(forgetting.delete_me(ANN)) == StillSeated((table.number,))
    assert (await house.store.people.get(ANN)).name == "Ann"
    await house.tables.change(table.number, ANN, StandUp())
    await forgetting.delete_me(ANN)
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
    forgetting, table = Forgetting(house.store.privacy, house.tables), (await house.lobby()).number
    begun, go_on = held_up(monkeypatch, house.store.log, WAYS[way])
    sitting = asyncio.ensure_future(sitting_down(house, way, table))
    await begun.wait()
    asked = asyncio.ensure_future(refused(forgetting.delete_me(BEN)))
    await asyncio.sleep(0.05)
    go_on.set()
    number = (await sitting).number
    assert await asked == StillSeated((number,))
    assert (await house.store.people.get(BEN)).name == "Ben"


@pytest.mark.parametrize("way", WAYS)
async def test_who_is_just_being_forgotten_sits_down_nowhere(house: House, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    forgetting, table = Forgetting(house.store.privacy, house.tables), (await house.lobby()).number
    begun, go_on = held_up(monkeypatch, house.store.privacy, "forget")
    deleting = asyncio.ensure_future(forgetting.delete_me(BEN))
    await begun.wait()
    sitting = asyncio.ensure_future(sitting_down(house, way, table))
    await asyncio.sleep(0.05)
    go_on.set()
    await deleting
    with pytest.raises(Refused) as caught:
        await sitting
    assert caught.value.refusal == MovedOn()
    assert house.tables.in_play.of_person(BEN) == []
    back = await house.store.people.meet(102, "Ben", "en-US")
    await house.tables.change(table, back.number, Join())


async def test_a_request_to_be_forgotten_that_is_refused_hinders_nobody(house: House) -> None:
    forgetting, table = Forgetting(house.store.privacy, house.tables), (await house.lobby(BEN)).number
    assert await refused(forgetting.delete_me(BEN)) == StillSeated((table,))
    await house.tables.change(table, BEN, StandUp())
    await house.tables.change(table, BEN, Join())
