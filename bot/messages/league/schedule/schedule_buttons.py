"""The presses of a schedule's buttons, and their written form, the `custom_id`.

`p:<league>:<part>:<page>` shows a page of a schedule. `f:<fixture>:<part>:<page>` opens a fixture's table from a page that only
one person sees; `f:<fixture>` does so from schedules that earlier versions posted.
"""

from dataclasses import dataclass

from bot.messages.components import are_numbers
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused

ID_PREFIXES = "pf"
"""The first letters of the written forms."""
PARTS = ALL, UNPLAYED, MINE, TABLE = "all", "unplayed", "mine", "table"


@dataclass(frozen=True, slots=True)
class SchedulePress:
    """A page (from 0; None means the current one) of a league's schedule.

    `part` is one of `PARTS` (`MINE`: the tables of the person who presses) or the number of a person.
    """

    league: int
    part: str = ALL
    page: int | None = None

    def __str__(self) -> str:
        return f"p:{self.league}:{self.part}:{_written(self.page)}"


@dataclass(frozen=True, slots=True)
class FixturePress:
    """A fixture whose table is opened. `part` and `page` are what is shown afterwards; no part under the posted schedule."""

    fixture: int
    part: str = ""
    page: int | None = None

    def __str__(self) -> str:
        return f"f:{self.fixture}:{self.part}:{_written(self.page)}" if self.part else f"f:{self.fixture}"


def read_schedule_press(custom_id: str) -> SchedulePress | FixturePress:
    """Return what was pressed. Raise `Refused(ButtonNotUnderstood)`, for example for a button of another version."""
    match custom_id.split(":"):
        case ["p", league, part, page] if are_numbers(league) and _is_part(part) and _is_page(page):
            return SchedulePress(int(league), part, _read(page))
        case ["f", fixture] if are_numbers(fixture):
            return FixturePress(int(fixture))
        case ["f", fixture, part, page] if are_numbers(fixture) and _is_part(part) and _is_page(page):
            return FixturePress(int(fixture), part, _read(page))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def _written(page: int | None) -> str:
    return "" if page is None else str(page)


def _read(page: str) -> int | None:
    return int(page) if page else None


def _is_part(text: str) -> bool:
    return text in PARTS or are_numbers(text)


def _is_page(text: str) -> bool:
    return text == "" or are_numbers(text)
