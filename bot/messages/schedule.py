"""A tournament's schedule: round by round who meets whom, what has been played, and a button for each table to be opened."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.messages.buttons import LONGEST_LABEL, layout, row
from bot.messages.league import moment
from bot.messages.league_buttons import FixturePress, LeagueButton
from bot.messages.names import Names, safe
from bot.messages.words import Words
from bot.tables.schedule_ports import Fixture, FixtureState, StoredSchedule

_BLUE = 0x3B6EA5
_MOST_BUTTONS = 25
_MOST_TEXT = 3300


def schedule_layout(name: str, schedule: StoredSchedule, met: Mapping[int, int], names: Names, say: Words) -> ui.LayoutView:
    """The whole schedule as far as a message holds it; the rounds that are over are left out first. `met` is `how_often`."""
    rounds = sorted({fixture.round for fixture in schedule.fixtures})
    waiting = [one for one in schedule.fixtures if one.state is FixtureState.WAITING]
    played = sum(one.state is FixtureState.PLAYED for one in schedule.fixtures)
    head = [
        f"### {safe(name)}",
        say("{game}: {played} of {all} played", game=safe(schedule.variant.title), played=played, all=len(schedule.fixtures)),
    ]
    text, left = list(head), _MOST_TEXT
    first = min((one.round for one in waiting), default=rounds[0])
    for number in rounds if len(rounds) < 4 else [one for one in rounds if one >= first]:
        block = _round(number, [one for one in schedule.fixtures if one.round == number], schedule.byes, names, say)
        left -= len(block)
        if left < 0:
            text.append("…")
            break
        text.append(block)
    text += [f"-# {_meet(times, pairs, say)}" for times, pairs in met.items()]
    return layout(ui.TextDisplay("\n".join(text)), *_buttons(waiting[:_MOST_BUTTONS], names, say), accent=_BLUE)


def _round(number: int, fixtures: Sequence[Fixture], byes: Sequence[Sequence[int]], names: Names, say: Words) -> str:
    due = next((one.due for one in fixtures if one.due is not None), None)
    title = f"**{say('Round {number}', number=number)}**" + ("" if due is None else f" · {moment(due, 'f')}")
    lines = [title, *(f"- {fixture_line(one, names, say)}" for one in fixtures)]
    if number <= len(byes) and byes[number - 1]:
        lines.append(f"-# {say('Bye: {names}', names=say.all_of(map(names.person, byes[number - 1])))}")
    return "\n".join(lines)


def fixture_line(fixture: Fixture, names: Names, say: Words) -> str:
    people = " – ".join(map(names.person, fixture.people))
    match fixture.state:
        case FixtureState.PLAYED:
            return say("{people}: played, match {number}", people=people, number=f"`{fixture.table}`")
        case FixtureState.OPEN:
            return say("{people}: open, table {number}", people=people, number=f"`{fixture.table}`")
        case FixtureState.WAITING:
            return people


def _meet(times: int, pairs: int, say: Words) -> str:
    """How many pairs meet so often."""
    if times == 0:
        return say("Pairs that never meet: {pairs}", pairs=pairs)
    if times == 1:
        return say("Pairs that meet once: {pairs}", pairs=pairs)
    return say("Pairs that meet {times} times: {pairs}", times=times, pairs=pairs)


def _buttons(waiting: Sequence[Fixture], names: Names, say: Words) -> "list[ui.ActionRow[Any]]":
    buttons = []
    for one in waiting:
        label = say("Open: {people}", people=" – ".join(names.plain(person)[:18] for person in one.people))
        buttons.append(LeagueButton(FixturePress(one.number), label[:LONGEST_LABEL], ButtonStyle.primary))
    return [row(*buttons[first : first + 5]) for first in range(0, len(buttons), 5)]


def reminder_text(league: str, fixture: Fixture, names: Names, say: Words) -> str:
    """By direct message, to who wants it."""
    people = say.all_of(map(names.person, fixture.people))
    due = "" if fixture.due is None else moment(fixture.due, "R")
    return say("{league}: {people} play {time}.", league=safe(league), people=people, time=due)
