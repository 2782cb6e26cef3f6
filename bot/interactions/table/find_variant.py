"""Finding the variant that a person means, or the one that the server usually plays."""

from bot.interactions.call import Call
from bot.interactions.services import Services
from bot.rummy.variant import Variant
from bot.tables.rules.saved_variants import DEFAULT_VARIANT


async def find_variant(services: Services, call: Call, name: str | None) -> Variant:
    """Return the variant with this name or title; without a name, the usual one. Raise Refused(NoSuchVariant)."""
    if name is not None:
        return await services.variants.find(call.server, name)
    games, usual = await services.variants.all_variants(call.server), await usual_variant(services, call)
    return games.get(usual) or games[DEFAULT_VARIANT]  # a saved one may have been removed


async def usual_variant(services: Services, call: Call) -> str:
    """Return the name of the variant that the server usually plays; in a direct message, the bot's own choice."""
    if call.server is None:
        return DEFAULT_VARIANT
    return (await services.server_settings.get(call.server)).variant or DEFAULT_VARIANT
