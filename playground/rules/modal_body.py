"""Modals: a title and up to five questions.

How long their texts may be is checked here, too: a bot builds them from texts of any language.
"""

from typing import Any

from playground.discord_json import Json, names
from playground.rules.body_reader import BodyReader, Path, sent_fields
from playground.rules.buttons_and_selects import SELECTS, check_unique_values, read_option, read_select
from playground.rules.component_reader import ComponentReader
from playground.rules.component_tree import give_ids
from playground.rules.message_components import ROW, TEXT
from playground.world.entities import Emoji

TEXT_INPUT, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX, LABEL = 4, 19, 21, 22, 23, 18
_TEXT_INPUT_FIELDS = frozenset(names("type id custom_id style label value placeholder required min_length max_length"))
LONGEST_TITLE, LONGEST_DESCRIPTION, MOST_QUESTIONS = 45, 100, 5
_ANSWERS = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


def read_modal(reader: BodyReader, raw: object, emojis: dict[str, Emoji], path: Path = ("data",)) -> Json:
    """Return a modal as the person's client gets it."""
    component_reader = ComponentReader(reader, emojis)
    body = reader.json_object(path, raw, ("custom_id", "title", "components"))
    reader.required(path, body, "custom_id", "title")
    reader.text((*path, "title"), body.get("title"), least=1, most=LONGEST_TITLE)
    result: Json = {
        "custom_id": body.get("custom_id"),
        "title": body.get("title"),
        "components": [
            _question(component_reader, (*path, "components", number), question)
            for number, question in enumerate(_items(reader, (*path, "components"), body.get("components")))
        ],
    }
    if not reader.errors:
        give_ids(result["components"])
    return result


def _items(reader: BodyReader, path: Path, value: object) -> list[Any]:
    """Return the components of a modal, of which there must be at least one."""
    items = reader.items(path, value, most=MOST_QUESTIONS)
    if not items and not reader.errors:
        reader.add_error(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_QUESTIONS} in length.")
    return items


def _question(component_reader: ComponentReader, path: Path, value: object) -> Json:
    reader = component_reader.reader
    raw = reader.json_object(path, value)
    type_ = reader.type_of(path, raw, (ROW, TEXT, LABEL))
    if type_ == ROW:  # the older layout: one text input with its own label, alone in a row
        items = reader.items((*path, "components"), raw.get("components"), most=1)
        inputs = [_text_input(component_reader, (*path, "components", n), item, in_row=True) for n, item in enumerate(items)]
        return {"type": ROW, "components": inputs}
    if type_ == TEXT:
        reader.json_object(path, raw, ("type", "id", "content"))
        return {"type": TEXT} | sent_fields(raw, "content")
    return _label(component_reader, path, raw) if type_ == LABEL else {}


def _label(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    reader = component_reader.reader
    reader.json_object(path, raw, ("type", "id", "label", "description", "component"))
    reader.required(path, raw, "label")
    reader.text((*path, "label"), raw.get("label"), least=1, most=LONGEST_TITLE)
    reader.text((*path, "description"), raw.get("description"), least=1, most=LONGEST_DESCRIPTION)
    result: Json = {"type": LABEL} | sent_fields(raw, "label", "description")
    if reader.required(path, raw, "component"):
        result["component"] = _answer(component_reader, (*path, "component"), raw["component"])
    return result


def _answer(component_reader: ComponentReader, path: Path, value: object) -> Json:
    reader = component_reader.reader
    raw = reader.json_object(path, value)
    type_ = reader.type_of(path, raw, _ANSWERS)
    if type_ == TEXT_INPUT:
        return _text_input(component_reader, path, raw)
    if type_ in SELECTS:
        return read_select(component_reader, path, raw, in_modal=True)
    if type_ == FILE_UPLOAD:
        reader.json_object(path, raw, ("type", "id", "custom_id", "required", "min_values", "max_values"))
        return _common(component_reader, path, raw) | _range(raw, most=1)
    if type_ == RADIO:
        return _group(component_reader, path, raw)
    if type_ == CHECKBOXES:
        return _group(component_reader, path, raw) | _range(raw, most=10)
    if type_ == CHECKBOX:
        reader.json_object(path, raw, ("type", "id", "custom_id", "default"))
        custom_id = component_reader.custom_id((*path, "custom_id"), raw.get("custom_id"))
        return {"type": CHECKBOX, "custom_id": custom_id, "default": raw.get("default") or False}
    return {}


def _range(raw: Json, *, most: int) -> Json:
    """Return how many files can be given or boxes ticked."""
    return {"min_values": 1, "max_values": most} | sent_fields(raw, "min_values", "max_values")


def _text_input(component_reader: ComponentReader, path: Path, value: object, *, in_row: bool = False) -> Json:
    reader = component_reader.reader
    raw = reader.json_object(path, value, _TEXT_INPUT_FIELDS)
    if in_row:
        reader.type_of(path, raw, (TEXT_INPUT,))
        reader.required(path, raw, "label")
    least = reader.integer((*path, "min_length"), raw.get("min_length"))
    most = reader.integer((*path, "max_length"), raw.get("max_length"))
    if most is not None:
        reader.text((*path, "value"), raw.get("value"), most=most)
    if least is not None and most is not None and least > most:
        reader.add_error((*path, "min_length"), "TEXT_INPUT_MIN_LENGTH", "min_length may not exceed max_length")
    sent = sent_fields(raw, "style", "label", "value", "placeholder", "min_length", "max_length")
    return _common(component_reader, path, raw) | sent


def _group(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    reader = component_reader.reader
    reader.json_object(path, raw, ("type", "id", "custom_id", "required", "options", "min_values", "max_values"))
    items = reader.items((*path, "options"), raw.get("options"))
    options = [read_option(component_reader, (*path, "options", number), item) for number, item in enumerate(items)]
    check_unique_values(component_reader, (*path, "options"), options)
    return _common(component_reader, path, raw) | {"options": options}


def _common(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    """Return what every question has: its type, its custom_id, and whether it must be answered."""
    custom_id = component_reader.custom_id((*path, "custom_id"), raw.get("custom_id"))
    return {"custom_id": custom_id, "required": True} | sent_fields(raw, "type", "required")
