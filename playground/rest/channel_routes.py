"""Channels, threads and direct messages themselves, and the members of threads."""

import msgspec

from playground.discord_json import Json
from playground.objects.channel_objects import channel_object, thread_member_object
from playground.refusals import Refusal, Refused
from playground.rest.call import NO_CONTENT, Answer, Call
from playground.rules.body_reader import BodyReader
from playground.world.entities import DM, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel, Message

_ARCHIVE_AFTER = (60, 1440, 4320, 10080)


def show(call: Call) -> Answer:
    return Answer(channel_object(call.world, call.channel()))


def edit(call: Call) -> Answer:
    channel = call.channel()
    if channel.type == DM:
        raise Refused(Refusal.WRONG_CHANNEL_TYPE)
    reader = BodyReader()
    body = reader.json_object((), call.body)
    changes: Json = {}
    if body.get("name") is not None:
        changes["name"] = reader.text(("name",), body["name"], least=1, most=100)
    if body.get("rate_limit_per_user") is not None:
        changes["slow"] = reader.integer(("rate_limit_per_user",), body["rate_limit_per_user"], least=0, most=21600)
    if channel.is_thread:
        changes |= _thread_changes(call, reader, channel, body)
    else:
        call.require_permissions(channel, "manage_channels")
        if "topic" in body:
            changes["topic"] = reader.text(("topic",), body["topic"], most=1024)
        if body.get("position") is not None:
            changes["position"] = reader.integer(("position",), body["position"], least=0, most=10_000)
    reader.raise_errors()
    channel = msgspec.structs.replace(channel, **changes)
    call.simulation.channel_changes.update(channel)
    return Answer(channel_object(call.world, channel))


def _thread_changes(call: Call, reader: BodyReader, thread: Channel, body: Json) -> Json:
    if thread.owner_id != call.world.bot.id or body.get("locked") is not None:
        call.require_permissions(thread, "manage_threads")
    if thread.archived and body.get("archived") is not False:
        raise Refused(Refusal.THREAD_ARCHIVED)
    changes: Json = {}
    for key in ("archived", "locked"):
        if body.get(key) is not None:
            changes[key] = reader.boolean((key,), body[key])
    if changes.get("archived", thread.archived) != thread.archived:
        changes["archive_moved"] = call.world.clock()
    if body.get("auto_archive_duration") is not None:
        changes["auto_archive"] = reader.choice(("auto_archive_duration",), body["auto_archive_duration"], _ARCHIVE_AFTER)
    return changes


def delete(call: Call) -> Answer:
    channel = call.channel()
    if channel.type == DM:
        return Answer(channel_object(call.world, channel))
    call.require_permissions(channel, "manage_threads" if channel.is_thread else "manage_channels")
    return Answer(call.simulation.channel_changes.delete(channel))


def open_dm(call: Call) -> Answer:
    reader = BodyReader()
    body = reader.json_object((), call.body, ("recipient_id", "access_tokens", "nicks"))
    reader.raise_errors()
    recipient = str(body.get("recipient_id"))
    if recipient not in call.world.people:
        raise Refused(Refusal.INVALID_RECIPIENT)
    return Answer(channel_object(call.world, call.world.dm_of(recipient)))


def create_message_thread(call: Call) -> Answer:
    """Open the thread of a message. It has the message's id, and a message can have only one."""
    channel = call.channel()
    message = call.message(channel)
    if channel.type != TEXT:
        raise Refused(Refusal.WRONG_CHANNEL_TYPE)
    call.require_permissions(channel, "create_public_threads")
    if message.id in call.world.channels:
        raise Refused(Refusal.THREAD_EXISTS)
    return _create(call, channel, message.id, PUBLIC_THREAD, message)


def create_thread(call: Call) -> Answer:
    channel = call.channel()
    if channel.type != TEXT:
        raise Refused(Refusal.WRONG_CHANNEL_TYPE)
    is_public = isinstance(call.body, dict) and call.body.get("type") == PUBLIC_THREAD
    call.require_permissions(channel, "create_public_threads" if is_public else "create_private_threads")
    return _create(call, channel, call.world.ids.next(), PUBLIC_THREAD if is_public else PRIVATE_THREAD, None)


def _create(call: Call, parent: Channel, id_: str, type_: int, starter: Message | None) -> Answer:
    reader = BodyReader()
    body = reader.json_object((), call.body, ("name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"))
    name = reader.text(("name",), body.get("name"))
    reader.raise_errors()
    bot = call.world.bot.id
    thread = Channel(
        id_,
        type_,
        name or "",
        parent_id=parent.id,
        owner_id=bot,
        members=(bot,),
        auto_archive=body.get("auto_archive_duration") or 1440,
        slow=body.get("rate_limit_per_user") or 0,
        archive_moved=call.world.clock(),
    )
    call.simulation.message_changes.start_thread(thread, starter)
    return Answer(channel_object(call.world, thread), status=201)


def thread_member(call: Call) -> Answer:
    """Return the membership of a person or the bot in a thread. Refuse for those who haven't joined it."""
    thread, user = _thread_and_user(call)
    if user not in thread.members:
        raise Refused(Refusal.UNKNOWN_MEMBER)
    return Answer(thread_member_object(thread, user))


def thread_members(call: Call) -> Answer:
    """Refuse: the list of members is only for bots with the privileged intent for members, and this bot has none."""
    _thread_and_user(call)
    raise Refused(Refusal.MISSING_ACCESS)


def add_member(call: Call) -> Answer:
    thread, user = _thread_and_user(call)
    if user not in thread.members:
        call.simulation.channel_changes.update(msgspec.structs.replace(thread, members=(*thread.members, user)))
    return NO_CONTENT


def remove_member(call: Call) -> Answer:
    thread, user = _thread_and_user(call)
    left = tuple(member for member in thread.members if member != user)
    call.simulation.channel_changes.update(msgspec.structs.replace(thread, members=left))
    return NO_CONTENT


def _thread_and_user(call: Call) -> tuple[Channel, str]:
    thread = call.channel()
    if not thread.is_thread:
        raise Refused(Refusal.WRONG_CHANNEL_TYPE)
    user = call.params.get("user_id", call.world.bot.id)
    if user != call.world.bot.id:
        call.person(user)
    return thread, user
