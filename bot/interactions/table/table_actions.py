"""The actions of people at a table, by command or press: change the table, then show what that person may see of it.

The reply to a press replaces the message that was pressed if that is the person's hand, the lobby, or a message that only they
see. Under any other message, such as one that a forged press names, the reply is a new message that only they see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from discord import ui

from bot.delivery.table.hand_messages import hand_key
from bot.delivery.table.message_writes import PromisedEdit
from bot.interactions.permissions import check_permissions, is_manager
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import NO_REPLY, Reply, is_ephemeral, is_press
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table.open_table import Opening, choose, open_table
from bot.messages.components import GREY, layout
from bot.messages.table.channel.match_end import deal_points_text
from bot.messages.table.channel.story_pages import LOBBY
from bot.messages.table.confirmations import break_off_layout, close_layout, forfeit_layout
from bot.messages.table.fairness import fairness_layout
from bot.messages.table.hand.any_cards_form import any_cards_form, read_any_cards
from bot.messages.table.hand.discard_controls import broken_meld
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.messages.table.hand.question import Question, discard_question, laying_question
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_summary import summary_layout
from bot.rummy.match import Awaited
from bot.rummy.melds.melds import Meld
from bot.rummy.moves import Discard, LayingMove, SeatMove
from bot.rummy.picked_cards import picked_move, settling_moves
from bot.rummy.refusals import JokerUndeclared, KindUndeclared
from bot.rummy.view import view_for
from bot.tables.ports import CardOrder, Person
from bot.tables.refusals import (
    ButtonNotUnderstood,
    MovedOn,
    NotSeated,
    NotTheHost,
    OnlyManagers,
    Refused,
    TableIsOver,
    TableStarted,
)
from bot.tables.requests import AskEnd, Cancel, Forfeit, Play, Ready, Request, StandUp
from bot.tables.table import Phase, Table


@dataclass(frozen=True, slots=True)
class TableActions:
    """Every method returns the reply, and raises Refused or IllegalMove if the table refuses."""

    services: Services

    async def open(self, interaction: Interaction, opening: Opening) -> Reply:
        """Open a table in this channel; the reply is its lobby, for everyone."""
        server_of(interaction)  # refuses direct messages
        chosen = await choose(self.services, interaction, opening)
        check_permissions(interaction, thread=chosen.thread)
        self.services.count(Limited.LOBBY, interaction)
        host, channel = await self.services.person(interaction), interaction.channel_id or 0
        table = await open_table(
            self.services,
            interaction,
            host.number,
            chosen.variant,
            base=chosen.base,
            channel=channel,
            thread=chosen.thread,
            only_one_here=opening.is_quick,
        )
        promised = await self.services.courier.promise_edit(table.number, LOBBY)
        with _withdrawn_on_error(promised):
            view = lobby_layout(await self.services.public_context(table))
        return Reply(view=view, is_public=True, promised=promised, version=table.version)

    async def play(self, interaction: Interaction, table: Table, move: SeatMove) -> Reply:
        """Play a typed move."""
        person = await self.services.person(interaction)
        changed = await self.services.tables.change(table.number, person.number, Play(move))
        return await self.show_hand(interaction, changed, person)

    async def press(
        self, interaction: Interaction, table: Table, move: SeatMove, step: int, *, is_confirmed: bool = False
    ) -> Reply:
        """Play a button's or select's move of this step; the reply to an old button is the current hand.

        Before the discard of a card of a complete meld, and if it isn't clear what the cards of a move are, the hand asks.
        """
        person = await self.services.person(interaction)
        if isinstance(move, Discard) and not is_confirmed and (meld := _meld_at_risk(table, person, move, step)) is not None:
            return await self.replace_hand(interaction, table, person, ask=partial(discard_question, move, meld))
        try:
            changed, promised = await self._change(interaction, table, person, Play(move, step), hand_key(person.number))
        except Refused as refused:
            if isinstance(refused.refusal, JokerUndeclared | KindUndeclared) and isinstance(move, LayingMove):
                now = await self.services.tables.get(table.number)
                ways = settling_moves(now.match, move) if now.match is not None and now.step == step else []
                if ways:
                    return await self.replace_hand(interaction, table, person, ask=partial(laying_question, move, ways))
            if not isinstance(refused.refusal, MovedOn | TableIsOver):
                raise
            return await self._current_hand(interaction, table, person)
        with _withdrawn_on_error(promised):
            return _replacing(interaction, await self.show_hand(interaction, changed, person), promised, changed)

    async def show_hand(self, interaction: Interaction, table: Table, person: Person, *, note: str = "") -> Reply:
        """Show the person's current hand; before the match, the lobby."""
        if person.number not in table.people:
            raise Refused(NotSeated(), table.number)
        if table.match is None:
            return await self.show(interaction, table, person)
        context = await self.services.context_for(table, person, self.services.say(interaction))
        return Reply(view=hand_layout(context, person.number, note=note))

    async def replace_hand(
        self,
        interaction: Interaction,
        table: Table,
        person: Person,
        *,
        ask: Callable[[RenderContext], Question] | None = None,
    ) -> Reply:
        """Show the current hand in place of the one that was pressed, with a question in place of its controls."""
        promised = await self._promise(interaction, table, hand_key(person.number))
        with _withdrawn_on_error(promised):
            now = await self.services.tables.get(table.number)
            context = await self.services.context_for(now, person, self.services.say(interaction))
            if ask is None or now.step != table.step:
                reply = await self.show_hand(interaction, now, person)
            else:
                reply = Reply(view=hand_layout(context, person.number, question=ask(context)))
        return _replacing(interaction, reply, promised, now)

    async def sort_cards(self, interaction: Interaction, table: Table, person: Person, order: CardOrder) -> Reply:
        """Store the order in which the person wants to see their cards, and show their hand in it."""
        return await self.replace_hand(
            interaction, table, await self.services.people.change_settings(person.number, card_order=order)
        )

    async def open_any_cards(self, interaction: Interaction, table: Table, step: int) -> Reply:
        """Open the form in which any cards of the hand can be chosen; the reply to an old button is the current hand."""
        person, say = await self.services.person(interaction), self.services.say(interaction)
        seat, match = table.seat_of(person.number), table.match
        if seat is None or match is None:
            raise Refused(NotSeated(), table.number)
        view = hand_view(match, seat)
        if table.step != step or view.deal is None or view.seat_to_act != seat or view.awaits != Awaited.PLAY:
            return await self._current_hand(interaction, table, person)
        context = await self.services.context_for(table, person, say)
        return Reply(form=any_cards_form(view, view.deal, context), text=say("That took too long. Press **Any cards** again."))

    async def lay_any_cards(
        self, interaction: Interaction, table: Table, answers: Mapping[str, Sequence[str]], step: int
    ) -> Reply:
        """Lay the cards that were chosen in the form, as a press of this step would."""
        chosen, person = read_any_cards(answers), await self.services.person(interaction)
        if chosen is None:
            raise Refused(ButtonNotUnderstood(""), table.number)
        seat = table.seat_of(person.number)
        if table.match is None or seat is None:
            raise Refused(NotSeated(), table.number)
        return await self.press(interaction, table, picked_move(table.match, seat, *chosen), step)

    async def _current_hand(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Show the current hand, with a note that the button was old."""
        promised = await self._promise(interaction, table, hand_key(person.number))
        with _withdrawn_on_error(promised):
            now, say = await self.services.tables.get(table.number), self.services.say(interaction)
            reply = await self.show_hand(
                interaction, now, person, note=say("That button is out of date. Here's the current table.")
            )
        return _replacing(interaction, reply, promised, now)

    async def show(self, interaction: Interaction, table: Table, person: Person, *, note: str = "") -> Reply:
        """Show the table with what everyone may see of it, and with what the person can do there."""
        context = await self.services.context(table, self.services.say(interaction))
        return Reply(view=lobby_layout(context) if table.match is None else summary_layout(context, person.number, note=note))

    async def show_to_onlooker(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Show the table to a person who has pressed a button that everyone sees, but that is for its players."""
        say = self.services.say(interaction)
        if person.number in table.people:
            note = say("You have left this match. This is what everyone can see.")
        elif table.phase == Phase.OVER:
            note = say("You didn't play this match. Open your own table with `/table new`.")
        else:
            note = say("You aren't playing this match. This is what everyone can see.")
        return await self.show(interaction, table, person, note=note)

    async def show_deals(self, interaction: Interaction, table: Table) -> Reply:
        """Show the points of each deal of the match."""
        if table.match is None or not table.match.ended_deals:
            raise Refused(ButtonNotUnderstood("deals"), table.number)
        context = await self.services.context(table, self.services.say(interaction))
        text = f"-# {context.title}\n{deal_points_text(view_for(table.match, None), context)}"
        return Reply(view=layout(ui.TextDisplay(text), accent=GREY))

    async def change_lobby(self, interaction: Interaction, table: Table, person: Person, request: Request) -> Reply:
        """Make the request of a lobby button; the reply replaces the lobby's message, which everyone sees."""
        try:
            changed, promised = await self._change(interaction, table, person, request, LOBBY)
        except Refused as refused:
            if not isinstance(refused.refusal, MovedOn):
                raise
            return await self._current_lobby(interaction, table)
        if changed.match is not None or not self.services.api.in_server(changed.server):
            _withdraw(promised)  # the courier edits the lobby: with a link to the match, or once the server's language is known
            return NO_REPLY
        with _withdrawn_on_error(promised):
            view = lobby_layout(await self.services.public_context(changed))
        return _replacing(interaction, Reply(view=view), promised, changed)

    async def type_lobby(self, interaction: Interaction, table: Table, person: Person, request: Request) -> Reply:
        """Make a typed request in the lobby; the reply is the table. The courier edits the lobby's message."""
        if table.phase == Phase.OVER:
            raise Refused(_is_over(table), table.number)
        changed = await self.services.tables.change(table.number, person.number, request)
        if changed.match is not None:
            await self.services.courier.find_place(changed)
        return await self.show(interaction, changed, person)

    async def _current_lobby(self, interaction: Interaction, table: Table) -> Reply:
        """Show the current lobby, with a note that the button was old: the house rules have changed since."""
        promised = await self._promise(interaction, table, LOBBY)
        with _withdrawn_on_error(promised):
            now, say = await self.services.tables.get(table.number), self.services.say(interaction)
            view = lobby_layout(await self.services.public_context(now))
        return _replacing(
            interaction, Reply(view=view, text=say("That button is out of date. Here's the current table.")), promised, now
        )

    async def show_fairness(self, interaction: Interaction, table: Table, deal: int | None) -> Reply:
        """Show what proves that a deal was fixed beforehand; without a number, the current deal."""
        proof = await self.services.tables.deal_proof(table.number, deal or table.deal_number)
        if proof is None:
            raise Refused(ButtonNotUnderstood(str(deal)), table.number)
        return Reply(view=fairness_layout(proof, await self.services.context(table, self.services.say(interaction))))

    async def ready(self, interaction: Interaction, table: Table, person: Person, deal: int | None) -> Reply:
        """Mark the person as ready for the next deal.

        The reply to a command, or to a press under the hand, is the hand. The courier edits the score, so a press under the
        score gets no reply.
        """
        pressed = is_press(interaction)
        if pressed and interaction.guild_id is not None and not is_ephemeral(interaction):
            await self.services.tables.change(table.number, person.number, Ready(deal))
            return NO_REPLY
        try:
            changed, promised = await self._change(interaction, table, person, Ready(deal), hand_key(person.number))
        except Refused as refused:
            if not pressed or not isinstance(refused.refusal, MovedOn):
                raise
            return await self._current_hand(interaction, table, person)
        with _withdrawn_on_error(promised):
            return _replacing(interaction, await self.show_hand(interaction, changed, person), promised, changed)

    async def ask_to_end(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Vote to end the match; the reply is the table, which shows who wants to end it."""
        changed = await self.services.tables.change(table.number, person.number, AskEnd())
        shown = await self.show(interaction, changed, person)
        return replace(shown, replaces_pressed=is_ephemeral(interaction))

    async def leave(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Leave a lobby immediately; in a match, ask for confirmation first."""
        if table.match is not None and table.phase != Phase.OVER:
            if person.number not in table.seated_people():
                raise Refused(NotSeated(), table.number)
            return Reply(view=forfeit_layout(await self.services.context(table, self.services.say(interaction))))
        changed = await self.services.tables.change(table.number, person.number, StandUp())
        return await self.show(interaction, changed, person)

    async def forfeit(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Leave a match, after the confirmation."""
        changed = await self.services.tables.change(table.number, person.number, Forfeit())
        return replace(await self.show_hand(interaction, changed, person), replaces_pressed=is_ephemeral(interaction))

    async def cancel(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Ask for confirmation before a lobby is closed, by its host or a manager of the server, or a match by a manager."""
        manager = is_manager(interaction, table)
        if table.phase == Phase.OVER:
            raise Refused(_is_over(table), table.number)
        if table.match is None and not manager and person.number != table.host:
            raise Refused(NotTheHost(table.people[0]), table.number)
        if table.match is not None and not manager:
            raise Refused(OnlyManagers(), table.number)
        context = await self.services.context(table, self.services.say(interaction))
        return Reply(view=close_layout(context) if table.match is None else break_off_layout(context))

    async def close(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Close a lobby, after the confirmation. Raise Refused(TableStarted) if the match has started meanwhile."""
        if table.match is not None and table.phase != Phase.OVER:
            raise Refused(TableStarted(), table.number)
        return await self.break_off(interaction, table, person)

    async def break_off(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Close a table, after the confirmation."""
        request = Cancel(by_manager=is_manager(interaction, table))
        changed = await self.services.tables.change(table.number, person.number, request)
        return replace(await self.show(interaction, changed, person), replaces_pressed=is_ephemeral(interaction))

    async def _change(
        self, interaction: Interaction, table: Table, person: Person, request: Request, key: str
    ) -> tuple[Table, PromisedEdit | None]:
        """Make the request; return the changed table, and the promise that the reply will edit the message with this key.

        If another message was pressed, the reply promises nothing, and the courier edits the message with this key.
        """
        if table.phase == Phase.OVER:
            raise Refused(_is_over(table), table.number)
        promised = await self._promise(interaction, table, key)
        with _withdrawn_on_error(promised):
            return await self.services.tables.change(table.number, person.number, request), promised

    async def _promise(self, interaction: Interaction, table: Table, key: str) -> PromisedEdit | None:
        if interaction.message is None or is_ephemeral(interaction) or (key != LOBBY and interaction.guild_id is not None):
            return None
        return await self.services.courier.promise_press(table.number, key, interaction.message.id)


def _replacing(interaction: Interaction, reply: Reply, promised: PromisedEdit | None, table: Table) -> Reply:
    """Let the reply replace the message that was pressed, if it may."""
    replaces = promised is not None or is_ephemeral(interaction)
    return replace(reply, replaces_pressed=replaces, promised=promised, version=table.version)


@contextmanager
def _withdrawn_on_error(promised: PromisedEdit | None) -> Iterator[None]:
    """Withdraw the promise if the block raises: the message would wait for a reply that never comes."""
    try:
        yield
    except BaseException:
        _withdraw(promised)
        raise


def _withdraw(promised: PromisedEdit | None) -> None:
    if promised is not None:
        promised.withdraw()


def _meld_at_risk(table: Table, person: Person, move: Discard, step: int) -> Meld | None:
    """Return the complete meld that the discard would break; None if the table would refuse the discard at this step."""
    seat = table.seat_of(person.number)
    if table.step != step or table.match is None or seat is None or table.match.seat_to_act() != seat:
        return None
    view = hand_view(table.match, seat)
    return broken_meld(view, move.card) if move in view.moves else None


def _is_over(table: Table) -> TableIsOver:
    return TableIsOver(has_match=table.match is not None)
