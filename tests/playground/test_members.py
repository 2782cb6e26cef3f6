"""Who is in the server, and which roles its members have: what the bot is told of it, and what people see."""

from pathlib import Path

import aiohttp
import pytest

from playground.server import Playground
from tests.people import Person, people
from tests.playground.conftest import HI, Gate, Wire, register
from tests.playground.test_offers import SAY, tell


async def test_a_role_is_made_given_chosen_and_deleted(wire: Wire, gate: Gate, ann: Person) -> None:
    made = await wire.control("roles", {"name": "Organisers"})
    told = await gate.next("GUILD_ROLE_CREATE")
    assert (told["role"]["id"], told["role"]["name"], told["role"]["permissions"]) == (made["id"], "Organisers", "0")
    await register(wire, HI | {"options": [{"name": "role", "description": "d", "type": 8}]})
    async with people(wire._pg.url, "Bob") as (bob,):
        told, _ = await tell(wire, gate, bob.slash("hi", role=made["id"]), SAY)
        before = told["member"]["permissions"]
        assert told["member"]["roles"] == []
        assert told["data"]["resolved"]["roles"][made["id"]]["name"] == "Organisers"
        assert (await wire.control("people/Bob/roles", {"roles": ["Organisers"]}))["roles"] == [made["id"]]
        told, _ = await tell(wire, gate, bob.slash("hi"), SAY)
        assert (told["member"]["roles"], told["member"]["permissions"]) == ([made["id"]], before)
        told, _ = await tell(wire, gate, ann.slash("hi"), SAY)
        assert told["member"]["roles"] == [], "only he has it"
        await wire.control("roles/Organisers", method="DELETE")
        told = await gate.next("GUILD_ROLE_DELETE")
        assert (told["guild_id"], told["role_id"]) == ((await wire.state())["guild"]["id"], made["id"])
        told, _ = await tell(wire, gate, bob.slash("hi"), SAY)
        assert told["member"]["roles"] == []
    assert (await wire.api("GET", f"/guilds/{told['guild_id']}"))[1]["roles"][-1]["name"] == "Ramino"


async def test_roles_and_who_has_them_outlive_a_restart(tmp_path: Path) -> None:
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


async def test_a_role_that_is_mentioned_calls_its_members(wire: Wire, ann: Person) -> None:
    role = await wire.control("roles", {"name": "Organisers"})
    await wire.control("people/Ann/roles", {"roles": ["Organisers"]})
    path = f"/channels/{await wire.channel_id()}/messages"
    async with people(wire._pg.url, "Bob") as (bob,):
        _, message = await wire.api("POST", path, {"content": f"<@&{role['id']}> <@&12345>"})
        await wire.api("POST", path, {"content": f"<@&{role['id']}>", "allowed_mentions": {"parse": []}})
        await ann.until(lambda: len(ann.messages("rummy")) == 2)
        assert message["mention_roles"] == [role["id"]]
        assert [ping["message_id"] for ping in ann.pings] == [message["id"]]
        assert bob.pings == []


async def test_somebody_new_joins_and_is_a_person_like_the_others(wire: Wire, gate: Gate, ann: Person) -> None:
    await register(wire, HI | {"options": [{"name": "who", "description": "d", "type": 6}]})
    gina = await wire.control("people", {"name": "Gina Rossi"})
    async with people(wire._pg.url, "Gina Rossi") as (person,):
        assert person.sees("rummy")
        assert person.messages("dm") == []
        told, _ = await tell(wire, gate, person.slash("hi", who=gina["id"]), SAY)
        assert told["member"]["user"]["username"] == "gina_rossi"
        assert told["data"]["resolved"]["users"].keys() == {gina["id"]}
    for wrong in ({"name": "gina rossi"}, {"name": "Ann"}, {}):
        with pytest.raises(aiohttp.ClientResponseError):
            await wire.control("people", wrong)
    with pytest.raises(aiohttp.ClientResponseError):
        await wire.control("people/Ann/roles", {"roles": ["Kings"]})
