"""The confirmations before actions that change much, and the messages with **Undo** after them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from discord import ButtonStyle, ui

from bot.league.seasons import Season
from bot.league.standings import Standing
from bot.messages.components import BLUE, GREY, ButtonId, LargeNumber, PressButton, layout, row
from bot.messages.league.action_lines import reason_line
from bot.messages.league.pages import UndoPress, undo_row
from bot.messages.league.standings import season_name
from bot.messages.names import names_of
from bot.messages.text import join_parts, safe_text, timestamp
from bot.messages.words import Words
from bot.tables.ports import KnownPeople

_MOST_LEADERS = 3
"""How many people who share the first place are named; more are counted."""


class ConfirmPress(ButtonId, frozen=True):
    """The answer to a confirmation."""

    pattern: ClassVar[str] = "y:{confirmation}:{answer}"
    confirmation: LargeNumber
    answer: Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class RunningSeason:
    """What a confirmation says about a running season: `matches` count in it, `walkovers` only for the people who left them.

    `being_played` is how many run that began in the season.
    """

    league: str
    season: Season
    rows: Sequence[Standing]
    matches: int
    walkovers: int = 0
    being_played: int = 0


def end_season_confirmation(
    number: int, running: RunningSeason, name: str, people: KnownPeople, say: Words, why: str = ""
) -> ui.LayoutView:
    """Render the confirmation before a season ends; `number` is that of the confirmation. Name and reason may be empty."""
    facts = {"season": season_name(running.season), "league": safe_text(running.league)}
    if name:
        asked = say("End season {season} of {league} as “{name}”?", name=safe_text(name), **facts)
    else:
        asked = say("End season {season} of {league}?", **facts)
    text = [
        f"**{asked}**",
        _state(running, people, say),
        say("Its final standings are posted and kept. The next season starts now."),
        *_being_played(running, say),
    ]
    return _confirmation(number, text, why, say.button("End the season"), say)


def archive_confirmation(number: int, running: RunningSeason, people: KnownPeople, say: Words, why: str = "") -> ui.LayoutView:
    """Render the confirmation before a league is archived."""
    text = [
        f"**{say('Archive {league}?', league=safe_text(running.league))}**",
        _state(running, people, say),
        say("Season {season} ends. Its final standings are posted.", season=season_name(running.season)),
        *_being_played(running, say),
        say("New matches don't count. A new league can have the name {league}.", league=safe_text(running.league)),
    ]
    return _confirmation(number, text, why, say.button("Archive the league"), say)


def undo_layout(text: str, press: UndoPress, until: int, say: Words) -> ui.LayoutView:
    """Render the message after an action, which its organiser can undo there `until` then (epoch ms)."""
    note = say("You can undo this here until {when}.", when=timestamp(until, "t"))
    return layout(f"{text}\n-# {note}", undo_row(press, say), accent=BLUE)


def undone_layout(press: UndoPress, league: str, say: Words) -> ui.LayoutView:
    """Render what replaces a message with **Undo** after it was pressed."""
    facts = {"league": safe_text(league)}
    texts = {
        "season": say("Undone: the season of {league} goes on. Matches played in between count, too.", **facts),
        "archive": say("Undone: {league} is in use again, and its season goes on.", **facts),
    }
    return layout(texts[press.kind], accent=BLUE)


def withdrawn_table_layout(league: str, season: int, say: Words) -> ui.LayoutView:
    """Render what replaces the posted table of a season whose end was undone."""
    text = say(
        "Season {season} of {league} goes on: its end was undone. See {command}.",
        season=season,
        league=safe_text(league),
        command="`/leaderboard`",
    )
    return layout(text, accent=GREY)


def _confirmation(number: int, lines: Sequence[str], why: str, yes: str, say: Words) -> ui.LayoutView:
    reason = [reason_line(why, say)] if why else []
    text = "\n".join((*lines, *reason, f"-# {say('You can undo it for ten minutes.')}"))
    yes_button = PressButton(ConfirmPress(number, "yes"), yes, ButtonStyle.danger)
    return layout(text, row(yes_button, PressButton(ConfirmPress(number, "no"), say.button("Not now"))))


def _being_played(running: RunningSeason, say: Words) -> list[str]:
    """Return what the end waits for."""
    if not running.being_played:
        return []
    return [
        say.many(
            "1 match still runs. The awards wait for it, at most seven days.",
            "{count} matches still run. The awards wait for them, at most seven days.",
            running.being_played,
        )
    ]


def _state(running: RunningSeason, people: KnownPeople, say: Words) -> str:
    """Return how many matches count, and who leads with how many points."""
    first = [row for row in running.rows if row.position == 1 and running.matches]
    counts = [say.many("1 match counts", "{count} matches count", running.matches)]
    if running.walkovers:
        counts.append(
            say.many(
                "1 more counts only against players who left",
                "{count} more count only against players who left",
                running.walkovers,
            )
        )
    if not first:
        leaders = say("nobody is ranked")
    elif len(first) > _MOST_LEADERS:
        leaders = say(
            "{count} players share the lead (points: {points})", count=len(first), points=say.decimal(first[0].points)
        )
    else:
        names = names_of(people, (row.person for row in running.rows[:_MOST_LEADERS]), say)
        named = say.all_of(names.person(row.person) for row in first)
        leaders = say("in the lead: {names} (points: {points})", names=named, points=say.decimal(first[0].points))
    return join_parts((*counts, leaders))
