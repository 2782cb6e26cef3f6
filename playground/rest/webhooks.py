"""What follows the first answer: edits of it, and further messages, by the interaction's token."""

import msgspec

from playground import drafting
from playground.errors import Refusal, Refused
from playground.rest.call import NOTHING, Answer, Call
from playground.rest.files import keep_uploads, take_uploads
from playground.rest.messages import edit_message
from playground.rules.messages import EPHEMERAL, read_message
from playground.things import Channel, Interaction, Message


def follow_up(call: Call) -> Answer:
    interaction, channel = _interaction(call)
    if interaction.thinking:  # the first follow-up fills the message that says "thinking"
        return Answer(_edit(call, interaction, channel, _original(call, interaction)).body)
    ephemeral = isinstance(call.body, dict) and bool((call.body.get("flags") or 0) & EPHEMERAL)
    desk = drafting.desk(call.world, call.here.cdn, take_uploads(call, channel, call.body, ephemeral=ephemeral))
    draft = read_message(call.body, desk)
    keep_uploads(call, draft)
    after = msgspec.structs.replace(interaction, original_id=interaction.original_id or interaction.id)
    message, pinged = drafting.new_message(call.world, draft, channel, call.here.cdn, after)
    call.here.happenings.post(message, pinged)
    return Answer(message.body)


def show_original(call: Call) -> Answer:
    interaction, _ = _interaction(call)
    return Answer(_original(call, interaction).body)


def edit_original(call: Call) -> Answer:
    interaction, channel = _interaction(call)
    return Answer(_edit(call, interaction, channel, _original(call, interaction)).body)


def delete_original(call: Call) -> Answer:
    interaction, _ = _interaction(call)
    call.here.happenings.remove(_original(call, interaction))
    return NOTHING


def show(call: Call) -> Answer:
    interaction, channel = _interaction(call)
    return Answer(_own(call, interaction, channel).body)


def edit(call: Call) -> Answer:
    interaction, channel = _interaction(call)
    return Answer(_edit(call, interaction, channel, _own(call, interaction, channel)).body)


def delete(call: Call) -> Answer:
    interaction, channel = _interaction(call)
    call.here.happenings.remove(_own(call, interaction, channel))
    return NOTHING


def _interaction(call: Call) -> tuple[Interaction, Channel]:
    interaction = call.here.clicks.by_token(call.params["webhook_id"], call.params["webhook_token"])
    channel = call.world.channels.get(interaction.channel_id)
    if channel is None:
        raise Refused(Refusal.UNKNOWN_CHANNEL)
    return interaction, channel


def _original(call: Call, interaction: Interaction) -> Message:
    message = call.world.message(interaction.channel_id, interaction.original_id or "")
    if message is None:
        raise Refused(Refusal.UNKNOWN_MESSAGE)
    return message


def _own(call: Call, interaction: Interaction, channel: Channel) -> Message:
    """The message of the path, if this interaction made it or was pressed on it."""
    message = call.world.message(channel.id, call.params["message_id"])
    if message is None:
        raise Refused(Refusal.UNKNOWN_MESSAGE)
    made_by = message.body.get("interaction_metadata", {}).get("id")
    if made_by != interaction.id and message.id not in (interaction.original_id, interaction.source_id):
        raise Refused(Refusal.UNKNOWN_MESSAGE)
    return message


def _edit(call: Call, interaction: Interaction, channel: Channel, message: Message) -> Message:
    changed = edit_message(call, channel, message, call.body, "")
    if interaction.thinking and message.id == interaction.original_id:
        call.here.clicks.update(interaction, thinking=False)
    return changed
