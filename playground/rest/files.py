"""Files that come with a message."""

from playground import pictures
from playground.clicks import FILE_LIMIT
from playground.errors import Refusal, Refused
from playground.rest.call import Call
from playground.rules.messages import Draft
from playground.things import Attachment, Channel
from playground.wire import Json


def take_uploads(call: Call, channel: Channel, body: object, *, ephemeral: bool = False) -> dict[int, Attachment]:
    """Attachments for the uploaded files, not yet kept."""
    described = _described(body)
    for number, upload in call.uploads.items():
        if len(upload.data) > FILE_LIMIT:
            raise Refused(Refusal.TOO_LARGE)
        size = pictures.size(upload.data)
        about = described.get(str(number), {})
        call.made[number] = Attachment(
            call.world.ids.next(),
            channel.id,
            str(about.get("filename") or upload.filename),
            len(upload.data),
            pictures.content_type(upload.filename),
            width=size[0] if size else None,
            height=size[1] if size else None,
            description=about.get("description"),
            ephemeral=ephemeral,
        )
    return call.made


def keep_uploads(call: Call, draft: Draft) -> None:
    """Keep the files that the message holds after all."""
    held = {file.id for file in draft.files}
    for number, attachment in call.made.items():
        if attachment.id in held:
            call.world.store.put_file(attachment.id, call.uploads[number].data)
            call.world.keep(attachment)


def _described(body: object) -> dict[str, Json]:
    """What the body says of each upload, by its number."""
    listed = body.get("attachments") if isinstance(body, dict) else None
    if not isinstance(listed, list):
        return {}
    return {str(it.get("id")): it for it in listed if isinstance(it, dict)}
