"""How a call is read from what discord.py received."""

from collections.abc import Mapping
from functools import partial
from typing import Any, cast

import discord
from discord import InteractionType
from discord.app_commands import Command

from bot.delivery.pictures import all_components
from bot.interactions.call import Call, Caller, CallKind, Pressed

Interaction = discord.Interaction[Any]
STEP = "step"
"""In an interaction's extras: the step of the table when the command was given that a press carries out."""
_KINDS = {
    InteractionType.application_command: CallKind.COMMAND,
    InteractionType.autocomplete: CallKind.AUTOCOMPLETE,
    InteractionType.component: CallKind.PRESS,
    InteractionType.modal_submit: CallKind.FORM,
}


def call_of(interaction: Interaction) -> Call:
    """Return the call that a command, autocomplete, press or form makes. A person or channel in an option is its Discord id."""
    user, place, command = interaction.user, interaction.channel, interaction.command
    is_command = interaction.type in (InteractionType.application_command, InteractionType.autocomplete)
    return Call(
        id=interaction.id,
        kind=_KINDS[interaction.type],
        at=round(interaction.created_at.timestamp() * 1000),
        caller=Caller(
            user.id,
            user.display_name,
            str(user),
            interaction.permissions.manage_guild,
            frozenset(role.id for role in user.roles if role) if isinstance(user, discord.Member) else frozenset(),
            partial(_may_see, user),
        ),
        locale=str(interaction.locale),
        server=interaction.guild_id,
        channel=interaction.channel_id or 0,
        parent=place.parent_id if isinstance(place, discord.Thread) else None,
        has_threads=isinstance(place, discord.TextChannel),
        bot_may=interaction.app_permissions,
        most_bytes=interaction.filesize_limit,
        name=command.qualified_name if isinstance(command, Command) else "",
        options={name: getattr(value, "id", value) for name, value in interaction.namespace} if is_command else {},
        data=cast(Mapping[str, Any], interaction.data or {}),
        pressed=_pressed(interaction.message),
        asked_at=interaction.extras.get(STEP),
    )


def _pressed(message: discord.Message | None) -> Pressed | None:
    if message is None:
        return None
    ids = (getattr(component, "custom_id", None) for component in all_components(message))
    return Pressed(message.id, message.flags.ephemeral, tuple(one for one in ids if one))


def _may_see(user: discord.Member | discord.User, place: int) -> bool:
    found = user.guild.get_channel_or_thread(place) if isinstance(user, discord.Member) else None
    if found is None or not isinstance(user, discord.Member):
        return False
    if isinstance(found, discord.Thread) and (found.parent is None or found.is_private()):
        return False
    return found.permissions_for(user).view_channel
