"""The server."""

from playground.discord_json import Json, iso, names
from playground.objects.channel_objects import channel_object
from playground.objects.role_objects import role_objects
from playground.objects.user_objects import bot_user_object, member_object
from playground.world.entities import DM
from playground.world.snowflakes import created_at
from playground.world.visibility import bot_can_see
from playground.world.world import World

_GUILD_DEFAULTS: Json = dict.fromkeys(
    names("""
    icon description home_header splash discovery_splash banner application_id afk_channel_id
    system_channel_id widget_channel_id max_presences vanity_url_code rules_channel_id
    safety_alerts_channel_id public_updates_channel_id incidents_data
""")
) | {
    "features": [],
    "emojis": [],
    "stickers": [],
    "region": "deprecated",
    "afk_timeout": 300,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "verification_level": 1,
    "default_message_notifications": 1,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
}


def guild_object(world: World) -> Json:
    return _GUILD_DEFAULTS | {
        "id": world.guild.id,
        "name": world.guild.name,
        "owner_id": world.guild.owner_id,
        "preferred_locale": world.guild.locale,
        "roles": role_objects(world),
    }


def guild_create_event(world: World) -> Json:
    """Return the server as GUILD_CREATE carries it.

    It has all channels, the open threads that the bot can see, and the bot as its only listed member.
    """
    channels = list(world.channels.values())
    threads = [channel for channel in channels if channel.is_thread and not channel.archived and bot_can_see(world, channel)]
    return guild_object(world) | {
        "joined_at": iso(created_at(world.bot.id)),
        "large": False,
        "unavailable": False,
        "member_count": sum(person.in_guild for person in world.people.values()) + 1,
        "channels": [channel_object(world, channel) for channel in channels if not channel.is_thread and channel.type != DM],
        "threads": [channel_object(world, thread) for thread in threads],
        "members": [member_object(world, bot_user_object(world))],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
