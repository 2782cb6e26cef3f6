"""The gateway, as a bot uses it: intents, shards, resuming, and faults on request."""

import asyncio

import pytest
from aiohttp import WSMsgType

from playground.server import Playground
from tests.people import Person, people, said
from tests.playground.conftest import HI, RawGateway, Wire, answer_to, register, running
from tests.playground.small_bot import SmallBot


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([(2, {"token": "x", "intents": 1 | 2})], 4014),
        ([(2, {"token": "", "intents": 1})], 4004),
        ([(2, {"token": "x", "intents": 1, "shard": [3, 2]})], 4010),
        ([(2, {"token": "x", "intents": -1})], 4013),
        ([(2, {"token": "x", "intents": 1})] * 2, 4005),
        ([(3, {})], 4003),
        ([(99, {})], 4001),
        ([(1, "x" * 5000)], 4002),
    ],
)
async def test_a_bot_that_breaks_the_protocol_is_disconnected(wire: Wire, pg: Playground, frames: list, code: int) -> None:
    async with wire._session.ws_connect(pg.gateway_url) as socket:
        for op, data in frames:
            await socket.send_json({"op": op, "d": data})
        async for _ in socket:
            pass
        assert socket.close_code == code


async def test_the_guild_intent_alone_brings_threads_but_no_messages(wire: Wire, path: str, gateway: RawGateway) -> None:
    _, message = await wire.api("POST", path, {"content": "x"})
    assert await gateway.quiet()
    await wire.api("POST", f"{path}/{message['id']}/threads", {"name": "t"})
    assert (await gateway.next("THREAD_CREATE"))["id"] == message["id"]
    await wire.control("channels", {"name": "third"})
    made = await gateway.next("CHANNEL_CREATE")
    await wire.control(f"channels/{made['id']}", method="DELETE")
    assert (await gateway.next("CHANNEL_DELETE"))["name"] == "third"
    await wire.control("guild", {"bot": False})
    gone = await gateway.next("GUILD_DELETE")
    assert "unavailable" not in gone, "the bot was removed, this is no outage"
    await wire.control("guild", {"bot": True})
    assert (await gateway.next("GUILD_CREATE"))["id"] == gone["id"]


async def test_the_message_intent_brings_the_messages_of_the_server(wire: Wire, pg: Playground) -> None:
    async with wire._session.ws_connect(pg.gateway_url) as socket:
        gateway = RawGateway(socket)
        await gateway.send(2, {"token": "x", "intents": 1 | 1 << 9})
        await gateway.next("GUILD_CREATE")
        path = f"/channels/{await wire.channel_id()}/messages"
        _, message = await wire.api("POST", path, {"content": "x"})
        assert (await gateway.next("MESSAGE_CREATE"))["guild_id"]
        await wire.control("forget", {"channel_id": message["channel_id"], "message_id": message["id"]})
        assert (await gateway.next("MESSAGE_DELETE"))["id"] == message["id"]
        await wire.api("POST", f"/channels/{await wire.channel_id('Bob')}/messages", {"content": "x"})
        assert await gateway.quiet(), "direct messages have an intent of their own"


async def test_a_dropped_connection_is_resumed_and_misses_no_event(bot: SmallBot, wire: Wire, ann: Person) -> None:
    dealt = (await ann.slash("deal")).message
    for do in ("drop", "reconnect"):
        bot.heard.clear()
        await wire.control("gateway", {"do": do})
        reply = await ann.press(dealt, "AS")
        assert reply.outcome == "update", "pressed while the line was down"
        await ann.until(lambda: ann.bot_is_online)
        assert "RESUMED" in bot.heard
        assert "READY" not in bot.heard


async def test_events_can_be_held_back_reordered_and_duplicated(
    pg: Playground, wire: Wire, gateway: RawGateway, ann: Person
) -> None:
    await register(wire, HI, HI | {"name": "ho"})
    await wire.control("gateway", {"do": "hold"})
    tasks = []
    for name in ("hi", "ho"):
        tasks.append(asyncio.create_task(ann.slash(name)))
        while len(pg.simulation.gateway._held or ()) < len(tasks):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert await gateway.quiet()
    await wire.control("gateway", {"do": "reorder"})
    interactions = [await gateway.next("INTERACTION_CREATE") for _ in tasks]
    assert [it["data"]["name"] for it in interactions] == ["ho", "hi"]
    await wire.control("gateway", {"do": "duplicate"})
    tasks.append(asyncio.create_task(ann.slash("hi")))
    twins = [await gateway.next("INTERACTION_CREATE") for _ in range(2)]
    assert twins[0] == twins[1]
    for it in (*interactions, twins[0]):
        await wire.api("POST", answer_to(it), {"type": 4, "data": {"content": it["data"]["name"]}})
    assert [said((await task).message) for task in tasks] == ["hi", "ho", "hi"]


async def test_an_invalid_session_cannot_be_resumed(wire: Wire, gateway: RawGateway, pg: Playground) -> None:
    session = next(iter(pg.simulation.gateway.sessions))
    await wire.control("gateway", {"do": "invalid"})
    assert await gateway.next(op=9) is False
    async with wire._session.ws_connect(pg.gateway_url) as socket:
        again = RawGateway(socket)
        await again.send(6, {"token": "x", "session_id": session, "seq": 1})
        assert await again.next(op=9) is False


async def test_people_see_whether_the_bot_is_online(pg: Playground, ann: Person) -> None:
    assert not ann.bot_is_online
    async with running(pg, SmallBot()):
        await ann.until(lambda: ann.bot_is_online)
        assert {it["name"] for it in ann.commands} >= {"deal", "table"}
    await ann.until(lambda: not ann.bot_is_online)


async def test_each_shard_gets_its_own_events(pg: Playground, wire: Wire) -> None:
    async with running(pg, SmallBot(shards=3)) as bot, people(pg.url, "Ann") as (ann,):
        assert len(bot.guilds) == 1
        assert bot.guilds[0].shard_id == (bot.guilds[0].id >> 22) % 3
        for where in ("rummy", "dm"):
            assert (await ann.slash("deal", in_=where)).outcome == "message"
        assert bot.heard.count("INTERACTION_CREATE") == 2


async def test_a_burst_of_events_arrives_in_order(pg: Playground, wire: Wire, gateway: RawGateway) -> None:
    for n in range(50):
        await gateway.send(1, n)
        pg.simulation.gateway.dispatch("CHANNEL_UPDATE", {"n": n}, pg.world.guild.id)
    seen, numbers = [], []
    while len(seen) < 50:
        frame = await gateway.socket.receive(timeout=30)
        assert frame.type is WSMsgType.TEXT
        if frame.json()["op"] == 0:
            seen.append(frame.json()["d"]["n"])
            numbers.append(frame.json()["s"])
    assert seen == list(range(50))
    assert numbers == sorted(numbers)
