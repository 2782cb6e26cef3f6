"""Finding the variant that a person means, or the one that the server usually plays."""

from bot.interactions.services import Interaction, Services
from bot.rummy.variant.variant import Variant
from bot.tables.rules.saved_variants import DEFAULT_VARIANT


async def find_variant(services: Services, interaction: Interaction, name: str | None) -> Variant:
    """Return the variant with this name or title; without a name, the usual one. Raise Refused(NoSuchVariant)."""
    if name is not None:
        return await services.variants.find(interaction.guild_id, name)
    games, usual = await services.variants.all_variants(interaction.guild_id), await usual_variant(services, interaction)
    return games.get(usual) or games[DEFAULT_VARIANT]  # a saved one may have been removed


async def usual_variant(services: Services, interaction: Interaction) -> str:
    """Return the name of the variant that the server usually plays; in a direct message, the bot's own choice."""
    if interaction.guild_id is None:
        return DEFAULT_VARIANT
    return (await services.server_settings.get(interaction.guild_id)).variant or DEFAULT_VARIANT
