"""The permissions of the bot in a channel, and of a person in a table's server."""

import discord

from bot.interactions.services import Interaction, Services
from bot.tables.refusals import BotLacksPermissions, NoThreadHere, Refused
from bot.tables.table import Table


def check_permissions(interaction: Interaction, *, thread: bool) -> None:
    """Raise Refused(BotLacksPermissions) or Refused(NoThreadHere) if a table, or its `thread`, could not be shown here."""
    has, in_thread = interaction.app_permissions, isinstance(interaction.channel, discord.Thread)
    if thread and not isinstance(interaction.channel, discord.TextChannel):
        raise Refused(NoThreadHere())
    if missing := missing_permissions(has, in_thread=in_thread, thread=thread):
        raise Refused(BotLacksPermissions(missing))


def missing_permissions(has: discord.Permissions, *, in_thread: bool, thread: bool) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to show a table, and its `thread`, in a channel or thread."""
    needed = {
        "View Channel": has.view_channel,
        "Send Messages": has.send_messages if not in_thread else has.send_messages_in_threads,
    }
    if thread:
        needed |= {
            "Create Public Threads": has.create_public_threads,
            "Send Messages in Threads": has.send_messages_in_threads,
        }
    return tuple(name for name, granted in needed.items() if not granted)


def check_thread_place(interaction: Interaction, table: Table) -> None:
    """Raise Refused, as `check_permissions` does, if the bot can't open a thread for a table in the channel of the interaction.

    Elsewhere nothing is checked: a match whose thread can't be opened is played in its channel.
    """
    if interaction.channel_id == table.channel:
        check_permissions(interaction, thread=True)


def can_open_thread(interaction: Interaction) -> bool:
    """Return True if the bot can open a thread in the channel of the interaction."""
    try:
        check_permissions(interaction, thread=True)
    except Refused:
        return False
    return True


def parent_of(interaction: Interaction) -> int | None:
    """Return the channel to which this thread belongs; None outside of threads."""
    return interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None


def is_manager(interaction: Interaction, table: Table) -> bool:
    """Return True if the person has Manage Server in the table's own server."""
    return interaction.guild_id == table.server and interaction.permissions.manage_guild


async def is_organiser(services: Services, interaction: Interaction, server: int) -> bool:
    """Return True if the person has Manage Server, or the role of the organisers of leagues, in this server."""
    if interaction.guild_id != server:
        return False
    if interaction.permissions.manage_guild:
        return True
    role, user = await services.league_editor.organiser_role(server), interaction.user
    if role is None or not isinstance(user, discord.Member):
        return False
    return role == server or user.get_role(role) is not None  # the role with the number of the server is everyone's


async def may_break_off(services: Services, interaction: Interaction, table: Table) -> bool:
    """Return True for a manager of the table's server, and for an organiser if the match may count in a league."""
    if is_manager(interaction, table):
        return True
    return bool(await services.eligibility.leagues_of(table)) and await may_remove_players(services, interaction, table)


async def may_remove_players(services: Services, interaction: Interaction, table: Table) -> bool:
    """Return True if the person may remove players of this table: an organiser, but not if everyone in the server is one."""
    if is_manager(interaction, table):
        return True
    is_everyone = await services.league_editor.organiser_role(table.server) == table.server
    return not is_everyone and await is_organiser(services, interaction, table.server)
