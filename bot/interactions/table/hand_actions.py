"""The actions with a hand, by command or press: play a move, then show the hand as it is now."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.delivery.table.hand_messages import hand_key
from bot.delivery.table.message_writes import PromisedEdit
from bot.interactions.call import Call
from bot.interactions.reply import NO_REPLY, Reply
from bot.interactions.services import Services
from bot.interactions.table.promised_reply import check_not_over, promise_edit, replacing, withdrawn_on_error
from bot.interactions.table.show_table import show_hand
from bot.messages.table.hand.any_cards_form import any_cards_form, read_any_cards
from bot.messages.table.hand.discard_controls import broken_meld
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.messages.table.hand.question import Question, discard_question, laying_question
from bot.messages.table.render_context import RenderContext
from bot.rummy.match import Awaited
from bot.rummy.melds.melds import Meld
from bot.rummy.moves import Discard, LayingMove, SeatMove
from bot.rummy.picked_cards import picked_move, settling_moves
from bot.rummy.refusals import JokerUndeclared, KindUndeclared
from bot.tables.ports import CardOrder, Person
from bot.tables.refusals import ButtonNotUnderstood, MovedOn, NotSeated, TableIsOver
from bot.tables.requests import Play, Ready, Request
from bot.tables.table import Table
from bot.wording.sentence import Refused


@dataclass(frozen=True, slots=True)
class HandActions:
    """Every method returns the reply, and raises Refused or IllegalMove if the table refuses."""

    services: Services

    async def play(self, call: Call, table: Table, move: SeatMove) -> Reply:
        """Play a typed move, at the step at which the person was asked for the table, if they were."""
        person = await self.services.person(call)
        changed = await self.services.tables.change(table.number, person.number, Play(move, call.asked_at))
        return await show_hand(self.services, call, changed, person)

    async def press(self, call: Call, table: Table, move: SeatMove, step: int, *, is_confirmed: bool = False) -> Reply:
        """Play a button's or select's move of this step; the reply to an old button is the current hand.

        Before the discard of a card of a complete meld, and if it isn't clear what the cards of a move are, the hand asks.
        """
        person = await self.services.person(call)
        if isinstance(move, Discard) and not is_confirmed and (meld := _meld_at_risk(table, person, move, step)) is not None:
            return await self.replace(call, table, person, ask=partial(discard_question, move, meld))
        try:
            changed, promised = await self._change(call, table, person, Play(move, step))
        except Refused as refused:
            if isinstance(refused.refusal, JokerUndeclared | KindUndeclared) and isinstance(move, LayingMove):
                now = await self.services.tables.get(table.number)
                ways = settling_moves(now.match, move) if now.match is not None and now.step == step else []
                if ways:
                    return await self.replace(call, table, person, ask=partial(laying_question, move, ways))
            if not isinstance(refused.refusal, MovedOn | TableIsOver):
                raise
            return await self._current(call, table, person)
        with withdrawn_on_error(promised):
            return replacing(call, await show_hand(self.services, call, changed, person), promised, changed)

    async def replace(
        self,
        call: Call,
        table: Table,
        person: Person,
        *,
        ask: Callable[[RenderContext], Question] | None = None,
    ) -> Reply:
        """Show the current hand in place of the one that was pressed, with a question in place of its controls."""
        promised = await promise_edit(self.services, call, table, hand_key(person.number))
        with withdrawn_on_error(promised):
            now = await self.services.tables.get(table.number)
            context = await self.services.context_for(now, person, self.services.say(call))
            if ask is None or now.step != table.step:
                reply = await show_hand(self.services, call, now, person)
            else:
                reply = Reply(view=hand_layout(context, person.number, question=ask(context)))
        return replacing(call, reply, promised, now)

    async def sort_cards(self, call: Call, table: Table, person: Person, order: CardOrder) -> Reply:
        """Store the order in which the person wants to see their cards, and show their hand in it."""
        return await self.replace(call, table, await self.services.people.change_settings(person.number, card_order=order))

    async def open_any_cards(self, call: Call, table: Table, step: int) -> Reply:
        """Open the form in which any cards of the hand can be chosen; the reply to an old button is the current hand."""
        person, say = await self.services.person(call), self.services.say(call)
        seat, match = table.seat_of(person.number), table.match
        if seat is None or match is None:
            raise Refused(NotSeated(), table.number)
        view = hand_view(match, seat)
        if table.step != step or view.deal is None or view.seat_to_act != seat or view.awaits != Awaited.PLAY:
            return await self._current(call, table, person)
        context = await self.services.context_for(table, person, say)
        return Reply(form=any_cards_form(view, view.deal, context), text=say("That took too long. Press **Any cards** again."))

    async def lay_any_cards(self, call: Call, table: Table, answers: Mapping[str, Sequence[str]], step: int) -> Reply:
        """Lay the cards that were chosen in the form, as a press of this step would."""
        chosen, person = read_any_cards(answers), await self.services.person(call)
        if chosen is None:
            raise Refused(ButtonNotUnderstood(""), table.number)
        seat = table.seat_of(person.number)
        if table.match is None or seat is None:
            raise Refused(NotSeated(), table.number)
        if table.step != step:
            return await self._current(call, table, person)
        return await self.press(call, table, picked_move(table.match, seat, *chosen), step)

    async def ready(self, call: Call, table: Table, person: Person, deal: int | None) -> Reply:
        """Mark the person as ready for the next deal.

        The reply to a command, or to a press under the hand, is the hand. The courier edits the score, so a press under the
        score gets no reply.
        """
        pressed = call.is_press
        if pressed and call.server is not None and not call.is_whispered:
            await self.services.tables.change(table.number, person.number, Ready(deal))
            return NO_REPLY
        try:
            changed, promised = await self._change(call, table, person, Ready(deal))
        except Refused as refused:
            if not pressed or not isinstance(refused.refusal, MovedOn):
                raise
            return await self._current(call, table, person)
        with withdrawn_on_error(promised):
            return replacing(call, await show_hand(self.services, call, changed, person), promised, changed)

    async def _change(self, call: Call, table: Table, person: Person, request: Request) -> tuple[Table, PromisedEdit | None]:
        """Make the request; return the changed table, and the promise that the reply will edit the person's hand."""
        check_not_over(table)
        promised = await promise_edit(self.services, call, table, hand_key(person.number))
        with withdrawn_on_error(promised):
            return await self.services.tables.change(table.number, person.number, request), promised

    async def _current(self, call: Call, table: Table, person: Person) -> Reply:
        """Show the current hand, with a note that the button was old."""
        promised = await promise_edit(self.services, call, table, hand_key(person.number))
        with withdrawn_on_error(promised):
            now, say = await self.services.tables.get(table.number), self.services.say(call)
            reply = await show_hand(
                self.services, call, now, person, note=say("That button is out of date. Here's the current table.")
            )
        return replacing(call, replace(reply, is_out_of_date=True), promised, now)


def _meld_at_risk(table: Table, person: Person, move: Discard, step: int) -> Meld | None:
    """Return the complete meld that the discard would break; None if the table would refuse the discard at this step."""
    seat = table.seat_of(person.number)
    if table.step != step or table.match is None or seat is None or table.match.seat_to_act() != seat:
        return None
    view = hand_view(table.match, seat)
    return broken_meld(view, move.card) if move in view.moves else None
