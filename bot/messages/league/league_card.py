"""The card of a league, which everyone sees in its channel, and its rules, which a person asks for."""

from discord import ui

from bot.competition.ports import StoredLeague
from bot.messages.components import BLUE, layout
from bot.messages.league.card_buttons import card_rows
from bot.messages.league.leagues import (
    announcements_text,
    limits_and_season_lines,
    season_dates_text,
    what_counts_text,
)
from bot.messages.league.scheme_words import points_text, ties_text
from bot.messages.text import safe_text
from bot.messages.words import Words


def card_layout(stored: StoredLeague, say: Words) -> ui.LayoutView:
    """Render the card. It has no settings: it isn't updated when they change."""
    lines = [
        f"### {safe_text(stored.league.name)}",
        say("**Rules** has the points, what counts, and when the season ends."),
    ]
    return layout(ui.TextDisplay("\n".join(lines)), *card_rows(stored.number, say), accent=BLUE)


def league_rules_layout(stored: StoredLeague, say: Words, *, note: str = "") -> ui.LayoutView:
    """Render everything that decides the standings of the league, in words.

    `note` says what has just been done; below it, what holds for every league is left out.
    """
    title, points, *others = _lines(stored, say)
    of_every_league = [
        say("If all but one leave, it counts once everyone has had a turn. Leavers come last."),
        say("Matches with computers, and those that pause when time is up, don't count."),
        say("Matches of the league's schedule count whatever their length."),
    ]
    lines = [points, ties_text(stored.league.scheme, say), *others, *([] if note else of_every_league)]
    lines.append(announcements_text(stored.league, say))
    if stored.archived_at is not None:
        lines.append(say("This league is archived: no more matches count."))
    head = f"{title}\n{note}" if note else title
    return layout(ui.TextDisplay("\n- ".join((head, *lines))), accent=BLUE)


def _lines(stored: StoredLeague, say: Words) -> list[str]:
    league = stored.league
    lines = [
        f"### {safe_text(league.name)}",
        points_text(league.scheme, say),
        what_counts_text(league, say),
        *limits_and_season_lines(league, say),
    ]
    return lines if stored.archived_at is not None else [*lines, season_dates_text(stored.season, stored.ends_at, say)]
