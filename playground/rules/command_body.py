"""Application commands: their fields, how many there can be, and how long they can be."""

from collections import Counter

from playground.discord_json import Json, names
from playground.refusals import Refusal, Refused
from playground.rules.body_reader import BodyReader, Path, sent_fields
from playground.rules.command_option_body import read_options
from playground.rules.command_texts import read_texts

CHAT, USER_MENU, MESSAGE_MENU = 1, 2, 3
"""Types of commands, by Discord's numbers."""
_LIMITS = {CHAT: 100, USER_MENU: 15, MESSAGE_MENU: 15}
_LONGEST = 8000
_FIELDS = frozenset(
    names("""
    id type name name_localizations description description_localizations options default_member_permissions
    dm_permission contexts integration_types handler nsfw
""")
)


def read_commands(raw: object) -> list[Json]:
    """Return all commands of an application. Raise `Refused` with everything that is wrong."""
    reader = BodyReader()
    items = reader.items((), raw)
    commands = [_read_command(reader, (number,), item) for number, item in enumerate(items)]
    reader.raise_errors()
    counts = Counter(command["type"] for command in commands)
    if any(count > _LIMITS.get(type_, 0) for type_, count in counts.items()):
        raise Refused(Refusal.TOO_MANY_COMMANDS)
    seen = set()
    for number, command in enumerate(commands):
        key = (command["type"], command["name"])
        if key in seen:
            reader.add_error((number,), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        seen.add(key)
    reader.raise_errors()
    return commands


def _read_command(reader: BodyReader, path: Path, value: object) -> Json:
    raw = reader.json_object(path, value, _FIELDS)
    type_ = reader.integer((*path, "type"), raw.get("type", CHAT)) or CHAT
    result: Json = {"type": type_, "nsfw": reader.boolean((*path, "nsfw"), raw.get("nsfw"))}
    if type_ == CHAT:
        reader.required(path, raw, "description")
        result |= read_texts(reader, path, raw)
    else:
        result |= {"name": reader.text((*path, "name"), raw.get("name")), "description": ""}
        if raw.get("description"):
            reader.add_error((*path, "description"), "APPLICATION_COMMAND_DESCRIPTION", "Context menus have no description")
        if raw.get("options"):
            reader.add_error((*path, "options"), "APPLICATION_COMMAND_OPTIONS", "Context menus have no options")
    if options := read_options(reader, (*path, "options"), raw.get("options")):
        result["options"] = options
    permissions = raw.get("default_member_permissions")
    result["default_member_permissions"] = None if permissions is None else str(permissions)
    result |= sent_fields(raw, "contexts", "integration_types", "dm_permission")
    if _length(result) > _LONGEST:
        reader.add_error(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
    return result


def _length(result: Json) -> int:
    """Return the letters of names, descriptions and values together, each in its longest language."""
    total = 0
    for key in ("name", "description"):
        texts = [result.get(key) or "", *(text or "" for text in result.get(f"{key}_localizations", {}).values())]
        total += max(map(len, texts))
    total += len(result["value"]) if isinstance(result.get("value"), str) else 0
    return total + sum(_length(part) for part in (*result.get("options", ()), *result.get("choices", ())))
