"""The first answer to an interaction."""

from playground import drafting
from playground.clicks import SUBMIT, OpenModal
from playground.errors import Refusal, Refused
from playground.rest.call import NOTHING, Answer, Call
from playground.rest.files import keep_uploads, take_uploads
from playground.rest.messages import edit_message
from playground.rules.commands import read_choice
from playground.rules.form import Form
from playground.rules.messages import EPHEMERAL, read_message
from playground.rules.modals import read_modal
from playground.things import Channel, Interaction, Message
from playground.wire import Json

MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


def callback(call: Call) -> Answer:
    interaction = call.here.clicks.to_answer(call.params["interaction_id"], call.params["interaction_token"])
    form = Form()
    body = form.record((), call.body, ("type", "data"))
    kind = form.type_of((), body, _allowed(interaction))
    form.settle()
    channel = call.world.channels.get(interaction.channel_id)
    if channel is None:
        raise Refused(Refusal.UNKNOWN_CHANNEL)
    data = body.get("data")
    match kind:
        case 4:
            return _message(call, interaction, channel, data)
        case 5:
            return _deferred(call, interaction, channel, data)
        case 6:
            return _deferred_update(call, interaction)
        case 7:
            return _update(call, interaction, channel, data)
        case 8:
            return _choices(call, interaction, data)
        case 9:
            return _modal(call, interaction, data)
        case None | _:
            raise AssertionError(f"type_of let {kind} through")


def _allowed(interaction: Interaction) -> tuple[int, ...]:
    """Which answers this kind of interaction takes."""
    match interaction.type:
        case 2:
            return (MESSAGE, DEFERRED, MODAL)
        case 3:
            return (MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL)
        case 4:
            return (CHOICES,)
        case 5:
            updates = (DEFERRED_UPDATE, UPDATE) if interaction.source_id else ()
            return (MESSAGE, DEFERRED, *updates)
        case _:
            raise AssertionError(interaction.type)


def _message(call: Call, interaction: Interaction, channel: Channel, data: object) -> Answer:
    ephemeral = isinstance(data, dict) and bool((data.get("flags") or 0) & EPHEMERAL)
    desk = drafting.desk(call.world, call.here.cdn, take_uploads(call, channel, data, ephemeral=ephemeral))
    draft = read_message(data if data is not None else {}, desk, path=("data",))
    keep_uploads(call, draft)
    message, pinged = drafting.new_message(call.world, draft, channel, call.here.cdn, interaction)
    call.here.happenings.post(message, pinged)
    return _done(call, interaction, "message", MESSAGE, message, original_id=message.id)


def _deferred(call: Call, interaction: Interaction, channel: Channel, data: object) -> Answer:
    flags = data.get("flags") if isinstance(data, dict) else 0
    ephemeral = isinstance(flags, int) and bool(flags & EPHEMERAL)
    message = drafting.thinking(call.world, channel, interaction, ephemeral=ephemeral)
    call.here.happenings.post(message, [])
    return _done(call, interaction, "deferred", None, message, original_id=message.id, thinking=True)


def _deferred_update(call: Call, interaction: Interaction) -> Answer:
    return _done(call, interaction, "deferred_update", None, None, original_id=interaction.source_id)


def _update(call: Call, interaction: Interaction, channel: Channel, data: object) -> Answer:
    message = call.world.message(channel.id, interaction.source_id or "")
    if message is None:
        raise Refused(Refusal.UNKNOWN_MESSAGE)
    changed = edit_message(call, channel, message, data if data is not None else {}, "data")
    return _done(call, interaction, "update", UPDATE, changed, original_id=changed.id)


def _choices(call: Call, interaction: Interaction, data: object) -> Answer:
    form = Form()
    body = form.record(("data",), data, ("choices",))
    items = form.items(("data", "choices"), body.get("choices"))
    kinds = {str: 3, int: 4, float: 10}
    choices: list[Json] = []
    for number, it in enumerate(items):
        kind = kinds.get(type(it.get("value"))) if isinstance(it, dict) else None
        choices.append(read_choice(form, ("data", "choices", number), it, kind))
    form.settle()
    return _done(call, interaction, "choices", None, None, extra={"choices": choices})


def _modal(call: Call, interaction: Interaction, data: object) -> Answer:
    form = Form()
    shape = read_modal(form, data, call.world.emojis)
    form.settle()
    call.here.clicks.modals[interaction.person_id] = OpenModal(
        shape, interaction.channel_id, interaction.source_id, interaction.metadata
    )
    return _done(call, interaction, "modal", None, None, extra={"modal": shape})


def _done(
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
    """Note the answer, tell whoever waits for it, and answer the bot."""
    if interaction.type == SUBMIT:
        call.here.clicks.modals.pop(interaction.person_id, None)
    interaction = call.here.clicks.update(interaction, answered=True, original_id=original_id, thinking=thinking)
    shown = {"message": message.body} if message is not None else {}
    call.here.clicks.answered(interaction, {"outcome": outcome} | shown | (extra or {}))
    if call.query.get("with_response") not in ("1", "true", "True"):
        return NOTHING
    told: Json = {"id": interaction.id, "type": interaction.type, "channel_id": interaction.channel_id}
    if interaction.guild_id:
        told["guild_id"] = interaction.guild_id
    if message is not None:
        told |= {
            "response_message_id": message.id,
            "response_message_loading": thinking,
            "response_message_ephemeral": message.only_for is not None,
        }
    body: Json = {"interaction": told}
    if resource is not None and message is not None:
        body["resource"] = {"type": resource, "message": message.body}
    return Answer(body)
