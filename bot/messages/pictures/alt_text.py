"""The alt text of a picture, which Discord allows to be 1,024 characters long."""

from collections.abc import Sequence

from bot.messages.words import Words

LONGEST_ALT = 1024


def cut_alt(parts: Sequence[str], say: Words) -> str:
    """Return the parts with spaces between them; a text that is too long ends after a whole word, card or number.

    A card is never cut, because its own spaces don't break (`Words.cards`).
    """
    text = " ".join(parts)
    if len(text) <= LONGEST_ALT:
        return text
    # Translators: the end of a description of a picture, after "…": everything is written in the message itself
    end = f" … {say('rest in the text')}"
    return text[: LONGEST_ALT - len(end) + 1].rpartition(" ")[0] + end
