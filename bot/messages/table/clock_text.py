"""The clock of a table in words, and why a match is played for fun."""

from collections.abc import Iterator
from typing import assert_never

from bot.messages.words import Words
from bot.tables.pace import PACES, Clock, Pace
from bot.tables.table import Table

_SECOND, _MINUTE, _HOUR = 1000, 60_000, 3_600_000  # milliseconds


def pace_name(pace: Pace, say: Words) -> str:
    """Return the name of a pace, as forms and commands offer it."""
    match pace:
        case Pace.LIVE:
            return say("Live")
        case Pace.QUICK:
            return say("Quick")
        case Pace.SLOW:
            return say("Slow")
        case Pace.NONE:
            return say("No clock")
        case _:
            assert_never(pace)


def pace_label(pace: Pace, say: Words) -> str:
    """Return how long a turn may take at a pace, in a few words."""
    times = PACES[pace]
    if times.turn is None:
        return say("no time limit")
    if not times.bank:
        return say.many("1 hour a turn", "{count} hours a turn", times.turn // _HOUR)
    return say.many(
        "{seconds} seconds a turn, then a time bank of 1 minute per match",
        "{seconds} seconds a turn, then a time bank of {count} minutes per match",
        times.bank // _MINUTE,
        seconds=times.turn // _SECOND,
    )


def clock_labels(clock: Clock, say: Words) -> Iterator[str]:
    """Yield how long a turn may take, and that the table pauses when the time is up, if it does."""
    yield pace_label(clock.pace, say)
    if clock.pauses:
        yield say("the table pauses when time is up")


def why_for_fun_lines(table: Table, say: Words) -> list[str]:
    """Return a line with the reasons why the match counts in no league and no rating; none if it may count."""
    if table.computers and table.clock.pauses:
        return [say("Played for fun with computers, and the table pauses: it counts in no league or rating.")]
    if table.computers:
        return [say("Played for fun with computers: it counts in no league or rating.")]
    if table.clock.pauses:
        return [say("Played for fun, as the table pauses: it counts in no league or rating.")]
    return []
