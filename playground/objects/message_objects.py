"""Messages of the bot: new, edited, and those that say that the bot is thinking."""

from collections.abc import Mapping

import msgspec

from playground.discord_json import Json, iso
from playground.objects.file_objects import attachment_object
from playground.objects.role_objects import find_role_object
from playground.objects.user_objects import bot_user_object, find_user_object
from playground.rules.allowed_mentions import Mentions
from playground.rules.message_body import EPHEMERAL, LOADING, Draft, MessageContext, OldMessage
from playground.world import permissions
from playground.world.entities import COMMAND, Attachment, Channel, Interaction, Message
from playground.world.snowflakes import created_at
from playground.world.world import World

COMMAND_ANSWER = 20
_EMPTY = Draft("", [], [], EPHEMERAL, [], frozenset(), Mentions(), None)


def message_context(world: World, uploads: Mapping[int, Attachment]) -> MessageContext:
    return MessageContext(world.emojis, uploads, world.cdn)


def current_body(world: World, message: Message) -> Json:
    """Return a message as it is sent now: the addresses of its files are signed again."""
    return world.cdn.renewed(message.body) if message.uploads else message.body


def old_message(world: World, message: Message) -> OldMessage:
    body = current_body(world, message)
    files = [world.attachments[id_] for id_ in message.uploads]
    return OldMessage(body["content"], body["embeds"], body["components"], body["flags"], files)


def new_message(
    world: World, draft: Draft, channel: Channel, interaction: Interaction | None = None
) -> tuple[Message, list[str]]:
    """Return a new message of the bot's, and the ids of the people it pings."""
    id_ = world.ids.next()
    is_ephemeral = bool(draft.flags & EPHEMERAL) and interaction is not None
    body: Json = {
        "id": id_,
        "type": 0,
        "channel_id": channel.id,
        "author": bot_user_object(world),
        "content": draft.content,
        "timestamp": iso(created_at(id_)),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [attachment_object(world, file) for file in draft.listed_files],
        "embeds": draft.embeds,
        "components": draft.components,
        "flags": draft.flags if is_ephemeral else draft.flags & ~EPHEMERAL,
        "pinned": False,
    }
    if interaction is not None:
        body |= _interaction_fields(world, interaction)
    body |= _mention_fields(world, draft, channel)
    message = Message(
        id_,
        channel.id,
        world.bot.id,
        body,
        only_for=interaction.person_id if is_ephemeral and interaction else None,
        nonce=draft.nonce,
        uploads=tuple(file.id for file in draft.files),
    )
    roles = set(body["mention_roles"])
    return message, [
        *(user["id"] for user in body["mentions"]),
        *(person.id for person in world.people.values() if roles & set(person.roles)),
    ]


def thinking_message(world: World, channel: Channel, interaction: Interaction, *, is_ephemeral: bool) -> Message:
    """Return the message that a deferral shows until the answer comes."""
    flags = LOADING | (EPHEMERAL if is_ephemeral else 0)
    message, _ = new_message(world, _EMPTY, channel, interaction)
    only_for = interaction.person_id if is_ephemeral else None
    return msgspec.structs.replace(message, body=message.body | {"flags": flags}, only_for=only_for)


def edited_message(world: World, message: Message, draft: Draft) -> Message:
    """Return the message after an edit. Its mentions are those of the new text, but an edit pings nobody."""
    body = message.body | {
        "content": draft.content,
        "embeds": draft.embeds,
        "components": draft.components,
        "flags": draft.flags,
        "attachments": [attachment_object(world, file) for file in draft.listed_files],
        "edited_timestamp": iso(world.clock()),
    }
    body |= _mention_fields(world, draft, world.channels[message.channel_id])
    return msgspec.structs.replace(message, body=body, uploads=tuple(file.id for file in draft.files))


def _mention_fields(world: World, draft: Draft, channel: Channel) -> Json:
    mentions = draft.mentions
    users = [user for id_ in mentions.users if (user := find_user_object(world, id_)) is not None]
    is_permitted = channel.person_id is None and (mentions.everyone or bool(mentions.roles))
    if is_permitted:
        granted = permissions.of_bot(world, channel)
        is_permitted = bool(granted & permissions.BITS["mention_everyone"])
    roles = [id_ for id_ in mentions.roles if is_permitted and find_role_object(world, id_) is not None]
    return {"mentions": users, "mention_roles": roles, "mention_everyone": is_permitted and mentions.everyone}


def _interaction_fields(world: World, interaction: Interaction) -> Json:
    """Return the fields that say whose command or press a message answers."""
    fields: Json = {
        "webhook_id": world.bot.id,
        "application_id": world.bot.id,
        "interaction_metadata": interaction.metadata,
    }
    if interaction.type == COMMAND and interaction.command is not None and interaction.original_id is None:
        fields["type"] = COMMAND_ANSWER
        fields["interaction"] = {
            "id": interaction.id,
            "type": COMMAND,
            "name": interaction.command,
            "user": interaction.metadata["user"],
        }
    return fields
