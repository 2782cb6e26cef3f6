"""A command that may mean several tables asks which one; a press carries the command out there, as it was given."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from discord import AppCommandOptionType, Object
from discord.app_commands import Command, Group, Parameter

from bot.interactions.call import Call, CallKind
from bot.interactions.received_call import STEP, Interaction
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.interactions.table.find_table import WhichTable
from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS, fits_custom_id
from bot.messages.table.which_table import CommandPress, command_press, which_table_layout
from bot.wording.sentence import Refusal


async def ask_which_table(services: Services, call: Call, refusal: Refusal) -> Reply | None:
    """Return the question which table is meant.

    Return None if that isn't why the command is refused, or if there are too many tables or too long options for buttons.
    """
    if not isinstance(refusal, WhichTable) or call.kind != CallKind.COMMAND or not call.name:
        return None
    if len(refusal.tables) > MOST_OPTIONS:
        return None
    asked = []
    for number in refusal.tables:
        table = await services.tables.get(number)
        press = command_press(table, call.name, call.options)
        if not fits_custom_id(press):
            return None
        asked.append((press, table))
    return Reply(view=which_table_layout(asked, services.people, services.say(call)))


def given_command(interaction: Interaction, call: Call, press: CommandPress) -> Coroutine[Any, Any, None]:
    """Return the command that a press carries out, to be awaited; it replies by itself.

    Raise Refused(ButtonNotUnderstood) for a forged press, or if the command has changed meanwhile.
    """
    first, *rest = press.command.split(" ")
    command = interaction.client.tree.get_command(first)
    for name in rest:
        command = command.get_command(name) if isinstance(command, Group) else None
    if not isinstance(command, Command):
        raise call.not_understood()
    parameters = {one.display_name: one for one in command.parameters}
    given = {**press.options, "table": press.table}
    missing = [name for name, one in parameters.items() if one.required and name not in given]
    if missing or not all(name in parameters and _accepts(parameters[name], value) for name, value in given.items()):
        raise call.not_understood()
    interaction.extras[STEP] = press.step
    arguments = {
        parameters[name].name: Object(value) if parameters[name].type == AppCommandOptionType.user else value
        for name, value in given.items()
    }
    callback: Callable[..., Coroutine[Any, Any, None]] = command.callback
    return callback(command.binding, interaction, **arguments)


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
            return is_text and (least or 0) <= len(str(value)) <= (most or LONGEST_OPTION)


def replacing_question(call: Call, reply: Reply) -> Reply:
    """Let the reply to the question replace it, unless the reply is to stay when the question is dismissed."""
    replaces = call.asked_at is not None and call.is_whispered
    if not replaces or reply.view is None or reply.is_public:
        return reply
    return replace(reply, replaces_pressed=True)
