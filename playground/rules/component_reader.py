"""The reader of what components and embeds have in common: custom_ids, emoji, pictures and files."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from playground.discord_json import Json
from playground.rules.body_reader import BodyReader, Path
from playground.rules.unicode_emoji import is_emoji
from playground.world.entities import Attachment, Emoji


@dataclass(slots=True)
class ComponentReader:
    """Reads the components of one message or modal, and remembers what must be unique, or is counted over all of them."""

    reader: BodyReader
    emojis: Mapping[str, Emoji]
    files: Mapping[str, Attachment] = field(default_factory=dict)
    """The message's files by name: what `attachment://name` can mean."""
    cdn: str = ""
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
        if not url.startswith("attachment://"):
            if uploaded_only and not url.startswith(self.cdn):
                self.reader.add_error((*path, "url"), "UNFURLED_MEDIA_ITEM_SCHEME", "Only attachment:// is allowed here")
            self.shown |= {file.id for file in self.files.values() if f"/{file.id}/" in url}
            return {"id": "0", "url": url, "proxy_url": url}
        file = self.file((*path, "url"), url)
        if file is None:
            return {}
        address = file.url(self.cdn)
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

    def file(self, path: Path, url: str) -> Attachment | None:
        file = self.files.get(url.removeprefix("attachment://"))
        if file is None:
            self.reader.add_error(
                path,
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                "The referenced attachment was not found",
            )
            return None
        self.shown.add(file.id)
        return file
