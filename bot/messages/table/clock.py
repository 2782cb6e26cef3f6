"""The clock of a table: its words, its select, the lines about it, and **Nudge**.

Times are Discord's own timestamps, so that no message is edited as the time passes. So each one must still be true when it has
passed: a time limit includes the time bank, and what ends much later is shown by its date.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ui

from bot.messages.components import Option, PressButton, PressSelect, row
from bot.messages.table.buttons import LobbySelect, TableAction
from bot.messages.table.render_context import RenderContext
from bot.messages.text import capitalized, join_parts, timestamp
from bot.messages.words import Words
from bot.tables.events import PACES, Clock, Pace
from bot.tables.refusals import ButtonNotUnderstood
from bot.tables.table import Obstacle, Phase, Table
from bot.tables.time_requests import bank_of, closes_at, time_is_up_at, waits_for_hours
from bot.wording.sentence import Refused

_SECOND, _MINUTE, _HOUR = 1000, 60_000, 3_600_000  # milliseconds
_PAUSES = ":pauses"


def pace_name(pace: Pace, say: Words) -> str:
    """Return the name of a pace, as forms and commands offer it."""
    return {
        Pace.LIVE: say.option("Live"),
        Pace.QUICK: say.option("Quick"),
        Pace.SLOW: say.option("Slow"),
        Pace.NONE: say.option("No clock"),
    }[pace]


def pace_label(pace: Pace, say: Words) -> str:
    """Return how long a turn may take at a pace, in a few words."""
    times = PACES[pace]
    if times.turn is None:
        return say.option("no time limit")
    if not times.bank:
        return say.many("1 hour a turn", "{count} hours a turn", times.turn // _HOUR, "option")
    return say.many(
        "{seconds} s a turn + 1 min extra time a match",
        "{seconds} s a turn + {count} min extra time a match",
        times.bank // _MINUTE,
        "option",
        seconds=times.turn // _SECOND,
    )


def clock_labels(clock: Clock, say: Words) -> Iterator[str]:
    """Yield how long a turn may take, and that the table pauses when the time is up, if it does."""
    yield pace_label(clock.pace, say)
    if clock.pauses:
        yield say.option("pauses when time is up")


def obstacle_lines(obstacles: Sequence[Obstacle], say: Words) -> list[str]:
    """Return a line for each reason why a match counts in no league and no rating."""
    lines = {
        Obstacle.COMPUTERS: say("Casual match (computers): unrated"),
        Obstacle.PAUSES: say("Casual match (clock with pauses): unrated"),
    }
    return [lines[one] for one in obstacles]


def clock_row(table: Table, say: Words) -> "ui.ActionRow[Any]":
    """Return the select of the clocks, with the current one chosen: each pace, then each that pauses."""
    options = []
    for clock in dict.fromkeys(clock_of(pace, pauses=pauses) for pauses in (False, True) for pace in Pace):
        value, label = f"{clock.pace}{_PAUSES * clock.pauses}", capitalized(join_parts(clock_labels(clock, say)))
        options.append(Option(value, label, pace_name(clock.pace, say), chosen=clock == table.clock))
    return row(PressSelect(LobbySelect(table.number, "clock"), options))


def chosen_clock(value: str) -> Clock:
    """Return the clock that was chosen. Raise `Refused(ButtonNotUnderstood)`: an altered Discord client can send any value."""
    pace = value.removesuffix(_PAUSES)
    if pace not in set(Pace):
        raise Refused(ButtonNotUnderstood())
    return clock_of(Pace(pace), pauses=pace != value)


def clock_of(pace: Pace, *, pauses: bool) -> Clock:
    """Return the clock; without a time limit, there is nothing to pause for."""
    return Clock(pace, pauses=pauses and pace != Pace.NONE)


def time_limit_line(context: RenderContext, *, is_edited: bool = True) -> str:
    """Return until when the current turn may last, with the time bank; empty if no clock runs.

    A message that isn't edited when the turn is over gets the time of day, not how long it is until then.
    """
    table, say = context.table, context.say
    person, clock, up_at = table.person_to_act(), table.timing.turn_clock, time_is_up_at(table)
    if person is None or clock is None or clock.until is None or up_at is None or table.plays_by_itself():
        return ""
    when = timestamp(up_at, "R" if is_edited else "f" if table.clock.pace in (Pace.SLOW, Pace.NONE) else "T")
    if clock.reminders and bank_of(table, person):
        return say("Using extra time. Time limit: {when}", when=when)
    return say("Time limit: {when}", when=when)


def waiting_lines(context: RenderContext) -> list[str]:
    """Return a line for the person for whom the table is paused, and for each whose turns are played without waiting."""
    table, say, names = context.table, context.say, context.names
    if table.phase != Phase.DEAL:
        return []
    lines = season_lines(context)
    if table.timing.paused_for is not None:
        paused = say("Time's up. The table is waiting for {name}.", name=names.person(table.timing.paused_for))
        lines.append(f"{paused} {_closing_sentence(context)}")
    for person in table.seated_people():
        if not table.timing.is_away(person):
            continue
        name = names.person(person)
        if table.may_count:
            lines.append(say("{name} is away. Ramino draws and discards for them.", name=name))
        else:
            lines.append(say("{name} is away. A computer is filling in.", name=name))
    return lines


def season_lines(context: RenderContext) -> list[str]:
    """Return until when a season waits for the match; nothing if none does."""
    if (until := context.table.timing.season_until) is None:
        return []
    say, when = context.say, timestamp(until, "f")
    return [say("Season over: at most 24 hours a turn. The match ends {when}, and the slowest player comes last.", when=when)]


def own_lines(context: RenderContext, person: int) -> list[str]:
    """Return what a player must know of their own clock: the table is paused for them, or turns are played for them."""
    table, say = context.table, context.say
    if table.phase != Phase.DEAL:
        return []
    if table.timing.paused_for == person:
        paused = say("Time's up. The table is waiting for you: press any button.")
        return [f"{paused} {_closing_sentence(context)}"]
    others_are_away = all(table.timing.is_away(one) for one in table.seated_people() if one != person)
    if table.timing.is_away(person) and others_are_away:  # each turn has its time then: nobody is kept waiting
        return [say("You're away. Ramino plays your turns when time runs out. Press any button to return.")]
    if table.timing.is_away(person):
        return [say("You're away. Ramino plays your turns. Press any button to return.")]
    if person in table.timing.missed_turns:
        return [say("Time ran out, and Ramino played your turn. Miss another, and Ramino plays until you're back.")]
    return []


def nudge_button(context: RenderContext) -> list[PressButton]:
    """Return **Nudge** where no clock soon plays for the person whose turn it is, and another person may be waiting."""
    table = context.table
    is_awaited = table.person_to_act() is not None and not table.plays_by_itself() and len(table.seated_people()) > 1
    return [context.button(TableAction.NUDGE, context.say.button("Nudge"))] if is_awaited and waits_for_hours(table) else []


def _closing_sentence(context: RenderContext) -> str:
    """Return when a paused table is closed."""
    at = closes_at(context.table)
    assert at is not None, "a table pauses in a turn that has a clock"
    return context.say("It closes {when} if nobody moves.", when=timestamp(at, "f"))
