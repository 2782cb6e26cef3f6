"""`/variant save · list · remove · add`: the variants that a server has saved."""

from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import RummyCog, replies
from bot.interactions.call import Call, Reply, TableServices
from bot.interactions.table import variants
from cogs.option_types import OwnTableNumber, SavedGame

_Code = app_commands.Range[str, 1, 1500]
_VariantName = app_commands.Range[str, 1, 100]


@app_commands.guild_only()
class VariantCog(
    RummyCog[TableServices],
    commands.GroupCog,
    group_name="variant",
    group_description="Games with house rules, saved in this server",
):
    @app_commands.command(name="save", description="Save the rules of your table under a name")
    @app_commands.describe(name="Name of the game", table="Table number, if you're at more than one")
    @replies
    async def save(self, call: Call, name: _VariantName, table: OwnTableNumber | None = None) -> Reply:
        return await variants.save(self._services, call, name, table)

    @app_commands.command(name="list", description="List the games saved in this server, with their codes")
    @app_commands.describe(name="One game, with its rules")
    @replies
    async def list_(self, call: Call, name: SavedGame | None = None) -> Reply:
        return await variants.show_saved(self._services, call, name)

    @app_commands.command(name="remove", description="Remove a saved game")
    @app_commands.describe(name="Saved game")
    @replies
    async def remove(self, call: Call, name: SavedGame) -> Reply:
        return await variants.remove(self._services, call, name)

    @app_commands.command(name="add", description="Add a game from another server, by its code")
    @app_commands.describe(code="Code from /variant list", name="Another name for it")
    @replies
    async def add(self, call: Call, code: _Code, name: _VariantName | None = None) -> Reply:
        return await variants.add(self._services, call, code, name)
