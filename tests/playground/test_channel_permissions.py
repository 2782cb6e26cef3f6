"""Channel permissions and private threads: what people and the bot see, and what discord.py concludes from it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from playground.server import Playground
from playground.world import permissions
from playground.world.visibility import bot_can_see, can_see
from tests.people import NotOffered, Person, people
from tests.playground.conftest import HI, SAY, RawGateway, Wire, answer_action, register
from tests.playground.small_bot import SmallBot

VIEW = permissions.BITS["view_channel"]


async def hide(wire: Wire, *, but: tuple[str, ...] = ("Ramino",)) -> None:
    """Hide #rummy from everyone except the owner and these roles and people."""
    await wire.control("channels/rummy/permissions", {"for": "@everyone", "deny": ["view_channel"]})
    for one in but:
        await wire.control("channels/rummy/permissions", {"for": one, "allow": ["view_channel"]})


async def test_people_lose_and_get_a_channel_with_its_threads_when_its_permissions_change(wire: Wire, pg: Playground) -> None:
    await wire.control("channels", {"name": "aside", "parent": "rummy"})
    await wire.control("roles", {"name": "Insiders"})
    async with people(pg.url, "Ann", "Bob", "Cleo") as (ann, bob, cleo):
        assert all(one.sees("rummy") and one.sees("aside") for one in (ann, bob, cleo))
        await hide(wire, but=("Ramino", "Bob"))
        await cleo.until(lambda: not cleo.sees("rummy") and not cleo.sees("aside"))
        await bob.until(
            lambda: bob.sees("rummy") and bob.sees("aside")
        )  # the member's own permission outweighs that of @everyone
        assert ann.sees("rummy"), "the owner sees everything"
        assert not cleo.sees("rummy")
        with pytest.raises(AssertionError):
            await cleo.slash("hi")
        await wire.control("channels/rummy/permissions", {"for": "Insiders", "allow": ["view_channel"]})
        assert not cleo.sees("rummy")
        await wire.control("people/Cleo/roles", {"roles": ["Insiders"]})
        await cleo.until(lambda: cleo.sees("rummy") and cleo.sees("aside"))
        await wire.control("people/Cleo/roles", {"roles": []})
        await cleo.until(lambda: not cleo.sees("rummy") and not cleo.sees("aside"))


async def test_a_private_thread_is_seen_by_its_members_and_by_those_with_manage_threads(
    wire: Wire, ann: Person, bob: Person, cleo: Person
) -> None:
    await wire.control("channels", {"name": "secret", "parent": "rummy", "private": True, "members": ["Bob"]})
    await bob.until(lambda: bob.sees("secret"))
    await ann.until(lambda: ann.sees("secret"))
    assert not cleo.sees("secret")
    await wire.control("channels/secret", {"members": ["Cleo"]})
    await cleo.until(lambda: cleo.sees("secret"))
    await bob.until(lambda: not bob.sees("secret"))
    await wire.control("people/Bob/permissions", {"allow": ["manage_threads"]})
    await bob.until(lambda: bob.sees("secret"))
    await hide(wire)
    await cleo.until(lambda: not cleo.sees("secret"))


async def test_the_bot_can_ask_whether_somebody_is_in_a_thread(wire: Wire, pg: Playground) -> None:
    thread = await wire.control("channels", {"name": "secret", "parent": "rummy", "private": True, "members": ["Bob"]})
    ids = {one.name: one.id for one in pg.world.people.values()}
    path = f"/channels/{thread['id']}/thread-members"
    status, member = await wire.api("GET", f"{path}/{ids['Bob']}")
    assert (status, member["id"], member["user_id"]) == (200, thread["id"], ids["Bob"])
    status, refused = await wire.api("GET", f"{path}/{ids['Cleo']}")
    assert (status, refused["code"]) == (404, 10007)
    assert (await wire.api("GET", path))[0] == 403, "the list needs a privileged intent"
    rummy = await wire.channel_id()
    assert (await wire.api("GET", f"/channels/{rummy}/thread-members/{ids['Bob']}"))[0] == 400
    await wire.control("channels/rummy/permissions", {"deny": ["manage_threads"]})
    status, refused = await wire.api("GET", f"{path}/{ids['Bob']}")
    assert (status, refused["code"]) == (403, 50001), "a bot that isn't in a private thread needs Manage Threads"


async def test_an_interaction_carries_the_permissions_in_its_channel(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    await register(wire, HI)
    await wire.control("channels/rummy/permissions", {"for": "@everyone", "deny": ["attach_files"]})
    await wire.control("channels/rummy/permissions", {"deny": ["embed_links"]})
    async with people(wire._pg.url, "Bob") as (bob,):
        interaction, _ = await answer_action(wire, gateway, bob.slash("hi"), SAY)
        granted, of_bot = int(interaction["member"]["permissions"]), int(interaction["app_permissions"])
        assert not granted & permissions.BITS["attach_files"]
        assert granted & VIEW
        assert interaction["channel"]["permissions"] == interaction["member"]["permissions"]
        assert not of_bot & permissions.BITS["attach_files"]
        assert not of_bot & permissions.BITS["embed_links"]
        interaction, _ = await answer_action(wire, gateway, bob.slash("hi", in_="lounge"), SAY)
        assert int(interaction["member"]["permissions"]) & permissions.BITS["attach_files"]
        interaction, _ = await answer_action(wire, gateway, ann.slash("hi"), SAY)
        assert int(interaction["member"]["permissions"]) == permissions.ALL
        await wire.control("channels/rummy/permissions", {"for": "Bob", "deny": ["use_application_commands"]})
        with pytest.raises(NotOffered):
            await bob.slash("hi")


async def test_the_bot_hears_only_of_threads_that_it_can_see(wire: Wire, gateway: RawGateway) -> None:
    await wire.control("channels/rummy/permissions", {"deny": ["manage_threads"]})
    await wire.control("channels", {"name": "secret", "parent": "rummy", "private": True})
    await wire.control("channels", {"name": "open", "parent": "rummy"})
    assert (await gateway.next("THREAD_CREATE"))["name"] == "open"
    await wire.control("channels/rummy/permissions", {"deny": ["view_channel"]})
    assert (await gateway.next("CHANNEL_UPDATE"))["name"] == "rummy"
    await wire.control("channels/rummy/permissions", {})
    sync = await gateway.next("THREAD_LIST_SYNC")
    assert {thread["name"] for thread in sync["threads"]} == {"open", "secret"}


async def test_the_bot_is_added_to_a_private_thread_and_refused_in_a_locked_one(wire: Wire, gateway: RawGateway) -> None:
    await wire.control("channels/rummy/permissions", {"deny": ["manage_threads"]})
    thread = await wire.control("channels", {"name": "secret", "parent": "rummy", "private": True})
    path = f"/channels/{thread['id']}/messages"
    assert (await wire.api("POST", path, {"content": "hi"}))[1]["code"] == 50001
    await wire.control("channels/secret", {"members": ["Ramino"]})
    assert "member" in await gateway.next("THREAD_CREATE")
    assert (await wire.api("POST", path, {"content": "hi"}))[0] == 200
    await wire.control("channels/secret", {"locked": True})
    status, refused = await wire.api("POST", path, {"content": "hi"})
    assert (status, refused["code"]) == (403, 160005)
    await wire.control("channels/rummy/permissions", {"allow": ["manage_threads"]})
    assert (await wire.api("POST", path, {"content": "hi"}))[0] == 200


async def test_discord_py_sees_the_same_permissions_as_the_playground(wire: Wire, pg: Playground, bot: SmallBot) -> None:
    await wire.control("roles", {"name": "Insiders"})
    await wire.control("people/Dan/roles", {"roles": ["Insiders"]})
    overwrites: tuple[dict[str, Any], ...] = (
        {"for": "@everyone", "deny": ["view_channel", "send_messages"]},
        {"for": "Insiders", "allow": ["view_channel"], "deny": ["embed_links"]},
        {"for": "Cleo", "allow": ["view_channel"]},
        {"for": "Dan", "deny": ["view_channel"]},
        {"allow": ["view_channel"]},
    )
    for count, overwrite in enumerate(overwrites, start=1):
        await wire.control("channels/rummy/permissions", overwrite)
        channel = next(one for one in pg.world.channels.values() if one.name == "rummy")
        guild = bot.guilds[0]
        async for _ in _retry():
            known = guild.get_channel(int(channel.id))
            assert isinstance(known, discord.TextChannel)
            if len(known.overwrites) == count:
                break
        for person in pg.world.people.values():
            member = await guild.fetch_member(int(person.id))
            assert known.permissions_for(member).view_channel == can_see(pg.world, person, channel), (person.name, overwrite)
        assert known.permissions_for(guild.me).view_channel == bot_can_see(pg.world, channel)


async def _retry() -> AsyncIterator[None]:
    for _ in range(200):
        yield
        await asyncio.sleep(0.01)
