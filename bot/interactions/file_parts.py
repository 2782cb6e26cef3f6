"""Files that may be too large for one message: each reply has one part of them."""

from collections.abc import Sequence

from bot.interactions.reply import Reply
from bot.messages.attachments import Files
from bot.messages.words import Words


def file_part_reply(parts: Sequence[Files], number: int, text: str, say: Words) -> Reply:
    """Return the part with this number (from 1), or the last one; if there are several, the reply says so."""
    part = min(number, len(parts))
    if len(parts) > 1:
        note = say(
            "The files are too large for one message. This is part {part} of {parts}. Add `part:` for another one.",
            part=part,
            parts=len(parts),
        )
        text = f"{text}\n{note}"
    return Reply(text=text, files=parts[part - 1])
