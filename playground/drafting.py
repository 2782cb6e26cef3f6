"""Makes messages of what the bot wrote."""

from collections.abc import Mapping

import msgspec

from playground import permissions, shapes
from playground.rules.mentions import Pings
from playground.rules.messages import EPHEMERAL, LOADING, Before, Desk, Draft
from playground.snowflakes import moment
from playground.things import Attachment, Channel, Interaction, Message
from playground.wire import Json, iso
from playground.world import World

COMMAND_ANSWER = 20
_NOTHING_YET = Draft("", [], [], EPHEMERAL, [], frozenset(), Pings(), None)


def desk(world: World, cdn: str, uploads: Mapping[int, Attachment]) -> Desk:
    return Desk(world.emojis, uploads, cdn)


def before(world: World, message: Message) -> Before:
    body = message.body
    files = [world.attachments[id_] for id_ in message.uploads]
    return Before(body["content"], body["embeds"], body["components"], body["flags"], files)


def new_message(
    world: World, draft: Draft, channel: Channel, cdn: str, interaction: Interaction | None = None
) -> tuple[Message, list[str]]:
    """A new message of the bot's, and the ids of the people it pings."""
    id_ = world.ids.next()
    ephemeral = bool(draft.flags & EPHEMERAL) and interaction is not None
    body: Json = {
        "id": id_,
        "type": 0,
        "channel_id": channel.id,
        "author": shapes.bot_user(world),
        "content": draft.content,
        "timestamp": iso(moment(id_)),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [shapes.attachment(file, cdn) for file in draft.listed],
        "embeds": draft.embeds,
        "components": draft.components,
        "flags": draft.flags if ephemeral else draft.flags & ~EPHEMERAL,
        "pinned": False,
    }
    if interaction is not None:
        body |= _signed(world, interaction)
    body |= _mentions(world, draft, channel)
    message = Message(
        id_,
        channel.id,
        world.bot.id,
        body,
        only_for=interaction.person_id if ephemeral and interaction else None,
        nonce=draft.nonce,
        uploads=tuple(file.id for file in draft.files),
    )
    called = set(body["mention_roles"])
    return message, [
        *(user["id"] for user in body["mentions"]),
        *(person.id for person in world.people.values() if called & set(person.roles)),
    ]


def thinking(world: World, channel: Channel, interaction: Interaction, *, ephemeral: bool) -> Message:
    """The message that a deferral shows until the answer comes."""
    flags = LOADING | (EPHEMERAL if ephemeral else 0)
    message, _ = new_message(world, _NOTHING_YET, channel, "", interaction)
    only_for = interaction.person_id if ephemeral else None
    return msgspec.structs.replace(message, body=message.body | {"flags": flags}, only_for=only_for)


def edited(world: World, message: Message, draft: Draft, cdn: str) -> Message:
    """The message after an edit. Its mentions are the new text's, though nobody is pinged by them."""
    body = message.body | {
        "content": draft.content,
        "embeds": draft.embeds,
        "components": draft.components,
        "flags": draft.flags,
        "attachments": [shapes.attachment(file, cdn) for file in draft.listed],
        "edited_timestamp": iso(world.clock()),
    }
    body |= _mentions(world, draft, world.channels[message.channel_id])
    return msgspec.structs.replace(message, body=body, uploads=tuple(file.id for file in draft.files))


def _mentions(world: World, draft: Draft, channel: Channel) -> Json:
    pings = draft.pings
    mentioned = [shape for id_ in pings.users if (shape := shapes.someone(world, id_)) is not None]
    may = channel.person_id is None and (pings.everyone or bool(pings.roles))
    if may:
        granted = permissions.of_bot(world.text_channel_of(channel))
        may = bool(granted & permissions.BITS["mention_everyone"])
    roles = [id_ for id_ in pings.roles if may and shapes.role(world, id_) is not None]
    return {"mentions": mentioned, "mention_roles": roles, "mention_everyone": may and pings.everyone}


def _signed(world: World, interaction: Interaction) -> Json:
    """What tells whose command or press a message answers."""
    signed: Json = {
        "webhook_id": world.bot.id,
        "application_id": world.bot.id,
        "interaction_metadata": interaction.metadata,
    }
    if interaction.type == 2 and interaction.command is not None and interaction.original_id is None:
        signed["type"] = COMMAND_ANSWER
        signed["interaction"] = {
            "id": interaction.id,
            "type": 2,
            "name": interaction.command,
            "user": interaction.metadata["user"],
        }
    return signed
