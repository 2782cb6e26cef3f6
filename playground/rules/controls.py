"""Buttons and selects."""

from playground.rules.form import Path
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
_DEFAULTS = {5: ("user",), 6: ("role",), 7: ("user", "role"), 8: ("channel",)}


def button(reading: Reading, path: Path, raw: Json) -> Json:
    form = reading.form
    form.record(path, raw, _BUTTON_FIELDS)
    style = form.one_of((*path, "style"), raw.get("style"), range(1, 7))
    shape: Json = {"type": BUTTON, "style": style}
    form.required(path, raw, "style")
    label = form.text((*path, "label"), raw.get("label"), most=80)
    emoji = reading.emoji((*path, "emoji"), raw.get("emoji"))
    url = form.url((*path, "url"), raw.get("url"), most=512)
    custom_id = reading.custom_id((*path, "custom_id"), raw.get("custom_id"))
    if style == LINK:
        if raw.get("url") is None:
            form.wrong((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
        if raw.get("custom_id") is not None:
            form.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Custom id and url are exclusive")
    elif style == PREMIUM:
        form.required(path, raw, "sku_id")
    elif style is not None:
        if raw.get("custom_id") is None:
            form.wrong((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
        if raw.get("url") is not None:
            form.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Custom id and url are exclusive")
    if style != PREMIUM and not raw.get("label") and raw.get("emoji") is None:
        form.wrong((*path, "label"), "BUTTON_COMPONENT_LABEL_REQUIRED", "A label or emoji is required")
    for key, value in (("custom_id", custom_id), ("url", url), ("label", label), ("emoji", emoji)):
        if value:
            shape[key] = value
    if form.yes((*path, "disabled"), raw.get("disabled")):
        shape["disabled"] = True
    return shape


def select(reading: Reading, path: Path, raw: Json, *, in_modal: bool = False) -> Json:
    form = reading.form
    kind = raw["type"]
    form.record(path, raw, _SELECT_FIELDS)
    form.required(path, raw, "custom_id")
    least = form.whole((*path, "min_values"), raw.get("min_values"), least=0, most=25)
    most = form.whole((*path, "max_values"), raw.get("max_values"), least=1, most=25)
    shape: Json = {
        "type": kind,
        "custom_id": reading.custom_id((*path, "custom_id"), raw.get("custom_id")),
        "min_values": 1 if least is None else least,
        "max_values": 1 if most is None else most,
    }
    if shape["min_values"] > shape["max_values"]:
        form.wrong((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES", "min_values may not exceed max_values")
    if placeholder := form.text((*path, "placeholder"), raw.get("placeholder"), most=150):
        shape["placeholder"] = placeholder
    if form.yes((*path, "disabled"), raw.get("disabled")):
        if in_modal:
            form.wrong((*path, "disabled"), "SELECT_COMPONENT_DISABLED_IN_MODAL", "Cannot be disabled in a modal")
        shape["disabled"] = True
    required = form.yes((*path, "required"), raw.get("required"), default=True)
    if in_modal:
        shape["required"] = required
    if kind == STRING_SELECT:
        _options(reading, path, raw, shape)
    else:
        _defaults(reading, path, raw, shape)
    return shape


def _options(reading: Reading, path: Path, raw: Json, shape: Json) -> None:
    form = reading.form
    shape["options"] = [
        option(reading, (*path, "options", number), it)
        for number, it in enumerate(form.items((*path, "options"), raw.get("options"), least=1, most=25))
    ]
    unique_values(reading, (*path, "options"), shape["options"])
    if shape["options"] and shape["max_values"] > len(shape["options"]):
        form.wrong(
            (*path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
            f"Must be less than or equal to the number of options ({len(shape['options'])})",
        )
    if sum(it.get("default", False) for it in shape["options"]) > shape["max_values"]:
        form.wrong((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values")


def option(reading: Reading, path: Path, raw: object) -> Json:
    """One option of a string select, radio group or checkbox group."""
    form = reading.form
    it = form.record(path, raw, ("label", "value", "description", "emoji", "default"))
    form.required(path, it, "label", "value")
    shape: Json = {
        "label": form.text((*path, "label"), it.get("label"), least=1, most=100),
        "value": form.text((*path, "value"), it.get("value"), least=1, most=100),
    }
    if description := form.text((*path, "description"), it.get("description"), most=100):
        shape["description"] = description
    if emoji := reading.emoji((*path, "emoji"), it.get("emoji")):
        shape["emoji"] = emoji
    if form.yes((*path, "default"), it.get("default")):
        shape["default"] = True
    return shape


def unique_values(reading: Reading, path: Path, options: list[Json]) -> None:
    seen = set()
    for number, it in enumerate(options):
        if it["value"] in seen:
            reading.form.wrong(
                (*path, number),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(it["value"])


def _defaults(reading: Reading, path: Path, raw: Json, shape: Json) -> None:
    form = reading.form
    defaults = form.items((*path, "default_values"), raw.get("default_values"), most=25)
    if len(defaults) > shape["max_values"]:
        form.wrong((*path, "default_values"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values")
    if defaults:
        shape["default_values"] = [
            {
                "id": form.snowflake((*path, "default_values", number, "id"), it.get("id")),
                "type": form.one_of((*path, "default_values", number, "type"), it.get("type"), _DEFAULTS[shape["type"]]),
            }
            for number, it in enumerate(defaults)
        ]
    if shape["type"] == 8 and raw.get("channel_types"):
        shape["channel_types"] = raw["channel_types"]
