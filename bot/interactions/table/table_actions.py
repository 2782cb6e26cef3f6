"""The actions of people at a table, by command or press: change the table, then show what that person may see of it.

The reply to a press replaces the message that was pressed if that is the person's hand, the lobby, or a message that only they
see. Under any other message, such as one that a forged press names, the reply is a new message that only they see.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from discord import ui

from bot.delivery.table.hand_messages import hand_key
from bot.delivery.table.message_writes import PromisedEdit
from bot.interactions.permissions import check_permissions, is_manager
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import NO_REPLY, Reply, is_ephemeral, is_press
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table.open_table import Opening, choose, open_table
from bot.messages.rules.game_rules import rules_layout
from bot.messages.rules.rule_consequences import rule_consequences
from bot.messages.table.channel.story_pages import LOBBY
from bot.messages.table.confirmations import break_off_layout, close_layout, forfeit_layout
from bot.messages.table.fairness import fairness_layout
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.house_rules_panel import deals_layout, panel_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.refusals import refusal_sentence
from bot.messages.table.table_summary import summary_layout
from bot.rummy.moves import SeatMove
from bot.tables.ports import Person
from bot.tables.refusals import (
    ButtonNotUnderstood,
    DealsNotLimited,
    MovedOn,
    NotSeated,
    NotTheHost,
    OnlyManagers,
    Refused,
    RulesContradict,
    RulesFixed,
    RuleUnchanged,
    TableIsOver,
    TableStarted,
    TooManySeated,
)
from bot.tables.requests import AskEnd, Cancel, ChangeRule, Forfeit, Play, Ready, Request, StandUp
from bot.tables.rules.house_rules import RULE_PAGES, find_page, find_rule
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

    async def press(self, interaction: Interaction, table: Table, move: SeatMove, step: int) -> Reply:
        """Play a button's or select's move of this step; the reply to an old button is the current hand."""
        person = await self.services.person(interaction)
        try:
            changed, promised = await self._change(interaction, table, person, Play(move, step), hand_key(person.number))
        except Refused as refused:
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
        context = await self.services.context(table, self.services.say(interaction))
        return Reply(view=hand_layout(context, person.number, note=note))

    async def _current_hand(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Show the current hand, with a note that the button was old."""
        promised = await self._promise(interaction, table, hand_key(person.number))
        with _withdrawn_on_error(promised):
            now, say = await self.services.tables.get(table.number), self.services.say(interaction)
            reply = await self.show_hand(interaction, now, person, note=say("The table has moved on."))
        return _replacing(interaction, reply, promised, now)

    async def show(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Show the table with what everyone may see of it, and with what the person can do there."""
        context = await self.services.context(table, self.services.say(interaction))
        return Reply(view=lobby_layout(context) if table.match is None else summary_layout(context, person.number))

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
        return _replacing(interaction, Reply(view=view, text=say("The table has moved on.")), promised, now)

    async def show_house_rules(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Show the host the house rules panel, and anyone else the rules. After the start, the host gets the rules too."""
        is_fixed = table.phase != Phase.LOBBY or table.reserved is not None
        if person.number != table.host or is_fixed:
            return Reply(view=rules_layout(table.played_variant, self.services.say(interaction)))
        return Reply(view=panel_layout(await self.services.context(table, self.services.say(interaction))))

    async def turn_page(self, interaction: Interaction, table: Table, page: str) -> Reply:
        """Show another page of the house rules panel."""
        _check_open(table)
        if page not in RULE_PAGES:
            raise Refused(ButtonNotUnderstood(page))
        return Reply(
            view=panel_layout(await self.services.context(table, self.services.say(interaction)), page),
            replaces_pressed=is_ephemeral(interaction),
        )

    async def choose_rule(self, interaction: Interaction, table: Table, request: ChangeRule) -> Reply:
        """Answer a house rule on the panel; the reply is the panel, with the reason if the answer was refused."""
        say = self.services.say(interaction)
        try:
            view = await self._change_rule(interaction, table, request)
        except Refused as refused:
            if not isinstance(refused.refusal, RulesContradict | TooManySeated | RuleUnchanged | DealsNotLimited):
                raise
            context = await self.services.context(await self.services.tables.get(table.number), say)
            note = refusal_sentence(refused.refusal, say, context.names)
            if isinstance(refused.refusal, DealsNotLimited):
                view = deals_layout(context, note)
            else:
                view = panel_layout(context, find_page(request.rule), note=note)
        return Reply(view=view, replaces_pressed=is_ephemeral(interaction))

    async def type_rule(self, interaction: Interaction, table: Table, request: ChangeRule) -> Reply:
        """Answer a house rule by command; the reply is the panel."""
        return Reply(view=await self._change_rule(interaction, table, request))

    async def _change_rule(self, interaction: Interaction, table: Table, request: ChangeRule) -> ui.LayoutView:
        """Change a house rule, and return the panel, which says what else has changed with it."""
        person, say = await self.services.person(interaction), self.services.say(interaction)
        before = await self.services.tables.get(table.number)
        changed = await self.services.tables.change(table.number, person.number, request)
        rule = find_rule(request.rule)
        consequences = rule_consequences(rule, before.variant, changed.variant, say)
        return panel_layout(await self.services.context(changed, say), find_page(rule.name), consequences=consequences)

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


def _check_open(table: Table) -> None:
    """Raise Refused if the table is not in its lobby any more: then house rules can't be changed."""
    if table.phase != Phase.LOBBY:
        raise Refused(_is_over(table) if table.phase == Phase.OVER else RulesFixed(), table.number)


def _is_over(table: Table) -> TableIsOver:
    return TableIsOver(has_match=table.match is not None)
