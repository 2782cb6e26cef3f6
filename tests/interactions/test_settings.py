"""What the personal settings show as chosen."""

from tests.desk import Desk
from tests.people import find


async def chosen(desk: Desk, setting: str) -> str:
    """Return what is chosen for Bob, without the setting's title."""
    options = find((await desk["Bob"].slash("settings")).message, f"o:own:{setting}")["options"]
    (label,) = (one["label"] for one in options if one.get("default"))
    return str(label).partition(": ")[2]


async def test_text_only_begins_with_a_new_message_each_turn(desk: Desk) -> None:
    shown = (await desk["Bob"].slash("settings")).message
    assert await chosen(desk, "new_message") == "When I'm away"
    await desk["Bob"].choose(shown, "o:own:pictures", "text")
    assert await chosen(desk, "new_message") == "Always"
    await desk["Bob"].choose(shown, "o:own:new_message", "away")
    assert await chosen(desk, "new_message") == "When I'm away"
    await desk["Bob"].choose(shown, "o:own:new_message", "always")
    await desk["Bob"].choose(shown, "o:own:pictures", "pictures")
    assert await chosen(desk, "new_message") == "Always"
