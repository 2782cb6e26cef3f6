"""Options of commands, and their choices."""

from playground.discord_json import Json, names
from playground.rules.body_reader import BodyReader, Path, sent_fields
from playground.rules.command_texts import read_texts

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
"""Types of options, by Discord's numbers."""
_HAS_AUTOCOMPLETE = (STRING, INTEGER, NUMBER)
_OPTION_FIELDS = frozenset(
    names("""
    type name name_localizations description description_localizations required options choices channel_types
    min_value max_value min_length max_length autocomplete
""")
)


def read_options(reader: BodyReader, path: Path, value: object) -> list[Json]:
    options = []
    has_optional = False
    seen = set()
    for number, it in enumerate(reader.items(path, value)):
        here = (*path, number)
        raw = reader.json_object(here, it, _OPTION_FIELDS)
        option = _option(reader, here, raw)
        if option.get("required") and has_optional:
            reader.add_error(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        has_optional = has_optional or not option.get("required")
        if option.get("name") in seen:
            reader.add_error(here, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option names must be unique")
        seen.add(option.get("name"))
        options.append(option)
    if len({option.get("type") in (SUBCOMMAND, GROUP) for option in options}) > 1:
        reader.add_error(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    return options


def _option(reader: BodyReader, path: Path, raw: Json) -> Json:
    type_ = reader.integer((*path, "type"), raw.get("type"))
    result: Json = {"type": type_} | read_texts(reader, path, raw)
    if type_ in (SUBCOMMAND, GROUP):
        return result | {"options": read_options(reader, (*path, "options"), raw.get("options"))}
    result["required"] = raw.get("required") or False
    if choices := _choices(reader, (*path, "choices"), raw.get("choices"), type_):
        result["choices"] = choices
        if raw.get("autocomplete"):
            reader.add_error(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Choices and autocomplete exclude each other")
    if raw.get("autocomplete"):
        result["autocomplete"] = True
        if type_ not in _HAS_AUTOCOMPLETE:
            reader.add_error(path, "APPLICATION_COMMAND_AUTOCOMPLETE_TYPE", "This type of option has no autocomplete")
    return result | sent_fields(raw, "min_length", "max_length", "min_value", "max_value", "channel_types")


def _choices(reader: BodyReader, path: Path, value: object, type_: int | None) -> list[Json]:
    return [read_choice(reader, (*path, number), it, type_) for number, it in enumerate(reader.items(path, value))]


def read_choice(reader: BodyReader, path: Path, value: object, type_: int | None) -> Json:
    """Return one choice of an option, fixed or offered by autocomplete."""
    raw = reader.json_object(path, value, ("name", "name_localizations", "value"))
    name = reader.text((*path, "name"), raw.get("name"))
    if type_ == STRING:
        reader.text((*path, "value"), raw.get("value"), most=100)
    return {"name": name} | sent_fields(raw, "name_localizations", "value")
