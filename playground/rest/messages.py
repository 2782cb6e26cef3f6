"""Messages in channels and direct messages."""

from itertools import islice

from playground import drafting
from playground.errors import Refusal, Refused
from playground.rest.call import NOTHING, Answer, Call
from playground.rest.files import keep_uploads, take_uploads
from playground.rules.messages import Draft, read_message
from playground.snowflakes import moment
from playground.things import DM, Channel, Message

NONCES_LAST = 300


def create(call: Call) -> Answer:
    channel = call.channel()
    _may_write(call, channel)
    body = call.body if isinstance(call.body, dict) else {}
    if body.get("enforce_nonce") and body.get("nonce") is not None:
        again = _with_nonce(call, channel, str(body["nonce"]))
        if again is not None:
            return Answer(again.body | {"nonce": again.nonce})
    desk = drafting.desk(call.world, call.here.cdn, take_uploads(call, channel, body))
    draft = read_message(call.body, desk)
    _may_hold(call, channel, draft)
    keep_uploads(call, draft)
    message, pinged = drafting.new_message(call.world, draft, channel, call.here.cdn)
    reference = body.get("message_reference")
    if reference:
        message = _reply(call, channel, message, str(reference.get("message_id")))
    call.here.happenings.post(message, pinged)
    return Answer(message.body | ({"nonce": message.nonce} if message.nonce else {}))


def _reply(call: Call, channel: Channel, message: Message, answered_id: str) -> Message:
    answered = call.world.message(channel.id, answered_id)
    if answered is None:
        raise Refused(Refusal.INVALID_FORM_BODY, {"message_reference": {"_errors": [_UNKNOWN_REFERENCE]}})
    message.body.update(
        type=19,
        message_reference={"type": 0, "channel_id": channel.id, "message_id": answered.id},
        referenced_message=answered.body,
    )
    return message


_UNKNOWN_REFERENCE = {"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}


def _may_write(call: Call, channel: Channel) -> None:
    """Refuse what the channel, its permissions or the person's settings forbid."""
    if channel.type == DM:
        person = call.person(channel.person_id or "")
        if not call.world.has_mutual_guild(person):
            raise Refused(Refusal.NO_MUTUAL_GUILD)
        if person.dms == "closed":
            raise Refused(Refusal.DMS_CLOSED)
    elif channel.is_thread:
        call.need(channel, "send_messages_in_threads")
        if channel.locked and channel.archived:
            call.need(channel, "manage_threads")
    else:
        call.need(channel, "send_messages")


def _may_hold(call: Call, channel: Channel, draft: Draft) -> None:
    if draft.files:
        call.need(channel, "attach_files")
    if draft.embeds:
        call.need(channel, "embed_links")


def _with_nonce(call: Call, channel: Channel, nonce: str) -> Message | None:
    """The bot's message of the last minutes that was sent with this nonce: a repeated request makes no second one."""
    limit = call.world.clock() - NONCES_LAST
    for message in reversed(call.world.messages[channel.id].values()):
        if moment(message.id) < limit:
            return None
        if message.nonce == nonce:
            return message
    return None


def history(call: Call) -> Answer:
    """The newest messages first, before or after an id if asked."""
    channel = call.channel()
    if channel.type != DM:
        call.need(channel, "read_message_history")
    limit = min(max(call.number("limit", 50), 1), 100)
    public = [message for message in call.world.messages[channel.id].values() if message.only_for is None]
    if "after" in call.query:
        earliest = call.number("after", 0)
        later = islice((message for message in public if int(message.id) > earliest), limit)
        return Answer([message.body for message in reversed(list(later))])
    if "around" in call.query:
        centre = call.number("around", 0)
        middle = sum(int(message.id) < centre for message in public)
        public = public[max(middle - limit // 2, 0) : middle + limit // 2 + 1]
    elif "before" in call.query:
        latest = call.number("before", 0)
        public = [message for message in public if int(message.id) < latest]
    return Answer([message.body for message in islice(reversed(public), limit)])


def show(call: Call) -> Answer:
    channel = call.channel()
    if channel.type != DM:
        call.need(channel, "read_message_history")
    return Answer(call.message(channel).body)


def edit(call: Call) -> Answer:
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        raise Refused(Refusal.NOT_YOURS)
    if channel.archived and channel.locked:
        raise Refused(Refusal.THREAD_ARCHIVED)
    return Answer(edit_message(call, channel, message, call.body, "").body)


def edit_message(call: Call, channel: Channel, message: Message, body: object, where: str) -> Message:
    """Change a message of the bot's; `where` names the part of the request in which its body lies."""
    uploads = take_uploads(call, channel, body, ephemeral=message.only_for is not None)
    desk = drafting.desk(call.world, call.here.cdn, uploads)
    path = (where,) if where else ()
    draft = read_message(body, desk, drafting.before(call.world, message), path)
    keep_uploads(call, draft)
    changed = drafting.edited(call.world, message, draft, call.here.cdn)
    call.here.happenings.change(changed)
    for lost in set(message.uploads) - set(changed.uploads):
        call.world.drop_attachment(lost)
    return changed


def delete(call: Call) -> Answer:
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        call.need(channel, "manage_messages")
    call.here.happenings.remove(message)
    return NOTHING


def typing(call: Call) -> Answer:
    _may_write(call, call.channel())
    return NOTHING
