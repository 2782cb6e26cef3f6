"""The permissions that the bot needs in a server, the reason for each, and the link that asks for them."""

import discord
from discord.utils import oauth_url

NEEDED_PERMISSIONS = {
    "view_channel": "to see the channel in which it is used",
    "send_messages": "to announce tables, moves and results",
    "create_public_threads": "to give each table a thread of its own",
    "send_messages_in_threads": "to announce the moves in that thread",
    "embed_links": "to show tables and standings with their links",
    "attach_files": "to show cards and tables as pictures",
    "read_message_history": "to find its own messages again and update them",
}
SCOPES = ("bot", "applications.commands")

_NAMES = {"view_channel": "View Channels", "send_messages_in_threads": "Send Messages in Threads"}


def needed_permissions() -> discord.Permissions:
    """Return all permissions that the bot needs."""
    return discord.Permissions(**dict.fromkeys(NEEDED_PERMISSIONS, True))


def missing_permissions(granted: int) -> list[str]:
    """Return the names of the needed permissions that are not among the bits in `granted`. An administrator has them all."""
    has = discord.Permissions(granted)
    return [] if has.administrator else [permission_name(name) for name in NEEDED_PERMISSIONS if not getattr(has, name)]


def permission_name(name: str) -> str:
    """Return the permission's name as Discord shows it."""
    return _NAMES.get(name, name.replace("_", " ").title())


def invite_link(application: int) -> str:
    """Return the link with which anyone can add the bot to a server that they manage."""
    return oauth_url(application, permissions=needed_permissions(), scopes=SCOPES)
