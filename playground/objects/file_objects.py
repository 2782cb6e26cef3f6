"""Attachments and the application's emojis."""

from playground.discord_json import Json
from playground.objects.user_objects import bot_user_object
from playground.world.entities import Attachment, Emoji
from playground.world.world import World


def emoji_object(world: World, emoji: Emoji) -> Json:
    return {
        "id": emoji.id,
        "name": emoji.name,
        "user": bot_user_object(world),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }


def attachment_object(world: World, attachment: Attachment) -> Json:
    url = world.cdn.url(attachment)
    fields: Json = {
        "id": attachment.id,
        "filename": attachment.filename,
        "size": attachment.size,
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
    }
    if attachment.width is not None:
        fields |= {"width": attachment.width, "height": attachment.height}
    if attachment.description:
        fields["description"] = attachment.description
    if attachment.ephemeral:
        fields["ephemeral"] = True
    return fields
