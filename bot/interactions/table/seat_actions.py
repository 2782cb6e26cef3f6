"""The actions about who plays in which seat of a match: remove a person, take a computer's seat."""

from dataclasses import dataclass, replace

from bot.interactions.permissions import may_remove_players
from bot.interactions.reply import Reply, is_ephemeral
from bot.interactions.services import Interaction, Services
from bot.interactions.table.promised_reply import check_not_over
from bot.interactions.table.show_table import show_hand, show_table
from bot.messages.table.confirmations import remove_layout, which_seat_layout, whom_to_remove_layout
from bot.messages.table.reason_forms import removal_form
from bot.messages.text import clean_line
from bot.tables.decisions.seats import may_be_removed
from bot.tables.ports import Person
from bot.tables.refusals import NotSeated, Refused, TableNotStarted
from bot.tables.requests import Remove, TakeSeat
from bot.tables.seat_refusals import ManagerPlays, NotAway, NotPlaying
from bot.tables.table import Phase, Table


@dataclass(frozen=True, slots=True)
class SeatActions:
    """Every method returns the reply, and raises Refused if the table refuses."""

    services: Services

    async def ask_to_remove(self, interaction: Interaction, table: Table, person: Person, removed: int | None) -> Reply:
        """Ask for confirmation before a person is removed; without one, ask a manager or organiser whom."""
        check_not_over(table)
        if table.match is None:
            raise Refused(TableNotStarted(), table.number)
        is_manager, plays = await may_remove_players(self.services, interaction, table), person.number in table.seated_people()
        by_manager = is_manager and not plays
        if not is_manager and not plays:
            raise Refused(NotSeated(), table.number)
        context = await self.services.context(table, self.services.say(interaction))
        replaces = is_ephemeral(interaction)
        if removed is None and is_manager:
            return Reply(view=whom_to_remove_layout(context), replaces_pressed=replaces)
        if removed is None or removed not in table.seated_people():
            raise Refused(NotPlaying(), table.number)
        if not by_manager and (removed == person.number or not may_be_removed(table, removed)):
            is_opponent = is_manager and removed != person.number
            raise Refused(ManagerPlays(removed) if is_opponent else NotAway(removed), table.number)
        if not by_manager and (person.number, removed) in table.removals:
            return await self.remove(interaction, table, person, removed)  # refused, or done if nobody is missing
        return Reply(view=remove_layout(context, removed, by_manager=by_manager), replaces_pressed=replaces)

    async def confirm_removal(self, interaction: Interaction, table: Table, person: Person, removed: int | None) -> Reply:
        """Ask the others to remove a person, after the confirmation; ask a manager or organiser why they do it."""
        if removed is None:
            raise Refused(NotPlaying(), table.number)
        if person.number in table.seated_people() or not await may_remove_players(self.services, interaction, table):
            return await self.remove(interaction, table, person, removed)
        check_not_over(table)
        if removed not in table.seated_people():
            raise Refused(NotPlaying(), table.number)
        say = self.services.say(interaction)
        form = removal_form(table.number, removed, await self.services.names_of((removed,), say), say)
        return Reply(form=form, text=say("That took too long. Press the button again."))

    async def remove(self, interaction: Interaction, table: Table, person: Person, removed: int, why: str = "") -> Reply:
        """Remove a person for this reason, which may be empty, or ask the others for it; the reply is the table."""
        by_manager = await may_remove_players(self.services, interaction, table)
        leagues = await self.services.eligibility.leagues_of(table) if by_manager else ()
        request = Remove(removed, by_manager, leagues, clean_line(why))
        changed = await self.services.tables.change(table.number, person.number, request)
        shown = await show_table(self.services, interaction, changed, person)
        return replace(shown, replaces_pressed=is_ephemeral(interaction))

    async def take_seat(self, interaction: Interaction, table: Table, person: Person, seat: int | None) -> Reply:
        """Take a computer's seat; if several play and none is named, ask which. The reply is the hand."""
        check_not_over(table)
        can_choose = table.phase == Phase.PAUSE and person.number not in table.seated_people()
        if seat is None and can_choose and len(table.computers_seats()) > 1 and not table.removed.get(person.number):
            return Reply(view=which_seat_layout(await self.services.context(table, self.services.say(interaction))))
        changed = await self.services.tables.change(table.number, person.number, TakeSeat(seat))
        say = self.services.say(interaction)
        shown = await show_hand(self.services, interaction, changed, person, note=say("The seat is yours from now on."))
        return replace(shown, replaces_pressed=is_ephemeral(interaction))
