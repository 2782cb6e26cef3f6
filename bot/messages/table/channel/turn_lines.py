"""A turn in one line: `Cleo · drew · laid 4♣ 4♦ 4♥ · discarded K♦`; who plays in which seat; and who wants to end the match."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from bot.messages.card_order import in_card_order
from bot.messages.games import GAME_WORDS
from bot.messages.table.render_context import RenderContext
from bot.messages.text import DOT, keep_together, timestamp
from bot.rummy.cards import Card, physical_card
from bot.rummy.events import (
    CardDiscarded,
    CardsLaidOff,
    Challenged,
    ChallengeRefused,
    DealEnded,
    DiscardTaken,
    JokerSwapped,
    Knocked,
    MatchBrokenOff,
    MatchEnded,
    MeldLaid,
    MeldRetired,
    Passed,
    PileTaken,
    SeatLeft,
    TakenBack,
    TurnOpened,
    TurnSkipped,
)
from bot.rummy.match import hand_points
from bot.rummy.view import DealAnnounced, DrawnFaceDown, DrawnFaceUp, MatchAnnounced, PublicEvent, RecycledFaceDown, View
from bot.tables.match_requests import missing_for_end
from bot.tables.table import Phase, PlayedTurn, SeatChange, is_computer

_LINE = 30  # characters, on a phone
_MINUTE, _DAY = 60_000, 86_400_000


def turn_lines(turn: PlayedTurn, context: RenderContext, *, in_short: bool = False) -> list[str]:
    """Return the line of a turn, unless nothing has happened in it, and a line for each player who left the match in it.

    The line of a turn that was played for a person says so: `Cleo · time's up · drew · discarded K♦`. `in_short`, it is small
    and leaves out that a player drew (who didn't, took the discard), and what the picture of the table shows: its numbers, and
    the melds of a knock.
    """
    if in_short:
        has_knock = any(isinstance(event, Knocked) for event in turn.events)
        left_out = (DrawnFaceDown, MeldLaid) if has_knock else DrawnFaceDown
        turn = replace(turn, events=tuple(event for event in turn.events if not isinstance(event, left_out)))
    left, played = seat_lines_of_turn(turn, context), played_text(turn, context, in_short=in_short)
    if not played:
        return left
    if turn.is_played_for:
        reason = context.say("away") if turn.was_away else context.say("time's up")
        played = f"{reason}{DOT}{played}"
    name = context.names.seat(turn.seat) if turn.player is None else context.names.person(turn.player)
    return [f"{'-# ' if in_short else ''}**{name}**{DOT}{played}", *left]


def played_text(turn: PlayedTurn, context: RenderContext, *, in_short: bool = False) -> str:
    """Return what was played in a turn and not taken back; empty if nothing was.

    Cards that were taken back and not laid again are named once, before the discard.
    """
    remaining: list[PublicEvent] = []
    shown: set[Card] = set()
    for event in turn.events:
        if isinstance(event, TakenBack):
            shown.update(_cards_played(event.what))
            while remaining.pop() != event.what:
                pass  # also remove the event of a meld that left the table
        else:
            remaining.append(event)
    parts = [_event_text(event, context, in_short=in_short) for event in remaining]
    back = shown.difference(*(_cards_played(event) for event in remaining))
    if back:
        text = context.say("took back {cards}", cards=_bold(context, in_card_order(back)))
        ends = (place for place, event in enumerate(remaining) if isinstance(event, CardDiscarded | DealEnded))
        parts.insert(next(ends, len(parts)), text)
    return DOT.join(filter(None, parts))


def _cards_played(event: PublicEvent) -> tuple[Card, ...]:
    """Return the cards that the event moved from the hand to the table."""
    match event:
        case MeldLaid(cards=cards) | CardsLaidOff(cards=cards):
            return tuple(map(physical_card, cards))
        case JokerSwapped(card=card) | CardDiscarded(card=card):
            return (card,)
        case _:
            return ()


def _knock_text(left: tuple[Card, ...], context: RenderContext) -> str:
    if not left:
        return GAME_WORDS[context.table.variant.game].nothing_left(context.say)
    points, cards = hand_points(context.table.variant, left), _bold(context, left)
    return context.say.many("knocked with 1 point: {cards}", "knocked with {count} points: {cards}", points, cards=cards)


def _event_text(event: PublicEvent, context: RenderContext, *, in_short: bool) -> str:
    """Return what the player did, without their name; empty for what is shown elsewhere. `in_short`, no meld has its number."""
    say = context.say
    match event:
        case DrawnFaceDown():
            return say("drew")
        case DrawnFaceUp(card=card):
            return say("drew {card}", card=_bold(context, (card,)))
        case DiscardTaken(card=card):
            return say("took {card}", card=_bold(context, (card,)))
        case PileTaken(cards=cards):
            return say("took {card}", card=_bold(context, cards))
        case MeldLaid(cards=cards):
            return say("laid {cards}", cards=_bold(context, cards))
        case CardsLaidOff(cards=cards) if in_short:
            return say("laid off {cards}", cards=_bold(context, cards))
        case CardsLaidOff(cards=cards, meld=meld):
            return say("laid off {cards} on meld {meld}", cards=_bold(context, cards), meld=meld)
        case JokerSwapped(card=card, meld=meld):
            return say("swapped {card} for the joker in meld {meld}", card=_bold(context, (card,)), meld=meld)
        case MeldRetired(meld=meld):
            return say("meld {meld} went to the discard pile", meld=meld)
        case Passed():
            return say("passed")
        case TurnSkipped():
            return say("lost the turn")
        case Knocked(left=left):
            return _knock_text(left, context)
        case Challenged():
            return say("challenged")
        case ChallengeRefused():
            return say("refused the challenge")
        case CardDiscarded(card=card):
            return say("discarded {card}", card=_bold(context, (card,)))
        case RecycledFaceDown(stock_size=stock):
            return _recycle_text(stock, context)
        case (
            SeatLeft()
            | DealEnded()
            | MatchBrokenOff()
            | MatchAnnounced()
            | DealAnnounced()
            | MatchEnded()
            | TakenBack()
            | TurnOpened()
        ):
            return ""
        case _:
            assert_never(event)


def _recycle_text(stock: int, context: RenderContext) -> str:
    """Return what was done with the discard pile, and how many cards the stock has now if the table shows that."""
    say, rules = context.say, context.table.variant
    match rules.recycle, rules.stock_count_public:
        case "turn_over", False:
            return say("turned the discard pile over")
        case "turn_over", True:
            return say.many(
                "turned the discard pile over: 1 card in the stock",
                "turned the discard pile over: {count} cards in the stock",
                stock,
            )
        case _, False:
            return say("shuffled the discard pile")
        case _:
            return say.many(
                "shuffled the discard pile: 1 card in the stock",
                "shuffled the discard pile: {count} cards in the stock",
                stock,
            )


def _bold(context: RenderContext, cards: tuple[str, ...]) -> str:
    text, is_long = context.cards(cards), len(context.say.cards(cards)) > _LINE
    return f"**{text if is_long else keep_together(text)}**"


def leaving_line(seat: int, context: RenderContext) -> str:
    """Return that the player of this seat left, or was removed, in a match that goes on without the seat."""
    say, name, seats = context.say, context.names.seat(seat), context.table.seats
    if (manager := seats.removed.get(seats.occupants[seat])) is not None:
        return say("{by} removed **{name}** from the match.", by=context.names.person(manager), name=name)
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
        return say("{by} removed **{name}**. {computer} takes over.", by=by, name=name, computer=computer)
    return say("**{name}** left. {computer} takes over.", name=name, computer=computer)


def seat_lines_of_turn(turn: PlayedTurn, context: RenderContext) -> list[str]:
    """Return a line for each player who left, or was removed, while this turn was played."""
    left = [leaving_line(event.seat, context) for event in turn.events if isinstance(event, SeatLeft)]
    return [*left, *_change_lines((one for one in context.table.seats.changes if one.turn == turn.number), context)]


def seat_lines_of_pause(context: RenderContext) -> list[str]:
    """Return a line for each change between two deals of who plays in a seat."""
    return _change_lines((one for one in context.table.seats.changes if one.turn is None), context)


def _change_lines(changes: Iterable[SeatChange], context: RenderContext) -> list[str]:
    return [seat_change_line(change, context) for change in changes if change.before != change.player]


def end_request_lines(context: RenderContext) -> list[str]:
    """Return at most one line: who wants to end the match, how many more must agree, and until when a majority is enough."""
    table, say = context.table, context.say
    people = table.seated_people()
    asked = [context.names.person(person) for person in people if person in table.end_requests]
    is_vote = table.timing.end_vote_until is not None and len(people) > 1
    if table.phase == Phase.OVER or not (asked or is_vote):
        return []
    missing = max(1, missing_for_end(table, table.end_requests))  # others may have gone away since: then one more press does it
    until = "" if table.timing.end_vote_until is None else timestamp(table.timing.end_vote_until, "f")
    if not asked:
        question = say.many(
            "End early? {count} of {all} players must press **End the match**. The vote ends {time}.",
            "End early? {count} of {all} players must press **End the match**. The vote ends {time}.",
            missing,
            all=len(people),
            time=until,
        )
        return [question]
    who = say("{names} want to end the match.", names=say.all_of(asked))
    if len(asked) == 1:
        who = say("{name} wants to end the match.", name=asked[0])
    if is_vote:
        more = say.many(
            "1 more player must press **End the match**. The vote ends {time}.",
            "{count} more players must press **End the match**. The vote ends {time}.",
            missing,
            time=until,
        )
        return [f"{who} {more}"]
    more = say.many("1 more player must agree:", "{count} more players must agree:", missing)
    return [f"{who} {more} {say('**Table** → **End the match**')}"]


def abandonment_lines(view: View, context: RenderContext) -> list[str]:
    """Return for how long nobody moved, or a season waited, and who came last by that."""
    say, names = context.say, context.names
    idle = context.table.clock.times.idle
    minutes = say.many("Nobody moved for 1 minute.", "Nobody moved for {count} minutes.", idle // _MINUTE)
    days = say.many("Nobody moved for 1 day.", "Nobody moved for {count} days.", idle // _DAY)
    lines = [minutes if idle < _DAY else days]
    if view.left_seats and view.placings is not None:
        name = names.seat(view.left_seats[-1])
        lines.append(say("It was {name}'s turn: last place, as if they had left.", name=name))
        if context.table.closed_by_season:
            lines = [say("The season waited 7 days. {name} took the most time: last place, as if they had left.", name=name)]
    return lines


def abandoned_hands(view: View, context: RenderContext) -> list[str]:
    """Return every hand of the deal in which nobody moved, if it may be shown."""
    deal, say = view.deal, context.say
    if deal is None or deal.end is not None or deal.hands is None or context.hides_hands:
        return []
    return [f"**{context.names.seat(seat)}**: {say.cards(hand)}" for seat, hand in enumerate(deal.hands) if hand]
