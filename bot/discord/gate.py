"""Everything that discord.py receives passes here: limits first, then its handler in the error boundary."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from discord import AppCommandOptionType, InteractionType, Object
from discord.app_commands import AppCommandError, Command, CommandNotFound, CommandSignatureMismatch, Group, Parameter

from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction import STEP, Interaction, call_of
from bot.interactions import routes
from bot.interactions.call import Call, CallKind, Reply
from bot.interactions.rate_limits import LIMIT, Limited
from bot.interactions.services import Services
from bot.messages.components import LONGEST_OPTION, read_marked
from bot.messages.table.which_table import CommandPress
from bot.wording.sentence import Refused


class Gate:
    """Presses, forms, and commands that discord.py could not assign to a cog."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary

    async def on_interaction(self, interaction: Interaction) -> None:
        """Reply to a press or a form; commands are left to discord.py's command tree. Never raise.

        Under the question which table is meant, a press carries out a command, which replies by itself.
        """
        if interaction.type not in (InteractionType.component, InteractionType.modal_submit) or not await self.is_allowed(
            interaction
        ):
            return
        call = call_of(interaction)
        try:
            press = CommandPress.read(read_marked(call.custom_id)) if call.kind == CallKind.PRESS else None
            command = None if press is None else _given_command(interaction, call, press)
        except Refused as refused:
            command = self._boundary.run(interaction, partial(_refuse, refused))
        await (command or self._boundary.run(interaction))

    async def is_allowed(self, interaction: Interaction) -> bool:
        """Return False if a command, autocomplete or press comes too fast. The refusal is sent once a second. Never raise."""
        call = call_of(interaction)
        limited = _limit_of(interaction, call)
        try:
            self._services.count(limited, call)
        except Refused as refused:
            if limited != Limited.AUTOCOMPLETE and self._services.limits.may_answer(call.caller.id):
                await self._boundary.run(interaction, partial(_refuse, refused))
            return False
        return True

    async def on_command_error(self, interaction: Interaction, error: AppCommandError) -> None:
        """Reply to a command that reached no cog, such as one of an older version that Discord still offers. Never raise."""
        if interaction.type != InteractionType.autocomplete:
            await self._boundary.run(interaction, partial(self._unknown_command, error))

    async def _unknown_command(self, error: AppCommandError, call: Call) -> Reply:
        if not isinstance(error, CommandNotFound | CommandSignatureMismatch):
            raise error
        say = self._services.say(call)
        return Reply(text=say("I don't know this command any more. Type / and choose it again."))


def _limit_of(interaction: Interaction, call: Call) -> Limited:
    """Return the limit that a command, autocomplete, press or form counts for; a command is `AS_MOVE` if it says so."""
    if call.kind == CallKind.AUTOCOMPLETE:
        return Limited.AUTOCOMPLETE
    if call.kind != CallKind.COMMAND:
        return routes.limit_of(call)
    command = interaction.command
    return command.extras.get(LIMIT, Limited.COMMAND) if command is not None else Limited.COMMAND


async def _refuse(refused: Refused, _call: Call) -> Reply:
    raise refused


def _given_command(interaction: Interaction, call: Call, press: CommandPress) -> Coroutine[Any, Any, None]:
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
