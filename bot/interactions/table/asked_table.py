"""A command that may mean several tables asks which one; a press carries the command out there, as it was given."""

from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from discord import AppCommandOptionType, Object
from discord.app_commands import Command, Group, Parameter

from bot.interactions.reply import Reply, is_ephemeral
from bot.interactions.services import Interaction, Services
from bot.interactions.typed_lengths import LONGEST_CHOICE
from bot.messages.components import MOST_OPTIONS, fits_custom_id
from bot.messages.table.which_table import CommandPress, which_table_layout
from bot.tables.refusals import ButtonNotUnderstood, Refusal, Refused, WhichLobby, WhichOfYourTables, WhichTableHere

_STEP = "step when the table was asked for"


async def ask_which_table(services: Services, interaction: Interaction, refusal: Refusal) -> Reply | None:
    """Return the question which table is meant.

    Return None if that isn't why the command is refused, or if there are too many tables or too long options for buttons.
    """
    command = interaction.command
    if not isinstance(refusal, WhichOfYourTables | WhichTableHere | WhichLobby) or not isinstance(command, Command):
        return None
    if len(refusal.numbers) > MOST_OPTIONS:
        return None
    options = {name: getattr(value, "id", value) for name, value in interaction.namespace}
    say, asked = services.say(interaction), []
    for number in refusal.numbers:
        table = await services.tables.get(number)
        press = CommandPress(number, table.step, command.qualified_name, options)
        if not fits_custom_id(press):
            return None
        asked.append((press, table, await services.names_of(table.all_people, say, table)))
    return Reply(view=which_table_layout(asked, say))


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
    interaction.extras[_STEP] = press.step
    arguments = {
        parameters[name].name: Object(value) if parameters[name].type == AppCommandOptionType.user else value
        for name, value in given.items()
    }
    called: Coroutine[Any, Any, None] = command.callback(command.binding, interaction, **arguments)
    return called


def asked_at(interaction: Interaction) -> int | None:
    """Return the step of the table when the command was given that a press carries out; None for any other interaction."""
    step: int | None = interaction.extras.get(_STEP)
    return step


def replacing_question(interaction: Interaction, reply: Reply) -> Reply:
    """Let the reply to the question replace it, unless the reply is to stay when the question is dismissed."""
    replaces = asked_at(interaction) is not None and is_ephemeral(interaction)
    if not replaces or reply.view is None or reply.is_public:
        return reply
    return replace(reply, replaces_pressed=True)


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
