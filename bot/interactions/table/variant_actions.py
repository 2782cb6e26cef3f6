"""What `/variant` does: save, show, remove and add the variants of a server."""

from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table.find_table import find_table
from bot.messages.rules.saved_variants import saved_variant_layout, saved_variants_layout
from bot.rummy.variant.variant import Variant
from bot.tables.rules.house_rules import closest_preset


class VariantActions:
    """Every method returns the reply, and raises Refused, also in a direct message."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def save(self, interaction: Interaction, name: str, table: int | None) -> Reply:
        """Save the variant of the person's table under this name."""
        server, person = server_of(interaction), await self._services.person(interaction)
        found = await find_table(self._services, interaction, table)
        return self._reply(interaction, await self._services.variants.save(server, person.number, found.variant, name))

    async def add(self, interaction: Interaction, code: str, name: str | None) -> Reply:
        """Save the variant with this code, under its own name if no other is given."""
        server, person = server_of(interaction), await self._services.person(interaction)
        return self._reply(interaction, await self._services.variants.save_code(server, person.number, code, name))

    async def show(self, interaction: Interaction, name: str) -> Reply:
        return self._reply(interaction, (await self._services.variants.find_saved(server_of(interaction), name)).variant)

    async def show_all(self, interaction: Interaction) -> Reply:
        """Return the list of the server's saved variants, with the person who saved each."""
        saved, say = await self._services.variants.saved_variants(server_of(interaction)), self._services.say(interaction)
        names = await self._services.names_of({one.author for one in saved}, say)
        return Reply(view=saved_variants_layout([(one.variant, names.person(one.author)) for one in saved], say))

    async def remove(self, interaction: Interaction, name: str) -> Reply:
        """Remove a variant that the person has saved; with Manage Server, anyone's."""
        server, person, say = server_of(interaction), await self._services.person(interaction), self._services.say(interaction)
        by_manager = interaction.permissions.manage_guild
        removed = await self._services.variants.remove(server, person.number, name, by_manager=by_manager)
        return Reply(text=say("{game} has been removed. Tables that play it keep its rules.", game=removed.title))

    def _reply(self, interaction: Interaction, variant: Variant) -> Reply:
        preset = closest_preset(variant, self._services.variants.presets)
        return Reply(view=saved_variant_layout(variant, preset, self._services.say(interaction)))
