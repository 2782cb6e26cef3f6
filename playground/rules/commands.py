"""Application commands: names, options, choices, and how many of everything."""

import unicodedata
from collections import Counter
from collections.abc import Sequence

from playground.errors import Refusal, Refused
from playground.rules.form import Form, Path
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
    items = form.items((), raw, most=130)
    commands = [read_command(form, (number,), it) for number, it in enumerate(items)]
    form.settle()
    kinds = Counter(command["type"] for command in commands)
    if any(count > _MOST[kind] for kind, count in kinds.items()):
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
    kind = form.one_of((*path, "type"), raw.get("type", CHAT), (CHAT, USER, MESSAGE)) or CHAT
    form.required(path, raw, "name", *(("description",) if kind == CHAT else ()))
    shape: Json = {"type": kind, "nsfw": form.yes((*path, "nsfw"), raw.get("nsfw"))}
    if kind == CHAT:
        shape |= _words(form, path, raw)
    else:
        shape["name"] = form.text((*path, "name"), raw.get("name"), least=1, most=32)
        shape["description"] = ""
        if raw.get("description"):
            form.wrong((*path, "description"), "APPLICATION_COMMAND_DESCRIPTION", "Context menus have no description")
        if raw.get("options"):
            form.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS", "Context menus have no options")
    if options := _options(form, (*path, "options"), raw.get("options"), depth=0):
        shape["options"] = options
    shape["default_member_permissions"] = _permissions(form, (*path, "default_member_permissions"), raw)
    for key, most in (("contexts", 3), ("integration_types", 2)):
        if raw.get(key) is not None:
            shape[key] = form.items((*path, key), raw[key], least=1, most=most)
    if raw.get("dm_permission") is not None:
        shape["dm_permission"] = form.yes((*path, "dm_permission"), raw["dm_permission"])
    if _letters(shape) > 8000:
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
    return shape


def _permissions(form: Form, path: Path, raw: Json) -> str | None:
    return form.snowflake(path, raw.get("default_member_permissions"))


def _words(form: Form, path: Path, raw: Json) -> Json:
    """Name and description in every language."""
    shape: Json = {
        "name": _name(form, (*path, "name"), raw.get("name")),
        "description": form.text((*path, "description"), raw.get("description"), least=1, most=100),
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
                shape[key][locale] = form.text(here, text, least=1, most=100)
    return shape


def _name(form: Form, path: Path, value: object) -> str | None:
    name = form.text(path, value, least=1, most=32)
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


def _options(form: Form, path: Path, value: object, *, depth: int) -> list[Json]:
    options = []
    optional_seen = False
    seen = set()
    for number, it in enumerate(form.items(path, value, most=25)):
        here = (*path, number)
        raw = form.record(here, it, _OPTION_FIELDS)
        option = _option(form, here, raw, depth=depth)
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


def _option(form: Form, path: Path, raw: Json, *, depth: int) -> Json:
    allowed: Sequence[int] = {0: range(1, 12), 1: (1, *range(3, 12)), 2: range(3, 12)}[depth]
    kind = form.type_of(path, raw, allowed)
    form.required(path, raw, "name", "description")
    shape: Json = {"type": kind} | _words(form, path, raw)
    if kind in (SUBCOMMAND, GROUP):
        inner = _options(form, (*path, "options"), raw.get("options"), depth=2 if kind == SUBCOMMAND else 1)
        if kind == GROUP and any(option["type"] != SUBCOMMAND for option in inner):
            form.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds sub-commands only")
        return shape | {"options": inner}
    shape["required"] = form.yes((*path, "required"), raw.get("required"))
    autocomplete = form.yes((*path, "autocomplete"), raw.get("autocomplete"))
    if choices := _choices(form, (*path, "choices"), raw.get("choices"), kind):
        shape["choices"] = choices
        if autocomplete:
            form.wrong(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Choices and autocomplete exclude each other")
    if autocomplete:
        shape["autocomplete"] = True
        if kind not in (STRING, INTEGER, NUMBER):
            form.wrong(path, "APPLICATION_COMMAND_AUTOCOMPLETE_TYPE", "This type of option has no autocomplete")
    for key, least in (("min_length", 0), ("max_length", 1)):
        if (length := form.whole((*path, key), raw.get(key), least=least, most=6000)) is not None:
            shape[key] = length
    for key in ("min_value", "max_value", "channel_types"):
        if raw.get(key) is not None:
            shape[key] = raw[key]
    return shape


def _choices(form: Form, path: Path, value: object, kind: int | None) -> list[Json]:
    return [read_choice(form, (*path, number), it, kind) for number, it in enumerate(form.items(path, value, most=25))]


def read_choice(form: Form, path: Path, value: object, kind: int | None) -> Json:
    """One choice of an option, fixed or offered by autocomplete."""
    raw = form.record(path, value, ("name", "name_localizations", "value"))
    form.required(path, raw, "name", "value")
    shape: Json = {"name": form.text((*path, "name"), raw.get("name"), least=1, most=100)}
    if raw.get("name_localizations"):
        shape["name_localizations"] = raw["name_localizations"]
    given = raw.get("value")
    if kind == STRING:
        shape["value"] = form.text((*path, "value"), given, most=100)
    elif kind == INTEGER:
        shape["value"] = form.whole((*path, "value"), given, least=-(2**53) + 1, most=2**53 - 1)
    elif isinstance(given, bool) or not isinstance(given, int | float):
        form.wrong((*path, "value"), "NUMBER_TYPE_COERCE", f'Value "{given}" is not float.')
    else:
        shape["value"] = given
    return shape


def _letters(shape: Json) -> int:
    """Names, descriptions and values together, each in its longest language."""
    total = 0
    for key in ("name", "description"):
        texts = [shape.get(key) or "", *(text or "" for text in shape.get(f"{key}_localizations", {}).values())]
        total += max(map(len, texts))
    total += len(shape["value"]) if isinstance(shape.get("value"), str) else 0
    return total + sum(_letters(it) for it in (*shape.get("options", ()), *shape.get("choices", ())))
