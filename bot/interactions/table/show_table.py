"""Shows a person a table: with their hand, or with what everyone may see."""

from dataclasses import replace

from bot.interactions.call import Call
from bot.interactions.permissions import may_remove_players
from bot.interactions.reply import Reply
from bot.interactions.routes import action
from bot.interactions.services import Services
from bot.interactions.table.promised_reply import may_replace
from bot.messages.table.buttons import TableAction
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.table_summary import summary_layout
from bot.tables.ports import Person
from bot.tables.refusals import NotSeated
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refused


async def show_table(services: Services, call: Call, table: Table, person: Person, *, note: str = "") -> Reply:
    """Show the table with what everyone may see of it, and with what the person can do there."""
    context = await services.context_for(table, person, services.say(call))
    if table.match is None:
        return Reply(view=lobby_layout(context, reader=person.number))
    is_onlooker = not table.is_private and table.phase != Phase.OVER and person.number not in table.seated_people()
    may_remove = is_onlooker and await may_remove_players(services, call, table)
    return Reply(view=summary_layout(context, person.number, note=note, may_remove=may_remove), is_public=stays(call, table))


@action(TableAction.SHOW)
async def press_show(services: Services, call: Call, table: Table, person: Person) -> Reply:
    """Show the table in place of the message that was pressed, if a reply may replace it."""
    return replace(await show_table(services, call, table, person), replaces_pressed=may_replace(call, table))


async def show_hand(services: Services, call: Call, table: Table, person: Person, *, note: str = "") -> Reply:
    """Show the person's current hand; before the match, the lobby."""
    if person.number not in table.people:
        raise Refused(NotSeated(), table.number)
    if table.match is None:
        return await show_table(services, call, table, person)
    context = await services.context_for(table, person, services.say(call))
    return Reply(view=hand_layout(context, person.number, note=note), is_public=stays(call, table))


async def show_to_onlooker(services: Services, call: Call, table: Table, person: Person) -> Reply:
    """Show the table to a person who has pressed a button that everyone sees, but that is for its players."""
    say = services.say(call)
    if person.number in table.people:
        note = say("You have left this match. This is what everyone can see.")
    elif table.phase == Phase.OVER:
        note = say("You didn't play this match. Open your own table with `/play`.")
    else:
        note = say("You aren't playing this match. This is what everyone can see.")
    return await show_table(services, call, table, person, note=note)


def stays(call: Call, table: Table) -> bool:
    """Return whether a reply is a normal message: in direct messages, at a table that is the person's alone."""
    return table.is_private and call.server is None
