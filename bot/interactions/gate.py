"""Everything that discord.py receives passes here: limits first, then its handler in the error boundary."""

from functools import partial

from discord import InteractionType
from discord.app_commands import AppCommandError, CommandNotFound, CommandSignatureMismatch

from bot.interactions.call import Call
from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.given_command import given_command
from bot.interactions.presses import Presses
from bot.interactions.rate_limits import Limited
from bot.interactions.received_call import Interaction, call_of
from bot.interactions.reply import Reply
from bot.interactions.request_kinds import limited_kind
from bot.interactions.services import Services
from bot.messages.components import read_marked
from bot.messages.table import which_table
from bot.wording.sentence import Refused


class Gate:
    """Presses, forms, and commands that discord.py could not assign to a cog."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        self._presses = Presses(services)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Reply to a press or a form; commands are left to discord.py's command tree. Never raise."""
        if interaction.type == InteractionType.component and await self.is_allowed(interaction):
            await self._press(interaction)
        elif interaction.type == InteractionType.modal_submit and await self.is_allowed(interaction):
            await self._boundary.run(interaction, self._presses.reply_to)

    async def _press(self, interaction: Interaction) -> None:
        """Reply to a press. Under the question which table is meant, it carries out a command, which replies by itself."""
        custom_id = call_of(interaction).custom_id
        if custom_id.partition(":")[0] != which_table.ID_PREFIX:
            await self._boundary.run(interaction, partial(self._boundary.repeated.reply_to, work=self._presses.reply_to))
            return
        try:
            command = given_command(interaction, which_table.read_command_press(read_marked(custom_id)))
        except Refused as refused:
            await self._boundary.run(interaction, partial(_refuse, refused))
        else:
            await command

    async def is_allowed(self, interaction: Interaction) -> bool:
        """Return False if a command, autocomplete or press comes too fast. The refusal is sent once a second. Never raise."""
        call = call_of(interaction)
        limited = limited_kind(call)
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


async def _refuse(refused: Refused, _call: Call) -> Reply:
    raise refused
