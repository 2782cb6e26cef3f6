"""The presses of the league's buttons, which turn to a page."""

from typing import Annotated, Any, ClassVar

from discord import ui
from msgspec import Meta
from msgspec.structs import replace

from bot.league.days import LAST_DAY
from bot.messages.components import ButtonId, PressButton, row
from bot.messages.words import Words

Deck = Annotated[str, Meta(pattern="^(french52|cuccu40)?$")]


class StandingsPress(ButtonId, frozen=True):
    """A page (from 0) of a league's standings. `season` 0 is the running one, `since` a day, `variant` a variant's name."""

    pattern: ClassVar[str] = "b:{league}:{season}:{page}:{since}:{variant}"
    league: int
    season: int = 0
    page: int = 0
    since: Annotated[int, Meta(le=LAST_DAY)] | None = None
    variant: str = ""


class HistoryPress(ButtonId, frozen=True):
    """A page (from 0) of a person's matches; person 0 means everyone."""

    pattern: ClassVar[str] = "h:{person}:{page}"
    person: int
    page: int = 0


class LogPress(ButtonId, frozen=True):
    """A page (from 0) of what organisers did in a league; league 0 means the whole server."""

    pattern: ClassVar[str] = "l:{league}:{page}"
    league: int
    page: int = 0


class LadderPress(ButtonId, frozen=True):
    """A page (from 0) of the ladder for a deck; an empty `deck` means the one with the most rated matches."""

    pattern: ClassVar[str] = "k:{deck}:{page}"
    deck: Deck = ""
    page: int = 0


LeaguePress = StandingsPress | HistoryPress | LogPress | LadderPress


def page_buttons(press: LeaguePress, pages: int, say: Words) -> "list[ui.ActionRow[Any]]":
    """Return the row with the buttons Back and Next; empty if there is only one page."""
    page, found = max(0, min(press.page, pages - 1)), []
    if page > 0:
        found.append(PressButton(replace(press, page=page - 1), say("Back")))
    if page < pages - 1:
        found.append(PressButton(replace(press, page=page + 1), say("Next")))
    return [row(*found)] if found else []
