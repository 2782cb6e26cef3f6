"""Files that may be too large for one message: each reply has one part of them."""

from collections.abc import Sequence

from bot.interactions.reply import Reply
from bot.messages.attachments import Files
from bot.messages.words import Words


def file_part_reply(parts: Sequence[Files], number: int, text: str, say: Words) -> Reply:
    """Return the part with this number (from 1), or the last one; if there are several, the reply says so."""
    part = min(number, len(parts))
    return one_part_reply(parts[part - 1], part, len(parts), text, say)


def one_part_reply(files: Files, part: int, parts: int, text: str, say: Words) -> Reply:
    """Return the files of a part (from 1); if there are several parts, the reply says so."""
    if parts > 1:
        note = say(
            "The files are too large for one message. This is part {part} of {parts}. Add `part:` for another one.",
            part=part,
            parts=parts,
        )
        text = f"{text}\n{note}"
    return Reply(text=text, files=files)
