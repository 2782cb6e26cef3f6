"""What a reader of components keeps in mind: ids seen, files referred to, how many components and letters there are."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from playground.rules.emoji import is_emoji
from playground.rules.form import Form, Path
from playground.things import Attachment, Emoji
from playground.wire import Json


@dataclass(slots=True)
class Reading:
    form: Form
    emojis: Mapping[str, Emoji]
    files: Mapping[str, Attachment] = field(default_factory=dict)
    """By name: what `attachment://name` can mean in this message."""
    cdn: str = ""
    shown: set[str] = field(default_factory=set)
    """Ids of attachments that components or embeds show; Discord lists only the others."""
    custom_ids: set[str] = field(default_factory=set)
    count: int = 0
    letters: int = 0

    def custom_id(self, path: Path, value: object) -> str | None:
        custom_id = self.form.text(path, value)
        if custom_id is not None:
            if custom_id in self.custom_ids:
                self.form.wrong(path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
            self.custom_ids.add(custom_id)
        return custom_id

    def emoji(self, path: Path, value: object) -> Json | None:
        if value is None:
            return None
        raw = self.form.record(path, value, ("id", "name", "animated"))
        name = raw.get("name")
        if raw.get("id") is not None:
            emoji_id = str(raw["id"])
            known = self.emojis.get(emoji_id)
            if known is None:
                self.form.wrong((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
                return None
            return {"id": emoji_id, "name": known.name} | ({"animated": True} if known.animated else {})
        if not isinstance(name, str) or not is_emoji(name):
            self.form.wrong((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return None
        return {"name": name}

    def media(self, path: Path, value: object, *, uploaded_only: bool = False) -> Json:
        """A picture or file: an address on the web, or `attachment://` and the name of an uploaded file."""
        url = self.form.url((*path, "url"), self.form.record(path, value).get("url"))
        if url is None:
            return {}
        if not url.startswith("attachment://"):
            if uploaded_only and not url.startswith(self.cdn):
                self.form.wrong((*path, "url"), "UNFURLED_MEDIA_ITEM_SCHEME", "Only attachment:// is allowed here")
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
            self.form.wrong(
                path,
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                "The referenced attachment was not found",
            )
            return None
        self.shown.add(file.id)
        return file


def give_ids(components: list[Json]) -> None:
    """Number the components that came without an id, depth first, as Discord does."""
    taken = set(_ids(components))
    _number(components, _Counter(taken))


def children(component: Json) -> list[Json]:
    """What is directly inside a component, in the order in which it is shown."""
    inside: list[Json] = list(component.get("components", ()))
    inside += [component[single] for single in ("accessory", "component") if single in component]
    return inside


class _Counter:
    def __init__(self, taken: Container[int]) -> None:
        self._taken = taken
        self._last = 0

    def next(self) -> int:
        self._last += 1
        while self._last in self._taken:
            self._last += 1
        return self._last


def _ids(components: list[Json]) -> list[int]:
    return [number for component in components for number in (component.get("id") or 0, *_ids(children(component))) if number]


def _number(components: list[Json], counter: _Counter) -> None:
    for component in components:
        if not component.get("id"):
            component["id"] = counter.next()
        _number(children(component), counter)
