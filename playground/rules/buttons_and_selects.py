"""Buttons and selects."""

from playground.discord_json import Json, names
from playground.rules.body_reader import Path, sent_fields
from playground.rules.component_reader import ComponentReader

BUTTON, STRING_SELECT = 2, 3
SELECTS = (3, 5, 6, 7, 8)
LINK, PREMIUM = 5, 6
_BUTTON_FIELDS = frozenset(
    names("""
    type id style custom_id label disabled url sku_id emoji
""")
)
_SELECT_FIELDS = frozenset(
    names("""
    type id custom_id placeholder min_values max_values disabled required options default_values
    channel_types
""")
)


def read_button(component_reader: ComponentReader, path: Path, raw: Json) -> Json:
    reader = component_reader.reader
    reader.json_object(path, raw, _BUTTON_FIELDS)
    style = raw.get("style")
    emoji = component_reader.emoji((*path, "emoji"), raw.get("emoji"))
    url = reader.url((*path, "url"), raw.get("url"))
    custom_id = component_reader.custom_id((*path, "custom_id"), raw.get("custom_id"))
    if style == LINK:
        if raw.get("url") is None:
            reader.add_error((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
        if raw.get("custom_id") is not None:
            reader.add_error(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Custom id and url are exclusive")
    elif style == PREMIUM:
        reader.required(path, raw, "sku_id")
    else:
        if raw.get("custom_id") is None:
            reader.add_error((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
        if raw.get("url") is not None:
            reader.add_error(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Custom id and url are exclusive")
    if style != PREMIUM and not raw.get("label") and raw.get("emoji") is None:
        reader.add_error((*path, "label"), "BUTTON_COMPONENT_LABEL_REQUIRED", "A label or emoji is required")
    result: Json = {
        "custom_id": custom_id,
        "url": url,
        "label": raw.get("label"),
        "emoji": emoji,
        "disabled": raw.get("disabled"),
    }
    return {"type": BUTTON, "style": style} | {key: value for key, value in result.items() if value}


def read_select(component_reader: ComponentReader, path: Path, raw: Json, *, in_modal: bool = False) -> Json:
    reader = component_reader.reader
    kind = raw["type"]
    reader.json_object(path, raw, _SELECT_FIELDS)
    least = reader.integer((*path, "min_values"), raw.get("min_values"))
    most = reader.integer((*path, "max_values"), raw.get("max_values"))
    result: Json = {
        "type": kind,
        "custom_id": component_reader.custom_id((*path, "custom_id"), raw.get("custom_id")),
        "min_values": 1 if least is None else least,
        "max_values": 1 if most is None else most,
    }
    if result["min_values"] > result["max_values"]:
        reader.add_error((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES", "min_values may not exceed max_values")
    result |= sent_fields(raw, "placeholder", "disabled")
    if in_modal:
        if raw.get("disabled"):
            reader.add_error((*path, "disabled"), "SELECT_COMPONENT_DISABLED_IN_MODAL", "Cannot be disabled in a modal")
        result |= {"required": True} | sent_fields(raw, "required")
    if kind == STRING_SELECT:
        _options(component_reader, path, raw, result)
    else:
        _defaults(component_reader, path, raw, result)
    return result


def _options(component_reader: ComponentReader, path: Path, raw: Json, result: Json) -> None:
    reader = component_reader.reader
    result["options"] = [
        read_option(component_reader, (*path, "options", number), option)
        for number, option in enumerate(reader.items((*path, "options"), raw.get("options")))
    ]
    check_unique_values(component_reader, (*path, "options"), result["options"])
    if result["options"] and result["max_values"] > len(result["options"]):
        reader.add_error(
            (*path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
            f"Must be less than or equal to the number of options ({len(result['options'])})",
        )
    if sum(bool(it.get("default")) for it in result["options"]) > result["max_values"]:
        reader.add_error((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values")


def read_option(component_reader: ComponentReader, path: Path, raw: object) -> Json:
    """Return one option of a string select, radio group or checkbox group."""
    it = component_reader.reader.json_object(path, raw, ("label", "value", "description", "emoji", "default"))
    result = sent_fields(it, "label", "value", "description", "default")
    if emoji := component_reader.emoji((*path, "emoji"), it.get("emoji")):
        result["emoji"] = emoji
    return result


def check_unique_values(component_reader: ComponentReader, path: Path, options: list[Json]) -> None:
    seen = set()
    for number, it in enumerate(options):
        value = component_reader.reader.text((*path, number, "value"), it.get("value"))
        if value in seen:
            component_reader.reader.add_error(
                (*path, number),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(value)


def _defaults(component_reader: ComponentReader, path: Path, raw: Json, result: Json) -> None:
    reader = component_reader.reader
    defaults = reader.items((*path, "default_values"), raw.get("default_values"))
    if len(defaults) > result["max_values"]:
        reader.add_error((*path, "default_values"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values")
    if defaults:
        records = (reader.json_object((*path, "default_values", number), it) for number, it in enumerate(defaults))
        result["default_values"] = [it | {"id": str(it.get("id"))} for it in records]
    if result["type"] == 8 and raw.get("channel_types"):
        result["channel_types"] = raw["channel_types"]
