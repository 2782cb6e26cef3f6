"""The text that describes a picture for those who don't see it, cut to what Discord accepts."""

from collections.abc import Iterable

from bot.messages.words import Words

LONGEST_ALT = 1024  # characters


def cut_alt(parts: Iterable[str], say: Words) -> str:
    """Return the parts with spaces between them; if that is too long, the first ones and "rest in the text"."""
    rest = say("rest in the text")
    shown = list(parts)
    if len(" ".join(shown)) <= LONGEST_ALT:
        return " ".join(shown)
    while shown and len(" ".join((*shown, rest))) > LONGEST_ALT:
        shown.pop()
    return " ".join((*shown, rest))
