"""Application commands: names, options, choices, and how many of everything."""

import unicodedata
from collections import Counter

from playground.errors import Refusal, Refused
from playground.rules.form import Form, Path, given
from playground.wire import Json, names

LOCALES = frozenset(
    names("""
    ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th
    tr uk vi zh-CN zh-TW
""")
)
CHAT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, CHANNEL, NUMBER = 1, 2, 3, 4, 7, 10
_MOST = {CHAT: 100, USER: 15, MESSAGE: 15}
_FIELDS = frozenset(
    names("""
    id type name name_localizations description description_localizations options default_member_permissions
    dm_permission contexts integration_types handler nsfw
""")
)
_OPTION_FIELDS = frozenset(
    names("""
    type name name_localizations description description_localizations required options choices channel_types
    min_value max_value min_length max_length autocomplete
""")
)


def read_commands(raw: object) -> list[Json]:
    """All commands of an application, as a PUT replaces them. Raises Refused with everything that is wrong."""
    form = Form()
    items = form.items((), raw)
    commands = [read_command(form, (number,), it) for number, it in enumerate(items)]
    form.settle()
    kinds = Counter(command["type"] for command in commands)
    if any(count > _MOST.get(kind, 0) for kind, count in kinds.items()):
        raise Refused(Refusal.TOO_MANY_COMMANDS)
    seen = set()
    for number, command in enumerate(commands):
        key = (command["type"], command["name"])
        if key in seen:
            form.wrong((number,), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        seen.add(key)
    form.settle()
    return commands


def read_command(form: Form, path: Path, value: object) -> Json:
    raw = form.record(path, value, _FIELDS)
    kind = form.whole((*path, "type"), raw.get("type", CHAT)) or CHAT
    shape: Json = {"type": kind, "nsfw": form.yes((*path, "nsfw"), raw.get("nsfw"))}
    if kind == CHAT:
        form.required(path, raw, "description")
        shape |= _words(form, path, raw)
    else:
        shape |= {"name": form.text((*path, "name"), raw.get("name")), "description": ""}
        if raw.get("description"):
            form.wrong((*path, "description"), "APPLICATION_COMMAND_DESCRIPTION", "Context menus have no description")
        if raw.get("options"):
            form.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS", "Context menus have no options")
    if options := _options(form, (*path, "options"), raw.get("options")):
        shape["options"] = options
    permissions = raw.get("default_member_permissions")
    shape["default_member_permissions"] = None if permissions is None else str(permissions)
    shape |= given(raw, "contexts", "integration_types", "dm_permission")
    if _letters(shape) > 8000:
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
    return shape


def _words(form: Form, path: Path, raw: Json) -> Json:
    """Name and description in every language."""
    shape: Json = {
        "name": _name(form, (*path, "name"), raw.get("name")),
        "description": form.text((*path, "description"), raw.get("description"), least=1),
    }
    for key in ("name_localizations", "description_localizations"):
        if raw.get(key) is None:
            continue
        shape[key] = {}
        for locale, text in form.record((*path, key), raw[key]).items():
            here = (*path, key, locale)
            if locale not in LOCALES:
                form.wrong(here, "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(sorted(LOCALES))}}}.")
            elif key == "name_localizations":
                shape[key][locale] = _name(form, here, text)
            else:
                shape[key][locale] = form.text(here, text)
    return shape


def _name(form: Form, path: Path, value: object) -> str | None:
    name = form.text(path, value)
    if name is not None and not _is_name(name):
        form.wrong(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
        return None
    return name


def _is_name(name: str) -> bool:
    """Discord's `^[-_'\\p{L}\\p{N}\\p{sc=Deva}\\p{sc=Thai}]{1,32}$`, in lower case where there is one."""
    return name == name.lower() and all(
        letter in "-_'"
        or unicodedata.category(letter)[0] in "LN"
        or "\u0900" <= letter <= "\u097f"
        or "\u0e00" <= letter <= "\u0e7f"
        for letter in name
    )


def _options(form: Form, path: Path, value: object) -> list[Json]:
    options = []
    optional_seen = False
    seen = set()
    for number, it in enumerate(form.items(path, value)):
        here = (*path, number)
        raw = form.record(here, it, _OPTION_FIELDS)
        option = _option(form, here, raw)
        if option.get("required") and optional_seen:
            form.wrong(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        if option.get("name") in seen:
            form.wrong(here, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option names must be unique")
        seen.add(option.get("name"))
        options.append(option)
    if len({option.get("type") in (SUBCOMMAND, GROUP) for option in options}) > 1:
        form.wrong(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    return options


def _option(form: Form, path: Path, raw: Json) -> Json:
    kind = form.whole((*path, "type"), raw.get("type"))
    shape: Json = {"type": kind} | _words(form, path, raw)
    if kind in (SUBCOMMAND, GROUP):
        return shape | {"options": _options(form, (*path, "options"), raw.get("options"))}
    shape["required"] = raw.get("required") or False
    if choices := _choices(form, (*path, "choices"), raw.get("choices"), kind):
        shape["choices"] = choices
        if raw.get("autocomplete"):
            form.wrong(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Choices and autocomplete exclude each other")
    if raw.get("autocomplete"):
        shape["autocomplete"] = True
        if kind not in (STRING, INTEGER, NUMBER):
            form.wrong(path, "APPLICATION_COMMAND_AUTOCOMPLETE_TYPE", "This type of option has no autocomplete")
    return shape | given(raw, "min_length", "max_length", "min_value", "max_value", "channel_types")


def _choices(form: Form, path: Path, value: object, kind: int | None) -> list[Json]:
    return [read_choice(form, (*path, number), it, kind) for number, it in enumerate(form.items(path, value))]


def read_choice(form: Form, path: Path, value: object, kind: int | None) -> Json:
    """One choice of an option, fixed or offered by autocomplete."""
    raw = form.record(path, value, ("name", "name_localizations", "value"))
    name = form.text((*path, "name"), raw.get("name"))
    if kind == STRING:
        form.text((*path, "value"), raw.get("value"), most=100)
    elif kind == INTEGER:
        form.whole((*path, "value"), raw.get("value"), least=-(2**53) + 1, most=2**53 - 1)
    return {"name": name} | given(raw, "name_localizations", "value")


def _letters(shape: Json) -> int:
    """Names, descriptions and values together, each in its longest language."""
    total = 0
    for key in ("name", "description"):
        texts = [shape.get(key) or "", *(text or "" for text in shape.get(f"{key}_localizations", {}).values())]
        total += max(map(len, texts))
    total += len(shape["value"]) if isinstance(shape.get("value"), str) else 0
    return total + sum(_letters(it) for it in (*shape.get("options", ()), *shape.get("choices", ())))
