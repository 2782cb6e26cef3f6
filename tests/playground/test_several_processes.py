"""Several processes with one token: who hears what, who may answer, and whose requests are in the log."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from playground.server import Playground
from tests.message_answers import writers
from tests.people import Person
from tests.playground.conftest import HI, SAY, RawGateway, Wire, answer_to, register, running
from tests.playground.small_bot import SmallBot

PRESS = ["INTERACTION_CREATE"]


@asynccontextmanager
async def sessions(wire: Wire, pg: Playground, *shards: tuple[int, int]) -> AsyncIterator[list[RawGateway]]:
    """Open a session for each of these shards."""
    async with AsyncExitStack() as stack:
        opened = []
        for shard in shards:
            gateway = RawGateway(await stack.enter_async_context(wire._session.ws_connect(pg.gateway_url)))
            await gateway.send(2, {"token": "x", "intents": 1, "shard": shard})
            await gateway.heard()
            opened.append(gateway)
        yield opened


@asynccontextmanager
async def commanded(pg: Playground, person: Person, where: str = "rummy") -> AsyncIterator[None]:
    """Let a person use a command; it is sent to the bot when this begins, and must be answered before it ends."""
    known = len(pg.world.interactions)
    task = asyncio.create_task(person.slash("hi", in_=where))
    while len(pg.world.interactions) == known:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_every_session_of_a_shard_gets_its_events(wire: Wire, pg: Playground, ann: Person) -> None:
    await register(wire, HI)
    count = 3
    home = (int(pg.world.guild.id) >> 22) % count
    shards = [(number, count) for number in range(count)] * 2 + [(0, 1)]
    async with sessions(wire, pg, *shards) as opened:
        for where, number in (("rummy", home), ("dm", 0)):
            async with commanded(pg, ann, where):
                heard = await asyncio.gather(*(gateway.heard() for gateway in opened))
            assert heard == [PRESS if shard in ((number, count), (0, 1)) else [] for shard in shards], where
        await wire.control("channels", {"name": "third"})
        heard = await asyncio.gather(*(gateway.heard() for gateway in opened))
        assert heard == [["CHANNEL_CREATE"] if shard in ((home, count), (0, 1)) else [] for shard in shards]


async def test_one_process_may_answer_and_any_may_edit_and_follow_up(wire: Wire, pg: Playground, ann: Person) -> None:
    hook = await register(wire, HI)
    one, two = Wire(wire._session, pg, "one"), Wire(wire._session, pg, "two")
    async with sessions(wire, pg, (0, 1), (0, 1)) as opened:
        task = asyncio.create_task(ann.slash("hi"))
        heard = [await gateway.next("INTERACTION_CREATE") for gateway in opened]
        assert heard[0] == heard[1]
        callback = answer_to(heard[0]) + "?with_response=1"
        answers = await asyncio.gather(*(process.api("POST", callback, SAY) for process in (one, two)))
        assert sorted(status for status, _ in answers) == [200, 400]
        assert {answer["code"] for status, answer in answers if status == 400} == {40060}
        original = (await task).message["id"]
        for number, process in enumerate((one, two)):
            path = f"{hook}/{heard[0]['token']}"
            assert (await process.api("PATCH", f"{path}/messages/@original", {"content": f"edit {number}"}))[0] == 200
            assert (await process.api("POST", path, {"content": "and more"}))[0] == 200
    known = writers(await wire.control("requests", method="GET"))
    assert known.pop(original)[1:] == ["one", "two"]
    assert list(known.values()) == [["one"], ["two"]], "each wrote its own follow-up"


async def test_events_of_no_server_can_go_to_one_session_in_turn(wire: Wire, pg: Playground, ann: Person) -> None:
    await register(wire, HI)

    async def hearing(where: str) -> list[int]:
        """Let Ann use a command there, and return which sessions hear of it."""
        async with commanded(pg, ann, where):
            heard = await asyncio.gather(*(gateway.heard() for gateway in opened))
        return [number for number, events in enumerate(heard) if events == PRESS]

    async with sessions(wire, pg, (0, 1), (0, 1)) as opened:
        await wire.control("gateway", {"do": "alternate"})
        heard = [await hearing("dm") for _ in range(4)]
        assert heard in ([[0], [1]] * 2, [[1], [0]] * 2)
        assert await hearing("rummy") == [0, 1], "a server's events go to all as before"
        await wire.control("gateway", {"do": "share"})
        assert await hearing("dm") == [0, 1]
        await wire.control("gateway", {"do": "alternate"})
        await opened.pop().socket.close(code=4000)  # can be resumed, so its session is kept
        assert [await hearing("dm") for _ in range(2)] == [[0], [0]]


async def test_a_process_that_identifies_too_early_gets_no_session(wire: Wire, pg: Playground) -> None:
    await wire.control("limits", {"identifies": [1, 0.2]})
    async with wire._session.ws_connect(pg.urls("one")[1]) as first, wire._session.ws_connect(pg.urls("two")[1]) as second:
        for socket in (first, second):
            await socket.send_json({"op": 2, "d": {"token": "x", "intents": 1, "shard": [0, 1]}})
        ready = await RawGateway(first).next("READY")
        assert ready["resume_gateway_url"] == pg.urls("one")[1]
        assert await RawGateway(second).next(op=9) is False
        await asyncio.sleep(0.2)
        await second.send_json({"op": 2, "d": {"token": "x", "intents": 1, "shard": [0, 1]}})
        await RawGateway(second).next("READY")
    identifies = await wire.control("identifies", method="GET")
    assert [(it["process"], it["shard"], it["accepted"]) for it in identifies] == [
        ("one", [0, 1], True),
        ("two", [0, 1], False),
        ("two", [0, 1], True),
    ]
    assert identifies[2]["at"] - identifies[0]["at"] >= 0.2
    _, gateway = await Wire(wire._session, pg, "two").api("GET", "/gateway/bot")
    starts = gateway["session_start_limit"]
    assert (gateway["url"], starts["remaining"], starts["max_concurrency"]) == (pg.urls("two")[1], 997, 1)
    assert 0 < starts["reset_after"] <= 24 * 60 * 60 * 1000


async def test_all_requests_of_discord_py_name_the_process_in_its_address(pg: Playground, wire: Wire, ann: Person) -> None:
    async with running(pg, SmallBot(), "two") as bot:
        reply = await ann.slash("deal")
        await ann.press(reply.message, "AS")
        await ann.slash("think")
        await ann.slash("picture")
        await wire.control("gateway", {"do": "drop"})
        await ann.until(lambda: "RESUMED" in bot.heard)
        await bot.fetch_channel(int(await wire.channel_id()))
    log = await wire.control("requests", method="GET")
    assert {entry["process"] for entry in log} == {"two"}
    assert writers(log)[reply.message["id"]] == ["two", "two"]
    assert [it["process"] for it in await wire.control("identifies", method="GET")] == ["two"], "a resume is no start"
