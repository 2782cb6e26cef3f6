"""Edits of the first answer to an interaction, and follow-up messages, by the interaction's token."""

import msgspec

from playground.objects import message_objects
from playground.objects.message_objects import current_body
from playground.refusals import Refusal, Refused
from playground.rest.call import NO_CONTENT, Answer, Call
from playground.rest.message_routes import edit_message
from playground.rest.uploads import new_attachments, save_attachments
from playground.rules.message_body import EPHEMERAL, read_message
from playground.world.entities import Channel, Interaction, Message


def follow_up(call: Call) -> Answer:
    interaction, channel = _interaction(call)
    if interaction.thinking:  # the first follow-up fills the message that says "thinking"
        return Answer(_edit(call, interaction, channel, _original(call, interaction)).body)
    is_ephemeral = isinstance(call.body, dict) and bool((call.body.get("flags") or 0) & EPHEMERAL)
    context = message_objects.message_context(call.world, new_attachments(call, channel, call.body, is_ephemeral=is_ephemeral))
    draft = read_message(call.body, context)
    save_attachments(call, draft)
    answered = msgspec.structs.replace(interaction, original_id=interaction.original_id or interaction.id)
    message, pinged = message_objects.new_message(call.world, draft, channel, answered)
    call.simulation.message_changes.post(message, pinged)
    return Answer(message.body)


def show_original(call: Call) -> Answer:
    interaction, _ = _interaction(call)
    return Answer(current_body(call.world, _original(call, interaction)))


def edit_original(call: Call) -> Answer:
    interaction, channel = _interaction(call)
    return Answer(_edit(call, interaction, channel, _original(call, interaction)).body)


def delete_original(call: Call) -> Answer:
    interaction, _ = _interaction(call)
    call.simulation.message_changes.delete(_original(call, interaction))
    return NO_CONTENT


def show(call: Call) -> Answer:
    interaction, channel = _interaction(call)
    return Answer(current_body(call.world, _message(call, interaction, channel)))


def edit(call: Call) -> Answer:
    interaction, channel = _interaction(call)
    return Answer(_edit(call, interaction, channel, _message(call, interaction, channel)).body)


def delete(call: Call) -> Answer:
    interaction, channel = _interaction(call)
    call.simulation.message_changes.delete(_message(call, interaction, channel))
    return NO_CONTENT


def _interaction(call: Call) -> tuple[Interaction, Channel]:
    interaction = call.simulation.interactions.by_token(call.params["webhook_id"], call.params["webhook_token"])
    channel = call.world.channels.get(interaction.channel_id)
    if channel is None:
        raise Refused(Refusal.UNKNOWN_CHANNEL)
    return interaction, channel


def _original(call: Call, interaction: Interaction) -> Message:
    message = call.world.message(interaction.channel_id, interaction.original_id or "")
    if message is None:
        raise Refused(Refusal.UNKNOWN_MESSAGE)
    return message


def _message(call: Call, interaction: Interaction, channel: Channel) -> Message:
    """Return the message of the path. Refuse unless this interaction made it or comes from one of its buttons."""
    message = call.world.message(channel.id, call.params["message_id"])
    if message is None:
        raise Refused(Refusal.UNKNOWN_MESSAGE)
    maker = message.body.get("interaction_metadata", {}).get("id")
    if maker != interaction.id and message.id not in (interaction.original_id, interaction.source_id):
        raise Refused(Refusal.UNKNOWN_MESSAGE)
    return message


def _edit(call: Call, interaction: Interaction, channel: Channel, message: Message) -> Message:
    changed = edit_message(call, channel, message, call.body, "")
    if interaction.thinking and message.id == interaction.original_id:
        call.simulation.interactions.update(interaction, thinking=False)
    return changed
