"""Channels, threads and direct messages themselves."""

import msgspec

from playground import shapes
from playground.errors import Refusal, Refused
from playground.rest.call import NOTHING, Answer, Call
from playground.rules.form import Form
from playground.things import DM, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel, Message
from playground.wire import Json

_ARCHIVE_AFTER = (60, 1440, 4320, 10080)


def show(call: Call) -> Answer:
    return Answer(shapes.channel(call.world, call.channel()))


def edit(call: Call) -> Answer:
    channel = call.channel()
    if channel.type == DM:
        raise Refused(Refusal.WRONG_CHANNEL_TYPE)
    form = Form()
    body = form.record((), call.body)
    changes: Json = {}
    if body.get("name") is not None:
        changes["name"] = form.text(("name",), body["name"], least=1, most=100)
    if body.get("rate_limit_per_user") is not None:
        changes["slow"] = form.whole(("rate_limit_per_user",), body["rate_limit_per_user"], least=0, most=21600)
    if channel.is_thread:
        changes |= _thread_changes(call, form, channel, body)
    else:
        call.need(channel, "manage_channels")
        if "topic" in body:
            changes["topic"] = form.text(("topic",), body["topic"], most=1024)
        if body.get("position") is not None:
            changes["position"] = form.whole(("position",), body["position"], least=0, most=10_000)
    form.settle()
    channel = msgspec.structs.replace(channel, **changes)
    call.here.happenings.change_channel(channel)
    return Answer(shapes.channel(call.world, channel))


def _thread_changes(call: Call, form: Form, thread: Channel, body: Json) -> Json:
    owns = thread.owner_id == call.world.bot.id
    if not owns or body.get("locked") is not None:
        call.need(thread, "manage_threads")
    if thread.archived and body.get("archived") is not False:
        raise Refused(Refusal.THREAD_ARCHIVED)
    changes: Json = {}
    for key in ("archived", "locked"):
        if body.get(key) is not None:
            changes[key] = form.yes((key,), body[key])
    if changes.get("archived", thread.archived) != thread.archived:
        changes["archive_moved"] = call.world.clock()
    if body.get("auto_archive_duration") is not None:
        changes["auto_archive"] = form.one_of(("auto_archive_duration",), body["auto_archive_duration"], _ARCHIVE_AFTER)
    return changes


def delete(call: Call) -> Answer:
    channel = call.channel()
    if channel.type == DM:
        return Answer(shapes.channel(call.world, channel))
    call.need(channel, "manage_threads" if channel.is_thread else "manage_channels")
    return Answer(call.here.happenings.close_channel(channel))


def open_dm(call: Call) -> Answer:
    form = Form()
    body = form.record((), call.body, ("recipient_id", "access_tokens", "nicks"))
    form.settle()
    recipient = str(body.get("recipient_id"))
    if recipient not in call.world.people:
        raise Refused(Refusal.INVALID_RECIPIENT)
    return Answer(shapes.channel(call.world, call.world.dm_of(recipient)))


def thread_from_message(call: Call) -> Answer:
    """A thread that hangs on a message: it has the message's id, and there can be but one."""
    channel = call.channel()
    message = call.message(channel)
    if channel.type != TEXT:
        raise Refused(Refusal.WRONG_CHANNEL_TYPE)
    call.need(channel, "create_public_threads")
    if message.id in call.world.channels:
        raise Refused(Refusal.THREAD_EXISTS)
    return _start(call, channel, message.id, PUBLIC_THREAD, message)


def thread(call: Call) -> Answer:
    channel = call.channel()
    if channel.type != TEXT:
        raise Refused(Refusal.WRONG_CHANNEL_TYPE)
    kind = call.body.get("type") if isinstance(call.body, dict) else None
    public = kind == PUBLIC_THREAD
    call.need(channel, "create_public_threads" if public else "create_private_threads")
    return _start(call, channel, call.world.ids.next(), PUBLIC_THREAD if public else PRIVATE_THREAD, None)


def _start(call: Call, parent: Channel, id_: str, kind: int, starter: Message | None) -> Answer:
    form = Form()
    body = form.record((), call.body, ("name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"))
    name = form.text(("name",), body.get("name"))
    form.settle()
    bot = call.world.bot.id
    thread = Channel(
        id_,
        kind,
        name or "",
        parent_id=parent.id,
        owner_id=bot,
        members=(bot,),
        auto_archive=body.get("auto_archive_duration") or 1440,
        slow=body.get("rate_limit_per_user") or 0,
        archive_moved=call.world.clock(),
    )
    call.here.happenings.start_thread(thread, starter)
    return Answer(shapes.channel(call.world, thread), status=201)


def add_member(call: Call) -> Answer:
    thread, user = _thread_and_user(call)
    if user not in thread.members:
        call.here.happenings.change_channel(msgspec.structs.replace(thread, members=(*thread.members, user)))
    return NOTHING


def remove_member(call: Call) -> Answer:
    thread, user = _thread_and_user(call)
    left = tuple(member for member in thread.members if member != user)
    call.here.happenings.change_channel(msgspec.structs.replace(thread, members=left))
    return NOTHING


def _thread_and_user(call: Call) -> tuple[Channel, str]:
    thread = call.channel()
    if not thread.is_thread:
        raise Refused(Refusal.WRONG_CHANNEL_TYPE)
    user = call.params.get("user_id", call.world.bot.id)
    if user != call.world.bot.id:
        call.person(user)
    return thread, user
