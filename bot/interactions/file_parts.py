"""Files that may be too large for one message: handed out part by part, each as it is asked for."""

from collections.abc import Sequence

from discord import app_commands

from bot.interactions.reply import Reply
from bot.messages.attachments import Files
from bot.messages.words import Words

PART = app_commands.Range[int, 1, 10_000]


def handed_out(found: Sequence[Files], part: int, text: str, say: Words) -> Reply:
    """This part of what was found, or the last one; with a word about the others where there are any."""
    number, parts = min(part, len(found)), len(found)
    if parts > 1:
        note = say(
            "Discord takes no such large files: this is part {part} of {parts}. `part:` names another.",
            part=number,
            parts=parts,
        )
        text = f"{text}\n{note}"
    return Reply(text=text, files=found[number - 1])
