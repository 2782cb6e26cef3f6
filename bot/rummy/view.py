"""The only judge of secrecy: what one viewer may know of a match, and what the others see of an event.

Whatever is shown, and whatever a computer player gets, comes from here, never from a match.
"""

from itertools import islice
from typing import Literal, assert_never

from msgspec import Struct

from bot.rummy.deck.cards import Card, sort_cards
from bot.rummy.deck.shuffle import commitment
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    Event,
    JokerSwapped,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldLaid,
    MeldRetired,
    SeatLeft,
    StockRecycled,
    TakenBack,
)
from bot.rummy.legal_moves import MOST_MELDS
from bot.rummy.match import Deal, Match, Question, TableMeld, TablePlay
from bot.rummy.melds.arrangement import Arrangement
from bot.rummy.melds.meld_finder import melds_in
from bot.rummy.melds.melds import Meld
from bot.rummy.moves import SeatMove
from bot.rummy.turn.drawing import can_recycle
from bot.rummy.variant.variant import Variant
from bot.rummy.view_offers import arrange_hand, offered_moves

StockDraw = Literal["draws", "recycles", "ends"]


class DealView(Struct, frozen=True):
    """The deal in play, or the last one, as one viewer may see it."""

    number: int
    dealer: int
    commitment: str
    seed: str | None  # revealed when the deal has ended or is broken off
    turn: int
    turns: int
    hand: tuple[Card, ...]  # the viewer's own, sorted; empty for an onlooker
    new_card: Card | None  # the card of this turn's draw, if the viewer may know it
    taken: Card | None  # the same, if it was taken from the discard pile: everybody saw it
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...] | None  # everybody's, sorted, once the deal has ended
    stock: int | None  # None where this table does not count it for all
    stock_draw: StockDraw  # what drawing from the stock would do now
    discards: tuple[Card, ...]  # the last one is the top
    melds: tuple[TableMeld, ...]
    retired: tuple[Card, ...]  # this turn's retired melds, which go under its discard
    layings: tuple[TablePlay, ...]  # of this turn, in their order: the last is taken back first
    all_at_once: bool  # melds of this deal must empty the hand
    is_extra: bool  # a deal because of a tie
    recycles: int
    recycles_left: int | None  # None: any number
    ended: DealEnded | None


class View(Struct, frozen=True):
    """A match as one viewer may see it; `viewer` is a seat, or None for an onlooker."""

    viewer: int | None
    variant: Variant
    seats: int
    scores: tuple[int, ...]
    left: tuple[int, ...]
    question: Question
    to_act: int | None
    deal: DealView | None
    ended: tuple[DealEnded, ...]
    placings: tuple[int, ...] | None
    broken_off: bool
    moves: tuple[SeatMove, ...]  # what the viewer may do now
    melds_in_hand: tuple[Meld, ...]  # what his cards make, whether or not he may lay it now
    arrangement: Arrangement | None  # what of it fits together best; on his turn with what he may lay off


def view_for(match: Match, viewer: int | None) -> View:
    """What this viewer may know."""
    deal = None if match.deal is None else _deal_view(match, match.deal, viewer)
    arrangement = arrange_hand(match, viewer)
    return View(
        viewer=viewer,
        variant=match.variant,
        seats=match.seats,
        scores=match.scores,
        left=match.left,
        question=match.question,
        to_act=match.to_act(),
        deal=deal,
        ended=match.ended,
        placings=match.placings,
        broken_off=match.broken_off,
        moves=() if viewer is None else offered_moves(match, viewer, arrangement),
        melds_in_hand=tuple(islice(melds_in(deal.hand, match.variant), MOST_MELDS)) if deal is not None and deal.hand else (),
        arrangement=arrangement,
    )


def _deal_view(match: Match, deal: Deal, viewer: int | None) -> DealView:
    over, limit = deal.ended is not None or match.is_over, match.variant.recycle_max
    return DealView(
        number=deal.number,
        dealer=deal.dealer,
        commitment=commitment(deal.seed),
        seed=deal.seed if over else None,
        turn=deal.turn,
        turns=deal.turns,
        hand=() if viewer is None else sort_cards(deal.hands[viewer]),
        new_card=deal.drawn if viewer == deal.turn else deal.taken,
        taken=deal.taken,
        hand_sizes=tuple(map(len, deal.hands)),
        hands=tuple(map(sort_cards, deal.hands)) if over else None,
        stock=len(deal.stock) if match.variant.stock_count_public or not deal.stock else None,
        stock_draw="draws" if deal.stock else "recycles" if can_recycle(match.variant, deal) else "ends",
        discards=deal.discards,
        melds=deal.melds,
        retired=deal.retired,
        layings=tuple(laying for laying, _ in deal.undo),
        all_at_once=deal.all_at_once,
        is_extra=match.settled_after is not None and deal.number > match.settled_after,
        recycles=deal.recycles,
        recycles_left=None if limit == "unlimited" else max(0, limit - deal.recycles),
        ended=deal.ended,
    )


class MatchAnnounced(Struct, frozen=True):
    """MatchStarted without the seed that drew the seats."""

    variant: Variant
    seating: tuple[int, ...]
    dealer: int


class DealAnnounced(Struct, frozen=True):
    """CardsDealt as everybody sees it: the commitment instead of the seed, sizes instead of cards."""

    deal: int
    dealer: int
    commitment: str
    hand_sizes: tuple[int, ...]
    upcard: Card | None
    stock: int


class DrawnFaceDown(Struct, frozen=True):
    """CardDrawn as the others see it."""

    seat: int


class RecycledFaceDown(Struct, frozen=True):
    """StockRecycled: how many cards, never their order."""

    stock: int
    kept: tuple[Card, ...]


PublicEvent = (
    MatchAnnounced
    | DealAnnounced
    | DrawnFaceDown
    | RecycledFaceDown
    | DiscardTaken
    | MeldLaid
    | CardsLaidOff
    | JokerSwapped
    | MeldRetired
    | TakenBack
    | CardDiscarded
    | SeatLeft
    | DealEnded
    | MatchEnded
    | MatchBrokenOff
)


def public_form(event: Event) -> PublicEvent:
    """What everybody may know of an event, at the moment it happens."""
    match event:
        case MatchStarted(variant=variant, seating=seating, dealer=dealer):
            return MatchAnnounced(variant, seating, dealer)
        case CardsDealt(deal=deal, dealer=dealer, seed=seed, hands=hands, upcard=upcard, stock=stock):
            return DealAnnounced(deal, dealer, commitment(seed), tuple(map(len, hands)), upcard, len(stock))
        case CardDrawn(seat=seat):
            return DrawnFaceDown(seat)
        case StockRecycled(stock=stock, kept=kept):
            return RecycledFaceDown(len(stock), kept)
        case (
            DiscardTaken()
            | MeldLaid()
            | CardsLaidOff()
            | JokerSwapped()
            | MeldRetired()
            | TakenBack()
            | CardDiscarded()
            | SeatLeft()
            | DealEnded()
            | MatchEnded()
            | MatchBrokenOff()
        ):
            return event
        case _:
            assert_never(event)
