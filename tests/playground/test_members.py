"""The members of the server and their roles: the events that the bot gets, and what people see."""

from pathlib import Path

import aiohttp
import pytest

from playground.server import Playground
from tests.people import Person, people
from tests.playground.conftest import HI, SAY, RawGateway, Wire, answer_action, register


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
