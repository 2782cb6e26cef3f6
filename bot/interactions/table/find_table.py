"""Which table a command or press means, and who may see it."""

import discord

from bot.interactions.services import Interaction, Services
from bot.tables.refusals import NoTableHere, NotSeated, Refused, TableNotFound, WhichTable
from bot.tables.table import Table


def tables_here(services: Services, interaction: Interaction) -> list[Table]:
    """Return the tables of the interaction's channel, and of the channel whose thread it is."""
    parent = getattr(interaction.channel, "parent_id", None)
    in_play = services.tables.in_play
    return [*in_play.in_channel(interaction.channel_id), *in_play.in_channel(parent)]


async def find_table(services: Services, interaction: Interaction, number: int | None, *, seated: bool = True) -> Table:
    """Return the table with this number; else the channel's, first those where the person is seated; else their only one.

    `seated`: if no number is given, only a table where the person is seated will do. Raise Refused.
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


def _may_see(interaction: Interaction, table: Table) -> bool:
    """Return True if the table is in this server, and in a channel that the person sees."""
    if interaction.guild is None or table.server != interaction.guild_id:
        return False
    channel = interaction.guild.get_channel(table.channel)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return True
    return channel.permissions_for(interaction.user).view_channel
