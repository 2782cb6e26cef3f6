"""What the bot must be allowed to do in a server, why, and the link that asks for it."""

import discord
from discord.utils import oauth_url

NEEDED = {
    "view_channel": "to see the channel in which it is used",
    "send_messages": "to announce tables, moves and results",
    "create_public_threads": "to play in a thread, where a table asks for one",
    "send_messages_in_threads": "to announce the moves in that thread",
    "embed_links": "to show tables and standings with their links",
    "read_message_history": "to find its own messages again and update them",
}
SCOPES = ("bot", "applications.commands")

_SHOWN = {"view_channel": "View Channels", "send_messages_in_threads": "Send Messages in Threads"}


def needed() -> discord.Permissions:
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def lacking(granted: int) -> list[str]:
    """The names, as Discord shows them, of what is needed and not among the bits that a server grants."""
    has = discord.Permissions(granted)
    return [] if has.administrator else [shown(name) for name in NEEDED if not getattr(has, name)]


def shown(name: str) -> str:
    """The permission's name as Discord's own pages write it."""
    return _SHOWN.get(name, name.replace("_", " ").title())


def invite_link(application: int) -> str:
    """Whoever opens it and manages a server can add the bot there."""
    return oauth_url(application, permissions=needed(), scopes=SCOPES)
