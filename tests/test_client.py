"""What the client requests from Discord."""

import asyncio
from functools import partial
from types import SimpleNamespace

import discord
import pytest

from bot.discord.client import RummyClient


async def test_the_client_requests_only_servers_and_pings_nobody_by_default() -> None:
    client = RummyClient()
    assert client.intents.value == discord.Intents(guilds=True).value
    assert client.allowed_mentions is not None
    assert client.allowed_mentions.to_dict() == {"parse": []}


async def test_the_client_knows_for_how_long_discord_has_sent_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    client = RummyClient()
    assert client.silence() is None, "it isn't connected"
    monkeypatch.setattr(client, "is_ready", lambda: True)
    heard = client.silence()
    assert heard is not None
    await asyncio.sleep(0.05)
    silent = client.silence()
    assert silent is not None
    assert silent >= heard + 0.05
    client.dispatch("socket_raw_receive", "{}")
    again = client.silence()
    assert again is not None
    assert again < silent


async def test_an_open_connection_whose_session_is_refused_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    client = RummyClient()
    monkeypatch.setattr(client, "is_ready", lambda: True)
    monkeypatch.setattr(RummyClient, "shards", {0: SimpleNamespace(is_closed=lambda: False)})
    client.dispatch("shard_resumed", 0)
    assert client.silence() is not None
    client.dispatch("shard_disconnect", 0)
    client.dispatch("socket_raw_receive", "hello")
    assert client.silence() is None


async def test_discord_reaches_a_process_while_a_single_shard_is_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    client, closed = RummyClient(), {0: False, 1: True}
    assert not client.hears(60), "it isn't connected"
    monkeypatch.setattr(client, "is_ready", lambda: True)
    shards = {number: SimpleNamespace(is_closed=partial(closed.get, number)) for number in closed}
    monkeypatch.setattr(RummyClient, "shards", shards)
    assert not client.hears(60), "its sessions haven't begun"
    for number in shards:
        client.dispatch("shard_ready", number)
    assert client.hears(60)
    assert not client.hears(0)
    closed[0] = True
    assert not client.hears(60)
