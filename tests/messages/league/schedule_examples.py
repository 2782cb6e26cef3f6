"""Example schedules, and every message about schedules. Names and other data contain no letters."""

from collections.abc import Iterator
from dataclasses import replace as with_

from discord import ui
from msgspec.structs import replace

from bot.league.fixtures import Fixture, FixtureState, Reminder, StoredSchedule
from bot.league.league import League
from bot.messages.league.schedule import (
    ALL,
    MINE,
    TABLE,
    UNPLAYED,
    MoreTimePress,
    SchedulePress,
    more_time_form,
    moved_schedule_layout,
    reminder_layout,
    schedule_layout,
)
from bot.messages.league.schedule_lines import ScheduleContext
from bot.messages.names import Names
from bot.messages.words import Words
from bot.tables.ports import Person
from tests.league.written_matches import played
from tests.rummy.presets import variant

DAY = 86_400_000
PEOPLE = {number: Person(number, 100 + number, str(number) * 3, "en-US", None) for number in range(1, 10)}
NAMES = Names(PEOPLE)


def schedule_context(
    rounds: int, *, dated: bool, states: tuple[FixtureState, ...] = tuple(FixtureState), now: int = 2 * DAY
) -> ScheduleContext:
    """Return a schedule with one table of each state in every round; if `dated`, round 1 is due after a day, and so on."""
    fixtures = tuple(
        Fixture(len(states) * nth + at, nth, (2, 3, 4), nth * DAY if dated else None, state, 5, 6)
        for nth in range(1, rounds + 1)
        for at, state in enumerate(states)
    )
    whole = StoredSchedule(1, 1, 2, DAY, replace(variant(), title="55"), ((5,), *((),) * (rounds - 1)), fixtures)
    return ScheduleContext(1, "77", whole, NAMES, now)


def with_results(context: ScheduleContext, *ends: str) -> ScheduleContext:
    """Return the schedule with a match for each fixture, these in turn, each as in `written_matches`."""
    fixtures = context.schedule.fixtures
    results = {one.number: played(ends[nth % len(ends)], one.number) for nth, one in enumerate(fixtures)}
    return with_(context, results=results)


ENDS = (
    "Ben 1 104 · Cem 2 40 · Dee 3 2",
    "Ben 1 50 · Cem 1 50 · Dee 3 2",
    "Ben 1 7 · Cem 1 7 · Dee 1 7",
    "Ben 1 5 · Cem 2 0 left",
)
EQUAL_POINTS = (("Ben 1 50 · Cem 2 0", "Cem 1 60 · Dee 2 0"), ("Ben 1 50 · Dee 2 0", "Cem 1 40 · Dee 2 0"))
"""Schedules that Ben wins with as many points as Cem: head to head, and by card points."""


def schedule_layouts(say: Words) -> Iterator[ui.LayoutView | ui.Modal]:
    """Render every message and form about schedules."""
    for rounds, dated in ((1, False), (30, True)):
        for reader in (None, 2, 9):
            shown = with_(schedule_context(rounds, dated=dated), reader=reader)
            parts = (ALL,) if reader is None else (ALL, UNPLAYED, MINE, "5")
            for press in (SchedulePress(1, part, page) for part in parts for page in (None, 0, 1)):
                yield schedule_layout(shown, press, say)
    to_extend = schedule_context(1, dated=True)
    yield schedule_layout(to_extend, SchedulePress(1), say, is_organiser=True)
    yield more_time_form(to_extend.schedule, MoreTimePress(1, 1), say)
    over = schedule_context(1, dated=False, states=(FixtureState.PLAYED,))
    yield schedule_layout(
        with_(over, schedule=replace(over.schedule, is_replaced=True), is_over=True, reader=2), SchedulePress(1), say
    )
    yield schedule_layout(with_(over, reader=2), SchedulePress(1, UNPLAYED), say)
    yield schedule_layout(schedule_context(2, dated=False, states=(FixtureState.PLAYED,)), SchedulePress(1), say)
    finished = with_results(
        schedule_context(5, dated=False, states=(FixtureState.PLAYED,)), *ENDS, "Ben 2 0 left · Cem 1 0 left"
    )
    for part in (ALL, TABLE):
        yield schedule_layout(finished, SchedulePress(1, part), say)
    unplayed = {number: replace(match, is_walkover=True) for number, match in finished.results.items()}
    yield schedule_layout(with_(finished, results=unplayed), SchedulePress(1), say)
    for ends in EQUAL_POINTS:
        equal = with_results(schedule_context(2, dated=False, states=(FixtureState.PLAYED,)), *ends)
        yield schedule_layout(equal, SchedulePress(1), say)
    voided = with_results(schedule_context(1, dated=False, states=(FixtureState.WAITING,)), ENDS[0])
    voided = with_(voided, results={number: replace(match, voided=True) for number, match in voided.results.items()})
    yield schedule_layout(voided, SchedulePress(1), say)
    fixture = Fixture(1, 1, (2, 3), DAY, FixtureState.WAITING)
    for place in ((None, None), (5, None), (5, 6)):
        yield moved_schedule_layout("77", 10, 20, 30, say)
        yield reminder_layout(Reminder(fixture, 2, League(server=10, name="77"), *place), PEOPLE, say)
