"""The card of a league, which everyone sees in its channel, and its rules and settings, which a person asks for."""

from typing import Any

from discord import SelectOption, ui

from bot.competition.ports import StoredLeague
from bot.messages.components import BLUE, LONGEST_OPTION, PressSelect, layout, row
from bot.messages.league.card_buttons import SettingSelect, card_rows
from bot.messages.league.league_settings import LEAGUE_SETTINGS, settings_lines
from bot.messages.league.leagues import season_dates_text
from bot.messages.text import safe_text
from bot.messages.words import Words


def card_layout(stored: StoredLeague, say: Words) -> ui.LayoutView:
    """Render the card. It has no settings: it isn't updated when they change."""
    lines = [
        f"### {safe_text(stored.league.name)}",
        say("**Rules** has the points, what counts, and when the season ends."),
    ]
    return layout(ui.TextDisplay("\n".join(lines)), *card_rows(stored.number, say), accent=BLUE)


def league_layout(stored: StoredLeague, say: Words) -> ui.LayoutView:
    """Render a league with all its settings; one in use has its buttons."""
    buttons = [] if stored.archived_at is not None else card_rows(stored.number, say)
    return layout(_text(stored, say), *buttons, accent=BLUE)


def settings_panel(stored: StoredLeague, say: Words, *, note: str = "") -> ui.LayoutView:
    """Render a league with all its settings and a select of them, for organisers. `note` says what has just been done."""
    options = [SelectOption(label=setting.title(say)[:LONGEST_OPTION], value=setting.name) for setting in LEAGUE_SETTINGS]
    select = PressSelect(SettingSelect(stored.number), options, say("Change a setting …"))
    return layout(_text(stored, say, note), row(select), accent=BLUE)


def league_rules_layout(stored: StoredLeague, say: Words, *, note: str = "") -> ui.LayoutView:
    """Render everything that decides the standings of the league, in words.

    `note` says what has just been done; below it, what holds for every league is left out.
    """
    of_every_league = [
        say("If all but one leave, it counts once everyone has had a turn. Leavers come last."),
        say("Matches with computers, and those that pause when time is up, don't count."),
        say("Matches of the league's schedule count whatever their length."),
    ]
    archived = [] if stored.archived_at is None else [say("This league is archived: no more matches count.")]
    return layout(_text(stored, say, note, *([] if note else of_every_league), *archived), accent=BLUE)


def _text(stored: StoredLeague, say: Words, note: str = "", *more: str) -> "ui.TextDisplay[Any]":
    """Return the name with the note below it, and a list of all settings, the dates of a running season, and `more`."""
    head = f"### {safe_text(stored.league.name)}"
    dates = [] if stored.archived_at is not None else [season_dates_text(stored.season, stored.ends_at, say)]
    items = (f"{head}\n{note}" if note else head, *settings_lines(stored.league, say), *dates, *more)
    return ui.TextDisplay("\n- ".join(items))
