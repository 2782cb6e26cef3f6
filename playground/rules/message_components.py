"""The components of a message: which can be inside which, how many there can be, and how long their text can be."""

from collections.abc import Iterable

from playground.discord_json import Json
from playground.rules.body_reader import Path, sent_fields
from playground.rules.buttons_and_selects import BUTTON, SELECTS, read_button, read_select
from playground.rules.component_reader import ComponentReader
from playground.rules.component_tree import give_ids

ROW, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 9, 10, 11, 12, 13, 14, 17
_IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
_TOP = (*_IN_CONTAINER, CONTAINER)
_IN_ROW = (BUTTON, *SELECTS)


def read_components(component_reader: ComponentReader, raw: object, *, v2: bool, path: Path = ("components",)) -> list[Json]:
    """Return all components of a message, with the ids and defaults that Discord adds."""
    reader = component_reader.reader
    items = reader.items(path, raw) if v2 else reader.items(path, raw, most=5)
    results = _read_all(component_reader, path, items, _TOP if v2 else (ROW,))
    if component_reader.components > 40:
        reader.add_error(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components exceeds 40")
    if component_reader.letters > 4000:
        reader.add_error(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            "The total displayable text size of all components exceeds the maximum allowed size (4000)",
        )
    if not reader.errors:
        give_ids(results)
    return results


def _read_all(component_reader: ComponentReader, path: Path, items: list[object], allowed: Iterable[int]) -> list[Json]:
    read = (read_component(component_reader, (*path, number), item, allowed) for number, item in enumerate(items))
    return [result for result in read if result is not None]


def read_component(component_reader: ComponentReader, path: Path, value: object, allowed: Iterable[int]) -> Json | None:
    """Return one component, or None if it is not of an allowed type."""
    reader = component_reader.reader
    raw = reader.json_object(path, value)
    type_ = reader.type_of(path, raw, allowed)
    if type_ is None:
        return None
    component_reader.components += 1
    result = _READERS[type_](component_reader, path, raw)
    if own := reader.integer((*path, "id"), raw.get("id"), most=2**31 - 1):
        result["id"] = own
    return result


def _row(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    reader = component_reader.reader
    reader.json_object(path, raw, ("type", "id", "components"))
    items = reader.items((*path, "components"), raw.get("components"))
    inside = _read_all(component_reader, (*path, "components"), items, _IN_ROW)
    if len(inside) > 1 and any(component["type"] in SELECTS for component in inside):
        for number in range(1, len(inside)):
            reader.add_error(
                (*path, "components", number),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )
    return {"type": ROW, "components": inside}


def _section(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    reader = component_reader.reader
    reader.json_object(path, raw, ("type", "id", "components", "accessory"))
    items = reader.items((*path, "components"), raw.get("components"))
    result: Json = {"type": SECTION, "components": _read_all(component_reader, (*path, "components"), items, (TEXT,))}
    if raw.get("accessory"):
        result["accessory"] = read_component(component_reader, (*path, "accessory"), raw["accessory"], (BUTTON, THUMBNAIL))
    return result


def _text(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    reader = component_reader.reader
    reader.json_object(path, raw, ("type", "id", "content"))
    content = reader.text((*path, "content"), raw.get("content")) or ""
    component_reader.letters += len(content)
    return {"type": TEXT, "content": content}


def _read_media_item(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    media = component_reader.media((*path, "media"), raw.get("media") or {}) if raw.get("media") else {}
    for not_shown in ("name", "size"):
        media.pop(not_shown, None)
    return {
        "media": media,
        "description": component_reader.reader.text((*path, "description"), raw.get("description"), least=1, most=1024),
        "spoiler": raw.get("spoiler") or False,
    }


def _thumbnail(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    component_reader.reader.json_object(path, raw, ("type", "id", "media", "description", "spoiler"))
    return {"type": THUMBNAIL} | _read_media_item(component_reader, path, raw)


def _gallery(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    reader = component_reader.reader
    reader.json_object(path, raw, ("type", "id", "items"))
    items = []
    for number, it in enumerate(reader.items((*path, "items"), raw.get("items"))):
        here = (*path, "items", number)
        items.append(
            _read_media_item(component_reader, here, reader.json_object(here, it, ("media", "description", "spoiler")))
        )
    return {"type": GALLERY, "items": items}


def _file(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    component_reader.reader.json_object(path, raw, ("type", "id", "file", "spoiler", "name", "size"))
    media = component_reader.media((*path, "file"), raw["file"], uploaded_only=True) if raw.get("file") else {}
    result: Json = {"type": FILE, "name": media.pop("name", None), "size": media.pop("size", None), "file": media}
    return result | {"spoiler": raw.get("spoiler") or False}


def _separator(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    component_reader.reader.json_object(path, raw, ("type", "id", "spacing", "divider"))
    return {"type": SEPARATOR, "spacing": 1, "divider": True} | sent_fields(raw, "spacing", "divider")


def _container(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    reader = component_reader.reader
    reader.json_object(path, raw, ("type", "id", "components", "accent_color", "spoiler"))
    items = reader.items((*path, "components"), raw.get("components"))
    return {
        "type": CONTAINER,
        "accent_color": raw.get("accent_color"),
        "spoiler": raw.get("spoiler") or False,
        "components": _read_all(component_reader, (*path, "components"), items, _IN_CONTAINER),
    }


_READERS = {
    BUTTON: read_button,
    **dict.fromkeys(SELECTS, read_select),
    ROW: _row,
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _thumbnail,
    GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
    CONTAINER: _container,
}
