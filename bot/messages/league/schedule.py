"""The schedule of a tournament: who meets whom in each round, what has been played, and buttons to open one's own tables.

It has pages, and shows all tables, those that have not been played, those of one person, or the points of everyone. Its
reminders are direct messages.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar

from discord import ButtonStyle, TextStyle, ui
from msgspec import Meta

from bot.competition.schedules import MOST_DAYS, overdue_fixtures, unplayed_fixtures
from bot.league.corrections import LONGEST_REASON
from bot.league.fixtures import Fixture, FixtureState, Reminder, StoredSchedule
from bot.messages.components import BLUE, LONGEST_LABEL, ButtonId, Form, PressButton, layout, link, row, rows_of
from bot.messages.league.schedule_lines import (
    RoundBlock,
    ScheduleContext,
    head_lines,
    meeting_lines,
    overdue_lines,
    round_block,
    schedule_table_lines,
    unplayed_match_lines,
    winner_lines,
)
from bot.messages.names import names_of
from bot.messages.text import safe_text, timestamp
from bot.messages.words import Words
from bot.tables.ports import KnownPeople

PARTS = ALL, UNPLAYED, MINE, TABLE = "all", "unplayed", "mine", "table"
Part = Annotated[str, Meta(pattern=f"^({'|'.join(PARTS)}|[0-9]{{1,9}})$")]
"""One of `PARTS` (`MINE`: the tables of the person who presses), or the number of a person."""


class SchedulePress(ButtonId, frozen=True):
    """A page (from 0; None means the current one) of a league's schedule."""

    pattern: ClassVar[str] = "p:{league}:{part}:{page}"
    league: int
    part: Part = ALL
    page: int | None = None


class FixturePress(ButtonId, frozen=True):
    """A fixture whose table is opened. `part` and `page` are what is shown afterwards; no part under the posted schedule."""

    pattern: ClassVar[str] = "f:{fixture}[:{part}:{page}]"
    fixture: int
    part: Part = ""
    page: int | None = None


class MoreTimePress(ButtonId, frozen=True):
    """More time for the rounds of this schedule; the button opens a form with the same id."""

    pattern: ClassVar[str] = "x:{league}:{schedule}"
    league: int
    schedule: int


ROUND, DAYS, WHY = "round", "days", "why"
_NAME = 18  # columns, on a button
_MOST_FIXTURES = 20  # on a page, as each may have its button
_MOST_IN_ROUNDS = 2400  # of a page's rounds, unless a single one is longer


def schedule_layout(context: ScheduleContext, press: SchedulePress, say: Words, *, is_organiser: bool = False) -> ui.LayoutView:
    """Render the page that the press requests: of the whole schedule, of the unplayed tables or a person's, or the points.

    An organiser can give the rounds more time, if they have dates.
    """
    view, frame = _part_layout(context, press, say), None
    if is_organiser and not context.is_over and any(one.due is not None for one in unplayed_fixtures(context.schedule)):
        frame = view.children[0]
    if isinstance(frame, ui.Container):
        frame.add_item(row(PressButton(MoreTimePress(context.league, context.schedule.number), say.button("More time"))))
    return view


def more_time_form(schedule: StoredSchedule, press: MoreTimePress, say: Words) -> Form:
    """Render the form; it suggests the first round that isn't played."""
    number = min((one.round for one in unplayed_fixtures(schedule)), default=1)
    nth: ui.TextInput[Any] = ui.TextInput(custom_id=ROUND, max_length=4, default=str(number))
    days: ui.TextInput[Any] = ui.TextInput(custom_id=DAYS, max_length=4)
    why: ui.TextInput[Any] = ui.TextInput(custom_id=WHY, style=TextStyle.paragraph, max_length=LONGEST_REASON)
    fields: list[ui.Label[Any]] = [
        ui.Label(
            text=say.label("From round"), description=say.option("This round and those after it get more time."), component=nth
        ),
        ui.Label(text=say.label("More days"), description=say.option("1 to {most}", most=MOST_DAYS), component=days),
        ui.Label(text=say.label("Why?"), description=say.option("Everyone can read it in /league log."), component=why),
    ]
    return Form(press, say.label("More time"), fields)


def _part_layout(context: ScheduleContext, press: SchedulePress, say: Words) -> ui.LayoutView:
    if press.part == ALL:
        return _whole_layout(context, press.page, say)
    if press.part == UNPLAYED:
        return _unplayed_layout(context, press.page, say)
    if press.part == TABLE:
        table = [*schedule_table_lines(context, say), *unplayed_match_lines(context, say)]
        lines = [*head_lines(context, say), *winner_lines(context, say), *table]
        return _page_layout(context, lines, [[]], 0, SchedulePress(context.league, TABLE), say)
    person = context.reader if press.part == MINE else int(press.part)
    return _person_layout(context, 0 if person is None else person, press, say)


def _whole_layout(context: ScheduleContext, page: int | None, say: Words) -> ui.LayoutView:
    byes = context.schedule.byes
    blocks = [
        round_block(context, number, fixtures, byes[number - 1] if number <= len(byes) else (), say)
        for number, fixtures in _by_round(context.schedule.fixtures).items()
    ]
    pages = _split_into_pages(blocks)
    shown = _current_page(context, pages) if page is None else min(page, len(pages) - 1)
    here = {fixture.number for block in pages[shown] for fixture in block.fixtures}
    late = [one for one in overdue_fixtures(context.schedule, context.now) if one.number not in here]
    lines = [*head_lines(context, say), *winner_lines(context, say), *overdue_lines(context, late, say)]
    if context.reader is None and not context.is_over and unplayed_fixtures(context.schedule):
        has_dates, remind = any(one.due is not None for one in context.schedule.fixtures), "`/league remind wanted:True`"
        lines.append(
            say("Press **My matches** to play yours. Reminders: {command}", command=remind)
            if has_dates
            else say("Press **My matches** to play yours.")
        )
    lines += [block.text for block in pages[shown]]
    lines += [*unplayed_match_lines(context, say), *meeting_lines(context.schedule, say)]
    if context.reader is None:
        lines.append(f"-# {say('Updated {time}', time=timestamp(context.now, 'R'))}")
    return _page_layout(context, lines, pages, shown, SchedulePress(context.league), say)


def _unplayed_layout(context: ScheduleContext, page: int | None, say: Words) -> ui.LayoutView:
    found = unplayed_fixtures(context.schedule)
    pages = _split_into_pages(
        [round_block(context, number, fixtures, (), say) for number, fixtures in _by_round(found).items()]
    )
    shown = min(page or 0, len(pages) - 1)
    total = say("Not played yet: {count}", count=len(found)) if found else say("All matches have been played.")
    lines = [*head_lines(context, say), total, *(block.text for block in pages[shown])]
    return _page_layout(context, lines, pages, shown, SchedulePress(context.league, UNPLAYED), say)


def _person_layout(context: ScheduleContext, person: int, press: SchedulePress, say: Words) -> ui.LayoutView:
    """Render the tables of one person, those still to be played first."""
    theirs = [one for one in context.schedule.fixtures if person in one.people]
    left = [one for one in theirs if one.state != FixtureState.PLAYED]
    name = context.names.person(person)
    if not theirs and person == context.reader:
        total = say("You're not in this schedule.")
    elif not theirs:
        total = say("{name} isn't in this schedule.", name=name)
    else:
        total = say("{name}: {played} of {all} played", name=name, played=len(theirs) - len(left), all=len(theirs))
    order = [*left, *(one for one in theirs if one.state == FixtureState.PLAYED)]
    pages = _split_into_pages([round_block(context, one.round, [one], (), say) for one in order])
    shown = min(press.page or 0, len(pages) - 1)
    lines = [*head_lines(context, say), total, *(block.text for block in pages[shown])]
    free = [str(nth) for nth, byes in enumerate(context.schedule.byes, start=1) if person in byes]
    if free:
        lines.append(f"-# {say('Bye in round: {rounds}', rounds=', '.join(free))}")
    return _page_layout(context, lines, pages, shown, SchedulePress(context.league, press.part), say)


def _by_round(fixtures: Iterable[Fixture]) -> dict[int, list[Fixture]]:
    found: dict[int, list[Fixture]] = {}
    for one in fixtures:
        found.setdefault(one.round, []).append(one)
    return found


def _split_into_pages(blocks: Iterable[RoundBlock]) -> list[list[RoundBlock]]:
    """Return the blocks of each page; there is at least one page."""
    pages: list[list[RoundBlock]] = [[]]
    for block in blocks:
        page = [*pages[-1], block]
        fixtures, text = sum(len(one.fixtures) for one in page), sum(len(one.text) + 1 for one in page)
        if pages[-1] and (fixtures > _MOST_FIXTURES or text > _MOST_IN_ROUNDS):
            pages.append([block])
        else:
            pages[-1] = page
    return pages


def _current_page(context: ScheduleContext, pages: Sequence[Sequence[RoundBlock]]) -> int:
    """Return the first page with a table to play whose date is not over, or the first with a table to play, or the last."""
    found = [
        (fixture.due is not None and fixture.due < context.now, page)
        for page, blocks in enumerate(pages)
        for block in blocks
        for fixture in block.fixtures
        if fixture.state != FixtureState.PLAYED
    ]
    return min(found)[1] if found else len(pages) - 1


def _page_layout(
    context: ScheduleContext,
    lines: Sequence[str],
    pages: Sequence[Sequence[RoundBlock]],
    page: int,
    press: SchedulePress,
    say: Words,
) -> ui.LayoutView:
    shown = [fixture for block in pages[page] for fixture in block.fixtures]
    turning = []
    if page > 0:
        turning.append(PressButton(SchedulePress(press.league, press.part, page - 1), say.button("Back")))
    if page < len(pages) - 1:
        turning.append(PressButton(SchedulePress(press.league, press.part, page + 1), say.button("Next")))
    parts = {
        ALL: say.button("All rounds"),
        MINE: say.button("My matches"),
        UNPLAYED: say.button("Not played yet"),
        TABLE: say.button("Standings"),
    }
    styles = {MINE: ButtonStyle.primary} if context.reader is None else {}
    turning += [
        PressButton(SchedulePress(press.league, part), label, styles.get(part, ButtonStyle.secondary))
        for part, label in parts.items()
        if part != press.part
    ]
    rows = (*_open_buttons(context, shown, press, page, say), *rows_of(turning))
    return layout(ui.TextDisplay("\n".join(lines)), *rows, accent=BLUE)


def _open_buttons(
    context: ScheduleContext, shown: Sequence[Fixture], press: SchedulePress, page: int, say: Words
) -> "list[ui.ActionRow[Any]]":
    """Return the buttons that open the reader's tables; none under the posted schedule, where nobody else could use them.

    A table with a person whose data was deleted can't be opened.
    """
    people = sorted({person for one in shown for person in one.people})
    short = dict(zip(people, context.names.cut(people, _NAME), strict=True))
    buttons = []
    for one in shown:
        if context.is_over or one.state != FixtureState.WAITING or context.reader not in one.people:
            continue
        if any(context.names.is_former(person) for person in one.people):
            continue
        label = say.button(
            "Play round {number}: {people}", number=one.round, people=" – ".join(short[person] for person in one.people)
        )
        buttons.append(PressButton(FixturePress(one.number, press.part, page), label[:LONGEST_LABEL], ButtonStyle.primary))
    return [row(*buttons[first : first + 5]) for first in range(0, len(buttons), 5)]


def moved_schedule_layout(name: str, server: int, channel: int, message: int, say: Words) -> ui.LayoutView:
    """Render what replaces a schedule that has been posted again, with a link to the newer message."""
    text = say("The schedule of {league} is now in a newer message.", league=safe_text(name))
    return layout(ui.TextDisplay(text), row(link(say.button("Go to the schedule"), server, channel, message)), accent=BLUE)


def reminder_layout(reminder: Reminder, people: KnownPeople, say: Words) -> ui.LayoutView:
    """Render the direct message that reminds a person of a table that they have to play."""
    fixture, league = reminder.fixture, reminder.league
    names = names_of(people, fixture.people, say)
    others = say.all_of(names.person(one) for one in fixture.people if one != reminder.person)
    date, left = timestamp(fixture.due or 0, "f"), timestamp(fixture.due or 0, "R")
    text = say(
        "**{league}**: play your match with {people} by {date} ({left}).",
        league=safe_text(league.name),
        people=others,
        date=date,
        left=left,
    )
    if reminder.channel is None:
        return layout(ui.TextDisplay(text), accent=BLUE)
    label = say.button("Go to the schedule") if reminder.message is not None else say.button("Go to the channel")
    return layout(ui.TextDisplay(text), row(link(label, league.server, reminder.channel, reminder.message)), accent=BLUE)
