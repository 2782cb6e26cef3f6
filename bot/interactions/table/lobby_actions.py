"""The actions in a lobby, by command or press: open a table, and change who sits there and what is played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from discord import ui

from bot.interactions.call import Call, server_of
from bot.interactions.permissions import check_permissions
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import NO_REPLY, Reply
from bot.interactions.services import Services
from bot.interactions.table.open_table import Chosen, Opening, choose, open_table
from bot.interactions.table.promised_reply import (
    check_not_over,
    promise_edit,
    replacing,
    withdraw,
    withdrawn_on_error,
)
from bot.interactions.table.show_table import show_table
from bot.messages.table.channel.story_pages import LOBBY
from bot.messages.table.clock_form import chosen_clock, clock_form
from bot.messages.table.lobby import lobby_layout
from bot.tables.ports import Person
from bot.tables.refusals import MovedOn, NotTheHost, TableStarted
from bot.tables.requests import ChangeClock, Request
from bot.tables.table import Table
from bot.wording.sentence import Refused


@dataclass(frozen=True, slots=True)
class LobbyActions:
    """Every method returns the reply, and raises Refused or IllegalMove if the table refuses."""

    services: Services

    async def open(self, call: Call, opening: Opening) -> Reply:
        """Open a table in this channel; the reply is its lobby, for everyone."""
        server_of(call)  # refuses direct messages, where nobody could join
        chosen = await choose(self.services, call, opening)
        return await self.open_chosen(call, chosen, only_one_here=opening.is_quick)

    async def open_chosen(self, call: Call, chosen: Chosen, *, only_one_here: bool) -> Reply:
        """Open a table with these rules in this channel; the reply is its lobby, for everyone."""
        check_permissions(call, thread=chosen.thread)
        self.services.count(Limited.LOBBY, call)
        host, channel = await self.services.person(call), call.channel
        table = await open_table(
            self.services,
            call,
            host.number,
            chosen.variant,
            base=chosen.base,
            channel=channel,
            thread=chosen.thread,
            only_one_here=only_one_here,
            clock=chosen.clock,
        )
        promised = await self.services.courier.promise_edit(table.number, LOBBY)
        with withdrawn_on_error(promised):
            view = await self._lobby(table)
        return Reply(view=view, is_public=True, promised=promised, version=table.version)

    def open_clock(self, call: Call, table: Table, person: Person) -> Reply:
        """Open the form in which the host chooses the clock."""
        _check_may_choose_clock(table, person)
        say = self.services.say(call)
        return Reply(form=clock_form(table, say), text=say("The form couldn't be opened in time. Press the button again."))

    async def send_clock(self, call: Call, table: Table, answers: Mapping[str, Sequence[str]]) -> Reply:
        """Change the clock to the one that was chosen in the form; the reply replaces the lobby's message."""
        request = ChangeClock(chosen_clock(answers, table.clock))
        return await self.change(call, table, await self.services.person(call), request)

    async def change(self, call: Call, table: Table, person: Person, request: Request) -> Reply:
        """Make the request of a lobby button; the reply replaces the lobby's message, which everyone sees."""
        try:
            check_not_over(table)
            promised = await promise_edit(self.services, call, table, LOBBY)
            with withdrawn_on_error(promised):
                changed = await self.services.tables.change(table.number, person.number, request)
        except Refused as refused:
            if not isinstance(refused.refusal, MovedOn):
                raise
            return await self._current(call, table, person)
        if changed.match is not None or not self.services.api.in_server(changed.server):
            withdraw(promised)  # the courier edits the lobby: with a link to the match, or once the server's language is known
            return NO_REPLY
        with withdrawn_on_error(promised):
            view = await self._lobby(changed, _only_reader(call, person))
        return replacing(call, Reply(view=view), promised, changed)

    async def type(self, call: Call, table: Table, person: Person, request: Request) -> Reply:
        """Make a typed request in the lobby; the reply is the table. The courier edits the lobby's message."""
        check_not_over(table)
        changed = await self.services.tables.change(table.number, person.number, request)
        if changed.match is not None:
            await self.services.courier.find_place(changed)
        return await show_table(self.services, call, changed, person)

    async def _current(self, call: Call, table: Table, person: Person) -> Reply:
        """Show the current lobby, with a note that the button was old: the house rules have changed since."""
        promised = await promise_edit(self.services, call, table, LOBBY)
        with withdrawn_on_error(promised):
            now, say = await self.services.tables.get(table.number), self.services.say(call)
            view = await self._lobby(now, _only_reader(call, person))
            text = say("That button is out of date. Here's the current table.")
        return replacing(call, Reply(view=view, text=text, is_out_of_date=True), promised, now)

    async def _lobby(self, table: Table, reader: int | None = None) -> ui.LayoutView:
        return lobby_layout(await self.services.public_context(table), reader=reader)


def _check_may_choose_clock(table: Table, person: Person) -> None:
    """Raise Refused unless the person is the host of a lobby."""
    check_not_over(table)
    if table.match is not None:
        raise Refused(TableStarted(), table.number)
    if person.number != table.host:
        raise Refused(NotTheHost(table.people[0]), table.number)


def _only_reader(call: Call, person: Person) -> int | None:
    """Return the person if only they see the lobby that they pressed; None if everyone does."""
    return person.number if call.is_whispered else None
