"""What happens at a table around the match; the events of the match itself follow in the same log.

Persons are numbers of `people` rows, never Discord ids: a person can be deleted without touching any log.
"""

from typing import Literal

from msgspec import Struct

from bot.rummy.events import Event as MatchEvent
from bot.rummy.variant.variant import Variant

Closing = Literal["cancelled", "nobody_started", "everybody_left"]


class Reservation(Struct, frozen=True, forbid_unknown_fields=True):
    """The seats of a table are kept for the people of a fixture; nobody else takes one, and none of them is left out."""

    fixture: int
    people: tuple[int, ...]


class TableOpened(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """`server` and `channel` are Discord ids; `at` is epoch milliseconds. The host sits down with it.

    `preset` is the game that `variant` was made from; None where it is that game. `reserved`: only these people play here.
    `parent`: where the table was opened in a thread, the channel that has it.
    """

    server: int
    channel: int
    host: int
    variant: Variant
    thread: bool
    at: int
    preset: Variant | None = None
    reserved: Reservation | None = None
    parent: int | None = None


class SatDown(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int


class StoodUp(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int


class RulesChanged(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The host has changed a house rule: everybody else who sits there must agree anew."""

    by: int
    variant: Variant


class RulesAgreed(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int


class LobbyClosed(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    why: Closing


class ReadyPressed(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int


class EndPressed(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int


LobbyEvent = TableOpened | SatDown | StoodUp | RulesChanged | RulesAgreed | LobbyClosed | ReadyPressed | EndPressed
Event = LobbyEvent | MatchEvent
