"""What `/variant` does: save, show, remove and add the variants of a server."""

from bot.interactions.call import Call, server_of
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.interactions.table.find_table import find_table
from bot.messages.rules.saved_variants import saved_variant_layout, saved_variants_layout
from bot.rummy.variant import Variant
from bot.tables.rules.house_rules import closest_preset


class VariantActions:
    """Every method returns the reply, and raises Refused, also in a direct message."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def save(self, call: Call, name: str, table: int | None) -> Reply:
        """Save the variant of the person's table under this name."""
        server, person = server_of(call), await self._services.person(call)
        found = await find_table(self._services, call, table)
        return self._reply(call, await self._services.variants.save(server, person.number, found.variant, name))

    async def add(self, call: Call, code: str, name: str | None) -> Reply:
        """Save the variant with this code, under its own name if no other is given."""
        server, person = server_of(call), await self._services.person(call)
        return self._reply(call, await self._services.variants.save_code(server, person.number, code, name))

    async def show(self, call: Call, name: str) -> Reply:
        return self._reply(call, (await self._services.variants.find_saved(server_of(call), name)).variant)

    async def show_all(self, call: Call) -> Reply:
        """Return the list of the server's saved variants, with the person who saved each."""
        saved, say = await self._services.variants.saved_variants(server_of(call)), self._services.say(call)
        return Reply(view=saved_variants_layout(saved, self._services.people, say))

    async def remove(self, call: Call, name: str) -> Reply:
        """Remove a variant that the person has saved; with Manage Server, anyone's."""
        server, person, say = server_of(call), await self._services.person(call), self._services.say(call)
        by_manager = call.caller.is_manager
        removed = await self._services.variants.remove(server, person.number, name, by_manager=by_manager)
        return Reply(text=say("{game} has been removed. Tables that play it keep their rules.", game=removed.title))

    def _reply(self, call: Call, variant: Variant) -> Reply:
        preset = closest_preset(variant, self._services.variants.presets)
        return Reply(view=saved_variant_layout(variant, preset, self._services.say(call)))
