"""Actions of a person beside buttons and slash commands: context menus, files, the newer questions of modals."""

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from playground.server import Playground
from tests.people import NotOffered, Person, people
from tests.playground.conftest import HI, SAY, RawGateway, Wire, answer_action, register
from tests.playground.small_bot import PIXEL


async def test_context_menus_name_their_target(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    await register(wire, {"name": "Show hand", "type": 2}, {"name": "Report", "type": 3})
    _, message = await wire.api("POST", f"/channels/{await wire.channel_id()}/messages", {"content": "m"})
    bob = ann.ids["Bob"]
    interaction, _ = await answer_action(
        wire, gateway, ann.act(2, "rummy", {"name": "Show hand", "type": 2, "target_id": bob}), SAY
    )
    assert interaction["data"]["resolved"]["users"][bob]["username"] == "bob"
    report = {"name": "Report", "type": 3, "target_id": message["id"]}
    interaction, _ = await answer_action(wire, gateway, ann.act(2, "rummy", report), SAY)
    assert interaction["data"]["resolved"]["messages"][message["id"]]["content"] == "m"


async def test_options_are_sent_with_the_objects_that_their_ids_mean(
    wire: Wire, gateway: RawGateway, ann: Person, pg: Playground
) -> None:
    kinds = {"who": 6, "where": 7, "role": 8, "any": 9, "file": 11, "yes": 5, "rate": 10}
    options = [{"name": name, "description": "d", "type": kind} for name, kind in kinds.items()]
    await register(wire, HI | {"options": options})
    url = f"{pg.url}/local/attachments?as=Ann&filename=a.png"
    async with wire._session.post(url, data=PIXEL) as response:
        file = await response.json()
    values = {"who": ann.ids["Bob"], "where": await wire.channel_id(), "any": ann.ids["Cleo"], "file": file["id"]}
    role = pg.world.bot.role_id
    interaction, _ = await answer_action(wire, gateway, ann.slash("hi", **values, role=role, yes=True, rate=1.5), SAY)
    resolved = interaction["data"]["resolved"]
    assert resolved["members"].keys() == resolved["users"].keys() == {ann.ids["Bob"], ann.ids["Cleo"]}
    assert resolved["attachments"][file["id"]]["filename"] == "a.png"
    assert (resolved["channels"].keys(), resolved["roles"].keys()) == ({values["where"]}, {role})
    for wrong in ({"who": "1"}, {"yes": "no"}, {"rate": "fast"}, {"where": ann.ids["Bob"]}):
        with pytest.raises(NotOffered):
            await ann.slash("hi", **wrong)


def label(component: dict[str, Any]) -> dict[str, Any]:
    return {"type": 18, "label": "l", "component": component}


OPTIONS = [{"label": it, "value": it} for it in "abc"]
QUESTIONS = [
    label({"type": 21, "custom_id": "radio", "options": OPTIONS}),
    label({"type": 22, "custom_id": "boxes", "options": OPTIONS, "min_values": 0, "max_values": 2, "required": False}),
    label({"type": 23, "custom_id": "box"}),
    label({"type": 3, "custom_id": "select", "options": OPTIONS}),
    label({"type": 5, "custom_id": "person", "required": False}),
]


async def test_a_modal_takes_radio_buttons_checkboxes_and_selects(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    await register(wire, HI)
    modal = {"custom_id": "m", "title": "t", "components": QUESTIONS}
    _, reply = await answer_action(wire, gateway, ann.slash("hi"), {"type": 9, "data": modal})
    good = {"radio": "a", "boxes": ["a", "c"], "box": True, "select": ["b"], "person": [ann.ids["Bob"]]}
    for wrong in ({"radio": "z"}, {"boxes": ["a", "b", "c"]}, {"select": []}, {"person": ["1"]}):
        with pytest.raises(NotOffered):
            await ann.submit(reply.modal, **(good | wrong))
    interaction, _ = await answer_action(wire, gateway, ann.submit(reply.modal, **good), SAY)
    answers = [it["component"] for it in interaction["data"]["components"]]
    assert [it.get("value", it.get("values")) for it in answers] == list(good.values())
    assert interaction["data"]["resolved"]["users"].keys() == {ann.ids["Bob"]}


async def test_a_message_in_one_playground_does_not_appear_in_another(tmp_path: Path) -> None:
    async with (
        Playground(tmp_path / "1.db") as one,
        Playground(tmp_path / "2.db") as two,
        aiohttp.ClientSession() as session,
        people(one.url, "Ann") as (here,),
        people(two.url, "Ann") as (there,),
    ):
        wire = Wire(session, one)
        await wire.api("POST", f"/channels/{await wire.channel_id()}/messages", {"content": "x"})
        await here.until(lambda: here.messages("rummy"))
        assert there.messages("rummy") == []
