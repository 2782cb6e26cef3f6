"""Files that come with a message, and the attachments made from them."""

from playground import image_format
from playground.discord_json import Json
from playground.interactions.payload import FILE_LIMIT
from playground.refusals import Refusal, Refused
from playground.rest.call import Call
from playground.rules.file_names import clean_file_name
from playground.rules.message_body import Draft
from playground.world.entities import Attachment, Channel


def new_attachments(call: Call, channel: Channel, body: object, *, is_ephemeral: bool = False) -> dict[int, Attachment]:
    """Return attachments for the uploaded files, without saving them. Raise `Refused` if a file is too large."""
    described = _descriptions(body)
    for number, upload in call.uploads.items():
        if len(upload.data) > FILE_LIMIT:
            raise Refused(Refusal.TOO_LARGE)
        size = image_format.image_size(upload.data)
        about = described.get(str(number), {})
        call.attachments[number] = Attachment(
            call.world.ids.next(),
            channel.id,
            clean_file_name(str(about.get("filename") or upload.filename)),
            len(upload.data),
            image_format.content_type(upload.filename),
            width=size[0] if size else None,
            height=size[1] if size else None,
            description=about.get("description"),
            ephemeral=is_ephemeral,
        )
    return call.attachments


def save_attachments(call: Call, draft: Draft) -> None:
    """Save the attachments that the message uses: new ones, and old ones that are described anew."""
    used = {file.id: file for file in draft.files}
    for number, attachment in call.attachments.items():
        if attachment.id in used:
            call.world.store.save_file(attachment.id, call.uploads[number].data)
    for file in used.values():
        if call.world.attachments.get(file.id) != file:
            call.world.save(file)


def _descriptions(body: object) -> dict[str, Json]:
    """Return what the body says about each upload, by its number."""
    listed = body.get("attachments") if isinstance(body, dict) else None
    if not isinstance(listed, list):
        return {}
    return {str(attachment.get("id")): attachment for attachment in listed if isinstance(attachment, dict)}
