"""The lines about who plays in which seat of a match: who left, who plays on, who is asked what, and an abandoned table."""

from collections.abc import Iterable

from bot.messages.table.render_context import RenderContext
from bot.messages.text import timestamp
from bot.rummy.events import SeatLeft
from bot.rummy.view import View
from bot.tables.decisions.match import missing_for_end
from bot.tables.played_turns import PlayedTurn
from bot.tables.seat_change import SeatChange
from bot.tables.table import Phase, is_computer

_MINUTE, _DAY = 60_000, 86_400_000


def leaving_line(seat: int, context: RenderContext) -> str:
    """Return that the player of this seat left, or was removed, in a match that goes on without the seat."""
    say, name, removed = context.say, context.names.seat(seat), context.table.removed
    person = context.table.occupant(seat)
    if (manager := removed.get(person)) is not None:
        return say("{by} removed **{name}** from the match.", by=context.names.person(manager), name=name)
    if person in removed:
        return say("**{name}** was removed from the match.", name=name)
    return say("**{name}** left the match.", name=name)


def seat_change_line(change: SeatChange, context: RenderContext) -> str:
    """Return who plays in a seat from then on, and why."""
    say, names = context.say, context.names
    if is_computer(change.before):
        name, computer = names.person(change.player), names.person(change.before)
        return say("**{name}** takes the seat of {computer}.", name=name, computer=computer)
    name, computer = names.person(change.before), names.person(change.player)
    if change.removed_by is not None:
        by = names.person(change.removed_by)
        return say("{by} removed **{name}**. {computer} plays on with their cards.", by=by, name=name, computer=computer)
    if change.is_removed:
        return say("**{name}** was removed. {computer} plays on with their cards.", name=name, computer=computer)
    return say("**{name}** left. {computer} plays on with their cards.", name=name, computer=computer)


def seat_lines_of_turn(turn: PlayedTurn, context: RenderContext) -> list[str]:
    """Return a line for each player who left, or was removed, while this turn was played."""
    left = [leaving_line(event.seat, context) for event in turn.events if isinstance(event, SeatLeft)]
    return [*left, *_change_lines((one for one in context.table.seat_changes if one.turn == turn.number), context)]


def seat_lines_of_pause(context: RenderContext) -> list[str]:
    """Return a line for each change between two deals of who plays in a seat."""
    return _change_lines((one for one in context.table.seat_changes if one.turn is None), context)


def _change_lines(changes: Iterable[SeatChange], context: RenderContext) -> list[str]:
    return [seat_change_line(change, context) for change in changes if change.before != change.player]


def end_request_lines(context: RenderContext) -> list[str]:
    """Return at most one line: who wants to end the match, how many more must agree, and until when a majority is enough."""
    table, say = context.table, context.say
    people = table.seated_people()
    asked = [context.names.person(person) for person in people if person in table.end_requests]
    is_vote = table.end_vote_until is not None and len(people) > 1
    if table.phase == Phase.OVER or not (asked or is_vote):
        return []
    missing = max(1, missing_for_end(table, table.end_requests))  # others may have gone away since: then one more press does it
    until = "" if table.end_vote_until is None else timestamp(table.end_vote_until, "R")
    if not asked:
        question = say.many(
            "Should the match end? It does if {count} of {all} players presses **End the match**. The vote ends {time}.",
            "Should the match end? It does if {count} of {all} players press **End the match**. The vote ends {time}.",
            missing,
            all=len(people),
            time=until,
        )
        return [question]
    names = say.all_of(asked)
    who = (
        say("{name} wants to end the match.", name=names)
        if len(asked) == 1
        else say("{names} want to end the match.", names=names)
    )
    if is_vote:
        more = say.many(
            "It ends if 1 more player presses **End the match**. The vote ends {time}.",
            "It ends if {count} more players press **End the match**. The vote ends {time}.",
            missing,
            time=until,
        )
        return [f"{who} {more}"]
    more = say.many("1 more player must agree:", "{count} more players must agree:", missing)
    return [f"{who} {more} {say('**Table** → **End the match**')}"]


def is_end_asked(context: RenderContext) -> bool:
    """Return True while the people at the table are asked whether to end the match."""
    table = context.table
    return table.end_vote_until is not None and len(table.seated_people()) > 1 and table.phase != Phase.OVER


def abandonment_lines(view: View, context: RenderContext) -> list[str]:
    """Return that the table was closed because nobody moved, whose turn it was, and every hand."""
    say, names = context.say, context.names
    lines = [_idle_line(context)]
    if view.left_seats and view.placings is not None:
        name = names.seat(view.left_seats[-1])
        lines.append(say("It was {name}'s turn, so they have the last place, as if they had left.", name=name))
    deal = view.deal
    if deal is not None and deal.end is None and deal.hands is not None:
        lines += [f"**{names.seat(seat)}**: {say.cards(hand)}" for seat, hand in enumerate(deal.hands) if hand]
    return lines


def _idle_line(context: RenderContext) -> str:
    """Return how long nobody had moved."""
    say, idle = context.say, context.table.clock.times.idle
    if idle < _DAY:
        return say.many(
            "Nobody moved for 1 minute, so the table was closed.",
            "Nobody moved for {count} minutes, so the table was closed.",
            idle // _MINUTE,
        )
    return say.many(
        "Nobody moved for 1 day, so the table was closed.",
        "Nobody moved for {count} days, so the table was closed.",
        idle // _DAY,
    )
