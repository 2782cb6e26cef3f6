"""Places for a table that not everyone sees: hidden channels, their threads, and private threads."""

from tests.e2e.support.club import Club

HIDDEN_PLACES = ["hidden", "thread of a hidden channel", "private thread"]
PLACES = ["open", *HIDDEN_PLACES]


async def make_place(club: Club, kind: str) -> str:
    """Create a place for a table, and return its name. Bob, Cleo and Eve see it, Finn doesn't, unless it is open."""
    if kind in ("hidden", "thread of a hidden channel"):
        await club.control("channels", {"name": "den"})
        await club.control("channels/den/permissions", {"allow": ["view_channel"]})
        for name in ("Bob", "Cleo", "Eve"):
            await club.control("channels/den/permissions", {"for": name, "allow": ["view_channel"]})
        await club.control("channels/den/permissions", {"for": "@everyone", "deny": ["view_channel"]})
    match kind:
        case "open":
            return "rummy"
        case "hidden":
            place = "den"
        case "thread of a hidden channel":
            place = "aside"
            await club.control("channels", {"name": place, "parent": "den"})
        case _:
            place = "secret"
            members = ["Bob", "Cleo", "Eve"]
            await club.control("channels", {"name": place, "parent": "rummy", "private": True, "members": members})
    await club["Bob"].until(lambda: club["Bob"].sees(place))
    await club["Finn"].until(lambda: not club["Finn"].sees(place))
    return place
