"""A turn in one line: `Cleo · drew · laid 4♣ 4♦ 4♥ · discarded K♦`; and the sentence that says how a deal ended."""

from typing import assert_never

from bot.messages.table.channel.seat_lines import seat_lines_of_turn
from bot.messages.table.render_context import RenderContext
from bot.messages.text import DOT, keep_together
from bot.rummy.cards import Card, physical_card, sort_cards
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
from bot.tables.played_turns import PlayedTurn

_LINE = 30  # characters, on a phone


def turn_lines(turn: PlayedTurn, context: RenderContext) -> list[str]:
    """Return the line of a turn, unless nothing has happened in it, and a line for each player who left the match in it.

    The line of a turn that was played for a person says so: `Cleo · time's up · drew · discarded K♦`.
    """
    left, played = seat_lines_of_turn(turn, context), played_text(turn, context)
    if not played:
        return left
    if turn.is_played_for:
        reason = context.say("away") if turn.was_away else context.say("time's up")
        played = f"{reason}{DOT}{played}"
    name = context.names.seat(turn.seat) if turn.player is None else context.names.person(turn.player)
    return [f"**{name}**{DOT}{played}", *left]


def played_text(turn: PlayedTurn, context: RenderContext) -> str:
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
    parts = [_event_text(event, context) for event in remaining]
    back = shown.difference(*(_cards_played(event) for event in remaining))
    if back:
        text = context.say("took back {cards}", cards=_bold(context, sort_cards(back)))
        parts.insert(_place_before_discard(remaining), text)
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


def _place_before_discard(events: list[PublicEvent]) -> int:
    """Return the index of the discard, before which the line about cards taken back is inserted."""
    return next((place for place, event in enumerate(events) if isinstance(event, CardDiscarded | DealEnded)), len(events))


def _event_text(event: PublicEvent, context: RenderContext) -> str:
    """Return what the player did, without their name; empty for what is shown elsewhere."""
    say = context.say
    match event:
        case DrawnFaceDown():
            return say("drew")
        case DiscardTaken(card=card):
            return say("took {card}", card=_bold(context, (card,)))
        case MeldLaid(cards=cards):
            return say("laid {cards}", cards=_bold(context, cards))
        case CardsLaidOff(cards=cards, meld=meld):
            return say("laid off {cards} on meld {meld}", cards=_bold(context, cards), meld=meld)
        case JokerSwapped(card=card, meld=meld):
            return say("swapped {card} for the joker in meld {meld}", card=_bold(context, (card,)), meld=meld)
        case MeldRetired(meld=meld):
            return say("completed meld {meld}, which goes to the discard pile", meld=meld)
        case CardDiscarded(card=card):
            return say("discarded {card}", card=_bold(context, (card,)))
        case RecycledFaceDown(stock_size=stock):
            return _recycle_text(stock, context)
        case SeatLeft() | DealEnded() | MatchBrokenOff() | MatchAnnounced() | DealAnnounced() | MatchEnded() | TakenBack():
            return ""
        case _:
            assert_never(event)


def deal_end_line(event: DealEnded, context: RenderContext) -> str:
    """Return the sentence that says how a deal ended."""
    say = context.say
    if event.winner is None:
        return say("Nobody went out, and the stock is used up: the deal is blocked.")
    name = context.names.person(context.table.player_of_deal(event.winner))
    if event.rummy:
        return say("{name} goes rummy: the whole hand in one turn!", name=name)
    match event.how:
        case EndedBy.DISCARD:
            return say("{name} discards the last card and goes out!", name=name)
        case EndedBy.MELD:
            return say("{name} goes out with a meld!", name=name)
        case _:
            return say("{name} goes out by laying off!", name=name)


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
