"""The line that announces each public event in the channel: a draw, a meld, a discard, the end of a deal."""

from collections.abc import Iterable
from typing import assert_never

from bot.messages.table.render_context import RenderContext
from bot.rummy.deck.cards import Card, physical_card, sort_cards
from bot.rummy.events import (
    CardDiscarded,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    EndedBy,
    JokerSwapped,
    MatchBrokenOff,
    MatchEnded,
    MeldLaid,
    MeldRetired,
    SeatLeft,
    TakenBack,
)
from bot.rummy.view import DealAnnounced, DrawnFaceDown, MatchAnnounced, PublicEvent, RecycledFaceDown


def turn_lines(events: Iterable[PublicEvent], context: RenderContext) -> list[str]:
    """Return a line for each event of a turn that wasn't taken back.

    Cards that were taken back and not laid again are named in one line, before the discard.
    """
    remaining: list[PublicEvent] = []
    shown: set[Card] = set()
    seat = None
    for event in events:
        if isinstance(event, TakenBack):
            seat = event.seat
            shown.update(_cards_played(event.what))
            while remaining.pop() != event.what:
                pass  # also remove the line about a meld that left the table
        else:
            remaining.append(event)
    lines = [event_line(event, context) for event in remaining]
    back = shown.difference(*(_cards_played(event) for event in remaining))
    if seat is not None and back:
        cards = _bold(context, sort_cards(back))
        lines.insert(
            _place_before_discard(remaining),
            context.say("{name} takes {cards} back.", name=context.names.seat(seat), cards=cards),
        )
    return lines


def _cards_played(event: PublicEvent) -> tuple[Card, ...]:
    """Return the cards that the event moved from the hand to the table."""
    match event:
        case MeldLaid(cards=cards) | CardsLaidOff(cards=cards):
            return tuple(map(physical_card, cards))
        case JokerSwapped(card=card) | CardDiscarded(card=card):
            return (card,)
        case _:
            return ()


def _place_before_discard(events: list[PublicEvent]) -> int:
    """Return the index of the discard, before which the line about cards taken back is inserted."""
    return next((place for place, event in enumerate(events) if isinstance(event, CardDiscarded | DealEnded)), len(events))


def event_line(event: PublicEvent, context: RenderContext) -> str:
    """Return the sentence that says what happened; empty for an event that has a message of its own."""
    say, name = context.say, context.names.seat
    match event:
        case DrawnFaceDown(seat=seat):
            return say("{name} draws from the stock.", name=name(seat))
        case DiscardTaken(seat=seat, card=card):
            return say("{name} takes {card} from the discards.", name=name(seat), card=_bold(context, (card,)))
        case MeldLaid(seat=seat, cards=cards):
            return say("{name} melds {cards}.", name=name(seat), cards=_bold(context, cards))
        case CardsLaidOff(seat=seat, cards=cards, meld=meld):
            return say("{name} lays off {cards} on meld {meld}.", name=name(seat), cards=_bold(context, cards), meld=meld)
        case JokerSwapped(seat=seat, card=card, meld=meld):
            return say(
                "{name} swaps {card} for the joker in meld {meld}.", name=name(seat), card=_bold(context, (card,)), meld=meld
            )
        case MeldRetired(meld=meld, cards=cards):
            return say("Meld {meld} is complete and goes to the discards: {cards}.", meld=meld, cards=_bold(context, cards))
        case CardDiscarded(seat=seat, card=card):
            return say("{name} discards {card}.", name=name(seat), card=_bold(context, (card,)))
        case RecycledFaceDown(kept=()) if not context.table.variant.stock_count_public:
            return say("The discards are turned into a new stock.")
        case RecycledFaceDown() if not context.table.variant.stock_count_public:
            return say("All discards but the top one become a new stock.")
        case RecycledFaceDown(stock_size=stock, kept=()):
            return say.many(
                "The discards are turned into a new stock of one card.",
                "The discards are turned into a new stock of {count} cards.",
                stock,
            )
        case RecycledFaceDown(stock_size=stock):
            return say.many(
                "All discards but the top one become a new stock of one card.",
                "All discards but the top one become a new stock of {count} cards.",
                stock,
            )
        case SeatLeft(seat=seat):
            return say("{name} leaves the match.", name=name(seat))
        case DealEnded():
            return deal_end_line(event, context)
        case MatchBrokenOff():
            return say("The match is broken off.")
        case MatchAnnounced() | DealAnnounced() | MatchEnded() | TakenBack():
            return ""  # each has a message of its own, or is left to `turn_lines`
        case _:
            assert_never(event)


def deal_end_line(event: DealEnded, context: RenderContext) -> str:
    """Return the sentence that says how a deal ended."""
    say = context.say
    if event.winner is None:
        return say("Nobody went out, and the stock is used up: the deal is blocked.")
    name = context.names.seat(event.winner)
    if event.rummy:
        return say("{name} goes rummy: the whole hand in one turn!", name=name)
    match event.how:
        case EndedBy.DISCARD:
            return say("{name} goes out with the last discard.", name=name)
        case EndedBy.MELD:
            return say("{name} goes out with a meld.", name=name)
        case _:
            return say("{name} goes out by laying off.", name=name)


def _bold(context: RenderContext, cards: tuple[str, ...]) -> str:
    return f"**{context.say.cards(cards)}**"
