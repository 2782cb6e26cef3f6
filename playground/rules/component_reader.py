"""The reader of what components and embeds have in common: custom_ids, emoji, pictures and files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from playground.discord_json import Json
from playground.rules.body_reader import BodyReader, Path
from playground.rules.file_names import clean_file_name
from playground.rules.unicode_emoji import is_emoji
from playground.world.cdn import Cdn, attachment_id_in
from playground.world.entities import Attachment, Emoji


@dataclass(slots=True)
class ComponentReader:
    """Reads the components of one message or modal, and remembers what must be unique, or is counted over all of them."""

    reader: BodyReader
    emojis: Mapping[str, Emoji]
    files: Sequence[Attachment] = ()
    """The message's files: what `attachment://name` can mean."""
    cdn: Cdn | None = None
    """Where the files are served; None in a modal, which has none."""
    shown: set[str] = field(default_factory=set)
    """The ids of attachments that components or embeds show; Discord lists only the others."""
    custom_ids: set[str] = field(default_factory=set)
    components: int = 0
    letters: int = 0

    def custom_id(self, path: Path, value: object) -> str | None:
        custom_id = self.reader.text(path, value)
        if custom_id is not None:
            if custom_id in self.custom_ids:
                self.reader.add_error(path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
            self.custom_ids.add(custom_id)
        return custom_id

    def emoji(self, path: Path, value: object) -> Json | None:
        if value is None:
            return None
        raw = self.reader.json_object(path, value, ("id", "name", "animated"))
        name = raw.get("name")
        if raw.get("id") is not None:
            emoji_id = str(raw["id"])
            known = self.emojis.get(emoji_id)
            if known is None:
                self.reader.add_error((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
                return None
            return {"id": emoji_id, "name": known.name} | ({"animated": True} if known.animated else {})
        if not isinstance(name, str) or not is_emoji(name):
            self.reader.add_error((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return None
        return {"name": name}

    def media(self, path: Path, value: object, *, uploaded_only: bool = False) -> Json:
        """Return a picture or file: an address on the web, or `attachment://` and the name of an uploaded file."""
        url = self.reader.url((*path, "url"), self.reader.json_object(path, value).get("url"))
        if url is None:
            return {}
        file = self._file((*path, "url"), url)
        if file is None or self.cdn is None:
            if uploaded_only and not url.startswith("attachment://"):
                self.reader.add_error((*path, "url"), "UNFURLED_MEDIA_ITEM_SCHEME", "Only attachment:// is allowed here")
            return {"id": "0", "url": url, "proxy_url": url}
        self.shown.add(file.id)
        address = self.cdn.url(file)
        return {
            "id": file.id,
            "url": address,
            "proxy_url": address,
            "width": file.width,
            "height": file.height,
            "content_type": file.content_type,
            "attachment_id": file.id,
            "name": file.filename,
            "size": file.size,
        }

    def _file(self, path: Path, url: str) -> Attachment | None:
        """Return the file of the message that an address means; None if it leads elsewhere, or to no such file."""
        if not url.startswith("attachment://"):
            id_ = attachment_id_in(url)
            return next((file for file in self.files if file.id == id_), None)
        name = clean_file_name(url.removeprefix("attachment://"))
        found = [file for file in self.files if file.filename == name]
        if not found:
            self.reader.add_error(
                path,
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f'The referenced attachment ("{url}") was not found',
            )
        elif len(found) > 1:
            self.reader.add_error(path, "AMBIGUOUS_ATTACHMENT", "The playground refuses a name that several files have")
        return found[0] if found else None
