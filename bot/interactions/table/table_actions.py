"""The actions at a table that are neither moves nor the lobby's: see it, vote to end it, leave it, close it."""

from dataclasses import dataclass, replace

from discord import ui

from bot.interactions.call import Call
from bot.interactions.permissions import is_manager, may_break_off
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.interactions.table.promised_reply import check_not_over, may_replace
from bot.interactions.table.show_table import show_hand, show_table
from bot.messages.components import GREY, layout
from bot.messages.table.channel.match_end import deal_points_text
from bot.messages.table.confirmations import break_off_layout, close_layout, end_layout, forfeit_layout
from bot.messages.table.fairness import fairness_layout
from bot.messages.table.reason_forms import break_off_form
from bot.messages.table.table_summary import older_turns_layout
from bot.messages.text import clean_line
from bot.rummy.view import view_for
from bot.tables.ports import Person
from bot.tables.refusals import ButtonNotUnderstood, NotSeated, NotTheHost, OnlyManagers, TableNotStarted
from bot.tables.requests import AskEnd, Cancel, Forfeit, StandUp
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refusal, Refused


class NoReasonGiven(Refusal):
    """A match is broken off for a reason, which everyone reads."""

    sentence = "Give a reason for cancelling the match: everyone at the table will read it."


@dataclass(frozen=True, slots=True)
class TableActions:
    """Every method returns the reply, and raises Refused or IllegalMove if the table refuses."""

    services: Services

    async def show_deals(self, call: Call, table: Table) -> Reply:
        """Show the points of each deal of the match."""
        if table.match is None or not table.match.ended_deals:
            raise Refused(ButtonNotUnderstood("deals"), table.number)
        context = await self.services.context(table, self.services.say(call))
        text = f"-# {context.title}\n{deal_points_text(view_for(table.match, None), context)}"
        return Reply(view=layout(ui.TextDisplay(text), accent=GREY))

    async def show_older_turns(self, call: Call, table: Table, before: int | None) -> Reply:
        """Show the turns of the current deal before the turn with this number."""
        if table.match is None or before is None:
            raise Refused(ButtonNotUnderstood("older"), table.number)
        context = await self.services.context(table, self.services.say(call))
        return Reply(view=older_turns_layout(context, before), replaces_pressed=may_replace(call, table))

    async def show_to_onlooker(self, call: Call, table: Table, person: Person) -> Reply:
        """Show the table to a person who has pressed a button that everyone sees, but that is for its players."""
        say = self.services.say(call)
        if person.number in table.people:
            note = say("You have left this match. This is what everyone can see.")
        elif table.phase == Phase.OVER:
            note = say("You didn't play this match. Open your own table with `/play`.")
        else:
            note = say("You aren't playing this match. This is what everyone can see.")
        return await show_table(self.services, call, table, person, note=note)

    async def show_fairness(self, call: Call, table: Table, deal: int | None) -> Reply:
        """Show what proves that a deal was fixed beforehand; without a number, the current deal."""
        proof = await self.services.tables.deal_proof(table.number, deal or table.deal_number)
        if proof is None:
            raise Refused(ButtonNotUnderstood(str(deal)), table.number)
        return Reply(view=fairness_layout(proof, await self.services.context(table, self.services.say(call))))

    async def end(self, call: Call, table: Table, person: Person) -> Reply:
        """Ask for confirmation before a player asks to end the match."""
        check_not_over(table)
        if person.number not in table.seated_people() or table.match is None:
            raise Refused(NotSeated(), table.number)
        if person.number in table.end_requests:
            return await self.ask_to_end(call, table, person)  # refused with the people who are missing, or done if nobody is
        view = end_layout(await self.services.context(table, self.services.say(call)), person.number)
        return Reply(view=view, replaces_pressed=may_replace(call, table))

    async def ask_to_end(self, call: Call, table: Table, person: Person) -> Reply:
        """Ask to end the match; the reply is the table, which shows who wants to end it."""
        changed = await self.services.tables.change(table.number, person.number, AskEnd())
        show = show_hand if table.is_private else show_table
        shown = await show(self.services, call, changed, person)
        return replace(shown, replaces_pressed=may_replace(call, table))

    async def leave(self, call: Call, table: Table, person: Person) -> Reply:
        """Leave a lobby immediately; in a match, ask for confirmation first. A person's own match ends."""
        if table.is_private and table.match is not None:
            return await self.end(call, table, person)
        if table.match is not None and table.phase != Phase.OVER:
            if person.number not in table.seated_people():
                raise Refused(NotSeated(), table.number)
            view = forfeit_layout(await self.services.context(table, self.services.say(call)))
            return Reply(view=view, replaces_pressed=call.is_whispered)
        changed = await self.services.tables.change(table.number, person.number, StandUp())
        return await show_table(self.services, call, changed, person)

    async def forfeit(self, call: Call, table: Table, person: Person) -> Reply:
        """Leave a match, after the confirmation."""
        changed = await self.services.tables.change(table.number, person.number, Forfeit())
        return replace(await show_hand(self.services, call, changed, person), replaces_pressed=call.is_whispered)

    async def cancel(self, call: Call, table: Table, person: Person) -> Reply:
        """Ask for confirmation before a lobby is closed, by its host or a manager of the server, or a match by an organiser."""
        manager = is_manager(call, table)
        check_not_over(table)
        if table.match is None and not manager and person.number != table.host:
            raise Refused(NotTheHost(table.people[0]), table.number)
        if table.match is not None and not await may_break_off(self.services, call, table):
            raise Refused(OnlyManagers(), table.number)
        context = await self.services.context(table, self.services.say(call))
        return Reply(view=close_layout(context) if table.match is None else break_off_layout(context))

    async def close(self, call: Call, table: Table, person: Person) -> Reply:
        """Close a lobby, after the confirmation. Raise Refused(TableStarted) if the match has started meanwhile."""
        return await self._cancel(call, table, person, Cancel(is_manager(call, table), only_lobby=True))

    async def ask_why(self, call: Call, table: Table) -> Reply:
        """Open the form that asks why a match is broken off, after the confirmation."""
        check_not_over(table)
        if table.match is None:
            raise Refused(TableNotStarted(), table.number)
        if not await may_break_off(self.services, call, table):
            raise Refused(OnlyManagers(), table.number)
        say = self.services.say(call)
        return Reply(form=break_off_form(table.number, say), text=say("That took too long. Press the button again."))

    async def break_off(self, call: Call, table: Table, person: Person, why: str) -> Reply:
        """Break a match off for this reason."""
        if table.match is None:
            raise Refused(TableNotStarted(), table.number)
        reason = clean_line(why)
        if not reason:
            raise Refused(NoReasonGiven(), table.number)
        leagues = await self.services.eligibility.leagues_of(table)
        by_manager = await may_break_off(self.services, call, table)
        return await self._cancel(call, table, person, Cancel(by_manager, why=reason, leagues=leagues))

    async def _cancel(self, call: Call, table: Table, person: Person, request: Cancel) -> Reply:
        changed = await self.services.tables.change(table.number, person.number, request)
        return replace(await show_table(self.services, call, changed, person), replaces_pressed=call.is_whispered)
