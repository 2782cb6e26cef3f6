"""The check that no typed option is longer than it may be. Discord checks it first, unless it still has older commands."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from discord import AppCommandOptionType
from discord.app_commands import Command

from bot.interactions.received_call import Interaction
from bot.wording.sentence import Code, Refusal, Refused

LONGEST_CHOICE = 100
"""The most characters of an option that only takes one of its choices."""


class TextTooLong(Refusal):
    """The text of an option is longer than allowed; both numbers are characters."""

    option: Code
    length: int
    most: int
    sentence = "{option} is {length} characters long, but at most {most} are allowed. Shorten it and try again."


def check_lengths(interaction: Interaction) -> None:
    """Raise Refused(TextTooLong) for the first typed option that is longer than its command allows."""
    command = interaction.command
    if not isinstance(command, Command):
        return
    longest = {one.display_name: int(one.max_value or LONGEST_CHOICE) for one in command.parameters}
    for name, text in _typed_texts(cast(Mapping[str, Any], interaction.data or {})):
        most = longest.get(name, LONGEST_CHOICE)
        if len(text) > most:
            raise Refused(TextTooLong(name, len(text), most))


def _typed_texts(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the text options, also of a command in a group."""
    for option in data.get("options", ()):
        if option["type"] == AppCommandOptionType.string.value:
            yield option["name"], str(option.get("value", ""))
        yield from _typed_texts(option)
