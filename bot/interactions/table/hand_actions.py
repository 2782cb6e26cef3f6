"""The actions with a hand, by command or press: play a move, then show the hand as it is now."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from discord import ui

from bot.delivery.hand_messages import hand_key
from bot.interactions.call import NO_REPLY, Call, Reply, TableServices
from bot.interactions.routes import action, forms, numbered_action, presses
from bot.interactions.table.show_table import check_not_over, promised_edit, replacing, show_hand, show_to_onlooker, stays
from bot.interactions.table.typed_moves import TypedMove
from bot.messages.table.buttons import AnyCardsPress, ConfirmedMovePress, MovePress, MoveSelect, TableAction
from bot.messages.table.hand.discard_controls import broken_meld
from bot.messages.table.hand.hand_controls import other_controls
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.messages.table.hand.knock_controls import arrange_prompt
from bot.messages.table.hand.pile_controls import taking_prompt
from bot.messages.table.hand.prompts import (
    any_cards_form,
    discard_prompt,
    hint_prompt,
    laying_prompt,
    read_any_cards,
    reading_prompt,
)
from bot.messages.table.render_context import RenderContext
from bot.players.hint import find_hint
from bot.rummy.games.rummy500 import DeepestNotLaid
from bot.rummy.melds import Meld
from bot.rummy.moves import Discard, Knock, LayingMove, Leave, SeatMove, TakeFrom, read_move
from bot.rummy.picked_cards import picked_move, settling_moves
from bot.rummy.refusals import JokerUndeclared, KindUndeclared
from bot.rummy.view import View
from bot.tables.lobby_requests import Request
from bot.tables.match_requests import Play, Ready
from bot.tables.ports import CardOrder, Person
from bot.tables.refusals import MovedOn, NotSeated, TableIsOver
from bot.tables.table import Table
from bot.wording.sentence import Refused

Ask = Callable[[View, RenderContext], "list[ui.Item[Any]]"]
"""Returns what a hand asks, in place of its controls."""


async def play(services: TableServices, call: Call, table: Table, move: SeatMove) -> Reply:
    """Play a typed move, at the step at which the person was asked for the table, if they were."""
    person = await services.person(call)
    changed = await services.tables.change(table.number, person.number, Play(move, call.asked_at))
    return await show_hand(services, call, changed, person)


async def play_typed(services: TableServices, call: Call, table: Table, moves: Sequence[SeatMove]) -> Reply:
    """Play the move that typed cards mean; if they may mean several, show the hand with a button for each."""
    if len(moves) == 1:
        return await play(services, call, table, moves[0])
    either = [move for move in moves if isinstance(move, TypedMove)]
    return await replace_hand(services, call, table, await services.person(call), ask=partial(reading_prompt, either))


@presses.at_table(ConfirmedMovePress)
@presses.at_table(MovePress)
async def press_move(services: TableServices, call: Call, table: Table, person: Person, press: MovePress) -> Reply:
    """Play a button's move of its step."""
    is_confirmed = isinstance(press, ConfirmedMovePress)
    return await _press(services, call, table, person, _read(call, press.move), press.step, is_confirmed=is_confirmed)


@presses.at_table(MoveSelect)
async def choose_move(services: TableServices, call: Call, table: Table, person: Person, press: MoveSelect) -> Reply:
    """Play the move that was chosen in a select."""
    return await _press(services, call, table, person, _read(call, call.value), press.step)


def _read(call: Call, move: str) -> SeatMove:
    """Return the move. No button has the one that leaves a match: that asks for confirmation."""
    found = read_move(move)
    if isinstance(found, Leave):
        raise call.not_understood()
    return found


async def _press(
    services: TableServices, call: Call, table: Table, person: Person, move: SeatMove, step: int, *, is_confirmed: bool = False
) -> Reply:
    """Play a move of this step; the reply to an old button is the current hand.

    Before the discard of a card of a complete meld, and if it isn't clear what the cards of a move are, the hand asks.
    """
    if isinstance(move, Discard) and not is_confirmed and (meld := _meld_at_risk(table, person, move, step)) is not None:
        return await replace_hand(services, call, table, person, ask=partial(discard_prompt, move, meld))
    try:
        return await _change(services, call, table, person, Play(move, step))
    except Refused as refused:
        if isinstance(refused.refusal, JokerUndeclared | KindUndeclared) and isinstance(move, LayingMove):
            now = await services.tables.get(table.number)
            if now.match is not None and now.step == step and (ways := settling_moves(now.match, move)):
                prompt = partial(laying_prompt, move, ways)
                return await replace_hand(services, call, table, person, ask=lambda _, context: prompt(context))
        if isinstance(refused.refusal, DeepestNotLaid) and isinstance(move, TakeFrom):
            return await replace_hand(services, call, table, person, ask=partial(taking_prompt, move))
        if not isinstance(refused.refusal, MovedOn | TableIsOver):
            raise
        return await _current(services, call, table, person)


@action(TableAction.HAND)
async def press_hand(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Show a player's hand; show others the table."""
    if table.match is not None and person.number not in table.seats.people:
        return await show_to_onlooker(services, call, table, person)
    if not table.is_private:
        return await show_hand(services, call, table, person)
    return await replace_hand(services, call, table, person)


async def replace_hand(services: TableServices, call: Call, table: Table, person: Person, *, ask: Ask | None = None) -> Reply:
    """Show the current hand in place of the one that was pressed, with a prompt in place of its controls."""
    async with promised_edit(services, call, table, hand_key(person.number)) as promised:
        now = await services.tables.get(table.number)
        context = await services.context_for(now, person, services.say(call))
        view = _view(now, person)
        if ask is None or view is None or now.step != table.step:
            reply = await show_hand(services, call, now, person)
        else:
            reply = Reply(view=hand_layout(context, person.number, prompt=ask(view, context)), is_public=stays(call, now))
        return replacing(call, reply, promised, now)


action(TableAction.BACK)(replace_hand)


async def _sort_cards(services: TableServices, call: Call, table: Table, person: Person, *, order: CardOrder) -> Reply:
    """Store the order in which the person wants to see their cards, and show their hand in it."""
    return await replace_hand(services, call, table, await services.people.change_settings(person.number, card_order=order))


action(TableAction.BY_SUIT)(partial(_sort_cards, order=CardOrder.SUIT))
action(TableAction.BY_RANK)(partial(_sort_cards, order=CardOrder.RANK))


@action(TableAction.HINT)
async def give_hint(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Show a hint, which a thread finds, in place of the controls; the reply to an old button is the current hand."""
    view = _view(table, person)
    if not table.has_hints or view is None or view.deal is None or not view.moves:
        return await _current(services, call, table, person)
    hint = await asyncio.to_thread(find_hint, view, view.deal.commitment)
    return await replace_hand(services, call, table, person, ask=partial(hint_prompt, hint))


async def _offer_more(
    services: TableServices, call: Call, table: Table, person: Person, *, beside: type[SeatMove], ask: Ask
) -> Reply:
    """Show further moves, which there are beside moves of this kind, in place of the controls; for an old button the hand."""
    view = _view(table, person)
    if view is None or not any(isinstance(move, beside) for move in view.moves):
        return await _current(services, call, table, person)
    return await replace_hand(services, call, table, person, ask=ask)


action(TableAction.OTHER)(partial(_offer_more, beside=Discard, ask=other_controls))
action(TableAction.ARRANGE)(partial(_offer_more, beside=Knock, ask=arrange_prompt))


@presses.at_table(AnyCardsPress)
async def open_any_cards(services: TableServices, call: Call, table: Table, person: Person, press: AnyCardsPress) -> Reply:
    """Open the form in which any cards of the hand can be chosen; the reply to an old button is the current hand."""
    view = _view(table, person)
    if view is None:
        raise Refused(NotSeated(), table.number)
    can_lay = any(isinstance(move, LayingMove) for move in view.moves)
    if table.step != press.step or view.deal is None or not can_lay:
        return await _current(services, call, table, person)
    return Reply(form=any_cards_form(view, view.deal, await services.context_for(table, person, services.say(call))))


@forms.at_table(AnyCardsPress)
async def lay_any_cards(services: TableServices, call: Call, table: Table, person: Person, press: AnyCardsPress) -> Reply:
    """Lay the cards that were chosen in the form, as a press of this step would."""
    chosen = read_any_cards(call.answers)
    if chosen is None:
        raise call.not_understood()
    seat = table.seats.seat_of(person.number)
    if table.match is None or seat is None:
        raise Refused(NotSeated(), table.number)
    if table.step != press.step:
        return await _current(services, call, table, person)
    return await _press(services, call, table, person, picked_move(table.match, seat, *chosen), press.step)


@numbered_action(TableAction.READY)
async def press_ready(services: TableServices, call: Call, table: Table, person: Person, deal: int | None) -> Reply:
    """Mark a player as ready; show others the table."""
    if table.match is not None and person.number not in table.seated_people():
        return await show_to_onlooker(services, call, table, person)
    return await ready(services, call, table, person, deal)


async def ready(services: TableServices, call: Call, table: Table, person: Person, deal: int | None) -> Reply:
    """Mark the person as ready for the next deal.

    The reply to a command, or to a press under the hand, is the hand. The courier edits the score, so a press under the
    score gets no reply.
    """
    pressed = call.is_press
    if pressed and call.server is not None and not call.is_whispered:
        await services.tables.change(table.number, person.number, Ready(deal))
        return NO_REPLY
    try:
        return await _change(services, call, table, person, Ready(deal))
    except Refused as refused:
        if not pressed or not isinstance(refused.refusal, MovedOn):
            raise
        return await _current(services, call, table, person)


async def _change(services: TableServices, call: Call, table: Table, person: Person, request: Request) -> Reply:
    """Make the request; the reply is the hand."""
    check_not_over(table)
    async with promised_edit(services, call, table, hand_key(person.number)) as promised:
        changed = await services.tables.change(table.number, person.number, request)
        return replacing(call, await show_hand(services, call, changed, person), promised, changed)


async def _current(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Show the current hand, with a note that the button was old."""
    async with promised_edit(services, call, table, hand_key(person.number)) as promised:
        now, say = await services.tables.get(table.number), services.say(call)
        reply = await show_hand(services, call, now, person, note=say("That button is out of date. Here's the current table."))
        return replacing(call, replace(reply, is_out_of_date=True), promised, now)


def _view(table: Table, person: Person) -> View | None:
    """Return what the person may know of the match; None if there is none, or they have no seat in it."""
    seat = table.seats.seat_of(person.number)
    return None if table.match is None or seat is None else hand_view(table.match, seat)


def _meld_at_risk(table: Table, person: Person, move: Discard, step: int) -> Meld | None:
    """Return the complete meld that the discard would break; None if the table would refuse the discard at this step."""
    view = _view(table, person) if table.step == step else None
    return broken_meld(view, move.card) if view is not None and move in view.moves else None
