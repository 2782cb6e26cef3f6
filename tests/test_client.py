"""What the bot asks of Discord."""

import discord

from bot.client import RummyClient


async def test_the_bot_asks_for_servers_alone_and_pings_nobody_by_default() -> None:
    client = RummyClient()
    assert client.intents.value == discord.Intents(guilds=True).value
    assert client.allowed_mentions is not None
    assert client.allowed_mentions.to_dict() == {"parse": []}
