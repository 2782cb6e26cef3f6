"""The emojis of all cards, with the longest ids, and the names of emojis on the buttons and options of a message."""

from discord import ui

from bot.messages.card_text import FACE_OF, CardEmoji
from tests.people import parts

ALL_EMOJI = CardEmoji({name: 10**18 + number for number, name in enumerate(FACE_OF)})


def labels_with_emoji(view: ui.LayoutView | ui.Modal) -> dict[str, str]:
    """Return the name of the emoji on each button and option, by its label."""
    found = [part for shown in parts(view.to_components()) for part in (shown, *shown.get("options", ()))]
    return {part["label"]: part["emoji"]["name"] for part in found if part.get("emoji")}
