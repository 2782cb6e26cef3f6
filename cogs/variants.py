"""`/variant save · list · remove · add`: the variants that a server has saved."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.option_types import TableNumber
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table.find_table import find_table
from bot.interactions.table.table_autocomplete import saved_variant_choices, table_choices
from bot.messages.names import Names
from bot.messages.rules.saved_variants import saved_variant_layout, saved_variants_layout
from bot.rummy.variant.variant import Variant
from bot.tables.rules.house_rules import closest_preset

_Code = app_commands.Range[str, 1, 1500]
_VariantName = app_commands.Range[str, 1, 100]


class VariantCog(commands.GroupCog, group_name="variant", group_description="Games with house rules, saved for this server"):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        super().__init__()

    @app_commands.command(name="save", description="Save the rules of a table where you sit, under a name")
    @app_commands.describe(name="What the game is to be called", table="Its number, where you sit at several")
    async def save(self, interaction: Interaction, name: _VariantName, table: TableNumber | None = None) -> None:
        async def work() -> Reply:
            server, person = server_of(interaction), await self._services.person(interaction)
            found = await find_table(self._services, interaction, table)
            return self._reply(interaction, await self._services.variants.save(server, person.number, found.variant, name))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="list", description="The games that this server has saved, with their codes")
    @app_commands.describe(name="Only this one, with its rules")
    async def list_(self, interaction: Interaction, name: _VariantName | None = None) -> None:
        async def work() -> Reply:
            server = server_of(interaction)
            if name is not None:
                return self._reply(interaction, (await self._services.variants.find_saved(server, name)).variant)
            saved = await self._services.variants.saved_variants(server)
            names = Names({one.author: await self._services.people.get(one.author) for one in saved})
            rows = [(one.variant, names.person(one.author)) for one in saved]
            return Reply(view=saved_variants_layout(rows, self._services.say(interaction)))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="remove", description="Remove a game that you have saved; Manage Server removes any")
    @app_commands.describe(name="Which one")
    async def remove(self, interaction: Interaction, name: _VariantName) -> None:
        async def work() -> Reply:
            server, person = server_of(interaction), await self._services.person(interaction)
            manager = interaction.permissions.manage_guild
            removed = await self._services.variants.remove(server, person.number, name, manager=manager)
            say = self._services.say(interaction)
            return Reply(text=say("{game} is removed. Tables that play it keep their rules.", game=removed.title))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="add", description="Add a game that another server has saved, by its code")
    @app_commands.describe(code="The code, as /variant list shows it", name="Another name than its own")
    async def add(self, interaction: Interaction, code: _Code, name: _VariantName | None = None) -> None:
        async def work() -> Reply:
            server, person = server_of(interaction), await self._services.person(interaction)
            return self._reply(interaction, await self._services.variants.save_code(server, person.number, code, name))

        await self._boundary.run(interaction, work())

    def _reply(self, interaction: Interaction, variant: Variant) -> Reply:
        preset = closest_preset(variant, self._services.variants.presets)
        return Reply(view=saved_variant_layout(variant, preset, self._services.say(interaction)))

    @list_.autocomplete("name")
    @remove.autocomplete("name")
    async def _saved(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await saved_variant_choices(self._services, interaction, typed)

    @save.autocomplete("table")
    async def _tables(self, interaction: Interaction, _typed: int | str) -> list[app_commands.Choice[int]]:
        return await table_choices(self._services, interaction, seated=True)


async def setup(bot: Any, services: Services, boundary: ErrorBoundary) -> None:
    await bot.add_cog(VariantCog(services, boundary))
