"""What is stored or sent by name: events, the organisers' actions, database columns, commands."""

import json
import typing
from collections.abc import Iterator
from typing import Any

import msgspec

from bot.league.organiser_actions import Action
from bot.tables.events import Event
from tests.e2e.support.club import Club
from tests.people import Json
from tests.pins.recorder import commands_in


def records(union: Any) -> list[str]:
    """Return a line for each record of the union and for those in its fields: its tag and its fields with types."""
    return sorted(set(_records(union, set())))


def _records(kind: Any, known: set[Any]) -> Iterator[str]:
    for one in typing.get_args(kind):
        yield from _records(one, known)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in known:
        known.add(kind)
        info = msgspec.structs.fields(kind)
        fields = ", ".join(f"{it.encode_name}{'' if it.required else ' = …'}" for it in info)
        yield f"{kind.__struct_config__.tag or kind.__name__}({fields})"
        for it in info:
            yield from _records(it.type, known)


def spellings(club: Club) -> list[str]:
    """Return the names of events, of the organisers' actions, and of the database's tables and columns."""
    tables = club.query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
    columns = [
        f"{name}: {', '.join(it[1] for it in club.query(f'PRAGMA table_info({chr(34)}{name}{chr(34)})'))}" for (name,) in tables
    ]
    return ["## events", *records(Event), "", "## organisers' actions", *records(Action), "", "## database", *columns]


def command_lines(commands: list[Json]) -> Iterator[str]:
    """Yield each command with its options as Discord got it, without ids, in English."""
    for words, command in sorted(commands_in(commands), key=lambda it: it[0]):
        yield f"/{words}: {command['description']}"
        for one in command.get("options") or ():
            yield f"  {json.dumps(_in_english(one), ensure_ascii=False, sort_keys=True)}"


def _in_english(option: Json) -> Json:
    """Return an option without what is empty, and without other languages."""
    kept = {key: value for key, value in option.items() if value and not key.endswith("_localizations")}
    if "choices" in kept:
        kept["choices"] = list(map(_in_english, kept["choices"]))
    return kept
