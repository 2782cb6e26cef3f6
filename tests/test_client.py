"""What the client requests from Discord."""

import discord

from bot.client import RummyClient


async def test_the_client_requests_only_servers_and_pings_nobody_by_default() -> None:
    client = RummyClient()
    assert client.intents.value == discord.Intents(guilds=True).value
    assert client.allowed_mentions is not None
    assert client.allowed_mentions.to_dict() == {"parse": []}
