"""The gateway as the bot meets it: intents, shards, resuming, and what can go wrong on request."""

import asyncio

import pytest
from aiohttp import WSMsgType

from playground.server import Playground
from tests.people import Person, people, said
from tests.playground.conftest import HI, Gate, Wire, answer_to, register, running
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
async def test_a_bot_that_breaks_the_rules_is_cut_off(wire: Wire, pg: Playground, frames: list, code: int) -> None:
    async with wire._session.ws_connect(pg.gateway_url) as socket:
        for op, data in frames:
            await socket.send_json({"op": op, "d": data})
        async for _ in socket:
            pass
        assert socket.close_code == code


async def test_with_the_guild_intent_alone_messages_are_not_told_but_threads_are(wire: Wire, gate: Gate) -> None:
    path = f"/channels/{await wire.channel_id()}/messages"
    _, message = await wire.api("POST", path, {"content": "x"})
    assert await gate.quiet()
    await wire.api("POST", f"{path}/{message['id']}/threads", {"name": "t"})
    assert (await gate.next("THREAD_CREATE"))["id"] == message["id"]
    await wire.control("channels", {"name": "third"})
    made = await gate.next("CHANNEL_CREATE")
    await wire.control(f"channels/{made['id']}", method="DELETE")
    assert (await gate.next("CHANNEL_DELETE"))["name"] == "third"
    await wire.control("guild", {"bot": False})
    gone = await gate.next("GUILD_DELETE")
    assert "unavailable" not in gone, "the bot was removed, this is no outage"
    await wire.control("guild", {"bot": True})
    assert (await gate.next("GUILD_CREATE"))["id"] == gone["id"]


async def test_with_message_intents_messages_are_told(wire: Wire, pg: Playground) -> None:
    async with wire._session.ws_connect(pg.gateway_url) as socket:
        gate = Gate(socket)
        await gate.send(2, {"token": "x", "intents": 1 | 1 << 9})
        await gate.next("GUILD_CREATE")
        path = f"/channels/{await wire.channel_id()}/messages"
        _, message = await wire.api("POST", path, {"content": "x"})
        assert (await gate.next("MESSAGE_CREATE"))["guild_id"]
        await wire.control("forget", {"channel_id": message["channel_id"], "message_id": message["id"]})
        assert (await gate.next("MESSAGE_DELETE"))["id"] == message["id"]
        await wire.api("POST", f"/channels/{await wire.channel_id('Bob')}/messages", {"content": "x"})
        assert await gate.quiet(), "direct messages have an intent of their own"


async def test_a_dropped_line_is_resumed_and_misses_nothing(pg: Playground, bot: SmallBot, wire: Wire) -> None:
    async with people(pg.url, "Ann") as (ann,):
        dealt = (await ann.slash("deal")).message
        for do in ("drop", "reconnect"):
            bot.heard.clear()
            await wire.control("gateway", {"do": do})
            reply = await ann.press(dealt, "AS")
            assert reply.outcome == "update", "pressed while the line was down"
            await ann.until(lambda: ann.bot_is_online)
            assert "RESUMED" in bot.heard
            assert "READY" not in bot.heard


async def test_events_are_held_back_reordered_and_doubled(wire: Wire, gate: Gate, ann: Person) -> None:
    await register(wire, HI, HI | {"name": "ho"})
    await wire.control("gateway", {"do": "hold"})
    tasks = []
    for name in ("hi", "ho"):
        tasks.append(asyncio.create_task(ann.slash(name)))
        await asyncio.sleep(0.05)
    assert await gate.quiet()
    await wire.control("gateway", {"do": "reorder"})
    told = [await gate.next("INTERACTION_CREATE") for _ in tasks]
    assert [it["data"]["name"] for it in told] == ["ho", "hi"]
    await wire.control("gateway", {"do": "duplicate"})
    tasks.append(asyncio.create_task(ann.slash("hi")))
    twins = [await gate.next("INTERACTION_CREATE") for _ in range(2)]
    assert twins[0] == twins[1]
    for it in (*told, twins[0]):
        await wire.api("POST", answer_to(it), {"type": 4, "data": {"content": it["data"]["name"]}})
    assert [said((await task).message) for task in tasks] == ["hi", "ho", "hi"]


async def test_an_invalid_session_cannot_be_resumed(wire: Wire, gate: Gate, pg: Playground) -> None:
    session = next(iter(pg.simulation.gateway.sessions))
    await wire.control("gateway", {"do": "invalid"})
    assert await gate.next(op=9) is False
    async with wire._session.ws_connect(pg.gateway_url) as socket:
        again = Gate(socket)
        await again.send(6, {"token": "x", "session_id": session, "seq": 1})
        assert await again.next(op=9) is False


async def test_people_see_whether_the_bot_is_there(pg: Playground) -> None:
    async with people(pg.url, "Ann") as (ann,):
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


async def test_one_writer_keeps_the_order_of_a_burst(pg: Playground, wire: Wire, gate: Gate) -> None:
    for n in range(50):
        await gate.send(1, n)
        pg.simulation.gateway.dispatch("CHANNEL_UPDATE", {"n": n}, pg.world.guild.id)
    seen, numbers = [], []
    while len(seen) < 50:
        frame = await gate.socket.receive(timeout=2)
        assert frame.type is WSMsgType.TEXT
        if frame.json()["op"] == 0:
            seen.append(frame.json()["d"]["n"])
            numbers.append(frame.json()["s"])
    assert seen == list(range(50))
    assert numbers == sorted(numbers)
