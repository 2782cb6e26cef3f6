"""The presses of the league's buttons, and their written form, the `custom_id`.

`b:<league>:<season>:<page>:<since>:<variant>` shows a page of standings, `h:<person>:<page>` a page of a history, and
`l:<league>:<page>` a page of the log of organisers. `k:<deck>:<page>` shows a page of the ladder.
"""

from dataclasses import dataclass, replace
from typing import Any

from discord import ui

from bot.league.days import LAST_DAY
from bot.messages.components import PressButton, are_numbers, row
from bot.messages.words import Words
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused

ID_PREFIXES = "bhlk"
"""The first letters of the written forms."""


@dataclass(frozen=True, slots=True)
class StandingsPress:
    """A page (from 0) of a league's standings. `season` 0 is the running one, `since` a day, `variant` a variant's name."""

    league: int
    season: int = 0
    page: int = 0
    since: int | None = None
    variant: str = ""

    def __str__(self) -> str:
        return f"b:{self.league}:{self.season}:{self.page}:{'' if self.since is None else self.since}:{self.variant}"


@dataclass(frozen=True, slots=True)
class HistoryPress:
    """A page (from 0) of a person's matches; person 0 means everyone."""

    person: int
    page: int = 0

    def __str__(self) -> str:
        return f"h:{self.person}:{self.page}"


@dataclass(frozen=True, slots=True)
class LogPress:
    """A page (from 0) of what organisers did in a league; league 0 means the whole server."""

    league: int
    page: int = 0

    def __str__(self) -> str:
        return f"l:{self.league}:{self.page}"


@dataclass(frozen=True, slots=True)
class LadderPress:
    """A page (from 0) of the ladder for a deck; an empty `deck` means the one with the most rated matches."""

    deck: str
    page: int = 0

    def __str__(self) -> str:
        return f"k:{self.deck}:{self.page}"


LeaguePress = StandingsPress | HistoryPress | LogPress | LadderPress
DECKS = ("french52", "cuccu40")


def read_league_press(custom_id: str) -> LeaguePress:
    """Return what was pressed. Raise `Refused(ButtonNotUnderstood)`, for example for a button of another version."""
    match custom_id.split(":", 5):
        case ["b", league, season, page, since, variant] if are_numbers(league, season, page) and _is_day(since):
            return StandingsPress(int(league), int(season), int(page), int(since) if since else None, variant)
        case ["h", person, page] if are_numbers(person, page):
            return HistoryPress(int(person), int(page))
        case ["l", league, page] if are_numbers(league, page):
            return LogPress(int(league), int(page))
        case ["k", deck, page] if deck in ("", *DECKS) and are_numbers(page):
            return LadderPress(deck, int(page))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def page_buttons(press: LeaguePress, pages: int, say: Words) -> "list[ui.ActionRow[Any]]":
    """Return the row with the buttons Back and Next; empty if there is only one page."""
    page, found = max(0, min(press.page, pages - 1)), []
    if page > 0:
        found.append(PressButton(replace(press, page=page - 1), say("Back")))
    if page < pages - 1:
        found.append(PressButton(replace(press, page=page + 1), say("Next")))
    return [row(*found)] if found else []


def _is_day(text: str) -> bool:
    """Return True for the number of a day that has a date, or for no day."""
    return text == "" or (are_numbers(text) and int(text) <= LAST_DAY)
