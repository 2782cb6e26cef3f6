"""The part of a lobby that invites people to play a match again."""

from bot.messages.table.render_context import RenderContext
from bot.messages.text import timestamp
from bot.tables.events import Invitation
from bot.tables.play_again import free_seats
from bot.tables.table import Table


def invited_people_text(invitation: Invitation, context: RenderContext) -> str:
    """Return who is awaited, and until when their seats are kept; they are pinged when the table is opened."""
    table, say, names = context.table, context.say, context.names
    if table.rule_changes and not table.changed_questions:
        lines = [
            say(
                "The match of table {number} is played again: same rules, same seats. The clock or the computers have changed.",
                number=invitation.match,
            )
        ]
    elif table.rule_changes:
        lines = [
            say("The match of table {number} is played again: same seats, next dealer, other rules.", number=invitation.match)
        ]
    else:
        lines = [
            say("The match of table {number} is played again: same rules, same seats, next dealer.", number=invitation.match)
        ]
    host = names.person(table.people[0]) if table.people else ""
    if table.awaited_people:
        people, until = say.all_of(map(names.mention, table.awaited_people)), timestamp(invitation.until, "t")
        lines.append(say("Waiting for {people} to press **Join** or **Not this time**.", people=people))
        lines.append(
            say(
                "Their seats are kept until {time}. After that, anyone can join, and {name} can start without them.",
                time=until,
                name=host,
            )
        )
    elif (free := free_seats(table)) > 0:
        lines.append(say.many("Everyone has answered. 1 seat is free.", "Everyone has answered. {count} seats are free.", free))
    if not table.awaited_people and not table.people_to_agree and len(table.players) >= table.variant.players[0]:
        lines.append(say("Waiting for {name} to press **Start**.", name=host))
    return "\n".join(lines)


def has_kept_seats(table: Table) -> bool:
    """Return whether seats are kept for the people of the last match."""
    return table.invitation is not None and not table.seats_freed
