"""The only judge of secrecy: what one viewer may know of a match, and what everyone may know of an event.

Everything that is shown, and everything that a computer player gets, comes from here, never from a match.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, Literal, TypeVar

from msgspec.structs import replace

from bot.rummy.apply import can_recycle, turns_until_blocked
from bot.rummy.arrangement import Arrangement
from bot.rummy.at import At
from bot.rummy.cards import SORT_PLACE, Card, Face, commitment, sort_cards
from bot.rummy.events import (
    Awaited,
    CardDrawn,
    CardsDealt,
    DealEnded,
    Event,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    OpenEvent,
    Parts,
    SeedParts,
    StockRecycled,
)
from bot.rummy.games import asks
from bot.rummy.legal_moves import melds_and_arrangement, offered_moves
from bot.rummy.match import Deal, Match, TableMeld, TablePlay, stages_after
from bot.rummy.melds import Meld
from bot.rummy.moves import SeatMove
from bot.rummy.steps.laying import plays_to_take_back
from bot.rummy.variant import Variant
from bot.rummy.written_form import Written, deal_start_text, deal_text, match_start_text, match_text, recycling_text

StockDraw = Literal["draws", "recycles", "ends"]


class DealView(Written, frozen=True):
    """The deal in play, or the last one, as one viewer may see it. It prints without the viewer's hand."""

    number: int
    dealer: int
    commitment: str
    seed: str | None  # None until the deal has ended or is broken off
    turn_seat: int
    turn_number: int
    hand: tuple[Card, ...]  # the viewer's own, sorted; empty for an onlooker
    new_card: Card | None  # this turn's drawn card, if the viewer may know it
    taken_card: Card | None  # the drawn card if it came from the discard pile, where everyone saw it
    pile_taken: int  # how many cards were taken from the pile, the deepest of which was laid
    hand_sizes: tuple[int, ...]
    known_hands: tuple[tuple[Face, ...], ...]  # of each hand, sorted, what everyone knows it holds: faces taken or taken back
    hands: tuple[tuple[Card, ...], ...] | None  # all hands, sorted, once the deal has ended; None before
    stock_size: int | None  # of the viewer's part (question 40), for an onlooker of `turn_seat`'s; None if it isn't shown
    stock_draw: StockDraw  # what drawing from the stock would do now
    discard_pile: tuple[Card, ...]  # the last one is the top
    melds: tuple[TableMeld, ...]
    melded_seats: tuple[int, ...]  # the seats that have laid a meld in this deal
    rummy_spoiled: tuple[int, ...]  # the seats that played on the table in an earlier turn, so can't go rummy
    retired_cards: tuple[Card, ...]  # from melds that retired in this turn; they go under its discard
    table_plays: tuple[TablePlay, ...]  # of this turn, in their order; the last is taken back first
    taken_back_together: int  # how many of the last of them
    is_all_at_once: bool  # melds of this deal must empty the hand
    is_extra: bool  # an extra deal because of a tie
    recycles: int
    recycles_left: int | None  # None: any number
    turns_until_blocked: int | None  # without a play on the table; None unless the stock is used up
    upcard: Card | None  # the first one, where a knock may depend on it: nothing is recycled
    knocker: int | None
    end: DealEnded | None

    def __str__(self) -> str:
        state = f"seat {self.turn_seat}'s turn" if self.end is None else f"ended by {self.end.how}"
        discards, hand_sizes = self.discard_pile, self.hand_sizes
        return deal_text(self.number, self.turn_number, state, discards, self.stock_size, self.melds, hand_sizes)


class View(Written, frozen=True):
    """A match as one viewer may see it; `viewer` is a seat, or None for an onlooker.

    It prints without the viewer's hand, because a view in a log must show nobody's cards.
    """

    viewer: int | None
    variant: Variant  # as in this deal
    seats: int
    scores: tuple[int, ...]
    left_seats: tuple[int, ...]
    awaits: Awaited
    seat_to_act: int | None
    deal: DealView | None
    ended_deals: tuple[DealEnded, ...]
    placings: tuple[int, ...] | None
    is_broken_off: bool
    moves: tuple[SeatMove, ...]  # what the viewer may do now
    melds_in_hand: tuple[Meld, ...]  # every meld of the hand, whether or not it may be laid now
    arrangement: Arrangement | None  # what fits together best; in the viewer's turn with lay-offs
    bonuses: tuple[Parts, ...] = ()  # of each seat, at the end of the match; the scores have them
    out_seats: tuple[int, ...] = ()  # that play no further deal

    @property
    def gone_seats(self) -> tuple[int, ...]:
        """The seats that have left or are out."""
        return self.left_seats + self.out_seats

    @property
    def stages(self) -> tuple[int, ...]:
        """How many stages each seat has completed (question 53); empty in the first deal, and in other games."""
        return stages_after(self.ended_deals)

    def __str__(self) -> str:
        viewer = "an onlooker" if self.viewer is None else f"seat {self.viewer}"
        whole = match_text(
            self.variant.name, self.deal, self.scores, self.left_seats, self.placings, is_broken_off=self.is_broken_off
        )
        return f"{whole}; seen by {viewer}"


def view_for(match: Match, viewer: int | None) -> View:
    """Return what this viewer may know."""
    deal = None if match.deal is None else _deal_view(match, match.deal, viewer)
    hand = () if deal is None else deal.hand
    to_act = match.seat_to_act()
    at = None if viewer is None or to_act != viewer else At(match)
    rules = match.rules_of(viewer)
    melds, arrangement = melds_and_arrangement(hand, rules, at) if hand else ((), None)
    return View(
        viewer=viewer,
        variant=rules,
        seats=match.seats,
        scores=match.scores,
        left_seats=match.left_seats,
        awaits=match.awaits,
        seat_to_act=to_act,
        deal=deal,
        ended_deals=match.ended_deals,
        placings=match.placings,
        is_broken_off=match.is_broken_off,
        moves=() if at is None else offered_moves(at, arrangement),
        melds_in_hand=melds,
        arrangement=arrangement,
        bonuses=match.bonuses,
        out_seats=match.out_seats,
    )


def _deal_view(match: Match, deal: Deal, viewer: int | None) -> DealView:
    turn, variant, known = deal.turn, match.variant, deal.known_hands
    over = deal.end is not None or match.is_over
    limit = variant.recycle_max if variant.stock == "shared" else 0
    part = deal.part_of(turn.seat if viewer is None else viewer)
    draws = bool(deal.part_of(turn.seat))
    return DealView(
        number=deal.number,
        dealer=deal.dealer,
        commitment=commitment(deal.seed),
        seed=deal.seed if over else None,
        turn_seat=turn.seat,
        turn_number=turn.number,
        hand=() if viewer is None else sort_cards(deal.hands[viewer]),
        new_card=turn.drawn_card if viewer == turn.seat else turn.taken_card,
        taken_card=turn.taken_card,
        pile_taken=len(turn.pile_taken),
        hand_sizes=tuple(map(len, deal.hands)),
        known_hands=tuple([tuple(sorted(faces, key=SORT_PLACE.__getitem__)) for faces in known]) if any(known) else known,
        hands=tuple(map(sort_cards, deal.hands)) if over else None,
        stock_size=len(part) if variant.stock_count_public or not part else None,
        stock_draw="draws" if draws else "recycles" if can_recycle(variant, deal) else "ends",
        discard_pile=deal.discard_pile,
        melds=deal.melds,
        melded_seats=tuple(sorted(deal.melded_seats)) if deal.melded_seats else (),
        rummy_spoiled=tuple(sorted(deal.rummy_spoiled)) if deal.rummy_spoiled else (),
        retired_cards=turn.retired_cards,
        table_plays=turn.table_plays,
        taken_back_together=len(plays_to_take_back(deal)) if turn.table_plays else 0,
        is_all_at_once=deal.is_all_at_once,
        is_extra=match.regular_deals is not None and deal.number > match.regular_deals,
        recycles=deal.recycles,
        recycles_left=None if limit == "unlimited" else max(0, limit - deal.recycles),
        turns_until_blocked=turns_until_blocked(match),
        upcard=deal.upcard if asks(variant.game, "knock_limit") else None,
        knocker=deal.knocker,
        end=deal.end,
    )


class MatchAnnounced(Written, frozen=True):
    """MatchStarted without its seed."""

    variant: Variant
    seating: tuple[int, ...]
    dealer: int

    def __str__(self) -> str:
        return match_start_text(self.variant.name, self.seating, self.dealer)


class DealAnnounced(Written, frozen=True):
    """CardsDealt as everyone sees it: the commitment instead of the seed, and sizes instead of cards."""

    deal: int
    dealer: int
    commitment: str
    hand_sizes: tuple[int, ...]
    upcard: Card | None
    stock_size: int

    def __str__(self) -> str:
        return deal_start_text(self.deal, self.dealer, self.hand_sizes, self.upcard, self.stock_size)


class DrawnFaceDown(Written, frozen=True):
    """CardDrawn as the other players see it."""

    seat: int
    written = "{seat} draws"


class DrawnFaceUp(Written, frozen=True):
    """CardDrawn in a match that is over."""

    seat: int
    card: Card
    written = "{seat} draws"


class RecycledFaceDown(Written, frozen=True):
    """StockRecycled without the order of the new stock."""

    stock_size: int
    kept: tuple[Card, ...]

    def __str__(self) -> str:
        return recycling_text(self.stock_size, self.kept)


PublicEvent = MatchAnnounced | DealAnnounced | DrawnFaceDown | DrawnFaceUp | RecycledFaceDown | OpenEvent


class DealProof(Written, frozen=True):
    """What proves that a deal was fixed beforehand. `seed` is None until the deal or the match is over.

    `made_of` is what the seed is made of; its link is empty until then.
    """

    deal: int
    commitment: str
    seed: str | None
    made_of: SeedParts | None = None
    written = "deal {deal}: {commitment}"


def deal_proof(events: Iterable[object], deal: int) -> DealProof | None:
    """Return the proof of this deal of a match, of which these are all events so far; None if it hasn't been dealt."""
    dealt: CardsDealt | None = None
    for event in events:
        if isinstance(event, CardsDealt) and event.deal == deal:
            dealt = event
        elif isinstance(event, DealEnded | MatchEnded | MatchBrokenOff) and dealt is not None:
            return DealProof(deal, commitment(dealt.seed), dealt.seed, dealt.made_of)
    if dealt is None:
        return None
    return DealProof(deal, commitment(dealt.seed), None, dealt.made_of and replace(dealt.made_of, link=""))


def public_form(event: Event) -> PublicEvent:
    """Return what everyone may know of an event when it happens."""
    match event:
        case MatchStarted(variant=variant, seating=seating, dealer=dealer):
            return MatchAnnounced(variant, seating, dealer)
        case CardsDealt(deal=deal, dealer=dealer, seed=seed, hands=hands, upcard=upcard, stock=stock):
            return DealAnnounced(deal, dealer, commitment(seed), tuple(map(len, hands)), upcard, len(stock))
        case CardDrawn(seat=seat):
            return DrawnFaceDown(seat)
        case StockRecycled(stock=stock, kept=kept):
            return RecycledFaceDown(len(stock), kept)
        case _:
            return event  # an OpenEvent: mypy refuses any other


def deal_face_up(match: Match, finished: Match) -> Deal | None:
    """Return the deal of a match, as it was at some moment, with all cards; None before the first deal.

    `finished` is the same match at its end. Raise ValueError unless it is over: only then may everyone see everything.
    """
    ended = len(match.ended_deals)
    if not finished.is_over or finished.seating != match.seating or finished.ended_deals[:ended] != match.ended_deals:
        raise ValueError("cards are face up only in a match that is over")
    return match.deal


def event_face_up(event: Event, finished: Match) -> PublicEvent:
    """Return what everyone may know of an event once its match is over: also which card was drawn.

    Raise ValueError if `finished`, the match at its end, isn't over.
    """
    if not finished.is_over:
        raise ValueError("cards are face up only in a match that is over")
    return DrawnFaceUp(event.seat, event.card) if isinstance(event, CardDrawn) else public_form(event)


About = TypeVar("About")
Key = TypeVar("Key", bound=Hashable)
T = TypeVar("T")
_MOST_RECENT = 50


class RecentResults(Generic[About, Key, T]):
    """Calls the function, unless its result for this very match, or view, is known. It never changes; each move makes another.

    A hand or its moves may be asked for twenty times a second.
    """

    def __init__(self, function: Callable[[About, Key], T]) -> None:
        self._function = function
        self._known: OrderedDict[tuple[int, Key], tuple[About, T]] = OrderedDict()  # with `about`, so that its id isn't reused

    def __call__(self, about: About, key: Key) -> T:
        """Return the function's result."""
        place = (id(about), key)
        known = self._known.pop(place, None)
        if known is None:
            known = (about, self._function(about, key))
        self._known[place] = known
        if len(self._known) > _MOST_RECENT:
            self._known.popitem(last=False)
        return known[1]
