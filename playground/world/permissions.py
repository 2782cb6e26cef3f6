"""Permissions: Discord's bits by name, and which of them a person or the bot has in a channel."""

from collections.abc import Iterable, Sequence

from playground.discord_json import names
from playground.world.entities import Channel, Overwrite, Person
from playground.world.world import World

_NAMES = names("""
    create_instant_invite kick_members ban_members administrator manage_channels manage_guild add_reactions
    view_audit_log priority_speaker stream view_channel send_messages send_tts_messages manage_messages
    embed_links attach_files read_message_history mention_everyone use_external_emojis view_guild_insights
    connect speak mute_members deafen_members move_members use_vad change_nickname manage_nicknames
    manage_roles manage_webhooks manage_guild_expressions use_application_commands request_to_speak
    manage_events manage_threads create_public_threads create_private_threads use_external_stickers
    send_messages_in_threads use_embedded_activities moderate_members view_creator_monetization_analytics
    use_soundboard create_guild_expressions create_events use_external_sounds send_voice_messages
""")

BITS = {name: 1 << bit for bit, name in enumerate(_NAMES)} | {"send_polls": 1 << 49, "use_external_apps": 1 << 50}
ALL = sum(BITS.values())


def bits(names: Iterable[str]) -> int:
    """Return the bits of these permissions. Raise `KeyError` if Discord has no permission of a name."""
    total = 0
    for name in names:
        total |= BITS[name.lower()]
    return total


EVERYONE = bits(
    names("""
    view_channel send_messages embed_links attach_files read_message_history add_reactions
    use_external_emojis use_application_commands create_public_threads create_private_threads
    send_messages_in_threads connect speak change_nickname use_external_apps send_polls use_vad stream
    create_instant_invite
""")
)
BOT = EVERYONE | bits(["manage_threads", "manage_messages", "mention_everyone"])
"""The permissions that the bot's own role gives it when it is invited."""
IN_DMS = bits(
    names("""
    view_channel send_messages embed_links attach_files read_message_history add_reactions
    use_external_emojis mention_everyone send_tts_messages use_external_stickers send_voice_messages
    send_polls use_external_apps
""")
)


def of_person(world: World, person: Person, channel: Channel) -> int:
    """Return the permissions of a member in a channel or thread of the server. The owner has all of them, even denied ones."""
    granted = (EVERYONE | person.allow) & ~person.deny
    if person.id == world.guild.owner_id or granted & BITS["administrator"]:
        return ALL
    return _in_channel(granted, world, person.id, person.roles, channel)


def of_bot(world: World, channel: Channel) -> int:
    """Return the permissions of the bot in a channel or thread of the server."""
    return _in_channel(BOT, world, world.bot.id, (world.bot.role_id,), channel)


def _in_channel(granted: int, world: World, member: str, roles: Sequence[str], channel: Channel) -> int:
    """Apply the overwrites: of @everyone, then of all roles, then of the member. Without View Channel, nothing is left."""
    overwrites = world.text_channel_of(channel).overwrites
    everyone = [one for one in overwrites if one.id == world.guild.id]
    by_role = [one for one in overwrites if not one.is_member and one.id in roles]
    own = [one for one in overwrites if one.is_member and one.id == member]
    for applied in (everyone, by_role, own):
        granted = granted & ~_union(one.deny for one in applied) | _union(one.allow for one in applied)
    return granted if granted & BITS["view_channel"] else 0


def _union(masks: Iterable[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total


def with_overwrite(overwrites: Iterable[Overwrite], new: Overwrite) -> tuple[Overwrite, ...]:
    """Return the overwrites with a new one, instead of the old one for the same role or member. An empty one is left out."""
    kept = tuple(one for one in overwrites if one.id != new.id)
    return (*kept, new) if new.allow or new.deny else kept
