"""The reader of a request's body: it collects everything that is wrong by path, as Discord reports it.

Types, lengths and required fields are checked here only where Discord's API description does not state them, or where
the playground computes with the value. `tests/contract.py` checks the others.
"""

import math
from collections.abc import Collection, Iterable
from typing import Any
from urllib.parse import urlsplit

from playground.discord_json import Json
from playground.refusals import Refusal, Refused

Path = tuple[str | int, ...]


def sent_fields(raw: Json, *keys: str) -> Json:
    """Return these fields as they were sent, without those that are absent or null."""
    return {key: raw[key] for key in keys if raw.get(key) is not None}


class BodyReader:
    """Reads values and collects what Discord would refuse. `raise_errors` raises all of it together."""

    def __init__(self) -> None:
        self.errors: Json = {}

    def add_error(self, path: Path, code: str, message: str) -> None:
        node = self.errors
        for part in path:
            node = node.setdefault(str(part), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def raise_errors(self) -> None:
        if self.errors:
            raise Refused(Refusal.INVALID_FORM_BODY, self.errors)

    # Each method returns the value if it is right, and None or an empty value if not.

    def json_object(self, path: Path, value: object, known: Collection[str] | None = None) -> Json:
        """Return a JSON object. `known` are its fields: Discord silently ignores others, which hides typing errors."""
        if not isinstance(value, dict):
            self.add_error(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return {}
        if known is not None:
            for key in value.keys() - known:
                self.add_error((*path, key), "UNKNOWN_FIELD", "The playground refuses what Discord would silently ignore")
        return value

    def required(self, path: Path, value: Json, *keys: str) -> bool:
        missing = [key for key in keys if value.get(key) is None]
        for key in missing:
            self.add_error((*path, key), "BASE_TYPE_REQUIRED", "This field is required")
        return not missing

    def text(self, path: Path, value: object, *, least: int = 0, most: float = math.inf) -> str | None:
        if value is None:
            return None
        if not isinstance(value, str):
            self.add_error(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return None
        if not least <= len(value) <= most:
            self._bad_length(path, least, most)
            return None
        return value

    def url(self, path: Path, value: object) -> str | None:
        url = self.text(path, value)
        if url is None:
            return None
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https", "discord", "attachment"):
            self.add_error(
                path,
                "URL_TYPE_INVALID_SCHEME",
                f"Scheme \"{parts.scheme}\" is not supported. Scheme must be one of ('http', 'https').",
            )
            return None
        if not parts.netloc:
            self.add_error(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
            return None
        return url

    def integer(self, path: Path, value: object, *, least: float = -math.inf, most: float = math.inf) -> int | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.add_error(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < least:
            self.add_error(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
            return None
        if value > most:
            self.add_error(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
            return None
        return value

    def boolean(self, path: Path, value: object, *, default: bool = False) -> bool:
        if value is None:
            return default
        if not isinstance(value, bool):
            self.add_error(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return default
        return value

    def choice(self, path: Path, value: Any, choices: Collection[Any]) -> Any:
        if value is None or value in choices:
            return value
        listed = ", ".join(str(choice) for choice in choices)
        self.add_error(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
        return None

    def type_of(self, path: Path, value: Json, choices: Iterable[int]) -> int | None:
        """Return the `type` that decides which kind of object this is."""
        found = value.get("type")
        allowed = tuple(choices)
        if found in allowed and isinstance(found, int):
            return found
        listed = ", ".join(str(choice) for choice in allowed) + ("," if len(allowed) == 1 else "")
        self.add_error((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed}).')
        return None

    def items(self, path: Path, value: object, *, most: float = math.inf) -> list[Any]:
        if value is None:
            value = []
        if not isinstance(value, list):
            self.add_error(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if len(value) > most:
            self._bad_length(path, 0, most)
            return []
        return value

    def _bad_length(self, path: Path, least: int, most: float) -> None:
        if least:
            self.add_error(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        else:
            self.add_error(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
