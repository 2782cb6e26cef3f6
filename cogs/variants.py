"""`/variant save · list · remove · add`: the games that a server has saved."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.interactions.error_boundary import Boundary, Reply
from bot.interactions.services import Desk, Interaction, server_of
from bot.interactions.table import autocomplete as choosing
from bot.messages.names import Names
from bot.messages.rules.saved_variants import saved_layout, saved_list
from bot.rummy.variant.variant import Variant
from bot.tables.rules.house_rules import closest

_TABLE = app_commands.Range[int, 1, 2**53 - 1]
_CODE = app_commands.Range[str, 1, 1500]
_NAME = app_commands.Range[str, 1, 100]


class VariantCog(commands.GroupCog, group_name="variant", group_description="Games with house rules, saved for this server"):
    def __init__(self, desk: Desk, boundary: Boundary) -> None:
        self._desk = desk
        self._boundary = boundary
        super().__init__()

    @app_commands.command(name="save", description="Save the rules of a table where you sit, under a name")
    @app_commands.describe(name="What the game is to be called", table="Its number, where you sit at several")
    async def save(self, interaction: Interaction, name: _NAME, table: _TABLE | None = None) -> None:
        async def work() -> Reply:
            server, person = server_of(interaction), await self._desk.person(interaction)
            found = await self._desk.find(interaction, table)
            return self._shown(interaction, await self._desk.games.save(server, person.number, found.variant, name))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="list", description="The games that this server has saved, with their codes")
    @app_commands.describe(name="Only this one, with its rules")
    async def list_(self, interaction: Interaction, name: _NAME | None = None) -> None:
        async def work() -> Reply:
            server = server_of(interaction)
            if name is not None:
                return self._shown(interaction, (await self._desk.games.own(server, name)).variant)
            saved = await self._desk.games.saved(server)
            names = Names({one.author: await self._desk.people.get(one.author) for one in saved})
            return Reply(
                view=saved_list([(one.variant, names.person(one.author)) for one in saved], self._desk.say(interaction))
            )

        await self._boundary.run(interaction, work())

    @app_commands.command(name="remove", description="Remove a game that you have saved; Manage Server removes any")
    @app_commands.describe(name="Which one")
    async def remove(self, interaction: Interaction, name: _NAME) -> None:
        async def work() -> Reply:
            server, person = server_of(interaction), await self._desk.person(interaction)
            manager = interaction.permissions.manage_guild
            removed = await self._desk.games.remove(server, person.number, name, manager=manager)
            say = self._desk.say(interaction)
            return Reply(text=say("{game} is removed. Tables that play it keep their rules.", game=removed.title))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="add", description="Add a game that another server has saved, by its code")
    @app_commands.describe(code="The code, as /variant list shows it", name="Another name than its own")
    async def add(self, interaction: Interaction, code: _CODE, name: _NAME | None = None) -> None:
        async def work() -> Reply:
            server, person = server_of(interaction), await self._desk.person(interaction)
            return self._shown(interaction, await self._desk.games.add(server, person.number, code, name))

        await self._boundary.run(interaction, work())

    def _shown(self, interaction: Interaction, variant: Variant) -> Reply:
        preset = closest(variant, self._desk.games.presets)
        return Reply(view=saved_layout(variant, preset, self._desk.say(interaction)))

    @list_.autocomplete("name")
    @remove.autocomplete("name")
    async def _saved(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await choosing.saved_games(self._desk, interaction, typed)

    @save.autocomplete("table")
    async def _tables(self, interaction: Interaction, _typed: int | str) -> list[app_commands.Choice[int]]:
        return await choosing.offered_tables(self._desk, interaction, seated=True)


async def setup(bot: Any, desk: Desk, boundary: Boundary) -> None:
    await bot.add_cog(VariantCog(desk, boundary))
