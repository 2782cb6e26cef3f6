"""What people do at a table, by command or by press: the table is changed, then they see what they may see of it now.

A press gets its own message edited.
"""

from dataclasses import dataclass, replace

from bot.delivery.table.hand_messages import hand_key
from bot.delivery.table.promised_edits import PromisedEdit
from bot.interactions.reply import SILENT, Reply, is_ephemeral
from bot.interactions.services import Interaction, Services
from bot.interactions.table.permissions import is_manager
from bot.messages.rules.game_rules import rules_layout
from bot.messages.table.confirmations import break_off_layout, forfeit_layout
from bot.messages.table.hand import hand_layout
from bot.messages.table.house_rules_panel import deals_layout, panel_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.refusals import refusal_sentence
from bot.messages.table.story import LOBBY
from bot.messages.table.table_summary import summary_layout
from bot.rummy.moves import SeatMove
from bot.tables.ports import Person
from bot.tables.refusals import (
    ButtonNotUnderstood,
    DealsNotLimited,
    MovedOn,
    NotSeated,
    OnlyManagers,
    Refused,
    RulesContradict,
    RulesFixed,
    RuleUnchanged,
    TableIsOver,
    TooManySeated,
)
from bot.tables.requests import AskEnd, Cancel, ChangeRule, Forfeit, Play, Ready, Request, StandUp
from bot.tables.rules.house_rules import RULE_PAGES, find_page
from bot.tables.table import Phase, Table


@dataclass(frozen=True, slots=True)
class TableActions:
    services: Services

    async def play(self, interaction: Interaction, table: Table, move: SeatMove) -> Reply:
        """Play a typed move."""
        person = await self.services.person(interaction)
        changed = await self.services.tables.change(table.number, person.number, Play(move))
        return await self.show_hand(interaction, changed, person)

    async def press(self, interaction: Interaction, table: Table, move: SeatMove, step: int) -> Reply:
        """Play the move of a button at this step; an old button gets the current hand."""
        person = await self.services.person(interaction)
        try:
            changed, promised = await self._change(table, person.number, Play(move, step), hand_key(person.number))
        except Refused as refused:
            if not isinstance(refused.refusal, MovedOn | TableIsOver):
                raise
            return await self._current_hand(interaction, table, person)
        reply = await self.show_hand(interaction, changed, person)
        return replace(reply, redraw=True, promised=promised, version=changed.version)

    async def show_hand(self, interaction: Interaction, table: Table, person: Person, *, note: str = "") -> Reply:
        """Show the person's current hand; before the cards are dealt, the table."""
        if person.number not in table.people:
            raise Refused(NotSeated(), table.number)
        if table.match is None:
            return await self.show(interaction, table)
        context = await self.services.context(table, self.services.say(interaction))
        return Reply(view=hand_layout(context, person.number, note=note))

    async def _current_hand(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Show the current hand with a note that the button was old."""
        now, say = await self.services.tables.get(table.number), self.services.say(interaction)
        return replace(await self.show_hand(interaction, now, person, note=say("The table has moved on.")), redraw=True)

    async def show(self, interaction: Interaction, table: Table) -> Reply:
        """Show the table as everyone may see it."""
        context = await self.services.context(table, self.services.say(interaction))
        return Reply(view=lobby_layout(context) if table.match is None else summary_layout(context))

    async def change_lobby(self, interaction: Interaction, table: Table, person: Person, request: Request) -> Reply:
        """Do what a button of the lobby asks for; everyone sees the lobby change."""
        try:
            changed, promised = await self._change(table, person.number, request, LOBBY)
        except Refused as refused:
            if not isinstance(refused.refusal, MovedOn):
                raise
            return await self._current_lobby(interaction, table)
        if changed.match is not None or not self.services.api.in_server(changed.server):
            promised.withdraw()  # the courier edits it: with the link to the match, and once the server's language is known
            return SILENT
        context = await self.services.public_context(changed)
        return Reply(view=lobby_layout(context), redraw=True, promised=promised, version=changed.version)

    async def _current_lobby(self, interaction: Interaction, table: Table) -> Reply:
        """Show the current lobby: the button was under rules that have changed since."""
        promised = self.services.courier.promise_edit(table.number, LOBBY)
        now, say = await self.services.tables.get(table.number), self.services.say(interaction)
        view = lobby_layout(await self.services.public_context(now))
        note = say("The table has moved on.")
        return Reply(view=view, text=note, redraw=True, promised=promised, version=now.version)

    async def show_house_rules(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Show the host the panel, and anyone else the rules; everyone reads the rules where a schedule has chosen the game."""
        _check_open(table)
        if person.number != table.host or table.reserved is not None:
            return Reply(view=rules_layout(table.variant, self.services.say(interaction)))
        return Reply(view=panel_layout(await self.services.context(table, self.services.say(interaction))))

    async def turn_page(self, interaction: Interaction, table: Table, page: str) -> Reply:
        """Turn to another page of the panel."""
        _check_open(table)
        if page not in RULE_PAGES:
            raise Refused(ButtonNotUnderstood(page))
        return Reply(view=panel_layout(await self.services.context(table, self.services.say(interaction)), page), redraw=True)

    async def choose_rule(self, interaction: Interaction, table: Table, request: ChangeRule) -> Reply:
        """Answer a house rule on the panel, which then shows the outcome; the courier edits the lobby."""
        person, say, note = await self.services.person(interaction), self.services.say(interaction), ""
        try:
            table = await self.services.tables.change(table.number, person.number, request)
        except Refused as refused:
            if not isinstance(refused.refusal, RulesContradict | TooManySeated | RuleUnchanged | DealsNotLimited):
                raise
            table = await self.services.tables.get(table.number)
            note = refusal_sentence(refused.refusal, say, await self.services.names_of(table.all_people, say, table))
            if isinstance(refused.refusal, DealsNotLimited):
                return Reply(view=deals_layout(await self.services.context(table, say), note), redraw=True)
        return Reply(
            view=panel_layout(await self.services.context(table, say), find_page(request.rule), note=note), redraw=True
        )

    async def type_rule(self, interaction: Interaction, table: Table, request: ChangeRule) -> Reply:
        """Answer a house rule that was typed; the reply is the panel."""
        person = await self.services.person(interaction)
        changed = await self.services.tables.change(table.number, person.number, request)
        context = await self.services.context(changed, self.services.say(interaction))
        return Reply(view=panel_layout(context, find_page(request.rule.strip().lower())))

    async def ready(self, interaction: Interaction, table: Table, person: Person, deal: int | None) -> Reply:
        """Note that the person is ready for the next deal. The courier shows it under the score, the reply under a hand."""
        under_score = interaction.guild_id is not None and not is_ephemeral(interaction)
        try:
            changed = await self.services.tables.change(table.number, person.number, Ready(deal))
        except Refused as refused:
            if under_score or not isinstance(refused.refusal, MovedOn):
                raise
            return await self._current_hand(interaction, table, person)
        if under_score:
            return SILENT
        return replace(await self.show_hand(interaction, changed, person), redraw=True)

    async def ask_to_end(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Ask to end the match; the reply is the table, which says who has asked."""
        changed = await self.services.tables.change(table.number, person.number, AskEnd())
        shown = await self.show(interaction, changed)
        return replace(shown, redraw=is_ephemeral(interaction))

    async def leave(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Leave a lobby immediately, and a match after one more question."""
        if table.match is not None and table.phase != Phase.OVER:
            if person.number not in table.seated_people():
                raise Refused(NotSeated(), table.number)
            return Reply(view=forfeit_layout(await self.services.context(table, self.services.say(interaction))))
        changed = await self.services.tables.change(table.number, person.number, StandUp())
        return await self.show(interaction, changed)

    async def forfeit(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        changed = await self.services.tables.change(table.number, person.number, Forfeit())
        return replace(await self.show_hand(interaction, changed, person), redraw=True)

    async def cancel(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Close a lobby immediately, and a match, for a manager of its server, after one more question."""
        manager = is_manager(interaction, table)
        if table.match is None or table.phase == Phase.OVER:
            changed = await self.services.tables.change(table.number, person.number, Cancel(manager=manager))
            return await self.show(interaction, changed)
        if not manager:
            raise Refused(OnlyManagers(), table.number)
        return Reply(view=break_off_layout(await self.services.context(table, self.services.say(interaction))))

    async def break_off(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        request = Cancel(manager=is_manager(interaction, table))
        changed = await self.services.tables.change(table.number, person.number, request)
        return replace(await self.show(interaction, changed), redraw=True)

    async def _change(self, table: Table, person: int, request: Request, key: str) -> tuple[Table, PromisedEdit]:
        """Return the changed table, and the promise to edit the message with this key."""
        if table.phase == Phase.OVER:
            raise Refused(TableIsOver(), table.number)
        promised = self.services.courier.promise_edit(table.number, key)
        try:
            return await self.services.tables.change(table.number, person, request), promised
        except BaseException:
            promised.withdraw()
            raise


def _check_open(table: Table) -> None:
    """Raise Refused if house rules can no longer be changed."""
    if table.phase != Phase.LOBBY:
        raise Refused(TableIsOver() if table.phase == Phase.OVER else RulesFixed(), table.number)
