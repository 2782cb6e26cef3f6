"""The questions that organisers are asked before an action that changes much; their buttons have its number."""

from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from bot.rummy.variant import Variant

ANSWER_TIME = 15 * 60_000
"""How long a question can be answered, in milliseconds."""


class EndSeason(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """End the season with this number under a name, which may be empty, as may be the reason."""

    season: int
    name: str
    why: str = ""


class ArchiveLeague(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Archive the league, whose running season has this number."""

    season: int
    why: str = ""


class ReplaceSchedule(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Replace the schedule with the number `current` by one with these options; `dates` are epoch ms."""

    current: int
    variant: Variant
    people: tuple[int, ...]
    size: int
    rounds: int
    dates: tuple[int, ...]
    why: str = ""


Request = EndSeason | ArchiveLeague | ReplaceSchedule


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a league (its number), asked `at` (epoch ms); `what` is done if the answer is yes."""

    league: int
    at: int
    what: Request


class Questions(Protocol):
    """The questions that can still be answered."""

    async def add(self, question: Question) -> int:
        """Store a question, and return its number. Delete those that are too old to be answered."""

    async def get(self, number: int) -> Question | None:
        """Return a question, or None."""
