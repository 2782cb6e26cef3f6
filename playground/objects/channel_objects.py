"""Text channels, threads and direct messages."""

from playground.discord_json import Json, iso
from playground.objects.user_objects import user_object
from playground.world.entities import DM, PUBLIC_THREAD, VOICE, Channel
from playground.world.snowflakes import created_at
from playground.world.world import World


def channel_object(world: World, channel: Channel) -> Json:
    if channel.type == DM:
        return {
            "id": channel.id,
            "type": DM,
            "flags": 0,
            "last_message_id": world.last_message_id(channel.id),
            "recipients": [user_object(world.people[channel.person_id or ""])],
        }
    common: Json = {
        "id": channel.id,
        "type": channel.type,
        "flags": 0,
        "guild_id": world.guild.id,
        "name": channel.name,
        "parent_id": channel.parent_id,
        "last_message_id": world.last_message_id(channel.id),
        "rate_limit_per_user": channel.slow,
    }
    return common | (_thread_fields(world, channel) if channel.is_thread else _text_channel_fields(channel))


def _text_channel_fields(channel: Channel) -> Json:
    overwrites = [
        {"id": one.id, "type": int(one.is_member), "allow": str(one.allow), "deny": str(one.deny)} for one in channel.overwrites
    ]
    of_voice = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None} if channel.type == VOICE else {}
    return {"position": channel.position, "topic": channel.topic, "nsfw": False, "permission_overwrites": overwrites} | of_voice


def _thread_fields(world: World, thread: Channel) -> Json:
    count = len(world.messages[thread.id])
    created = iso(created_at(thread.id))
    fields: Json = {
        "owner_id": thread.owner_id,
        "message_count": count,
        "total_message_sent": count,
        "member_count": len(thread.members),
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.auto_archive,
            "archive_timestamp": iso(thread.archive_moved),
            "create_timestamp": created,
        },
    }
    if thread.type != PUBLIC_THREAD:
        fields["thread_metadata"]["invitable"] = True
    if world.bot.id in thread.members:
        fields["member"] = thread_member_object(thread, world.bot.id)
    return fields


def thread_member_object(thread: Channel, user: str) -> Json:
    """Return the membership of a person or the bot in a thread. The playground doesn't keep when they joined."""
    return {"id": thread.id, "user_id": user, "join_timestamp": iso(created_at(thread.id)), "flags": 0}
