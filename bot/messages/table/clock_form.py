"""The form in which the host chooses the clock of a table: the pace, and what happens when the time is up."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from discord import SelectOption

from bot.messages.button_ids import TableId
from bot.messages.components import Form, question
from bot.messages.table.clock_text import pace_label, pace_name
from bot.messages.words import Words
from bot.tables.pace import Clock, Pace
from bot.tables.refusals import ButtonNotUnderstood
from bot.tables.table import Table
from bot.wording.sentence import Refused

_PACE, _TIME_IS_UP = "pace", "time_is_up"
_PLAY, _PAUSE = "play", "pause"


class ClockForm(TableId, frozen=True):
    """A form for the clock of a table that was opened, or sent."""

    pattern: ClassVar[str] = "c:{table}"


def clock_form(table: Table, say: Words) -> Form:
    """Render the form with the current clock chosen. Tables of a schedule can't pause, and some need a clock."""
    needs_clock = table.reserved is not None and table.reserved.needs_clock
    paces = [pace for pace in Pace if pace != Pace.NONE or not needs_clock]
    questions = [question(say("Pace"), say("How long a turn may take"), _PACE, _options(paces, table.clock, say))]
    if table.reserved is None:
        choices = (
            SelectOption(label=say("The turn is played for them"), value=_PLAY, default=not table.clock.pauses),
            SelectOption(label=say("The table pauses; played for fun"), value=_PAUSE, default=table.clock.pauses),
        )
        questions.append(
            question(
                say("When time is up"),
                say("What happens to the turn. A table without a clock never pauses."),
                _TIME_IS_UP,
                choices,
            )
        )
    return Form(ClockForm(table.number), say("Clock"), questions)


def _options(paces: Sequence[Pace], clock: Clock, say: Words) -> Iterator[SelectOption]:
    for pace in paces:
        yield SelectOption(
            label=pace_name(pace, say), description=pace_label(pace, say), value=pace.value, default=pace == clock.pace
        )


def chosen_clock(answers: Mapping[str, Sequence[str]], clock: Clock) -> Clock:
    """Return the clock that was chosen; what wasn't answered stays. Raise `Refused(ButtonNotUnderstood)`.

    An altered Discord client can send any answers.
    """
    pace = _only(answers, _PACE, clock.pace.value)
    then = _only(answers, _TIME_IS_UP, _PAUSE if clock.pauses else _PLAY)
    if pace not in set(Pace) or then not in (_PLAY, _PAUSE):
        raise Refused(ButtonNotUnderstood(f"{pace} {then}"))
    return clock_of(Pace(pace), pauses=then == _PAUSE)


def clock_of(pace: Pace, *, pauses: bool) -> Clock:
    """Return the clock; without a time limit, there is nothing to pause for."""
    return Clock(pace, pauses=pauses and pace != Pace.NONE)


def _only(answers: Mapping[str, Sequence[str]], name: str, otherwise: str) -> str:
    chosen = answers.get(name, ())
    return chosen[0] if len(chosen) == 1 else otherwise
