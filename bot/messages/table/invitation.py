"""The part of a lobby that invites people to play a match again."""

from bot.messages.table.render_context import RenderContext
from bot.messages.text import timestamp
from bot.tables.events import Invitation
from bot.tables.play_again import free_seats


def invited_people_text(invitation: Invitation, context: RenderContext) -> str:
    """Return who is awaited, and until when their seats are kept; they are pinged when the table is opened."""
    table, say, names = context.table, context.say, context.names
    lines = [say("Table {number} plays again: the same rules and seats, and the next dealer.", number=invitation.match)]
    if table.awaited_people:
        people, until = say.all_of(map(names.mention, table.awaited_people)), timestamp(invitation.until, "R")
        lines.append(say("Waiting for {people} to press **Join** or **Not this time**.", people=people))
        lines.append(say("Their seats are free for others {time}.", time=until))
    elif (free := free_seats(table)) > 0:
        lines.append(say.many("Everyone has answered. 1 seat is free.", "Everyone has answered. {count} seats are free.", free))
    if not table.awaited_people and len(table.people) >= table.variant.players[0]:
        lines.append(say("Waiting for {name} to press **Start**.", name=names.person(table.people[0])))
    return "\n".join(lines)


def leave_label(context: RenderContext) -> str:
    """Return the label of the button that leaves a lobby or, while seats are kept, declines the invitation too."""
    table, say = context.table, context.say
    return say("Not this time") if table.invitation is not None and not table.seats_freed else say("Leave")
