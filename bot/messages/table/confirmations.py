"""Confirmations and forms before a lobby is closed, and before a match is left, ended or broken off, or somebody removed."""

from typing import Any, ClassVar

from discord import ButtonStyle, ui

from bot.messages.components import LONGEST_TITLE, Form, PressButton, TableId, layout, rows_of, text_field
from bot.messages.names import names_of
from bot.messages.table.buttons import TableAction
from bot.messages.table.render_context import RenderContext
from bot.messages.words import Words
from bot.tables.match_requests import missing_for_end
from bot.tables.ports import KnownPeople
from bot.tables.seat_events import LONGEST_REASON

WHY = "why"
"""The `custom_id` of the reason."""


class BreakOffForm(TableId, frozen=True):
    """A form that breaks off the match of a table."""

    pattern: ClassVar[str] = "e:{table}"


class RemovalForm(TableId, frozen=True):
    """A form that removes a person from the match of a table."""

    pattern: ClassVar[str] = "e:{table}:{person}"
    person: int


def break_off_form(table: int, say: Words) -> Form:
    """Render the form before a match is broken off, which needs a reason."""
    asked = reason_field(say.option("Everyone sees your name and the reason."), say, required=True)
    return Form(BreakOffForm(table), say.label("Cancel this match"), [asked])


def removal_form(table: int, person: int, people: KnownPeople, say: Words) -> Form:
    """Render the form before a player is removed."""
    asked = reason_field(say.option("Optional. Everyone can read it."), say, required=False)
    name = names_of(people, (person,), say).plain(person)
    return Form(RemovalForm(table, person), say.label("Remove {name}", name=name)[:LONGEST_TITLE], [asked])


def reason_field(description: str, say: Words, *, required: bool) -> "ui.Label[Any]":
    """Return the field of a form that asks why."""
    return text_field(say.label("Why?"), description, WHY, LONGEST_REASON, required=required)


def forfeit_layout(context: RenderContext) -> ui.LayoutView:
    """Render the confirmation before a player leaves a match that has begun: it says what that costs (RULES 8.1)."""
    say, table = context.say, context.table
    people, staying = len(table.seated_people()), table.begun_match.staying_seats()
    if table.may_count and len(staying) > 2:
        text = say("Leave this match? You'll come last, and the others play on. You can't come back.")
    elif table.may_count and table.is_played_by(staying):
        text = say("Leave this match? Your opponent wins, and you can't come back.")
    elif table.may_count:
        text = say("Leave this match? Not everyone has had a turn, so nobody wins. You'll come last, and you can't come back.")
    elif people <= 1:
        text = say("Leave this match? That ends it, and nobody wins.")
    elif people == 2:
        text = say("Leave this match? A computer plays on with your cards. You can come back between deals.")
    else:
        text = say(
            "Leave this match? A computer plays on with your cards. The others can vote to end it. "
            "You can come back between deals."
        )
    leave = context.button(TableAction.FORFEIT, say.button("Yes, leave the match"), ButtonStyle.danger)
    return _confirmation(context, text, leave, _back_button(context))


def end_layout(context: RenderContext, person: int) -> ui.LayoutView:
    """Render the confirmation before this player ends their own match, asks the others to end it, or answers them."""
    say, table = context.say, context.table
    back = _back_button(context)
    if table.is_private:
        has_more = table.lobby.day is None
        text = say("End this match? You can't continue it later.") if has_more else say("End this deal? You have one attempt.")
        back = context.button(TableAction.HAND, say.button("Back to my hand"))
    elif not missing_for_end(table, table.end_requests | {person}):
        text = say("End this match? Nobody wins and nothing counts.")
    elif table.timing.end_vote_until is not None:
        text = say(
            "Vote to end this match? If most players agree, nobody wins and nothing counts. You can't withdraw your vote."
        )
    else:
        text = say("Vote to end this match? If everyone agrees, nobody wins and nothing counts. You can't withdraw your vote.")
    end = context.button(TableAction.YES_END, say.button("Yes, end the match"), ButtonStyle.danger)
    return _confirmation(context, text, end, back)


def cancel_layout(context: RenderContext) -> ui.LayoutView:
    """Render the confirmation before a lobby is closed, or a manager of the server breaks the match off."""
    say, action = context.say, TableAction.BREAK_OFF
    text, label = say("Cancel this match? Nobody wins and nothing counts."), say.button("Yes, cancel the match")
    if context.table.match is None:
        action, label = TableAction.CLOSE, say.button("Yes, cancel the table")
        text = say("Cancel this table? It closes for everyone.")
    return _confirmation(context, text, context.button(action, label, ButtonStyle.danger))


def remove_layout(context: RenderContext, person: int) -> ui.LayoutView:
    """Render the confirmation before a player is removed from a lobby or a match, which costs them the same as leaving."""
    say, table, name = context.say, context.table, context.names.person(person)
    lines = [say("Remove {name} from this match? They can't come back.", name=name)]
    staying = [] if table.match is None else table.match.staying_seats()
    if table.match is None:
        pass  # it costs nothing
    elif table.may_count and len(staying) > 2:
        lines.append(say("They come last, and the others play on."))
    elif table.may_count and table.is_played_by(staying):
        lines.append(say("Their opponent wins."))
    elif table.may_count:
        lines.append(say("Not everyone has had a turn, so nobody wins. They come last."))
    elif len(table.seated_people()) == 1:
        lines.append(say("That ends it, and nobody wins."))
    else:
        lines.append(say("A computer plays on with their cards."))
    label = say.button("Yes, remove {name}", name=context.names.plain(person))
    remove = context.button(TableAction.YES_REMOVE, label, ButtonStyle.danger, person)
    return _confirmation(context, "\n".join(lines), remove, _back_button(context))


def whom_to_remove_layout(context: RenderContext) -> ui.LayoutView:
    """Render the prompt that asks whom a manager of the server, or an organiser, wants to remove."""
    people = context.table.seated_people()
    buttons = (context.button(TableAction.REMOVE, context.names.plain(one), ButtonStyle.danger, one) for one in people)
    return _confirmation(context, context.say("Remove which player?"), *buttons)


def which_seat_layout(context: RenderContext, person: int) -> ui.LayoutView:
    """Render the prompt that asks which computer's seat the person wants to take; the one that they left comes first."""
    say, table, names = context.say, context.table, context.names
    buttons = []
    own = table.seats.left.get(person)
    for seat in sorted(table.seats.of_computers(), key=lambda seat: seat != own):
        name, points = names.plain(table.seats.occupants[seat]), table.begun_match.scores[seat]
        if seat == own:
            label = say.many("Your seat: {name}, 1 point", "Your seat: {name}, {count} points", points, "button", name=name)
        else:
            label = say.many("{name}, 1 point", "{name}, {count} points", points, "button", name=name)
        style = ButtonStyle.primary if seat == own else ButtonStyle.secondary
        buttons.append(context.button(TableAction.TAKE_SEAT, label, style, seat))
    return _confirmation(context, say("Which seat? You get its points."), *buttons)


def _confirmation(context: RenderContext, text: str, *buttons: PressButton) -> ui.LayoutView:
    return layout(f"-# {context.title}\n{text}", *rows_of(buttons))


def _back_button(context: RenderContext) -> PressButton:
    """Return the button that shows the table in place of the confirmation."""
    return context.button(TableAction.SHOW, context.say.button("Back to the table"))
