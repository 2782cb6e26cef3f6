"""Commands that another version of the program has registered."""

import aiohttp

from bot import app
from tests.e2e.support.club import Club
from tests.people import said


async def test_a_command_of_another_version_is_refused_with_advice(club: Club, bot: app.Bot) -> None:
    commands = [
        {"name": "shuffle", "description": "Gone", "type": 1},
        {"name": "discard", "description": "Took no card", "type": 1},
    ]
    async with aiohttp.ClientSession(headers={"Authorization": "Bot any"}) as session:
        url = f"{club.pg.api_url}/applications/{bot.client.application_id}/commands"
        async with session.put(url, json=commands) as answer:
            assert answer.status == 200
    await club["Ann"].until(lambda: any(command["name"] == "shuffle" for command in club["Ann"].commands))
    for name in ("shuffle", "discard"):
        reply = await club["Ann"].slash(name)
        assert reply.outcome == "message", reply
        assert reply.message["flags"] & 64
        assert "choose it again" in said(reply.message)
