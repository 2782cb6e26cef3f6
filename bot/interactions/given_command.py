"""Carries out a command that a press names: the answer to the question which table was meant."""

from collections.abc import Coroutine
from typing import Any

from discord import AppCommandOptionType, Object
from discord.app_commands import Command, Group, Parameter

from bot.interactions.received_call import STEP, Interaction
from bot.interactions.typed_lengths import LONGEST_CHOICE
from bot.messages.table.which_table import CommandPress
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused


def given_command(interaction: Interaction, press: CommandPress) -> Coroutine[Any, Any, None]:
    """Return the command, to be awaited; it replies by itself. Raise Refused(ButtonNotUnderstood), as for a forged press."""
    first, *rest = press.command.split(" ")
    command = interaction.client.tree.get_command(first)
    for name in rest:
        command = command.get_command(name) if isinstance(command, Group) else None
    parameters = {one.display_name: one for one in command.parameters} if isinstance(command, Command) else {}
    given = {**press.options, "table": press.table}
    missing = [name for name, one in parameters.items() if one.required and name not in given]
    if missing or not all(name in parameters and _accepts(parameters[name], value) for name, value in given.items()):
        raise Refused(ButtonNotUnderstood(str(press)))
    interaction.extras[STEP] = press.step
    arguments = {
        parameters[name].name: Object(value) if parameters[name].type == AppCommandOptionType.user else value
        for name, value in given.items()
    }
    called: Coroutine[Any, Any, None] = command.callback(command.binding, interaction, **arguments)
    return called


def _accepts(parameter: Parameter, value: object) -> bool:
    """Return True if Discord would accept this value of an option."""
    least, most = parameter.min_value, parameter.max_value
    match value:
        case bool():
            return parameter.type == AppCommandOptionType.boolean
        case int() if parameter.type == AppCommandOptionType.integer:
            return (least is None or least <= value) and (most is None or value <= most)
        case int():
            return parameter.type == AppCommandOptionType.user and 0 < value < 2**63
        case str() if parameter.choices:
            return value in [one.value for one in parameter.choices]
        case _:
            is_text = isinstance(value, str) and parameter.type == AppCommandOptionType.string
            return is_text and (least or 0) <= len(str(value)) <= (most or LONGEST_CHOICE)
