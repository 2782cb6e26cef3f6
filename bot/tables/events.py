"""What happens at a table around the match; the events of the match itself follow in the same log.

Persons are numbers of `people` rows, never Discord ids: a person can be deleted without touching any log.
"""

from typing import Literal

from bot.rummy.events import Event as MatchEvent
from bot.rummy.variant.variant import Variant
from bot.rummy.written_form import Written, numbers_text

Closing = Literal["cancelled", "nobody_started", "everybody_left"]


class Reservation(Written, frozen=True, forbid_unknown_fields=True):
    """The seats of a table are kept for the people of a fixture; nobody else takes one, and none of them is left out."""

    fixture: int
    people: tuple[int, ...]

    def __str__(self) -> str:
        return f"fixture {self.fixture} of persons {numbers_text(self.people)}"


class TableOpened(Written, frozen=True, tag=True, forbid_unknown_fields=True):
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

    def __str__(self) -> str:
        reserved = "" if self.reserved is None else f" for {self.reserved}"
        return f"person {self.host} opens a table of {self.variant.name} in channel {self.channel}{reserved}"


class SatDown(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int

    def __str__(self) -> str:
        return f"person {self.person} sits down"


class StoodUp(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int

    def __str__(self) -> str:
        return f"person {self.person} stands up"


class RulesChanged(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The host has changed a house rule: everybody else who sits there must agree anew."""

    by: int
    variant: Variant

    def __str__(self) -> str:
        return f"person {self.by} changes the rules of {self.variant.name}"


class RulesAgreed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int

    def __str__(self) -> str:
        return f"person {self.person} agrees"


class LobbyClosed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    why: Closing

    def __str__(self) -> str:
        return f"the lobby closes: {self.why}"


class ReadyPressed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int

    def __str__(self) -> str:
        return f"person {self.person} is ready"


class EndPressed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int

    def __str__(self) -> str:
        return f"person {self.person} wants to end the match"


LobbyEvent = TableOpened | SatDown | StoodUp | RulesChanged | RulesAgreed | LobbyClosed | ReadyPressed | EndPressed
Event = LobbyEvent | MatchEvent
