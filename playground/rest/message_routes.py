"""Messages in channels and direct messages."""

from itertools import islice

from playground.objects import message_objects
from playground.objects.message_objects import current_body
from playground.refusals import Refusal, Refused
from playground.rest.call import NO_CONTENT, Answer, Call
from playground.rest.uploads import new_attachments, save_attachments
from playground.rules.message_body import Draft, read_message
from playground.world.entities import DM, Channel, Message
from playground.world.snowflakes import created_at

NONCE_SECONDS = 300
"""How long a nonce is remembered."""


def create(call: Call) -> Answer:
    channel = call.channel()
    _require_writable(call, channel)
    body = call.body if isinstance(call.body, dict) else {}
    if body.get("enforce_nonce") and body.get("nonce") is not None:
        duplicate = _with_nonce(call, channel, str(body["nonce"]))
        if duplicate is not None:
            return Answer(current_body(call.world, duplicate) | {"nonce": duplicate.nonce})
    context = message_objects.message_context(call.world, new_attachments(call, channel, body))
    draft = read_message(call.body, context)
    _require_permissions_for(call, channel, draft)
    save_attachments(call, draft)
    message, pinged = message_objects.new_message(call.world, draft, channel)
    reference = body.get("message_reference")
    if reference:
        message = _reply(call, channel, message, str(reference.get("message_id")))
    call.simulation.message_changes.post(message, pinged)
    return Answer(message.body | ({"nonce": message.nonce} if message.nonce else {}))


def _reply(call: Call, channel: Channel, message: Message, answered_id: str) -> Message:
    answered = call.world.message(channel.id, answered_id)
    if answered is None:
        raise Refused(Refusal.INVALID_FORM_BODY, {"message_reference": {"_errors": [_UNKNOWN_REFERENCE]}})
    message.body.update(
        type=19,
        message_reference={"type": 0, "channel_id": channel.id, "message_id": answered.id},
        referenced_message=current_body(call.world, answered),
    )
    return message


_UNKNOWN_REFERENCE = {"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}


def _require_writable(call: Call, channel: Channel) -> None:
    """Refuse if the channel, its permissions or the person's settings forbid a message."""
    if channel.type == DM:
        person = call.person(channel.person_id or "")
        if not call.world.has_mutual_guild(person):
            raise Refused(Refusal.NO_MUTUAL_GUILD)
        if person.dms == "closed":
            raise Refused(Refusal.DMS_CLOSED)
    elif channel.is_thread:
        call.require_permissions(channel, "send_messages_in_threads")
        if channel.locked and not call.has_permissions(channel, "manage_threads"):
            raise Refused(Refusal.THREAD_LOCKED)
    else:
        call.require_permissions(channel, "send_messages")


def _require_permissions_for(call: Call, channel: Channel, draft: Draft) -> None:
    """Raise `Refused` if the bot may not send this here. Direct messages need no such permission.

    Nor do answers to interactions: Discord's change log of 29 June 2022 bases three other permissions of them on the channel,
    and no more.
    """
    if draft.files:
        call.require_permissions(channel, "attach_files")
    if draft.embeds:
        call.require_permissions(channel, "embed_links")


def _with_nonce(call: Call, channel: Channel, nonce: str) -> Message | None:
    """Return the message that was sent with this nonce in the last minutes: a repeated request makes no second one."""
    limit = call.world.clock() - NONCE_SECONDS
    for message in reversed(call.world.messages[channel.id].values()):
        if created_at(message.id) < limit:
            return None
        if message.nonce == nonce:
            return message
    return None


def history(call: Call) -> Answer:
    """List messages, newest first, before, after or around an id if the query has one."""
    channel = call.channel()
    if channel.type != DM:
        call.require_permissions(channel, "read_message_history")
    limit = min(max(call.number("limit", 50), 1), 100)
    public = [message for message in call.world.messages[channel.id].values() if message.only_for is None]
    if "after" in call.query:
        earliest = call.number("after", 0)
        later = islice((message for message in public if int(message.id) > earliest), limit)
        return Answer([current_body(call.world, message) for message in reversed(list(later))])
    if "around" in call.query:
        centre = call.number("around", 0)
        middle = sum(int(message.id) < centre for message in public)
        public = public[max(middle - limit // 2, 0) : middle + limit // 2 + 1]
    elif "before" in call.query:
        latest = call.number("before", 0)
        public = [message for message in public if int(message.id) < latest]
    return Answer([current_body(call.world, message) for message in islice(reversed(public), limit)])


def show(call: Call) -> Answer:
    channel = call.channel()
    if channel.type != DM:
        call.require_permissions(channel, "read_message_history")
    return Answer(current_body(call.world, call.message(channel)))


def edit(call: Call) -> Answer:
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        raise Refused(Refusal.NOT_YOURS)
    if channel.archived:
        raise Refused(Refusal.THREAD_ARCHIVED)
    if call.uploads:
        call.require_permissions(channel, "attach_files")
    return Answer(edit_message(call, channel, message, call.body, "").body)


def edit_message(call: Call, channel: Channel, message: Message, body: object, place: str) -> Message:
    """Edit a message of the bot. `place` names the part of the request that holds its body."""
    uploads = new_attachments(call, channel, body, is_ephemeral=message.only_for is not None)
    context = message_objects.message_context(call.world, uploads)
    path = (place,) if place else ()
    draft = read_message(body, context, message_objects.old_message(call.world, message), path)
    save_attachments(call, draft)
    changed = message_objects.edited_message(call.world, message, draft)
    call.simulation.message_changes.edit(changed)
    for unused in set(message.uploads) - set(changed.uploads):
        call.world.delete_attachment(unused)
    return changed


def delete(call: Call) -> Answer:
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        call.require_permissions(channel, "manage_messages")
    call.simulation.message_changes.delete(message)
    return NO_CONTENT


def typing(call: Call) -> Answer:
    _require_writable(call, call.channel())
    return NO_CONTENT
