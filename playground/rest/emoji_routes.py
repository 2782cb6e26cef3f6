"""The application's own emojis."""

import base64
import binascii
import re

import msgspec

from playground import image_format
from playground.objects.file_objects import emoji_object
from playground.refusals import Refusal, Refused
from playground.rest.call import NO_CONTENT, Answer, Call
from playground.rules.body_reader import BodyReader
from playground.world.entities import Emoji

EMOJI_LIMIT, IMAGE_LIMIT = 2000, 256 * 1024


def index(call: Call) -> Answer:
    call.require_own_application()
    return Answer({"items": [emoji_object(call.world, emoji) for emoji in call.world.emojis.values()]})


def show(call: Call) -> Answer:
    return Answer(emoji_object(call.world, _emoji(call)))


def create(call: Call) -> Answer:
    call.require_own_application()
    reader = BodyReader()
    body = reader.json_object((), call.body, ("name", "image"))
    name = _name(reader, call, body.get("name"))
    data = _image(reader, body.get("image"))
    reader.raise_errors()
    if len(call.world.emojis) >= EMOJI_LIMIT:
        raise Refused(Refusal.TOO_MANY_EMOJIS)
    type_ = image_format.image_type(data) or ""
    emoji = Emoji(call.world.ids.next(), name, type_ == "image/gif", type_)
    call.world.store.save_file(emoji.id, data)
    call.world.save(emoji)
    return Answer(emoji_object(call.world, emoji), status=201)


def edit(call: Call) -> Answer:
    emoji = _emoji(call)
    reader = BodyReader()
    body = reader.json_object((), call.body, ("name",))
    name = _name(reader, call, body.get("name"), except_for=emoji.id)
    reader.raise_errors()
    emoji = msgspec.structs.replace(emoji, name=name)
    call.world.save(emoji)
    return Answer(emoji_object(call.world, emoji))


def delete(call: Call) -> Answer:
    call.world.delete_emoji(_emoji(call))
    return NO_CONTENT


def _emoji(call: Call) -> Emoji:
    call.require_own_application()
    emoji = call.world.emojis.get(call.params["emoji_id"])
    if emoji is None:
        raise Refused(Refusal.UNKNOWN_EMOJI)
    return emoji


def _name(reader: BodyReader, call: Call, value: object, except_for: str = "") -> str:
    name = reader.text(("name",), value) or ""
    if not re.fullmatch(r"\w+", name, re.ASCII):
        reader.add_error(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(emoji.name == name and emoji.id != except_for for emoji in call.world.emojis.values()):
        reader.add_error(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji of this name exists already")
    return name


def _image(reader: BodyReader, value: object) -> bytes:
    """Return the image in a data URI."""
    head, _, encoded = value.partition(",") if isinstance(value, str) else ("", "", "")
    try:
        data = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        data = b""
    if not re.fullmatch(r"data:image/(png|jpeg|gif|webp);base64", head) or image_format.image_type(data) is None:
        reader.add_error(("image",), "IMAGE_INVALID", "Unsupported image type given")
    if len(data) > IMAGE_LIMIT:
        reader.add_error(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return data
