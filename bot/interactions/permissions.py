"""The permissions of the bot in a channel, and of a person in a table's server."""

import discord

from bot.interactions.call import Call
from bot.interactions.services import Services
from bot.tables.refusals import BotLacksPermissions
from bot.tables.table import Table
from bot.wording.sentence import Refusal, Refused


class NoThreadHere(Refusal):
    """Threads of messages exist only in text channels of a server."""

    sentence = "I can open a thread only in a text channel. Open the table there, or leave out `thread:`."


def check_permissions(call: Call, *, thread: bool) -> None:
    """Raise Refused(BotLacksPermissions) or Refused(NoThreadHere) if a table, or its `thread`, could not be shown here."""
    if thread and not call.has_threads:
        raise Refused(NoThreadHere())
    if missing := missing_permissions(call.bot_may, in_thread=call.parent is not None, thread=thread):
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


def check_thread_place(call: Call, table: Table) -> None:
    """Raise Refused, as `check_permissions` does, if the bot can't open a thread for a table in the channel of the call.

    Elsewhere nothing is checked: a match whose thread can't be opened is played in its channel.
    """
    if call.channel == table.channel:
        check_permissions(call, thread=True)


def can_open_thread(call: Call) -> bool:
    """Return True if the bot can open a thread in the channel of the call."""
    try:
        check_permissions(call, thread=True)
    except Refused:
        return False
    return True


def is_manager(call: Call, table: Table) -> bool:
    """Return True if the person has Manage Server in the table's own server."""
    return call.server == table.server and call.caller.is_manager


async def is_organiser(services: Services, call: Call, server: int) -> bool:
    """Return True if the person has Manage Server, or the role of the organisers of leagues, in this server."""
    if call.server != server:
        return False
    if call.caller.is_manager:
        return True
    role, member = await services.league_editor.organiser_role(server), call.caller.member
    if role is None or member is None:
        return False
    return role == server or member.get_role(role) is not None  # the role with the number of the server is everyone's


async def may_break_off(services: Services, call: Call, table: Table) -> bool:
    """Return True for a manager of the table's server, and for an organiser if the match may count in a league."""
    if is_manager(call, table):
        return True
    return bool(await services.eligibility.leagues_of(table)) and await may_remove_players(services, call, table)


async def may_remove_players(services: Services, call: Call, table: Table) -> bool:
    """Return True if the person may remove players of this table: an organiser, but not if everyone in the server is one."""
    if is_manager(call, table):
        return True
    is_everyone = await services.league_editor.organiser_role(table.server) == table.server
    return not is_everyone and await is_organiser(services, call, table.server)
