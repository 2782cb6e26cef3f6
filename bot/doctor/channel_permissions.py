"""The channels in which the bot may write but not attach files: there, tables are shown as text."""

from collections.abc import Iterable, Sequence

import discord

from bot.doctor.discord import Channel, Overwrite, Server

_TEXT = 0  # the type of a text channel


def channels_without_pictures(server: Server, channels: Iterable[Channel], roles: Sequence[str], bot: str) -> list[str]:
    """Return the names of these channels of a server. `roles` are those of the bot, whose id is `bot`."""
    if discord.Permissions(server.permissions).administrator:
        return []
    found = []
    for channel in channels:
        has = _permitted(server, channel.permission_overwrites, roles, bot)
        if channel.type == _TEXT and has.view_channel and has.send_messages and not has.attach_files:
            found.append(channel.name)
    return found


def _permitted(server: Server, overwrites: Sequence[Overwrite], roles: Sequence[str], bot: str) -> discord.Permissions:
    """Return what the bot may do in a channel: @everyone's overwrite first, then those of its roles together, then its own."""
    bits = server.permissions
    for ids in ((server.id,), roles, (bot,)):
        chosen = [one for one in overwrites if one.id in ids]
        for one in chosen:
            bits &= ~one.deny
        for one in chosen:
            bits |= one.allow
    return discord.Permissions(bits)
