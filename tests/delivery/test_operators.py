"""Who runs the bot: what discord.py reads of its application at the login says so."""

from typing import Any, cast

import discord
import pytest

from bot.delivery.budget import Budget
from bot.delivery.discord_api import DiscordApi
from bot.discord.client import RummyClient

APPLICATION: dict[str, Any] = {
    "id": "1",
    "name": "Ramino",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": {"id": "5", "username": "ann", "discriminator": "0", "avatar": None},
}


def member(number: int, state: int) -> dict[str, Any]:
    user = {"id": str(number), "username": f"person{number}", "discriminator": "0", "avatar": None}
    return {"team_id": "9", "user": user, "membership_state": state, "permissions": ["*"], "role": "developer"}


TEAM = {"id": "9", "name": "Club", "icon": None, "owner_user_id": "6", "members": [member(6, 2), member(7, 2), member(8, 1)]}


@pytest.mark.parametrize(
    ("about", "operators"),
    [(None, set()), ({}, {5}), ({"team": TEAM}, {6, 7})],
    ids=["before the login", "a person", "a team: its invited members don't run it yet"],
)
def test_the_owner_of_the_application_or_its_team_runs_the_bot(about: dict[str, Any] | None, operators: set[int]) -> None:
    client = RummyClient()
    if about is not None:
        client._application = discord.AppInfo(client._connection, cast(Any, APPLICATION | about))
    api = DiscordApi(client, cast(Any, None), Budget(1), cast(Any, None))
    assert api.operators == operators
