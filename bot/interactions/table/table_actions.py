"""What a request at a table is answered with: the table is changed, then the person sees what he may see of it now.

Commands and presses share these answers. Whoever presses a button under a message gets that message redrawn.
"""

from dataclasses import dataclass, replace

from bot.delivery.courier import Answering
from bot.delivery.table.hand_messages import hand_key
from bot.interactions.error_boundary import SILENT, Reply, is_his_own
from bot.interactions.services import Desk, Interaction
from bot.messages.rules.rules import rules_layout
from bot.messages.table.hand import forfeit_layout, hand_layout
from bot.messages.table.house_rules_panel import deals_layout, panel_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.refusals import sentence
from bot.messages.table.story import LOBBY
from bot.messages.table.table_summary import break_off_layout, overview_layout
from bot.rummy.moves import SeatMove
from bot.tables.ports import Person
from bot.tables.refusals import (
    ButtonNotUnderstood,
    HowManyDeals,
    MovedOn,
    NotSeated,
    OnlyManagers,
    Refused,
    RulesContradict,
    RulesFixed,
    SameRule,
    SeatsDoNotFit,
    TableIsOver,
)
from bot.tables.requests import AskEnd, Cancel, ChangeRule, Forfeit, Play, Ready, Request, StandUp
from bot.tables.rules.house_rules import PAGES, page_of
from bot.tables.table import Phase, Table


@dataclass(frozen=True, slots=True)
class Moves:
    desk: Desk

    async def play(self, interaction: Interaction, table: Table, move: SeatMove) -> Reply:
        """A typed move."""
        person = await self.desk.person(interaction)
        changed = await self.desk.tables.change(table.number, person.number, Play(move))
        return await self.hand(interaction, changed, person)

    async def press(self, interaction: Interaction, table: Table, move: SeatMove, step: int) -> Reply:
        """A move by a button of this step; an old button gets the hand as it is."""
        person = await self.desk.person(interaction)
        try:
            changed, answering = await self._change(table, person.number, Play(move, step), hand_key(person.number))
        except Refused as refused:
            if not isinstance(refused.refusal, MovedOn | TableIsOver):
                raise
            return await self._moved_on(interaction, table, person)
        reply = await self.hand(interaction, changed, person)
        return replace(reply, redraw=True, answering=answering, version=changed.version)

    async def hand(self, interaction: Interaction, table: Table, person: Person, *, note: str = "") -> Reply:
        """His hand as it is now; before the cards are dealt, the table."""
        if person.number not in table.people:
            raise Refused(NotSeated(), table.number)
        if table.match is None:
            return await self.show(interaction, table)
        scene = await self.desk.scene(table, self.desk.say(interaction))
        return Reply(view=hand_layout(scene, person.number, note=note))

    async def _moved_on(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """An old button gets the hand as it is."""
        now, say = await self.desk.tables.get(table.number), self.desk.say(interaction)
        return replace(await self.hand(interaction, now, person, note=say("The table has moved on.")), redraw=True)

    async def show(self, interaction: Interaction, table: Table) -> Reply:
        """The table as everybody may see it."""
        scene = await self.desk.scene(table, self.desk.say(interaction))
        return Reply(view=lobby_layout(scene) if table.match is None else overview_layout(scene))

    async def lobby(self, interaction: Interaction, table: Table, person: Person, request: Request) -> Reply:
        """A button of the lobby: everybody sees the lobby change."""
        try:
            changed, answering = await self._change(table, person.number, request, LOBBY)
        except Refused as refused:
            if not isinstance(refused.refusal, MovedOn):
                raise
            return await self._lobby_now(interaction, table)
        if changed.match is not None or not self.desk.delivery.in_server(changed.server):
            answering.withdraw()  # the courier draws it, with the link to the play; once the server's language is known
            return SILENT
        scene = await self.desk.public_scene(changed)
        return Reply(view=lobby_layout(scene), redraw=True, answering=answering, version=changed.version)

    async def _lobby_now(self, interaction: Interaction, table: Table) -> Reply:
        """A button under rules that have been changed since gets the lobby as it is."""
        answering = self.desk.courier.answering(table.number, LOBBY)
        now, say = await self.desk.tables.get(table.number), self.desk.say(interaction)
        view = lobby_layout(await self.desk.public_scene(now))
        note = say("The table has moved on.")
        return Reply(view=view, text=note, redraw=True, answering=answering, version=now.version)

    async def house_rules(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """The host's panel; anybody else reads the rules, and everybody where a schedule has chosen the game."""
        _check_open(table)
        if person.number != table.host or table.reserved is not None:
            return Reply(view=rules_layout(table.variant, self.desk.say(interaction)))
        return Reply(view=panel_layout(await self.desk.scene(table, self.desk.say(interaction))))

    async def turn_page(self, interaction: Interaction, table: Table, page: str) -> Reply:
        """Another page of the panel."""
        _check_open(table)
        if page not in PAGES:
            raise Refused(ButtonNotUnderstood(page))
        return Reply(view=panel_layout(await self.desk.scene(table, self.desk.say(interaction)), page), redraw=True)

    async def choose_rule(self, interaction: Interaction, table: Table, request: ChangeRule) -> Reply:
        """A choice on the panel, which then shows how it came out; the courier shows everybody the lobby."""
        person, say, note = await self.desk.person(interaction), self.desk.say(interaction), ""
        try:
            table = await self.desk.tables.change(table.number, person.number, request)
        except Refused as refused:
            if not isinstance(refused.refusal, RulesContradict | SeatsDoNotFit | SameRule | HowManyDeals):
                raise
            table = await self.desk.tables.get(table.number)
            note = sentence(refused.refusal, say, await self.desk.names(table))
            if isinstance(refused.refusal, HowManyDeals):
                return Reply(view=deals_layout(await self.desk.scene(table, say), note), redraw=True)
        return Reply(view=panel_layout(await self.desk.scene(table, say), page_of(request.rule), note=note), redraw=True)

    async def type_rule(self, interaction: Interaction, table: Table, request: ChangeRule) -> Reply:
        """The same, typed: answered with the panel."""
        person = await self.desk.person(interaction)
        changed = await self.desk.tables.change(table.number, person.number, request)
        scene = await self.desk.scene(changed, self.desk.say(interaction))
        return Reply(view=panel_layout(scene, page_of(request.rule.strip().lower())))

    async def ready(self, interaction: Interaction, table: Table, person: Person, deal: int | None) -> Reply:
        """For the next deal; under the score the courier counts, under a hand the hand says so."""
        under_score = interaction.guild_id is not None and not is_his_own(interaction)
        try:
            changed = await self.desk.tables.change(table.number, person.number, Ready(deal))
        except Refused as refused:
            if under_score or not isinstance(refused.refusal, MovedOn):
                raise
            return await self._moved_on(interaction, table, person)
        if under_score:
            return SILENT
        return replace(await self.hand(interaction, changed, person), redraw=True)

    async def end(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Ask to break the match off; answered with the table, which says who has asked."""
        changed = await self.desk.tables.change(table.number, person.number, AskEnd())
        shown = await self.show(interaction, changed)
        return replace(shown, redraw=is_his_own(interaction))

    async def leave(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Out of the lobby at once; out of a match after one more question."""
        if table.match is not None and table.phase != Phase.OVER:
            if person.number not in table.seated():
                raise Refused(NotSeated(), table.number)
            return Reply(view=forfeit_layout(await self.desk.scene(table, self.desk.say(interaction))))
        changed = await self.desk.tables.change(table.number, person.number, StandUp())
        return await self.show(interaction, changed)

    async def forfeit(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        changed = await self.desk.tables.change(table.number, person.number, Forfeit())
        return replace(await self.hand(interaction, changed, person), redraw=True)

    async def cancel(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """The lobby at once; a match, by a manager of its server, after one more question."""
        manager = is_manager(interaction, table)
        if table.match is None or table.phase == Phase.OVER:
            changed = await self.desk.tables.change(table.number, person.number, Cancel(manager=manager))
            return await self.show(interaction, changed)
        if not manager:
            raise Refused(OnlyManagers(), table.number)
        return Reply(view=break_off_layout(await self.desk.scene(table, self.desk.say(interaction))))

    async def break_off(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        request = Cancel(manager=is_manager(interaction, table))
        changed = await self.desk.tables.change(table.number, person.number, request)
        return replace(await self.show(interaction, changed), redraw=True)

    async def _change(self, table: Table, person: int, request: Request, key: str) -> tuple[Table, Answering]:
        """The changed table, and the promise to redraw the message with this key."""
        if table.phase == Phase.OVER:
            raise Refused(TableIsOver(), table.number)
        answering = self.desk.courier.answering(table.number, key)
        try:
            return await self.desk.tables.change(table.number, person, request), answering
        except BaseException:
            answering.withdraw()
            raise


def _check_open(table: Table) -> None:
    """Raises Refused where house rules can be changed no more."""
    if table.phase != Phase.LOBBY:
        raise Refused(TableIsOver() if table.phase == Phase.OVER else RulesFixed(), table.number)


def is_manager(interaction: Interaction, table: Table) -> bool:
    """Whether the person has Manage Server in the table's own server."""
    return interaction.guild_id == table.server and interaction.permissions.manage_guild
