"""Finding the table, or the variant, that a command means; and who may see a table."""

import discord

from bot.interactions.permissions import parent_of
from bot.interactions.services import Interaction, Services
from bot.rummy.variant.variant import Variant
from bot.tables.refusals import NoTableHere, NotSeated, Refused, TableNotFound, WhichTable
from bot.tables.rules.saved_variants import DEFAULT_VARIANT
from bot.tables.table import Table


def tables_here(services: Services, interaction: Interaction) -> list[Table]:
    """Return the tables of this channel; in a thread, also those of the channel to which it belongs."""
    in_play = services.tables.in_play
    return [*in_play.in_channel(interaction.channel_id), *in_play.in_channel(parent_of(interaction))]


async def find_table(services: Services, interaction: Interaction, number: int | None, *, seated: bool = True) -> Table:
    """Return the table with this number. Without a number, return the person's only table in this channel, else the only
    table in this channel (not if `seated`), else the person's only table. Raise Refused if there is none, or more than one.
    """
    person = await services.person(interaction)
    if number is not None:
        table = await services.tables.get(number)
        if person.number not in table.people and not _may_see(interaction, table):
            raise Refused(TableNotFound(number))
        return table
    here, own = tables_here(services, interaction), services.tables.in_play.of_person(person.number)
    own_here = [table for table in here if table in own]
    for candidates in (own_here, own) if seated else (own_here, here, own):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise Refused(WhichTable(tuple(table.number for table in candidates)))
    raise Refused(NotSeated() if here else NoTableHere())


async def find_variant(services: Services, interaction: Interaction, name: str | None, table: int | None) -> Variant:
    """Return the variant of this name, else that of the table; if no table is open here, the one that `/table new` opens.

    Raise Refused.
    """
    if name is not None:
        return await services.variants.find(interaction.guild_id, name)
    try:
        return (await find_table(services, interaction, table, seated=False)).variant
    except Refused as refused:
        if not isinstance(refused.refusal, NoTableHere):
            raise
        return services.variants.presets[DEFAULT_VARIANT]


def _may_see(interaction: Interaction, table: Table) -> bool:
    """Return True if the table is in this server, in a channel that the person can see."""
    if interaction.guild is None or table.server != interaction.guild_id:
        return False
    channel = interaction.guild.get_channel(table.channel)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return True
    return channel.permissions_for(interaction.user).view_channel
