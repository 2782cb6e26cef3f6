"""The server and its members."""

from playground.objects.channel_objects import channel_object
from playground.objects.guild_objects import guild_object
from playground.objects.user_objects import find_user_object, member_object
from playground.refusals import Refusal, Refused
from playground.rest.call import Answer, Call
from playground.world import permissions
from playground.world.visibility import bot_can_see


def _require_guild(call: Call) -> None:
    """Refuse unless the path's server exists and the bot is in it."""
    if call.params["guild_id"] != call.world.guild.id:
        raise Refused(Refusal.UNKNOWN_GUILD)
    if not call.world.guild.has_bot:
        raise Refused(Refusal.MISSING_ACCESS)


def own(call: Call) -> Answer:
    """List the servers that the bot is in, with its permissions there."""
    guild = call.world.guild
    if not guild.has_bot:
        return Answer([])
    about: dict[str, object] = {
        "icon": None,
        "banner": None,
        "owner": False,
        "features": [],
        "permissions": str(permissions.BOT),
    }
    return Answer([{"id": guild.id, "name": guild.name, **about}])


def show(call: Call) -> Answer:
    _require_guild(call)
    return Answer(guild_object(call.world))


def channels(call: Call) -> Answer:
    _require_guild(call)
    texts = (channel for channel in call.world.channels.values() if channel.type == 0)
    return Answer([channel_object(call.world, channel) for channel in texts])


def member(call: Call) -> Answer:
    _require_guild(call)
    user_id = call.params["user_id"]
    user = find_user_object(call.world, user_id)
    if user is None:
        raise Refused(Refusal.UNKNOWN_USER)
    person = call.world.people.get(user_id)
    if person is not None and not person.in_guild:
        raise Refused(Refusal.UNKNOWN_MEMBER)
    return Answer(member_object(call.world, user))


def active_threads(call: Call) -> Answer:
    _require_guild(call)
    world = call.world
    threads = [one for one in world.channels.values() if one.is_thread and not one.archived and bot_can_see(world, one)]
    objects = [channel_object(world, thread) for thread in threads]
    return Answer({"threads": objects, "members": [thread["member"] for thread in objects if "member" in thread]})
