"""The application's own emojis."""

import base64
import binascii
import re

import msgspec

from playground import pictures, shapes
from playground.errors import Refusal, Refused
from playground.rest.call import NOTHING, Answer, Call
from playground.rules.form import Form
from playground.things import Emoji

MOST, LARGEST = 2000, 256 * 1024


def index(call: Call) -> Answer:
    call.application()
    return Answer({"items": [shapes.emoji(call.world, it) for it in call.world.emojis.values()]})


def show(call: Call) -> Answer:
    return Answer(shapes.emoji(call.world, _one(call)))


def create(call: Call) -> Answer:
    call.application()
    form = Form()
    body = form.record((), call.body, ("name", "image"))
    name = _name(form, call, body.get("name"))
    data = _image(form, body.get("image"))
    form.settle()
    if len(call.world.emojis) >= MOST:
        raise Refused(Refusal.TOO_MANY_EMOJIS)
    kind = pictures.kind(data) or ""
    emoji = Emoji(call.world.ids.next(), name, kind == "image/gif", kind)
    call.world.store.put_file(emoji.id, data)
    call.world.keep(emoji)
    return Answer(shapes.emoji(call.world, emoji), status=201)


def edit(call: Call) -> Answer:
    emoji = _one(call)
    form = Form()
    body = form.record((), call.body, ("name",))
    name = _name(form, call, body.get("name"), besides=emoji.id)
    form.settle()
    emoji = msgspec.structs.replace(emoji, name=name)
    call.world.keep(emoji)
    return Answer(shapes.emoji(call.world, emoji))


def delete(call: Call) -> Answer:
    call.world.drop_emoji(_one(call))
    return NOTHING


def _one(call: Call) -> Emoji:
    call.application()
    emoji = call.world.emojis.get(call.params["emoji_id"])
    if emoji is None:
        raise Refused(Refusal.UNKNOWN_EMOJI)
    return emoji


def _name(form: Form, call: Call, value: object, besides: str = "") -> str:
    name = form.text(("name",), value) or ""
    if not re.fullmatch(r"\w+", name, re.ASCII):
        form.wrong(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(emoji.name == name and emoji.id != besides for emoji in call.world.emojis.values()):
        form.wrong(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji of this name exists already")
    return name


def _image(form: Form, value: object) -> bytes:
    """The picture in a data URI."""
    head, _, encoded = value.partition(",") if isinstance(value, str) else ("", "", "")
    try:
        data = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        data = b""
    if not re.fullmatch(r"data:image/(png|jpeg|gif|webp);base64", head) or pictures.kind(data) is None:
        form.wrong(("image",), "IMAGE_INVALID", "Unsupported image type given")
    if len(data) > LARGEST:
        form.wrong(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return data
