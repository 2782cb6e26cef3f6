"""Permissions: Discord's bits by name, and which of them a person has in the server and the bot in a channel."""

from collections.abc import Iterable

from playground.discord_json import names
from playground.world.entities import Channel, Guild, Person

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


def of_person(person: Person, guild: Guild) -> int:
    """Return the permissions of a member. The owner has all of them, even those that are denied."""
    if person.id == guild.owner_id:
        return ALL
    return (EVERYONE | person.allow) & ~person.deny


def of_bot(channel: Channel) -> int:
    """Return the permissions of the bot in this text channel (for a thread: pass its parent)."""
    granted = (BOT & ~channel.bot_deny) | channel.bot_allow
    return granted if granted & BITS["view_channel"] else 0
