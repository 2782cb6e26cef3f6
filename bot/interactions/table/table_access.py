"""Who may see a table by its number. Every command, autocomplete and press with a number of a table asks here, and only here.
The cards of finished matches are judged by the same rule (`interactions/league/card_access`).

- The people at the table see it from everywhere. Nobody else sees a table that is one person's alone.
- Others see it if they ask from its channel or thread, or from a thread of its channel.
- From elsewhere in its server, they see it if they may see its channel. For a private thread, Discord must also say that they
  are in it.

In doubt (a deleted thread, no answer from Discord), and in direct messages, there is no table for them.
"""

import discord

from bot.interactions.call import Call
from bot.interactions.services import Services
from bot.tables.refusals import TableNotFound
from bot.tables.table import Table
from bot.wording.sentence import Refused

_HIGHEST = 2**53 - 1
"""The highest number that a command can name; SQLite's own limit is higher."""


async def visible_table(services: Services, call: Call, number: object) -> Table:
    """Return the table with this number. Raise Refused(TableNotFound) if there is none, or if the person may not see it.

    `number` is what Discord sent: in an autocomplete it can be anything.
    """
    if not isinstance(number, int) or not 0 < number <= _HIGHEST:
        raise Refused(TableNotFound(number if isinstance(number, int) else 0))
    table = await services.tables.get(number)
    if (await services.person(call)).number in table.people:
        return table
    if table.is_private:
        raise Refused(TableNotFound(number))
    if await may_see_place(services, call, table.server, {table.channel, services.courier.place(table)}, table.channel):
        return table
    raise Refused(TableNotFound(number))


async def may_see_place(services: Services, call: Call, server: int, shown_in: set[int], place: int) -> bool:
    """Return True if the person asks from a channel or thread in `shown_in`, or if Discord says that they may see `place`."""
    member = call.caller.member
    if member is None or member.guild.id != server:
        return False
    if shown_in & {call.channel, call.parent}:
        return True
    found = await services.thread_members.find_channel(member.guild, place)
    if isinstance(found, discord.Thread) and found.is_private():
        return _may_view(found, member) and await services.thread_members.includes(found, member.id)
    return _may_view(found, member)


def surely_sees_place(call: Call, place: int) -> bool:
    """Return True if the person may see a channel or public thread, as far as is known without asking Discord."""
    member = call.caller.member
    if member is None:
        return False
    found = member.guild.get_channel_or_thread(place)
    return _may_view(found, member) and not (isinstance(found, discord.Thread) and found.is_private())


def _may_view(place: discord.abc.GuildChannel | discord.Thread | None, member: discord.Member) -> bool:
    """Return True if the member may see the channel, or the channel of the thread."""
    if place is None or (isinstance(place, discord.Thread) and place.parent is None):
        return False
    return place.permissions_for(member).view_channel
