"""The first answer to an interaction (its callback)."""

from playground.actions.action import OpenModal
from playground.discord_json import Json
from playground.objects import message_objects
from playground.refusals import Refusal, Refused
from playground.rest.call import NO_CONTENT, Answer, Call
from playground.rest.message_routes import edit_message
from playground.rest.uploads import new_attachments, save_attachments
from playground.rules.body_reader import BodyReader
from playground.rules.command_option_body import INTEGER, NUMBER, STRING, read_choice
from playground.rules.message_body import EPHEMERAL, read_message
from playground.rules.modal_body import read_modal
from playground.world.entities import AUTOCOMPLETE, COMMAND, PRESS, SUBMIT, Channel, Interaction, Message

MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
"""Types of answers, by Discord's numbers."""


def callback(call: Call) -> Answer:
    interaction = call.simulation.interactions.to_answer(call.params["interaction_id"], call.params["interaction_token"])
    reader = BodyReader()
    body = reader.json_object((), call.body, ("type", "data"))
    type_ = reader.type_of((), body, _allowed_answers(interaction))
    reader.raise_errors()
    channel = call.world.channels.get(interaction.channel_id)
    if channel is None:
        raise Refused(Refusal.UNKNOWN_CHANNEL)
    data = body.get("data")
    if type_ == MESSAGE:
        return _message(call, interaction, channel, data)
    if type_ == DEFERRED:
        return _post_thinking_message(call, interaction, channel, data)
    if type_ == DEFERRED_UPDATE:
        return _deferred_update(call, interaction)
    if type_ == UPDATE:
        return _update(call, interaction, channel, data)
    if type_ == CHOICES:
        return _choices(call, interaction, data)
    return _modal(call, interaction, data)


def _allowed_answers(interaction: Interaction) -> tuple[int, ...]:
    """Return the types of answers that this type of interaction takes."""
    if interaction.type == COMMAND:
        return (MESSAGE, DEFERRED, MODAL)
    if interaction.type == PRESS:
        return (MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL)
    if interaction.type == AUTOCOMPLETE:
        return (CHOICES,)
    return (MESSAGE, DEFERRED, *((DEFERRED_UPDATE, UPDATE) if interaction.source_id else ()))


def _message(call: Call, interaction: Interaction, channel: Channel, data: object) -> Answer:
    is_ephemeral = isinstance(data, dict) and bool((data.get("flags") or 0) & EPHEMERAL)
    context = message_objects.message_context(call.world, new_attachments(call, channel, data, is_ephemeral=is_ephemeral))
    draft = read_message(data if data is not None else {}, context, path=("data",))
    save_attachments(call, draft)
    message, pinged = message_objects.new_message(call.world, draft, channel, interaction)
    call.simulation.message_changes.post(message, pinged)
    return _finish(call, interaction, "message", MESSAGE, message, original_id=message.id)


def _post_thinking_message(call: Call, interaction: Interaction, channel: Channel, data: object) -> Answer:
    flags = data.get("flags") if isinstance(data, dict) else 0
    is_ephemeral = isinstance(flags, int) and bool(flags & EPHEMERAL)
    message = message_objects.thinking_message(call.world, channel, interaction, is_ephemeral=is_ephemeral)
    call.simulation.message_changes.post(message, [])
    return _finish(call, interaction, "deferred", None, message, original_id=message.id, thinking=True)


def _deferred_update(call: Call, interaction: Interaction) -> Answer:
    return _finish(call, interaction, "deferred_update", None, None, original_id=interaction.source_id)


def _update(call: Call, interaction: Interaction, channel: Channel, data: object) -> Answer:
    message = call.world.message(channel.id, interaction.source_id or "")
    if message is None:
        raise Refused(Refusal.UNKNOWN_MESSAGE)
    changed = edit_message(call, channel, message, data if data is not None else {}, "data")
    return _finish(call, interaction, "update", UPDATE, changed, original_id=changed.id)


def _choices(call: Call, interaction: Interaction, data: object) -> Answer:
    reader = BodyReader()
    body = reader.json_object(("data",), data, ("choices",))
    items = reader.items(("data", "choices"), body.get("choices"))
    types = {str: STRING, int: INTEGER, float: NUMBER}
    choices: list[Json] = []
    for number, choice in enumerate(items):
        type_ = types.get(type(choice.get("value"))) if isinstance(choice, dict) else None
        choices.append(read_choice(reader, ("data", "choices", number), choice, type_))
    reader.raise_errors()
    return _finish(call, interaction, "choices", None, None, extra={"choices": choices})


def _modal(call: Call, interaction: Interaction, data: object) -> Answer:
    reader = BodyReader()
    modal = read_modal(reader, data, call.world.emojis)
    reader.raise_errors()
    call.simulation.interactions.modals[interaction.person_id] = OpenModal(
        modal, interaction.channel_id, interaction.source_id, interaction.metadata
    )
    return _finish(call, interaction, "modal", None, None, extra={"modal": modal})


def _finish(
    call: Call,
    interaction: Interaction,
    outcome: str,
    resource: int | None,
    message: Message | None,
    *,
    original_id: str | None = None,
    thinking: bool = False,
    extra: Json | None = None,
) -> Answer:
    """Record the answer, give it to the person, and answer the bot."""
    if interaction.type == SUBMIT:
        call.simulation.interactions.modals.pop(interaction.person_id, None)
    interaction = call.simulation.interactions.update(interaction, answered=True, original_id=original_id, thinking=thinking)
    shown = {"message": message.body} if message is not None else {}
    call.simulation.interactions.resolve(interaction, {"outcome": outcome} | shown | (extra or {}))
    if call.query.get("with_response") not in ("1", "true", "True"):
        return NO_CONTENT
    about: Json = {"id": interaction.id, "type": interaction.type, "channel_id": interaction.channel_id}
    if interaction.guild_id:
        about["guild_id"] = interaction.guild_id
    if message is not None:
        about |= {
            "response_message_id": message.id,
            "response_message_loading": thinking,
            "response_message_ephemeral": message.only_for is not None,
        }
    body: Json = {"interaction": about}
    if resource is not None and message is not None:
        body["resource"] = {"type": resource, "message": message.body}
    return Answer(body)
