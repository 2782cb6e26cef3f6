"""The presses of a schedule's buttons."""

from typing import Annotated, ClassVar

from msgspec import Meta

from bot.messages.components import ButtonId

PARTS = ALL, UNPLAYED, MINE, TABLE = "all", "unplayed", "mine", "table"
Part = Annotated[str, Meta(pattern=f"^({'|'.join(PARTS)}|[0-9]{{1,15}})$")]
"""One of `PARTS` (`MINE`: the tables of the person who presses), or the number of a person."""


class SchedulePress(ButtonId, frozen=True):
    """A page (from 0; None means the current one) of a league's schedule."""

    pattern: ClassVar[str] = "p:{league}:{part}:{page}"
    league: int
    part: Part = ALL
    page: int | None = None


class FixturePress(ButtonId, frozen=True):
    """A fixture whose table is opened. `part` and `page` are what is shown afterwards; no part under the posted schedule."""

    pattern: ClassVar[str] = "f:{fixture}[:{part}:{page}]"
    fixture: int
    part: Part = ""
    page: int | None = None
