"""`/rules · /help`."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services
from bot.interactions.table import autocomplete
from bot.interactions.table.find_table import find_table
from bot.messages.help import help_layout
from bot.messages.rules.game_rules import rules_layout
from bot.rummy.variant.variant import Variant
from bot.tables.refusals import NoTableHere, Refused
from bot.tables.rules.saved_variants import DEFAULT_VARIANT

_TABLE = app_commands.Range[int, 1, 2**53 - 1]


class InfoCog(commands.Cog):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary

    @app_commands.command(description="The rules of this table, or of a game")
    @app_commands.describe(variant="A game; without it, the table here", table="Its number, where several are open")
    async def rules(self, interaction: Interaction, variant: str | None = None, table: _TABLE | None = None) -> None:
        async def work() -> Reply:
            return Reply(view=rules_layout(await self._meant(interaction, variant, table), self._services.say(interaction)))

        await self._boundary.run(interaction, work())

    async def _meant(self, interaction: Interaction, name: str | None, number: int | None) -> Variant:
        """A named game; else the table's; where no table is open, the game that `/table new` opens."""
        if name is not None:
            return await self._services.variants.find(interaction.guild_id, name)
        try:
            return (await find_table(self._services, interaction, number, seated=False)).variant
        except Refused as refused:
            if not isinstance(refused.refusal, NoTableHere):
                raise
            return self._services.variants.presets[DEFAULT_VARIANT]

    @app_commands.command(description="How to play rummy here, on one screen")
    async def help(self, interaction: Interaction) -> None:
        async def work() -> Reply:
            return Reply(view=help_layout(self._services.say(interaction)))

        await self._boundary.run(interaction, work())

    @rules.autocomplete("variant")
    async def _variants(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await autocomplete.variants(self._services, interaction, typed)

    @rules.autocomplete("table")
    async def _tables(self, interaction: Interaction, _typed: int | str) -> list[app_commands.Choice[int]]:
        return await autocomplete.offered_tables(self._services, interaction, seated=False)


async def setup(bot: Any, services: Services, boundary: ErrorBoundary) -> None:
    await bot.add_cog(InfoCog(services, boundary))
