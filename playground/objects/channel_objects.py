"""Text channels, threads and direct messages."""

from playground.discord_json import Json, iso
from playground.objects.user_objects import user_object
from playground.world.entities import DM, PUBLIC_THREAD, Channel
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
    return common | (_thread_fields(world, channel) if channel.is_thread else _text_channel_fields(world, channel))


def _text_channel_fields(world: World, channel: Channel) -> Json:
    overwrites = []
    if channel.bot_allow or channel.bot_deny:
        allow, deny = str(channel.bot_allow), str(channel.bot_deny)
        overwrites.append({"id": world.bot.id, "type": 1, "allow": allow, "deny": deny})
    return {"position": channel.position, "topic": channel.topic, "nsfw": False, "permission_overwrites": overwrites}


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
        fields["member"] = {"id": thread.id, "user_id": world.bot.id, "join_timestamp": created, "flags": 0}
    return fields
