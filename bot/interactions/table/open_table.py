"""Opening a table, by command or from a schedule."""

from bot.interactions.permissions import parent_of
from bot.interactions.services import Interaction, Services, server_of
from bot.rummy.variant.variant import Variant
from bot.tables.events import Reservation
from bot.tables.rules.house_rules import closest_preset
from bot.tables.table import Table


async def open_table(
    services: Services,
    interaction: Interaction,
    host: int,
    variant: Variant,
    *,
    base: Variant,
    channel: int,
    thread: bool = False,
    reserved: Reservation | None = None,
) -> Table:
    """Open a table in a channel for the person `host`. A repeated interaction returns the same table.

    `variant` was made from `base`. With `reserved`, the table belongs to a fixture: raise LeagueRefused if that has a table
    already, or has been played.
    """
    preset = closest_preset(base, services.variants.presets)
    return await services.tables.open(
        server_of(interaction),
        channel,
        host,
        variant,
        thread=thread,
        at=round(interaction.created_at.timestamp() * 1000),
        preset=None if preset == variant else preset,
        reserved=reserved,
        parent=parent_of(interaction) if channel == interaction.channel_id else None,
    )
