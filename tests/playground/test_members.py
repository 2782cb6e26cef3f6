"""The members of the server and their roles, and what they do beside buttons and slash commands."""

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from playground.server import Playground
from tests.people import NotOffered, Person, people
from tests.playground.conftest import HI, SAY, RawGateway, Wire, answer_action, register
from tests.playground.small_bot import PIXEL


async def test_a_role_can_be_created_given_chosen_and_deleted(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    made = await wire.control("roles", {"name": "Organisers"})
    role = (await gateway.next("GUILD_ROLE_CREATE"))["role"]
    assert (role["id"], role["name"], role["permissions"]) == (made["id"], "Organisers", "0")
    await register(wire, HI | {"options": [{"name": "role", "description": "d", "type": 8}]})
    async with people(wire._pg.url, "Bob") as (bob,):
        interaction, _ = await answer_action(wire, gateway, bob.slash("hi", role=made["id"]), SAY)
        before = interaction["member"]["permissions"]
        assert interaction["member"]["roles"] == []
        assert interaction["data"]["resolved"]["roles"][made["id"]]["name"] == "Organisers"
        assert (await wire.control("people/Bob/roles", {"roles": ["Organisers"]}))["roles"] == [made["id"]]
        interaction, _ = await answer_action(wire, gateway, bob.slash("hi"), SAY)
        assert (interaction["member"]["roles"], interaction["member"]["permissions"]) == ([made["id"]], before)
        interaction, _ = await answer_action(wire, gateway, ann.slash("hi"), SAY)
        assert interaction["member"]["roles"] == [], "only Bob has it"
        await wire.control("roles/Organisers", method="DELETE")
        deleted = await gateway.next("GUILD_ROLE_DELETE")
        assert (deleted["guild_id"], deleted["role_id"]) == ((await wire.state())["guild"]["id"], made["id"])
        interaction, _ = await answer_action(wire, gateway, bob.slash("hi"), SAY)
        assert interaction["member"]["roles"] == []
    assert (await wire.api("GET", f"/guilds/{deleted['guild_id']}"))[1]["roles"][-1]["name"] == "Ramino"


async def test_two_people_may_have_one_name_but_not_one_username(wire: Wire, gateway: RawGateway) -> None:
    await register(wire, HI)
    async with people(wire._pg.url, "Bob") as (bob,):
        await wire.control("people/Bob", {"name": "Ann"})
        interaction, _ = await answer_action(wire, gateway, bob.slash("hi"), SAY)
        user = interaction["member"]["user"]
        assert (user["id"], user["username"], user["global_name"]) == (bob.id, "bob", "Ann")
        with pytest.raises(aiohttp.ClientResponseError, match="400"):
            await wire.control("people/bob", {"username": "ann"})
        assert (await wire.control("people/bob", {"username": "bo"}))["username"] == "bo"


async def test_a_restart_keeps_roles_and_their_members(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    async with Playground(path) as pg, aiohttp.ClientSession() as session:
        wire = Wire(session, pg)
        role = await wire.control("roles", {"name": "Organisers"})
        await wire.control("people", {"name": "Gina"})
        await wire.control("people/Gina/roles", {"roles": [role["id"]]})
        before = await wire.state("Gina")
    async with Playground(path) as pg, aiohttp.ClientSession() as session:
        assert await Wire(session, pg).state("Gina") == before
        assert before["me"]["roles"] == [role["id"]]
        assert [it["name"] for it in before["roles"]] == ["@everyone", "Ramino", "Organisers"]


async def test_a_mention_of_a_role_pings_its_members(wire: Wire, path: str, ann: Person) -> None:
    role = await wire.control("roles", {"name": "Organisers"})
    await wire.control("people/Ann/roles", {"roles": ["Organisers"]})
    async with people(wire._pg.url, "Bob") as (bob,):
        _, message = await wire.api("POST", path, {"content": f"<@&{role['id']}> <@&12345>"})
        await wire.api("POST", path, {"content": f"<@&{role['id']}>", "allowed_mentions": {"parse": []}})
        await ann.until(lambda: len(ann.messages("rummy")) == 2)
        assert message["mention_roles"] == [role["id"]]
        assert [ping["message_id"] for ping in ann.pings] == [message["id"]]
        assert bob.pings == []


async def test_a_new_person_joins_the_server_and_can_use_commands(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    await register(wire, HI | {"options": [{"name": "who", "description": "d", "type": 6}]})
    gina = await wire.control("people", {"name": "Gina Rossi"})
    async with people(wire._pg.url, "Gina Rossi") as (person,):
        assert person.sees("rummy")
        assert person.messages("dm") == []
        interaction, _ = await answer_action(wire, gateway, person.slash("hi", who=gina["id"]), SAY)
        assert interaction["member"]["user"]["username"] == "gina_rossi"
        assert interaction["data"]["resolved"]["users"].keys() == {gina["id"]}
    for wrong in ({"name": "gina rossi"}, {"name": "Ann"}, {}):
        with pytest.raises(aiohttp.ClientResponseError):
            await wire.control("people", wrong)
    with pytest.raises(aiohttp.ClientResponseError):
        await wire.control("people/Ann/roles", {"roles": ["Kings"]})


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
    label({"type": 5, "custom_id": "person", "max_values": 2, "required": False}),
]


async def test_a_modal_takes_radio_buttons_checkboxes_and_selects(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    await register(wire, HI)
    modal = {"custom_id": "m", "title": "t", "components": QUESTIONS}
    _, reply = await answer_action(wire, gateway, ann.slash("hi"), {"type": 9, "data": modal})
    good = {"radio": "a", "boxes": ["a", "c"], "box": True, "select": ["b"], "person": [ann.ids["Bob"]]}
    crowd = [ann.ids[name] for name in ("Bob", "Cleo", "Dan")]
    for wrong in ({"radio": "z"}, {"boxes": ["a", "b", "c"]}, {"select": []}, {"person": ["1"]}, {"person": crowd}):
        with pytest.raises(NotOffered):
            await ann.submit(reply.modal, **(good | wrong))
    interaction, _ = await answer_action(wire, gateway, ann.submit(reply.modal, **good), SAY)
    answers = [it["component"] for it in interaction["data"]["components"]]
    assert [it.get("value", it.get("values")) for it in answers] == list(good.values())
    assert interaction["data"]["resolved"]["users"].keys() == {ann.ids["Bob"]}


async def test_those_who_are_chosen_in_a_modal_are_sent_as_users_and_as_members(
    wire: Wire, gateway: RawGateway, ann: Person, pg: Playground
) -> None:
    await register(wire, HI)
    modal = {"custom_id": "m", "title": "t", "components": [label({"type": 5, "custom_id": "who", "max_values": 25})]}
    _, reply = await answer_action(wire, gateway, ann.slash("hi"), {"type": 9, "data": modal})
    with pytest.raises(NotOffered):
        await ann.submit(reply.modal, who=[])
    bob, cleo, bot = ann.ids["Bob"], ann.ids["Cleo"], pg.world.bot.id
    await wire.control("people/Cleo", {"in_guild": False})
    interaction, _ = await answer_action(wire, gateway, ann.submit(reply.modal, who=[cleo, bob, bot]), SAY)
    resolved = interaction["data"]["resolved"]
    assert list(resolved["users"]) == interaction["data"]["components"][0]["component"]["values"] == [cleo, bob, bot]
    assert resolved["users"][bot]["bot"]
    assert resolved["members"].keys() == {bob, bot}, "Cleo has left"
    assert "user" not in resolved["members"][bob]


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
