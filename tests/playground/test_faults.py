"""Faults on request: they hit the requests that a test names, and no others."""

import time
from io import BytesIO

import aiohttp
import discord
import pytest

from playground.server import Playground
from tests.people import people
from tests.playground.conftest import Wire
from tests.playground.small_bot import SmallBot


async def test_a_fault_hits_as_many_requests_as_it_should_after_letting_some_pass(wire: Wire, path: str) -> None:
    fault = {"method": "POST", "path": "/messages$", "after": 1, "times": 2, "do": {"status": 503}}
    assert await wire.control("faults", fault) == {"id": 1}
    statuses = [(await wire.api("POST", path, {"content": str(n)}))[0] for n in range(4)]
    assert statuses == [200, 503, 503, 200]
    assert [it["content"] for it in (await wire.state())["messages"][await wire.channel_id()]] == ["0", "3"]
    log = await wire.control("requests", method="GET")
    assert [entry["fault"] for entry in log] == [None, 1, 1, None]


async def test_an_applied_fault_fails_after_the_message_is_posted(wire: Wire, path: str) -> None:
    await wire.control("faults", {"do": {"status": 502, "applied": True}})
    body = {"content": "x", "nonce": "1", "enforce_nonce": True}
    assert (await wire.api("POST", path, body))[0] == 502
    assert (await wire.api("POST", path, body))[0] == 200
    assert len((await wire.state())["messages"][await wire.channel_id()]) == 1


async def test_a_fault_cuts_the_connection_or_delays_the_answer(wire: Wire) -> None:
    await wire.control("faults", {"path": "@me", "do": {"drop": True}})
    with pytest.raises(aiohttp.ClientError):
        await wire.api("POST", "/users/@me/channels", {"recipient_id": "1"})
    await wire.control("faults", method="DELETE")
    await wire.control("faults", {"path": "@me", "do": {"delay": 0.05}})
    began = time.monotonic()
    assert (await wire.api("GET", "/users/@me"))[0] == 200
    assert time.monotonic() - began >= 0.05
    with pytest.raises(aiohttp.ClientResponseError):
        await wire.control("faults", {"do": {"explode": True}})


async def test_a_fault_hits_only_requests_with_files_if_it_says_so(pg: Playground, bot: SmallBot, wire: Wire) -> None:
    channel = bot.guilds[0].text_channels[0]
    await wire.control("faults", {"files": True, "times": 0, "do": {"status": 413}})
    await channel.send("x")
    with pytest.raises(discord.HTTPException, match="413"):
        await channel.send("x", file=discord.File(BytesIO(b"x"), "x.txt"))


async def test_discord_py_waits_as_long_as_a_429_says(pg: Playground, bot: SmallBot, wire: Wire) -> None:
    channel = bot.guilds[0].text_channels[0]
    await wire.control("faults", {"method": "POST", "path": "/messages$", "do": {"status": 429, "retry_after": 0.05}})
    began = time.monotonic()
    await channel.send("x")
    assert time.monotonic() - began >= 0.05
    async with people(pg.url, "Ann") as (ann,):
        await wire.control("faults", {"path": "/callback$", "do": {"status": 429, "retry_after": 0.05}})
        assert (await ann.slash("deal")).outcome == "message"


async def test_requests_beyond_a_limit_are_answered_with_429(wire: Wire, path: str, pg: Playground) -> None:
    await wire.control("limits", {"channel_messages": [2, 60.0]})
    left = []
    for n in range(3):
        async with wire.api_response("POST", path, {"content": str(n)}) as response:
            left.append((response.status, response.headers["X-RateLimit-Remaining"]))
            answer = await response.json()
    assert left == [(200, "1"), (200, "0"), (429, "0")]
    assert (response.headers["Via"], answer["global"]) == ("1.1 google", False)
    assert 0 < answer["retry_after"] <= 60
    assert (await wire.api("POST", f"/channels/{await wire.channel_id('lounge')}/messages", {"content": "x"}))[0] == 200


async def test_answers_to_interactions_do_not_count_towards_the_global_limit(pg: Playground, bot: SmallBot, wire: Wire) -> None:
    await wire.control("limits", {"global": [0, 60.0]})
    status, answer = await wire.api("GET", "/users/@me")
    assert (status, answer["global"]) == (429, True)
    async with people(pg.url, "Ann") as (ann,):
        assert (await ann.slash("deal")).outcome == "message"


async def test_the_log_shows_each_request_and_its_answer(wire: Wire) -> None:
    channel = await wire.channel_id()
    await wire.api("POST", f"/channels/{channel}/messages", {"content": "x"})
    await wire.api("GET", "/moon")
    first, second = await wire.control("requests", method="GET")
    assert (first["method"], first["path"]) == ("POST", f"/channels/{channel}/messages")
    assert (first["process"], first["route"], first["status"]) == ("", "/channels/{channel_id}/messages", 200)
    assert (first["body"], first["answer"]["content"]) == ({"content": "x"}, "x")
    assert (second["route"], second["status"]) == ("", 404)
    assert await wire.control(f"requests?since={first['n']}", method="GET") == [second]
    await wire.control("requests", method="DELETE")
    assert await wire.control("requests", method="GET") == []
