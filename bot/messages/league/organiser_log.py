"""The log of everything that organisers did, and its lines as they are announced; and the protests against a match.

**Protest**, **Answer** and **Correct** open forms.
"""

from collections.abc import Sequence
from itertools import accumulate, combinations
from typing import Any, ClassVar

from discord import ui

from bot.competition.corrections import Protest
from bot.league.corrections import LONGEST_REASON, Change, PutBack, Reinstate, Remove, SwapPeople, Void
from bot.league.match_facts import MatchResult, history_line
from bot.league.organiser_actions import LogLine, LogPage, Protested, TournamentWaits
from bot.messages.components import (
    BLUE,
    GREY,
    LONGEST_DESCRIPTION,
    ROOM_FOR_TEXT,
    ButtonId,
    Form,
    Option,
    PressButton,
    layout,
    rows_of,
    select_field,
    text_field,
)
from bot.messages.league.action_lines import BRIEF, BRIEFEST, announced_text, log_text, people_in_line
from bot.messages.league.pages import LogPress, page_buttons
from bot.messages.names import Names, names_of
from bot.messages.sentences import people_in
from bot.messages.text import cut_to_length, lines_that_fit
from bot.messages.tournament.plan import TournamentPress
from bot.messages.words import Words
from bot.tables.ports import KnownPeople

LINES_ON_A_PAGE = 10
TEXT = "text"
"""The `custom_id` of what is typed."""
CHANGE, _LONG_NAME = "change", 40
_ROOM = 800  # characters


class ProtestPress(ButtonId, frozen=True):
    """Protests against a match; with a `person`, answers their protest."""

    pattern: ClassVar[str] = "z:{match}[:{person}]"
    match: int
    person: int | None = None


class CorrectPress(ButtonId, frozen=True):
    """Corrects a match, in a form."""

    pattern: ClassVar[str] = "zc:{match}"
    match: int


def organiser_log_layout(page: LogPage, people: KnownPeople, press: LogPress, say: Words) -> ui.LayoutView:
    """Render a page of the log. If its lines are too long together, the longest are brief."""
    head = f"### {say('What organisers did')}"
    if not page.lines:
        return layout(f"{head}\n{say('Nothing yet.')}", accent=BLUE)
    names = _names_in(page.lines, people, say)
    lines = [log_text(one, names, say) for one in page.lines]
    for lengths in (BRIEF, BRIEFEST):
        for at in sorted(range(len(lines)), key=lambda nth: -len(lines[nth])):
            if len("\n".join(lines)) <= ROOM_FOR_TEXT:
                break
            lines[at] = log_text(page.lines[at], names, say, lengths)
    pages, number = -(-page.total // LINES_ON_A_PAGE), page.skipped // LINES_ON_A_PAGE
    foot = [f"-# {say('Page {page} of {pages}', page=number + 1, pages=pages)}"] if pages > 1 else []
    buttons = page_buttons(LogPress(press.league, page=number), pages, say)
    waiting = {one.what.tournament: one.what.name for one in page.lines if isinstance(one.what, TournamentWaits)}
    manage = (PressButton(TournamentPress(one, "manage"), say.button("Manage {name}", name=waiting[one])) for one in waiting)
    return layout("\n".join((head, *lines, *foot)), *rows_of(manage), *buttons, accent=BLUE)


def announced_together(lines: Sequence[LogLine], people: KnownPeople, say: Words) -> int:
    """Return how many of the lines fit into one announcement: at least one. A protest has one for itself, with **Answer**."""
    names = _names_in(lines, people, say)
    lengths = accumulate(len(announced_text(line, names, say)) + 1 for line in lines)
    before = next((nth for nth, line in enumerate(lines) if isinstance(line.what, Protested)), len(lines))
    return max(1, min(before, sum(length <= ROOM_FOR_TEXT for length in lengths)))


def announcement_layout(
    lines: Sequence[LogLine], people: KnownPeople, say: Words, *, is_answered: bool = False
) -> ui.LayoutView:
    """Render the public message about what organisers have just done. A protest has **Answer** until it `is_answered`."""
    names = _names_in(lines, people, say)
    text = "\n".join(announced_text(one, names, say) for one in lines)
    open_lines = [] if is_answered else lines
    presses = [ProtestPress(line.what.match, line.by) for line in open_lines if isinstance(line.what, Protested)]
    return layout(text, *protest_rows(presses, names, say), accent=GREY)


def _names_in(lines: Sequence[LogLine], people: KnownPeople, say: Words) -> Names:
    return names_of(people, {person for line in lines for person in people_in_line(line)}, say)


def protest_rows(presses: Sequence[ProtestPress | CorrectPress], names: Names, say: Words) -> "list[ui.ActionRow[Any]]":
    buttons = []
    for press in presses:
        label = say.button("Correct") if isinstance(press, CorrectPress) else say.button("Protest")
        if isinstance(press, ProtestPress) and press.person is not None:
            label = say.button("Answer {name}", name=names.plain(press.person))
        buttons.append(PressButton(press, label))
    return rows_of(buttons)


def protest_form(press: ProtestPress, why: str, say: Words) -> Form:
    """Render the form. `why` is the reason of the protest that is answered."""
    title, about = say.label("Your protest"), say.option("Everyone can read it.")
    if press.person is not None:
        title = say.label("Your answer (everyone can read it)")
        about = cut_to_length(say.option("Protest: {why}", why=why), LONGEST_DESCRIPTION) if why else ""
    asked = text_field(title, about, TEXT, LONGEST_REASON)
    return Form(press, say.label("Protest against match {match}", match=str(press.match)), [asked])


def correction_form(match: MatchResult, names: Names, say: Words) -> Form:
    """Render the form with every correction of the match that its people make possible, and why."""
    possible = possible_corrections(match)
    options = [Option(value, _correction_text(change, names, say)) for value, change in possible.items()]
    places = ", ".join(f"{one.place}. {names.plain(one.person)}" for one in history_line(match).people)
    fields = [
        select_field(say.button("Correct"), cut_to_length(places, LONGEST_DESCRIPTION), CHANGE, options),
        text_field(say.label("Why?"), say.option("Everyone can read it in /league log."), TEXT, LONGEST_REASON),
    ]
    return Form(CorrectPress(match.number), say.label("Correct match {match}", match=str(match.number)), fields)


def _correction_text(change: Change, names: Names, say: Words) -> str:
    first, other = (*(cut_to_length(names.plain(person), _LONG_NAME) for person in people_in(change)), "", "")[:2]
    match change:
        case Void():
            return say.option("Void the match")
        case Reinstate():
            return say.option("Let the match count again")
        case SwapPeople():
            return say.option("Swap {name} and {other}", name=first, other=other)
        case Remove():
            return say.option("Remove {name}", name=first)
        case _:
            return say.option("Put {name} back", name=first)


def possible_corrections(match: MatchResult) -> dict[str, Change]:
    """Return the corrections of a match as they are now possible, by the values of their options."""
    people = [seat.person for seat in match.people()]
    removed = [seat.person for seat in match.seats if seat.removed]
    found: list[Change] = [Reinstate() if match.voided else Void()]
    found += [SwapPeople(*pair) for pair in combinations(people, 2)]
    found += [*map(Remove, people), *map(PutBack, removed)]
    return {" ".join((type(one).__name__, *map(str, people_in(one)))): one for one in found}


def protest_lines(protests: Sequence[Protest], names: Names, say: Words) -> list[str]:
    """Return each protest, and below it how it was answered. What players typed ends a line, so nobody can forge an answer."""
    answered = ([one.line] if one.answer is None else [one.line, one.answer] for one in protests)
    return lines_that_fit(("\n".join(announced_text(line, names, say) for line in lines) for lines in answered), _ROOM)
