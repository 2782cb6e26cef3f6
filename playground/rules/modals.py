"""Modals: a title and one to five labelled questions."""

from playground.rules import controls
from playground.rules.form import Form, Path, given
from playground.rules.reading import Reading, give_ids
from playground.things import Emoji
from playground.wire import Json, names

TEXT_INPUT, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX, LABEL = 4, 19, 21, 22, 23, 18
_ANSWERS = (TEXT_INPUT, *controls.SELECTS, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


def read_modal(form: Form, raw: object, emojis: dict[str, Emoji], path: Path = ("data",)) -> Json:
    """A modal as the person's client gets it."""
    reading = Reading(form, emojis)
    it = form.record(path, raw, ("custom_id", "title", "components"))
    shape: Json = {
        "custom_id": it.get("custom_id"),
        "title": it.get("title"),
        "components": [
            _question(reading, (*path, "components", number), question)
            for number, question in enumerate(form.items((*path, "components"), it.get("components"), most=5))
        ],
    }
    if not form.errors:
        give_ids(shape["components"])
    return shape


def _question(reading: Reading, path: Path, value: object) -> Json:
    form = reading.form
    raw = form.record(path, value)
    match form.type_of(path, raw, (1, 10, LABEL)):
        case 1:  # the older form: one text input, with its own label, alone in a row
            items = form.items((*path, "components"), raw.get("components"), most=1)
            inside = [_text_input(reading, (*path, "components", n), it, own_label=True) for n, it in enumerate(items)]
            return {"type": 1, "components": inside}
        case 10:
            form.record(path, raw, ("type", "id", "content"))
            return {"type": 10} | given(raw, "content")
        case 18:
            return _label(reading, path, raw)
        case _:
            return {}


def _label(reading: Reading, path: Path, raw: Json) -> Json:
    form = reading.form
    form.record(path, raw, ("type", "id", "label", "description", "component"))
    shape: Json = {"type": LABEL} | given(raw, "label", "description")
    if form.required(path, raw, "component"):
        shape["component"] = _answer(reading, (*path, "component"), raw["component"])
    return shape


def _answer(reading: Reading, path: Path, value: object) -> Json:
    form = reading.form
    raw = form.record(path, value)
    match form.type_of(path, raw, _ANSWERS):
        case 4:
            return _text_input(reading, path, raw, own_label=False)
        case 3 | 5 | 6 | 7 | 8:
            return controls.select(reading, path, raw, in_modal=True)
        case 19:
            form.record(path, raw, ("type", "id", "custom_id", "required", "min_values", "max_values"))
            return _named(reading, path, raw) | {"min_values": 1, "max_values": 1} | given(raw, "min_values", "max_values")
        case 21:
            return _group(reading, path, raw)
        case 22:
            return _group(reading, path, raw) | {"min_values": 1, "max_values": 10} | given(raw, "min_values", "max_values")
        case 23:
            form.record(path, raw, ("type", "id", "custom_id", "default"))
            custom_id = reading.custom_id((*path, "custom_id"), raw.get("custom_id"))
            return {"type": 23, "custom_id": custom_id, "default": raw.get("default") or False}
        case _:
            return {}


def _text_input(reading: Reading, path: Path, value: object, *, own_label: bool) -> Json:
    form = reading.form
    raw = form.record(
        path,
        value,
        names("""
    type id custom_id style label value placeholder required min_length max_length
"""),
    )
    form.type_of(path, raw, (TEXT_INPUT,))
    if own_label:
        form.required(path, raw, "label")
    least = form.whole((*path, "min_length"), raw.get("min_length"))
    most = form.whole((*path, "max_length"), raw.get("max_length"))
    form.text((*path, "value"), raw.get("value"), most=most or 4000)
    if least is not None and most is not None and least > most:
        form.wrong((*path, "min_length"), "TEXT_INPUT_MIN_LENGTH", "min_length may not exceed max_length")
    return _named(reading, path, raw) | given(raw, "style", "label", "value", "placeholder", "min_length", "max_length")


def _group(reading: Reading, path: Path, raw: Json) -> Json:
    form = reading.form
    form.record(path, raw, ("type", "id", "custom_id", "required", "options", "min_values", "max_values"))
    items = form.items((*path, "options"), raw.get("options"))
    options = [controls.option(reading, (*path, "options", number), it) for number, it in enumerate(items)]
    controls.unique_values(reading, (*path, "options"), options)
    return _named(reading, path, raw) | {"options": options}


def _named(reading: Reading, path: Path, raw: Json) -> Json:
    """What every question has: its type, its custom_id, and whether it must be answered."""
    custom_id = reading.custom_id((*path, "custom_id"), raw.get("custom_id"))
    return {"type": raw["type"], "custom_id": custom_id, "required": True} | given(raw, "required")
