"""The actions at a table that are neither moves nor the lobby's: see, end, leave or close it, remove somebody, take a seat."""

from dataclasses import replace

from bot.interactions.call import Call, Reply, TableServices
from bot.interactions.permissions import is_manager, may_break_off, may_remove_players
from bot.interactions.routes import action, forms, numbered_action
from bot.interactions.table import lobby_actions
from bot.interactions.table.show_table import check_not_over, may_replace, show_hand, show_table
from bot.messages.names import names_at
from bot.messages.table.buttons import TableAction
from bot.messages.table.channel.match_end import match_details_layout
from bot.messages.table.confirmations import (
    WHY,
    BreakOffForm,
    RemovalForm,
    break_off_form,
    cancel_layout,
    end_layout,
    forfeit_layout,
    removal_form,
    remove_layout,
    which_seat_layout,
    whom_to_remove_layout,
)
from bot.messages.table.shuffle_proof import fairness_layout, lobby_proof_layout, proof_layout
from bot.messages.table.table_summary import older_turns_layout
from bot.messages.text import clean_reason
from bot.tables.lobby_requests import Request, StandUp, check_seated
from bot.tables.match_requests import NUDGES_OF_ABSENT, AskEnd, Cancel, Forfeit, Remove, TakeSeat
from bot.tables.ports import Person
from bot.tables.refusals import ManagerPlays, NotPlaying, NotSeated, NotTheHost, OnlyManagers, TableNotStarted, TableStarted
from bot.tables.rule_requests import RemovePlayer, check_may_remove
from bot.tables.seat_events import LONGEST_REASON
from bot.tables.table import Phase, Table
from bot.tables.time_requests import Nudge
from bot.wording.sentence import Refusal, Refused


class NoReasonGiven(Refusal):
    sentence = "Give a reason for cancelling the match. Everyone at the table reads it."


class OwnMatch(Refusal):
    """An organiser who had a seat in a match, without Manage Server, can't break it off: it may be one that they are losing."""

    sentence = "You can't cancel your own match. Ask another organiser, or a member with Manage Server."


@action(TableAction.DETAILS)
async def show_details(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Show what the result of the match leaves out."""
    if table.match is None or not table.match.is_over:
        raise call.not_understood()
    context = await services.context_for(table, person, services.say(call))
    return Reply(view=match_details_layout(context, table.seats.seat_of(person.number)))


@numbered_action(TableAction.OLDER)
async def show_older_turns(services: TableServices, call: Call, table: Table, _person: Person, before: int | None) -> Reply:
    """Show the turns of the current deal before the turn with this number."""
    if table.match is None or before is None:
        raise call.not_understood()
    context = await services.context(table, services.say(call))
    return Reply(view=older_turns_layout(context, before), replaces_pressed=may_replace(call, table))


@numbered_action(TableAction.FAIRNESS)
async def show_fairness(services: TableServices, call: Call, table: Table, _person: Person, deal: int | None) -> Reply:
    """Answer whether a deal was fixed beforehand; without a number, the current deal. In a lobby, show what fixes all."""
    context = await services.context(table, services.say(call))
    if table.match is None and table.lobby.chain is not None:
        return Reply(view=lobby_proof_layout(context))
    proof = await services.tables.deal_proof(table.number, deal or table.deal_number)
    if proof is None:
        raise call.not_understood()
    check = await services.tables.check_shuffle(table.number, proof.deal)
    return Reply(view=fairness_layout(proof, check, context))


@numbered_action(TableAction.PROOF)
async def show_proof(services: TableServices, call: Call, table: Table, _person: Person, deal: int | None) -> Reply:
    """Show the numbers that prove a deal, in place of the answer."""
    proof = await services.tables.deal_proof(table.number, deal or table.deal_number)
    if proof is None:
        raise call.not_understood()
    context = await services.context(table, services.say(call))
    return Reply(view=proof_layout(proof, context), replaces_pressed=call.is_whispered)


@action(TableAction.END)
async def end(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Ask for confirmation before a player asks to end the match."""
    check_not_over(table)
    check_seated(table, person.number)
    if table.match is None:
        raise Refused(NotSeated(), table.number)
    if person.number in table.end_requests:
        return await ask_to_end(services, call, table, person)  # refused with the people who are missing, or done if nobody is
    view = end_layout(await services.context(table, services.say(call)), person.number)
    return Reply(view=view, replaces_pressed=may_replace(call, table))


@action(TableAction.YES_END)
async def ask_to_end(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Ask to end the match; the reply is the table, which shows who wants to end it."""
    changed = await services.tables.change(table.number, person.number, AskEnd())
    show = show_hand if table.is_private else show_table
    shown = await show(services, call, changed, person)
    return replace(shown, replaces_pressed=may_replace(call, table))


async def leave(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Leave a lobby immediately; in a match, ask for confirmation first. A person's own match ends."""
    if table.is_private and table.match is not None:
        return await end(services, call, table, person)
    if table.match is not None and table.phase != Phase.OVER:
        check_seated(table, person.number)
        view = forfeit_layout(await services.context(table, services.say(call)))
        return Reply(view=view, replaces_pressed=call.is_whispered)
    changed = await services.tables.change(table.number, person.number, StandUp())
    return await show_table(services, call, changed, person)


@action(TableAction.LEAVE)
async def press_leave(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Leave, as by command; in a lobby, the reply replaces its message."""
    if table.match is None:
        return await lobby_actions.change(services, call, table, person, StandUp())
    return await leave(services, call, table, person)


@action(TableAction.FORFEIT)
async def forfeit(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Leave a match, after the confirmation."""
    changed = await services.tables.change(table.number, person.number, Forfeit())
    return replace(await show_hand(services, call, changed, person), replaces_pressed=call.is_whispered)


async def cancel(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Ask for confirmation before a lobby is closed, by its host or a manager of the server, or a match by an organiser."""
    manager = is_manager(call, table)
    check_not_over(table)
    if table.match is None and not manager and person.number != table.seats.host:
        raise Refused(NotTheHost(table.seats.people[0]), table.number)
    if table.match is not None:
        await _check_may_break_off(services, call, table, person)
    context = await services.context(table, services.say(call))
    return Reply(view=cancel_layout(context))


@action(TableAction.CANCEL)
async def press_cancel(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Ask for confirmation before a lobby is closed."""
    if table.match is not None and table.phase != Phase.OVER:
        raise Refused(TableStarted(), table.number)
    return await cancel(services, call, table, person)


@action(TableAction.CLOSE)
async def close(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Close a lobby, after the confirmation. Raise Refused(TableStarted) if the match has started meanwhile."""
    return await _change(services, call, table, person, Cancel(is_manager(call, table), only_lobby=True))


@action(TableAction.BREAK_OFF)
async def ask_why_to_cancel(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Open the form that asks why a match is broken off, after the confirmation."""
    check_not_over(table)
    if table.match is None:
        raise Refused(TableNotStarted(), table.number)
    await _check_may_break_off(services, call, table, person)
    return Reply(form=break_off_form(table.number, services.say(call)))


@forms.at_table(BreakOffForm)
async def break_off(services: TableServices, call: Call, table: Table, person: Person, _form: BreakOffForm) -> Reply:
    """Break a match off for the reason in the form."""
    if table.match is None:
        raise Refused(TableNotStarted(), table.number)
    reason = clean_reason(call.answer(WHY)[:LONGEST_REASON])
    if not reason:
        raise Refused(NoReasonGiven(), table.number)
    check_not_over(table)
    await _check_may_break_off(services, call, table, person)
    leagues = await services.eligibility.leagues_of(table)
    return await _change(services, call, table, person, Cancel(by_manager=True, why=reason, leagues=leagues))


async def _check_may_break_off(services: TableServices, call: Call, table: Table, person: Person) -> None:
    """Raise Refused(OnlyManagers), or Refused(OwnMatch) for an organiser who plays in the match, or has left it."""
    if not await may_break_off(services, call, table):
        raise Refused(OnlyManagers(), table.number)
    if person.number in table.seats.people and not is_manager(call, table):
        raise Refused(OwnMatch(), table.number)


async def _change(services: TableServices, call: Call, table: Table, person: Person, request: Request) -> Reply:
    """Make the request; the reply is the table, in place of what was pressed if only the person sees that."""
    changed = await services.tables.change(table.number, person.number, request)
    return replace(await show_table(services, call, changed, person), replaces_pressed=call.is_whispered)


class OnlyManagersRemove(Refusal):
    sentence = (
        "Only members with Manage Server, or organisers, can remove a player. "
        "Players can vote to end the match: `/table show` → **End the match**."
    )


@numbered_action(TableAction.REMOVE)
async def ask_to_remove(services: TableServices, call: Call, table: Table, person: Person, removed: int | None) -> Reply:
    """Ask a manager, organiser or host of a lobby for confirmation before a person is removed; without one, ask whom."""
    await _check_may_remove(services, call, table, person, removed)
    context = await services.context(table, services.say(call))
    if removed is not None and removed not in table.seated_people():
        raise Refused(NotPlaying(), table.number)
    view = whom_to_remove_layout(context) if removed is None else remove_layout(context, removed)
    return Reply(view=view, replaces_pressed=call.is_whispered)


async def type_removal(services: TableServices, call: Call, table: Table, person: Person, *, removed: int) -> Reply:
    """Ask for confirmation before the person with this Discord id is removed."""
    known = services.people.find(removed)
    if known is None:
        raise Refused(NotPlaying(), table.number)
    return await ask_to_remove(services, call, table, person, known.number)


@numbered_action(TableAction.YES_REMOVE)
async def ask_why_to_remove(services: TableServices, call: Call, table: Table, person: Person, removed: int | None) -> Reply:
    """Open the form that asks why a person is removed, after the confirmation; from a lobby, they are removed at once."""
    await _check_may_remove(services, call, table, person, removed)
    if table.match is None and removed is not None:
        return await _change(services, call, table, person, RemovePlayer(removed))
    if removed is None or removed not in table.seated_people():
        raise Refused(NotPlaying(), table.number)
    return Reply(form=removal_form(table.number, removed, services.people_in(call), services.say(call)))


@forms.at_table(RemovalForm)
async def remove(services: TableServices, call: Call, table: Table, person: Person, form: RemovalForm) -> Reply:
    """Remove a person for the reason in the form, which may be empty; the reply is the table."""
    await _check_may_remove(services, call, table, person)
    request = Remove(form.person, await services.eligibility.leagues_of(table), clean_reason(call.answer(WHY)[:LONGEST_REASON]))
    return await _change(services, call, table, person, request)


async def _check_may_remove(
    services: TableServices, call: Call, table: Table, person: Person, removed: int | None = None
) -> None:
    check_not_over(table)
    if table.match is None and removed is not None:
        check_may_remove(table, person.number, removed)
        return
    if table.match is None:
        raise Refused(TableNotStarted(), table.number)
    if not await may_remove_players(services, call, table):
        raise Refused(OnlyManagersRemove(), table.number)
    if table.takes_part(person.number):
        raise Refused(ManagerPlays(), table.number)


@numbered_action(TableAction.TAKE_SEAT)
async def take_seat(services: TableServices, call: Call, table: Table, person: Person, seat: int | None) -> Reply:
    """Take a computer's seat; if several play and none is named, ask which. The reply is the hand."""
    check_not_over(table)
    can_choose = table.phase == Phase.PAUSE and not table.takes_part(person.number)
    if seat is None and can_choose and len(table.seats.of_computers()) > 1 and person.number not in table.seats.removed:
        return Reply(view=which_seat_layout(await services.context(table, services.say(call)), person.number))
    changed = await services.tables.change(table.number, person.number, TakeSeat(seat))
    say = services.say(call)
    shown = await show_hand(services, call, changed, person, note=say("The seat is yours from now on."))
    return replace(shown, replaces_pressed=call.is_whispered)


@action(TableAction.NUDGE)
async def nudge(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Remind the person whose turn it is: the table's channel mentions them."""
    changed = await services.tables.change(table.number, person.number, Nudge(services.now()))
    assert changed.timing.nudge is not None
    say = services.say(call)
    name = names_at(changed, services.people, say).person(changed.timing.nudge.person)
    text = say("{name} got a reminder.", name=name)
    if not changed.may_count and changed.timing.nudges >= NUDGES_OF_ABSENT:
        text = f"{text} {say('The others can end the match without them: **Table** → **End the match**.')}"
    return Reply(text=text)
