"""The spelling of events in the database: tagged JSON, with the number of the spelling beside it.

Old logs must stay readable forever. If you change the fields of an event, add a function to `UPGRADES`; `SPELLING` counts
them. A new field with a default needs none. `tests/tables/logs/` has logs of every spelling.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from bot.tables.events import Event

UPGRADES: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = ()
"""`UPGRADES[n]` turns the JSON of an event from spelling n into spelling n + 1."""

SPELLING = len(UPGRADES)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class UnknownSpellingError(Exception):
    """The log was written by a newer version of the program."""


def encode(event: Event) -> str:
    return _encoder.encode(event).decode()


def decode(text: str, spelling: int) -> Event:
    """Return the event. Raise UnknownSpellingError, or msgspec.ValidationError for a damaged log."""
    if spelling == SPELLING:
        return _decoder.decode(text)
    if spelling > SPELLING:
        raise UnknownSpellingError(f"events spelled {spelling}; this version reads up to {SPELLING}")
    fields = msgspec.json.decode(text)
    for upgrade in UPGRADES[spelling:]:
        fields = upgrade(fields)
    return _decoder.decode(msgspec.json.encode(fields))
