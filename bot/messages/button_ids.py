"""What the `custom_id` of a button, select or form says: a record whose pattern is declared once, and packs and unpacks it.

class StandingsPress(ButtonId, frozen=True):
    pattern: ClassVar[str] = "b:{league}:{season}:{page}"

A pattern begins with letters that no other has. Parts in square brackets are left out while their fields have their defaults.
The last text may have colons in it; an empty part stands for its default.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Self

from msgspec import Struct, ValidationError, convert, inspect, structs

_FIELD = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^][]*)\]")
_NUMBER = "[0-9]{0,15}"  # so that the database can hold it
_TEXT, _REST = "[^:]*", ".*"


class ButtonId(Struct, frozen=True):
    """The state that a button, select or form carries; its text is its `custom_id`, without a database's marker."""

    pattern: ClassVar[str]

    def __str__(self) -> str:
        _, defaults = _shape(type(self))

        def shown(optional: re.Match[str]) -> str:
            is_needed = any(getattr(self, name) != defaults[name] for name in _FIELD.findall(optional[1]))
            return optional[1] if is_needed else ""

        pattern = self.pattern
        while _OPTIONAL.search(pattern):
            pattern = _OPTIONAL.sub(shown, pattern)
        return _FIELD.sub(lambda field: _write(getattr(self, field[1])), pattern)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Return the record; None if this is no `custom_id` of its kind. An altered Discord client can send anything."""
        regex, _ = _shape(cls)
        if (parts := regex.fullmatch(custom_id)) is None:
            return None
        try:
            return convert({name: text for name, text in parts.groupdict().items() if text}, cls, strict=False)
        except ValidationError:
            return None


class TableId(ButtonId, frozen=True):
    """What belongs to a table; its number comes first."""

    table: int


def _write(value: object) -> str:
    return "" if value is None else str(value)


@cache
def _shape(record: type[ButtonId]) -> tuple[re.Pattern[str], Mapping[str, Any]]:
    """Return what its `custom_id`s look like, and the defaults of its fields."""
    fields = structs.fields(record)
    regex = re.sub(r"\[", "(?:", record.pattern).replace("]", ")?")
    for field in fields:
        is_last_text = record.pattern.rstrip("]").endswith(f"{{{field.name}}}")
        part = _NUMBER if _is_number(inspect.type_info(field.type)) else _REST if is_last_text else _TEXT
        regex = regex.replace(f"{{{field.name}}}", f"(?P<{field.name}>{part})")
    return re.compile(regex, re.DOTALL), {field.name: field.default for field in fields}


def _is_number(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.IntType) or (isinstance(kind, inspect.UnionType) and any(map(_is_number, kind.types)))
