"""Choosing settings of a server and of people, as they do it in `/settings`."""

from tests.e2e.support.club import Club
from tests.people import Json, find


async def server_settings(club: Club, name: str = "Ann") -> Json:
    """Open the settings of the server."""
    own = (await club[name].slash("settings")).message
    return (await club[name].press(own, "Server settings")).message


async def choose_setting(club: Club, select: str, *values: str) -> Json:
    """Choose a setting of the server, and return its settings."""
    reply = await club["Ann"].choose(await server_settings(club), f"o:server:{select}", *values)
    assert reply.outcome == "update", reply
    return reply.message


async def choose_own(club: Club, name: str, select: str, value: str) -> None:
    own = (await club[name].slash("settings")).message
    reply = await club[name].choose(own, f"o:own:{select}", value)
    assert reply.outcome == "update", reply


def defaults(message: Json, select: str) -> list[str]:
    """Return the values that are chosen in a select."""
    shown = find(message, f"o:server:{select}")
    return [one["id"] for one in shown.get("default_values", ())] or [
        one["value"] for one in shown.get("options", ()) if one.get("default")
    ]
