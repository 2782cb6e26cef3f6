"""Who may see a table by its number. Every command, autocomplete and press with a number of a table asks here, and only here.

- The people at the table see it from everywhere.
- Others see it if they ask from its channel or thread, or from a thread of its channel.
- From elsewhere in its server, they see it if they may see its channel. For a private thread, Discord must also say that they
  are in it.

In doubt (a deleted thread, no answer from Discord), and in direct messages, there is no table for them.
"""

import discord

from bot.interactions.permissions import parent_of
from bot.interactions.services import Interaction, Services
from bot.tables.refusals import Refused, TableNotFound
from bot.tables.table import Table

_HIGHEST = 2**53 - 1
"""The highest number that a command can name; SQLite's own limit is higher."""


async def visible_table(services: Services, interaction: Interaction, number: object) -> Table:
    """Return the table with this number. Raise Refused(TableNotFound) if there is none, or if the person may not see it.

    `number` is what Discord sent: in an autocomplete it can be anything.
    """
    if not isinstance(number, int) or not 0 < number <= _HIGHEST:
        raise Refused(TableNotFound(number if isinstance(number, int) else 0))
    table = await services.tables.get(number)
    if (await services.person(interaction)).number in table.people or await _may_see(services, interaction, table):
        return table
    raise Refused(TableNotFound(number))


async def _may_see(services: Services, interaction: Interaction, table: Table) -> bool:
    guild, member = interaction.guild, interaction.user
    if guild is None or guild.id != table.server or not isinstance(member, discord.Member):
        return False
    if {table.channel, services.courier.place(table)} & {interaction.channel_id, parent_of(interaction)}:
        return True
    place = await services.thread_members.find_channel(guild, table.channel)
    if not isinstance(place, discord.Thread):
        return place is not None and place.permissions_for(member).view_channel
    if place.parent is None or not place.permissions_for(member).view_channel:
        return False
    return not place.is_private() or await services.thread_members.includes(place, member.id)
