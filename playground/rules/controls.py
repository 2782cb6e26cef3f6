"""Buttons and selects."""

from playground.rules.form import Path, given
from playground.rules.reading import Reading
from playground.wire import Json, names

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


def button(reading: Reading, path: Path, raw: Json) -> Json:
    form = reading.form
    form.record(path, raw, _BUTTON_FIELDS)
    style = raw.get("style")
    emoji = reading.emoji((*path, "emoji"), raw.get("emoji"))
    url = form.url((*path, "url"), raw.get("url"))
    custom_id = reading.custom_id((*path, "custom_id"), raw.get("custom_id"))
    if style == LINK:
        if raw.get("url") is None:
            form.wrong((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
        if raw.get("custom_id") is not None:
            form.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Custom id and url are exclusive")
    elif style == PREMIUM:
        form.required(path, raw, "sku_id")
    else:
        if raw.get("custom_id") is None:
            form.wrong((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
        if raw.get("url") is not None:
            form.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Custom id and url are exclusive")
    if style != PREMIUM and not raw.get("label") and raw.get("emoji") is None:
        form.wrong((*path, "label"), "BUTTON_COMPONENT_LABEL_REQUIRED", "A label or emoji is required")
    shape: Json = {
        "custom_id": custom_id,
        "url": url,
        "label": raw.get("label"),
        "emoji": emoji,
        "disabled": raw.get("disabled"),
    }
    return {"type": BUTTON, "style": style} | {key: value for key, value in shape.items() if value}


def select(reading: Reading, path: Path, raw: Json, *, in_modal: bool = False) -> Json:
    form = reading.form
    kind = raw["type"]
    form.record(path, raw, _SELECT_FIELDS)
    least = form.whole((*path, "min_values"), raw.get("min_values"))
    most = form.whole((*path, "max_values"), raw.get("max_values"))
    shape: Json = {
        "type": kind,
        "custom_id": reading.custom_id((*path, "custom_id"), raw.get("custom_id")),
        "min_values": 1 if least is None else least,
        "max_values": 1 if most is None else most,
    }
    if shape["min_values"] > shape["max_values"]:
        form.wrong((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES", "min_values may not exceed max_values")
    shape |= given(raw, "placeholder", "disabled")
    if in_modal:
        if raw.get("disabled"):
            form.wrong((*path, "disabled"), "SELECT_COMPONENT_DISABLED_IN_MODAL", "Cannot be disabled in a modal")
        shape |= {"required": True} | given(raw, "required")
    if kind == STRING_SELECT:
        _options(reading, path, raw, shape)
    else:
        _defaults(reading, path, raw, shape)
    return shape


def _options(reading: Reading, path: Path, raw: Json, shape: Json) -> None:
    form = reading.form
    shape["options"] = [
        option(reading, (*path, "options", number), it)
        for number, it in enumerate(form.items((*path, "options"), raw.get("options")))
    ]
    unique_values(reading, (*path, "options"), shape["options"])
    if shape["options"] and shape["max_values"] > len(shape["options"]):
        form.wrong(
            (*path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
            f"Must be less than or equal to the number of options ({len(shape['options'])})",
        )
    if sum(bool(it.get("default")) for it in shape["options"]) > shape["max_values"]:
        form.wrong((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values")


def option(reading: Reading, path: Path, raw: object) -> Json:
    """One option of a string select, radio group or checkbox group."""
    it = reading.form.record(path, raw, ("label", "value", "description", "emoji", "default"))
    shape = given(it, "label", "value", "description", "default")
    if emoji := reading.emoji((*path, "emoji"), it.get("emoji")):
        shape["emoji"] = emoji
    return shape


def unique_values(reading: Reading, path: Path, options: list[Json]) -> None:
    seen = set()
    for number, it in enumerate(options):
        value = reading.form.text((*path, number, "value"), it.get("value"))
        if value in seen:
            reading.form.wrong(
                (*path, number),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(value)


def _defaults(reading: Reading, path: Path, raw: Json, shape: Json) -> None:
    form = reading.form
    defaults = form.items((*path, "default_values"), raw.get("default_values"))
    if len(defaults) > shape["max_values"]:
        form.wrong((*path, "default_values"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values")
    if defaults:
        records = (form.record((*path, "default_values", number), it) for number, it in enumerate(defaults))
        shape["default_values"] = [it | {"id": str(it.get("id"))} for it in records]
    if shape["type"] == 8 and raw.get("channel_types"):
        shape["channel_types"] = raw["channel_types"]
