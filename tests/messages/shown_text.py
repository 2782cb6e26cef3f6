"""What a person can read in a rendered message, and Discord's limits for it."""

from collections.abc import Iterator

from discord import ui

from bot.messages.words import Languages
from tests.people import parts

ENGLISH = Languages({}).for_locale("en-US")
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
MOST_COMPONENTS, MOST_CHARACTERS, MOST_OPTIONS = 40, 4000, 25
TEXT, SEPARATOR, SELECT, BUTTON = 10, 14, 3, 2
"""The types of components."""


def visible_texts(view: ui.LayoutView | ui.Modal) -> Iterator[str]:
    """Yield everything that a person can read in a message or a form: texts, labels, options, alt texts."""
    if isinstance(view, ui.Modal):
        yield view.title
    for part in parts(view.to_components()):
        yield from (part[key] for key in ("content", "label", "description", "placeholder") if part.get(key))
        for option in part.get("options", ()):
            yield from (option[key] for key in ("label", "description") if option.get(key))
        yield from (item["description"] for item in part.get("items", ()) if item.get("description"))


def plain_text(text: str) -> str:
    """Return the text without the characters that keep a line from breaking."""
    return text.replace(NO_BREAK_SPACE, " ").replace("\N{WORD JOINER}", "")


def readable_text(view: ui.LayoutView) -> str:
    """Return everything that a person can read in a message, as plain text."""
    return plain_text("\n".join(visible_texts(view)))


def assert_fits(view: ui.LayoutView) -> None:
    """Check that Discord accepts a message: its characters and the number of its components."""
    assert text_length(view) <= MOST_CHARACTERS
    assert len(list(parts(view.to_components()))) <= MOST_COMPONENTS


def text_length(view: ui.LayoutView) -> int:
    """Return how many characters of Discord's limit the message has; labels don't count."""
    return sum(len(part["content"]) for part in parts(view.to_components()) if part["type"] == TEXT)
