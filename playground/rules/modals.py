"""Modals: a title and one to five labelled questions."""

from playground.rules import controls
from playground.rules.form import Form, Path
from playground.rules.reading import Reading, give_ids
from playground.things import Emoji
from playground.wire import Json, names

TEXT_INPUT, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX, LABEL = 4, 19, 21, 22, 23, 18
_ANSWERS = (TEXT_INPUT, *controls.SELECTS, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


def read_modal(form: Form, raw: object, emojis: dict[str, Emoji], path: Path = ("data",)) -> Json:
    """A modal as the person's client gets it."""
    reading = Reading(form, emojis)
    it = form.record(path, raw, ("custom_id", "title", "components"))
    form.required(path, it, "custom_id", "title", "components")
    shape: Json = {
        "custom_id": form.text((*path, "custom_id"), it.get("custom_id"), least=1, most=100),
        "title": form.text((*path, "title"), it.get("title"), least=1, most=45),
        "components": [
            _question(reading, (*path, "components", number), question)
            for number, question in enumerate(form.items((*path, "components"), it.get("components"), least=1, most=5))
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
            items = form.items((*path, "components"), raw.get("components"), least=1, most=1)
            inside = [_text_input(reading, (*path, "components", n), it, own_label=True) for n, it in enumerate(items)]
            return {"type": 1, "components": inside}
        case 10:
            form.record(path, raw, ("type", "id", "content"))
            form.required(path, raw, "content")
            return {"type": 10, "content": form.text((*path, "content"), raw.get("content"), least=1, most=4000)}
        case 18:
            return _label(reading, path, raw)
        case _:
            return {}


def _label(reading: Reading, path: Path, raw: Json) -> Json:
    form = reading.form
    form.record(path, raw, ("type", "id", "label", "description", "component"))
    form.required(path, raw, "label", "component")
    shape: Json = {"type": LABEL, "label": form.text((*path, "label"), raw.get("label"), least=1, most=45)}
    if description := form.text((*path, "description"), raw.get("description"), least=1, most=100):
        shape["description"] = description
    if raw.get("component") is not None:
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
            return _several(reading, path, raw, most=10)
        case 21:
            return _group(reading, path, raw, least_options=2)
        case 22:
            return _group(reading, path, raw, least_options=1) | _several(reading, path, raw, most=10, again=True)
        case 23:
            form.record(path, raw, ("type", "id", "custom_id", "default"))
            form.required(path, raw, "custom_id")
            custom_id = reading.custom_id((*path, "custom_id"), raw.get("custom_id"))
            return {"type": 23, "custom_id": custom_id, "default": form.yes((*path, "default"), raw.get("default"))}
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
    form.required(path, raw, "custom_id", "style", *(("label",) if own_label else ()))
    least = form.whole((*path, "min_length"), raw.get("min_length"), least=0, most=4000)
    most = form.whole((*path, "max_length"), raw.get("max_length"), least=1, most=4000)
    shape: Json = {
        "type": TEXT_INPUT,
        "custom_id": reading.custom_id((*path, "custom_id"), raw.get("custom_id")),
        "style": form.one_of((*path, "style"), raw.get("style"), (1, 2)),
        "required": form.yes((*path, "required"), raw.get("required"), default=True),
        "label": form.text((*path, "label"), raw.get("label"), least=1, most=45),
        "value": form.text((*path, "value"), raw.get("value"), most=most or 4000),
        "placeholder": form.text((*path, "placeholder"), raw.get("placeholder"), most=100),
        "min_length": least,
        "max_length": most,
    }
    if least is not None and most is not None and least > most:
        form.wrong((*path, "min_length"), "TEXT_INPUT_MIN_LENGTH", "min_length may not exceed max_length")
    return {key: item for key, item in shape.items() if item is not None}


def _group(reading: Reading, path: Path, raw: Json, *, least_options: int) -> Json:
    form = reading.form
    form.record(path, raw, ("type", "id", "custom_id", "required", "options", "min_values", "max_values"))
    form.required(path, raw, "custom_id")
    items = form.items((*path, "options"), raw.get("options"), least=least_options, most=10)
    options = [controls.option(reading, (*path, "options", number), it) for number, it in enumerate(items)]
    controls.unique_values(reading, (*path, "options"), options)
    return {
        "type": raw["type"],
        "custom_id": reading.custom_id((*path, "custom_id"), raw.get("custom_id")),
        "required": form.yes((*path, "required"), raw.get("required"), default=True),
        "options": options,
    }


def _several(reading: Reading, path: Path, raw: Json, *, most: int, again: bool = False) -> Json:
    """How many files may be given, or boxes ticked."""
    form = reading.form
    fewest = form.whole((*path, "min_values"), raw.get("min_values"), least=0, most=most)
    top = form.whole((*path, "max_values"), raw.get("max_values"), least=1, most=most)
    shape: Json = {"min_values": 1 if fewest is None else fewest, "max_values": top or (most if again else 1)}
    if again:
        return shape
    form.required(path, raw, "custom_id")
    required = form.yes((*path, "required"), raw.get("required"), default=True)
    custom_id = reading.custom_id((*path, "custom_id"), raw.get("custom_id"))
    return {"type": raw["type"], "custom_id": custom_id, "required": required} | shape
