"""The server and its members."""

from playground import permissions, shapes
from playground.errors import Refusal, Refused
from playground.rest.call import Answer, Call


def _guild(call: Call) -> None:
    """Refuse unless the path's server exists and the bot is in it."""
    if call.params["guild_id"] != call.world.guild.id:
        raise Refused(Refusal.UNKNOWN_GUILD)
    if not call.world.guild.has_bot:
        raise Refused(Refusal.MISSING_ACCESS)


def mine(call: Call) -> Answer:
    """The servers that the bot is in, with its permissions there."""
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
    _guild(call)
    return Answer(shapes.guild(call.world))


def channels(call: Call) -> Answer:
    _guild(call)
    texts = (channel for channel in call.world.channels.values() if channel.type == 0)
    return Answer([shapes.channel(call.world, channel) for channel in texts])


def member(call: Call) -> Answer:
    _guild(call)
    user_id = call.params["user_id"]
    user = shapes.someone(call.world, user_id)
    if user is None:
        raise Refused(Refusal.UNKNOWN_USER)
    person = call.world.people.get(user_id)
    if person is not None and not person.in_guild:
        raise Refused(Refusal.UNKNOWN_MEMBER)
    return Answer(shapes.member(call.world, user))


def active_threads(call: Call) -> Answer:
    _guild(call)
    threads = [it for it in call.world.channels.values() if it.is_thread and not it.archived]
    shaped = [shapes.channel(call.world, thread) for thread in threads]
    return Answer({"threads": shaped, "members": [it["member"] for it in shaped if "member" in it]})
