"""The actions about who plays in which seat of a match: remove a person, take a computer's seat."""

from dataclasses import replace

from bot.interactions.call import Call
from bot.interactions.permissions import may_remove_players
from bot.interactions.reply import Reply
from bot.interactions.routes import forms, numbered_action
from bot.interactions.services import Services
from bot.interactions.table.promised_reply import check_not_over
from bot.interactions.table.show_table import show_hand, show_table
from bot.messages.table.buttons import TableAction
from bot.messages.table.confirmations import remove_layout, which_seat_layout, whom_to_remove_layout
from bot.messages.table.reason_forms import WHY, RemovalForm, removal_form
from bot.messages.text import clean_line
from bot.tables.ports import Person
from bot.tables.refusals import ManagerPlays, NotPlaying, TableNotStarted
from bot.tables.requests import Remove, TakeSeat
from bot.tables.seat_events import LONGEST_REASON
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refusal, Refused


class OnlyManagersRemove(Refusal):
    """Only a member with Manage Server or an organiser can remove a player from a match."""

    sentence = (
        "You need the Manage Server permission or the organiser role to remove a player. "
        "The players can end the match together: `/table show` → **End the match**."
    )


@numbered_action(TableAction.REMOVE)
async def ask_to_remove(services: Services, call: Call, table: Table, person: Person, removed: int | None) -> Reply:
    """Ask a manager or organiser for confirmation before a person is removed; without one, ask whom."""
    await _check_may_remove(services, call, table, person)
    context = await services.context(table, services.say(call))
    if removed is not None and removed not in table.seated_people():
        raise Refused(NotPlaying(), table.number)
    view = whom_to_remove_layout(context) if removed is None else remove_layout(context, removed)
    return Reply(view=view, replaces_pressed=call.is_whispered)


@numbered_action(TableAction.YES_REMOVE)
async def ask_why(services: Services, call: Call, table: Table, person: Person, removed: int | None) -> Reply:
    """Open the form that asks why a person is removed, after the confirmation."""
    await _check_may_remove(services, call, table, person)
    if removed is None or removed not in table.seated_people():
        raise Refused(NotPlaying(), table.number)
    say = services.say(call)
    form = removal_form(table.number, removed, services.people, say)
    return Reply(form=form, text=say("That took too long. Press the button again."))


@forms.at_table(RemovalForm)
async def remove(services: Services, call: Call, table: Table, person: Person, form: RemovalForm) -> Reply:
    """Remove a person for the reason in the form, which may be empty; the reply is the table."""
    await _check_may_remove(services, call, table, person)
    request = Remove(form.person, await services.eligibility.leagues_of(table), clean_line(call.answer(WHY)[:LONGEST_REASON]))
    changed = await services.tables.change(table.number, person.number, request)
    shown = await show_table(services, call, changed, person)
    return replace(shown, replaces_pressed=call.is_whispered)


async def _check_may_remove(services: Services, call: Call, table: Table, person: Person) -> None:
    check_not_over(table)
    if table.match is None:
        raise Refused(TableNotStarted(), table.number)
    if not await may_remove_players(services, call, table):
        raise Refused(OnlyManagersRemove(), table.number)
    if person.number in table.seated_people():
        raise Refused(ManagerPlays(), table.number)


@numbered_action(TableAction.TAKE_SEAT)
async def take_seat(services: Services, call: Call, table: Table, person: Person, seat: int | None) -> Reply:
    """Take a computer's seat; if several play and none is named, ask which. The reply is the hand."""
    check_not_over(table)
    can_choose = table.phase == Phase.PAUSE and person.number not in table.seated_people()
    if seat is None and can_choose and len(table.computers_seats()) > 1 and person.number not in table.removed:
        return Reply(view=which_seat_layout(await services.context(table, services.say(call))))
    changed = await services.tables.change(table.number, person.number, TakeSeat(seat))
    say = services.say(call)
    shown = await show_hand(services, call, changed, person, note=say("The seat is yours from now on."))
    return replace(shown, replaces_pressed=call.is_whispered)
