"""The components of a message: what may stand in what, how many, and how much they may say."""

from collections.abc import Iterable

from playground.rules import controls
from playground.rules.form import Path, given
from playground.rules.reading import Reading, give_ids
from playground.wire import Json

ROW, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 9, 10, 11, 12, 13, 14, 17
_IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
_TOP = (*_IN_CONTAINER, CONTAINER)
_IN_ROW = (controls.BUTTON, *controls.SELECTS)


def read_components(reading: Reading, raw: object, *, v2: bool, path: Path = ("components",)) -> list[Json]:
    """All components of a message, with the ids and defaults that Discord adds."""
    form = reading.form
    items = form.items(path, raw) if v2 else form.items(path, raw, most=5)
    shapes = _all(reading, path, items, _TOP if v2 else (ROW,))
    if reading.count > 40:
        form.wrong(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components exceeds 40")
    if reading.letters > 4000:
        form.wrong(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            "The total displayable text size of all components exceeds the maximum allowed size (4000)",
        )
    if not form.errors:
        give_ids(shapes)
    return shapes


def _all(reading: Reading, path: Path, items: list[object], allowed: Iterable[int]) -> list[Json]:
    read = (component(reading, (*path, number), it, allowed) for number, it in enumerate(items))
    return [shape for shape in read if shape is not None]


def component(reading: Reading, path: Path, value: object, allowed: Iterable[int]) -> Json | None:
    """One component, which must be of an allowed type; None if it is not."""
    form = reading.form
    raw = form.record(path, value)
    kind = form.type_of(path, raw, allowed)
    if kind is None:
        return None
    reading.count += 1
    match kind:
        case controls.BUTTON:
            shape = controls.button(reading, path, raw)
        case _ if kind in controls.SELECTS:
            shape = controls.select(reading, path, raw)
        case _:
            shape = _READERS[kind](reading, path, raw)
    if own := form.whole((*path, "id"), raw.get("id"), most=2**31 - 1):
        shape["id"] = own
    return shape


def _row(reading: Reading, path: Path, raw: Json) -> Json:
    form = reading.form
    form.record(path, raw, ("type", "id", "components"))
    items = form.items((*path, "components"), raw.get("components"))
    inside = _all(reading, (*path, "components"), items, _IN_ROW)
    if len(inside) > 1 and any(it["type"] in controls.SELECTS for it in inside):
        for number in range(1, len(inside)):
            form.wrong(
                (*path, "components", number),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )
    return {"type": ROW, "components": inside}


def _section(reading: Reading, path: Path, raw: Json) -> Json:
    form = reading.form
    form.record(path, raw, ("type", "id", "components", "accessory"))
    items = form.items((*path, "components"), raw.get("components"))
    shape: Json = {"type": SECTION, "components": _all(reading, (*path, "components"), items, (TEXT,))}
    if raw.get("accessory"):
        shape["accessory"] = component(reading, (*path, "accessory"), raw["accessory"], (controls.BUTTON, THUMBNAIL))
    return shape


def _text(reading: Reading, path: Path, raw: Json) -> Json:
    form = reading.form
    form.record(path, raw, ("type", "id", "content"))
    content = form.text((*path, "content"), raw.get("content")) or ""
    reading.letters += len(content)
    return {"type": TEXT, "content": content}


def _described(reading: Reading, path: Path, raw: Json) -> Json:
    media = reading.media((*path, "media"), raw.get("media") or {}) if raw.get("media") else {}
    for not_shown in ("name", "size"):
        media.pop(not_shown, None)
    return {
        "media": media,
        "description": raw.get("description"),
        "spoiler": raw.get("spoiler") or False,
    }


def _thumbnail(reading: Reading, path: Path, raw: Json) -> Json:
    reading.form.record(path, raw, ("type", "id", "media", "description", "spoiler"))
    return {"type": THUMBNAIL} | _described(reading, path, raw)


def _gallery(reading: Reading, path: Path, raw: Json) -> Json:
    form = reading.form
    form.record(path, raw, ("type", "id", "items"))
    items = []
    for number, it in enumerate(form.items((*path, "items"), raw.get("items"))):
        here = (*path, "items", number)
        items.append(_described(reading, here, form.record(here, it, ("media", "description", "spoiler"))))
    return {"type": GALLERY, "items": items}


def _file(reading: Reading, path: Path, raw: Json) -> Json:
    reading.form.record(path, raw, ("type", "id", "file", "spoiler", "name", "size"))
    media = reading.media((*path, "file"), raw["file"], uploaded_only=True) if raw.get("file") else {}
    shape: Json = {"type": FILE, "name": media.pop("name", None), "size": media.pop("size", None), "file": media}
    return shape | {"spoiler": raw.get("spoiler") or False}


def _separator(reading: Reading, path: Path, raw: Json) -> Json:
    reading.form.record(path, raw, ("type", "id", "spacing", "divider"))
    return {"type": SEPARATOR, "spacing": 1, "divider": True} | given(raw, "spacing", "divider")


def _container(reading: Reading, path: Path, raw: Json) -> Json:
    form = reading.form
    form.record(path, raw, ("type", "id", "components", "accent_color", "spoiler"))
    items = form.items((*path, "components"), raw.get("components"))
    return {
        "type": CONTAINER,
        "accent_color": raw.get("accent_color"),
        "spoiler": raw.get("spoiler") or False,
        "components": _all(reading, (*path, "components"), items, _IN_CONTAINER),
    }


_READERS = {
    ROW: _row,
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _thumbnail,
    GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
    CONTAINER: _container,
}
