"""Everything that discord.py receives passes here: limits first, then its handler in the error boundary."""

from functools import partial

from discord import InteractionType
from discord.app_commands import AppCommandError, CommandNotFound, CommandSignatureMismatch

from bot.interactions import routes
from bot.interactions.call import Call, CallKind
from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.rate_limits import LIMIT, Limited
from bot.interactions.received_call import Interaction, call_of
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.interactions.table.asked_table import given_command
from bot.messages.components import read_marked
from bot.messages.table.which_table import CommandPress
from bot.wording.sentence import Refused


class Gate:
    """Presses, forms, and commands that discord.py could not assign to a cog."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary

    async def on_interaction(self, interaction: Interaction) -> None:
        """Reply to a press or a form; commands are left to discord.py's command tree. Never raise."""
        if interaction.type == InteractionType.component and await self.is_allowed(interaction):
            await self._press(interaction)
        elif interaction.type == InteractionType.modal_submit and await self.is_allowed(interaction):
            await self._boundary.run(interaction, partial(routes.reply_to, self._services))

    async def _press(self, interaction: Interaction) -> None:
        """Reply to a press. Under the question which table is meant, it carries out a command, which replies by itself."""
        call = call_of(interaction)
        try:
            press = CommandPress.read(read_marked(call.custom_id))
            command = None if press is None else given_command(interaction, call, press)
        except Refused as refused:
            await self._boundary.run(interaction, partial(_refuse, refused))
            return
        if command is None:
            work = partial(routes.reply_to, self._services)
            await self._boundary.run(interaction, partial(self._boundary.repeated.reply_to, work=work))
        else:
            await command

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
