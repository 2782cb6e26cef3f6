"""Shows a person a table, with their hand or without, in a new message or in place of the message that was pressed.

A reply to a press replaces that message if it is the person's hand, the lobby, or a message that only they see. Under any other
message, such as one that a forged press names, the reply is a new message that only they see. The courier has no messages of a
table that is one person's alone: there, a message in their direct messages is replaced if its buttons belong to that table.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

from bot.delivery.lanes import PromisedEdit
from bot.interactions.call import Call, Reply, TableServices
from bot.interactions.permissions import may_remove_players
from bot.interactions.routes import action
from bot.messages.table.buttons import TableAction, table_of_press
from bot.messages.table.channel.story_pages import LOBBY
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.table_summary import summary_layout
from bot.tables.ports import Person
from bot.tables.refusals import NotSeated, TableIsOver
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refused


async def show_table(services: TableServices, call: Call, table: Table, person: Person, *, note: str = "") -> Reply:
    """Show the table with what everyone may see of it, and with what the person can do there."""
    context = await services.context_for(table, person, services.say(call))
    if table.match is None:
        return Reply(view=lobby_layout(context, reader=person.number))
    is_onlooker = not table.is_private and table.phase != Phase.OVER and not table.takes_part(person.number)
    may_remove = is_onlooker and await may_remove_players(services, call, table)
    return Reply(view=summary_layout(context, person.number, note=note, may_remove=may_remove), is_public=stays(call, table))


@action(TableAction.SHOW)
async def press_show(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Show the table in place of the message that was pressed, if a reply may replace it."""
    return replace(await show_table(services, call, table, person), replaces_pressed=may_replace(call, table))


async def show_hand(services: TableServices, call: Call, table: Table, person: Person, *, note: str = "") -> Reply:
    """Show the person's current hand; before the match, the lobby."""
    if person.number not in table.seats.people:
        raise Refused(NotSeated(), table.number)
    if table.match is None:
        return await show_table(services, call, table, person)
    context = await services.context_for(table, person, services.say(call))
    return Reply(view=hand_layout(context, person.number, note=note), is_public=stays(call, table))


async def show_to_onlooker(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Show the table to a person who has pressed a button that everyone sees, but that is for its players."""
    say = services.say(call)
    if person.number in table.seats.people:
        note = say("You left this match. Here's what everyone sees.")
    elif table.phase == Phase.OVER:
        note = say("You didn't play this match. Open your own table with `/play`.")
    else:
        note = say("You aren't playing this match. Here's what everyone sees.")
    return await show_table(services, call, table, person, note=note)


def stays(call: Call, table: Table) -> bool:
    """Return whether a reply is a normal message: in direct messages, at a table that is the person's alone."""
    return table.is_private and call.server is None


@asynccontextmanager
async def promised_edit(services: TableServices, call: Call, table: Table, key: str) -> AsyncIterator[PromisedEdit | None]:
    """Promise that the reply, which the block returns, edits the message with this key.

    None if another message was pressed: then the courier edits it.
    """
    if table.is_private or call.pressed is None or call.is_whispered or (key != LOBBY and call.server is not None):
        yield None
    else:
        promised = await services.courier.promise_press(table.number, key, call.pressed.id)
        with withdrawn_on_error(promised):
            yield promised


def replacing(call: Call, reply: Reply, promised: PromisedEdit | None, table: Table) -> Reply:
    """Let the reply replace the message that was pressed, if it may."""
    replaces = promised is not None or may_replace(call, table)
    return replace(reply, replaces_pressed=replaces, promised=promised, version=table.version)


def may_replace(call: Call, table: Table) -> bool:
    """Return whether a reply about this table may replace the message that was pressed, which isn't one of the courier's.

    What is in a message is said by Discord, so no altered client can forge that a button there belongs to the table.
    """
    buttons = () if call.server is not None or call.pressed is None else call.pressed.ids
    return call.is_whispered or (table.is_private and any(table_of_press(button) == table.number for button in buttons))


@contextmanager
def withdrawn_on_error(promised: PromisedEdit | None) -> Iterator[None]:
    """Withdraw the promise if the block raises: the message would wait for a reply that never comes."""
    try:
        yield
    except BaseException:
        if promised is not None:
            promised.withdraw()
        raise


def check_not_over(table: Table) -> None:
    """Raise Refused(TableIsOver)."""
    if table.phase == Phase.OVER:
        raise Refused(TableIsOver(has_match=table.match is not None), table.number)
