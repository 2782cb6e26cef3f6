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
            "Discord takes no such large files: this is part {part} of {parts}. `part:` names another.",
            part=part,
            parts=len(parts),
        )
        text = f"{text}\n{note}"
    return Reply(text=text, files=parts[part - 1])
