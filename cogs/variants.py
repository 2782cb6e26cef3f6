"""`/variant save · list · remove · add`: the variants that a server has saved."""

from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction import Interaction
from bot.interactions.services import Services
from bot.interactions.table import variants
from cogs.option_types import OwnTableNumber, SavedGame

_Code = app_commands.Range[str, 1, 1500]
_VariantName = app_commands.Range[str, 1, 100]


@app_commands.guild_only()
class VariantCog(commands.GroupCog, group_name="variant", group_description="Games with house rules, saved in this server"):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        super().__init__()

    @app_commands.command(name="save", description="Save the rules of your table under a name")
    @app_commands.describe(name="The name of the game", table="Table number, if you're at more than one")
    async def save(self, interaction: Interaction, name: _VariantName, table: OwnTableNumber | None = None) -> None:
        await self._boundary.run(interaction, lambda call: variants.save(self._services, call, name, table))

    @app_commands.command(name="list", description="List the games saved in this server, with their codes")
    @app_commands.describe(name="Show only this one, with its rules")
    async def list_(self, interaction: Interaction, name: SavedGame | None = None) -> None:
        await self._boundary.run(interaction, lambda call: variants.show_saved(self._services, call, name))

    @app_commands.command(name="remove", description="Remove a game that you saved (with Manage Server, any game)")
    @app_commands.describe(name="Which one")
    async def remove(self, interaction: Interaction, name: SavedGame) -> None:
        await self._boundary.run(interaction, lambda call: variants.remove(self._services, call, name))

    @app_commands.command(name="add", description="Add a game that another server has saved, by its code")
    @app_commands.describe(code="The code, as /variant list shows it", name="A name to use instead of its own")
    async def add(self, interaction: Interaction, code: _Code, name: _VariantName | None = None) -> None:
        await self._boundary.run(interaction, lambda call: variants.add(self._services, call, code, name))
