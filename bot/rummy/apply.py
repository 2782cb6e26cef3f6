"""What an event makes of a match. It never refuses: what it is given has already happened."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from bot.rummy.deck.cards import Card, physical_card
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
from bot.rummy.match import Deal, Match, TableMeld, TablePlay
from bot.rummy.match_end import is_limit_reached
from bot.rummy.melds.table_melds import extend_table_meld, new_table_meld, swap_in_table_meld


def fold(events: Iterable[Event], match: Match | None = None) -> Match | None:
    """The match after these events: the one function that turns a log into a state."""
    for event in events:
        match = apply(match, event)
    return match


def apply(match: Match | None, event: Event) -> Match:
    """The match after the event; `match` is None only before MatchStarted."""
    if isinstance(event, MatchStarted):
        return _new_match(event)
    assert match is not None, "a match begins with MatchStarted"
    match event:
        case CardsDealt():
            return replace(match, deal=_new_deal(match, event))
        case SeatLeft(seat=seat):
            return _remove_seat(match, seat)
        case DealEnded():
            return _end_deal(match, event)
        case MatchEnded(placings=placings):
            return replace(match, placings=placings)
        case MatchBrokenOff():
            return replace(match, broken_off=True)
        case _:
            return replace(match, deal=_deal_after(match, _deal(match), event))


def _deal_after(
    match: Match,
    deal: Deal,
    event: CardDrawn
    | DiscardTaken
    | MeldLaid
    | CardsLaidOff
    | JokerSwapped
    | MeldRetired
    | TakenBack
    | CardDiscarded
    | StockRecycled,
) -> Deal:
    match event:
        case CardDrawn(seat=seat, card=card):
            hands = _with_card(deal.hands, seat, card)
            return replace(deal, hands=hands, stock=deal.stock[1:], has_drawn=True, drawn=card)
        case DiscardTaken(seat=seat, card=card):
            hands = _with_card(deal.hands, seat, card)
            return replace(deal, hands=hands, discards=deal.discards[:-1], has_drawn=True, drawn=card, taken=card)
        case CardDiscarded(seat=seat, card=card):
            hands = _without_cards(deal.hands, seat, (card,))
            return _open_next_turn(match, replace(deal, hands=hands, discards=(*deal.discards, *deal.retired, card)))
        case MeldLaid(seat=seat, cards=cards):
            hands = _without_cards(deal.hands, seat, tuple(map(physical_card, cards)))
            return _play_on_table(
                deal, event, hands=hands, melds=(*deal.melds, new_table_meld(event)), melders=deal.melders | {seat}
            )
        case CardsLaidOff(seat=seat, cards=cards, meld=number):
            hands = _without_cards(deal.hands, seat, tuple(map(physical_card, cards)))
            larger = extend_table_meld(deal.melds[number - 1], event, match.variant)
            return _play_on_table(deal, event, hands=hands, melds=_with_meld(deal, number, larger))
        case JokerSwapped(seat=seat, card=card, joker=joker, meld=number):
            hands = _with_card(_without_cards(deal.hands, seat, (card,)), seat, joker)
            return _play_on_table(
                deal, event, hands=hands, melds=_with_meld(deal, number, swap_in_table_meld(deal.melds[number - 1], event))
            )
        case MeldRetired(meld=number, cards=cards):
            return replace(deal, melds=deal.melds[: number - 1] + deal.melds[number:], retired=deal.retired + cards)
        case TakenBack():
            return replace(deal.undo[-1][1], undo=deal.undo[:-1])
        case StockRecycled(stock=stock, kept=kept):
            return replace(deal, stock=stock, discards=kept, recycles=deal.recycles + 1)
        case _:
            assert_never(event)


def _play_on_table(
    deal: Deal,
    event: TablePlay,
    *,
    hands: tuple[tuple[Card, ...], ...],
    melds: tuple[TableMeld, ...],
    melders: frozenset[int] | None = None,
) -> Deal:
    """The deal with something more on the table, and with the way back."""
    return replace(
        deal,
        hands=hands,
        melds=melds,
        melded=deal.melded + isinstance(event, MeldLaid),
        melders=deal.melders if melders is None else melders,
        playing=True,
        undo=(*deal.undo, (event, replace(deal, undo=()))),
    )


def _end_deal(match: Match, event: DealEnded) -> Match:
    scores = tuple(score + won for score, won in zip(match.scores, event.points, strict=True))
    after = replace(match, scores=scores, ended=(*match.ended, event), deal=replace(_deal(match), ended=event))
    settled = match.settled_after is None and is_limit_reached(after)
    return replace(after, settled_after=len(after.ended)) if settled else after


def _new_match(event: MatchStarted) -> Match:
    return Match(
        variant=event.variant,
        seating=event.seating,
        first_dealer=event.dealer,
        scores=(0,) * len(event.seating),
        left=(),
        deal=None,
        ended=(),
        settled_after=None,
        placings=None,
        broken_off=False,
    )


def _new_deal(match: Match, event: CardsDealt) -> Deal:
    """An extra deal is played by the rules of the last agreed one (RULES 5.13)."""
    return Deal(
        number=event.deal,
        dealer=event.dealer,
        seed=event.seed,
        hands=event.hands,
        stock=event.stock,
        discards=() if event.upcard is None else (event.upcard,),
        melds=(),
        turn=match.next_staying(event.dealer),
        turns=1,
        has_drawn=event.upcard is None,
        drawn=None,
        taken=None,
        melded=0,
        melders=frozenset(),
        played=frozenset(),
        playing=False,
        retired=(),
        undo=(),
        all_at_once=match.variant.is_all_at_once(match.settled_after or event.deal),
        recycles=0,
        ended=None,
    )


def _open_next_turn(match: Match, deal: Deal) -> Deal:
    return replace(
        deal,
        turn=match.next_staying(deal.turn),
        turns=deal.turns + 1,
        has_drawn=False,
        drawn=None,
        taken=None,
        melded=0,
        played=deal.played | {deal.turn} if deal.playing else deal.played,
        playing=False,
        retired=(),
        undo=(),
    )


def _remove_seat(match: Match, seat: int) -> Match:
    """What the leaver's turn had retired goes to the bottom of the discard pile, where nobody can take it."""
    left = replace(match, left=(*match.left, seat))
    deal = match.deal
    if deal is None or deal.ended is not None or deal.turn != seat or len(left.staying()) < 2:
        return left
    return replace(left, deal=_open_next_turn(left, replace(deal, discards=deal.retired + deal.discards)))


def _deal(match: Match) -> Deal:
    assert match.deal is not None, "nothing is played before CardsDealt"
    return match.deal


def _with_card(hands: tuple[tuple[Card, ...], ...], seat: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    return (*hands[:seat], (*hands[seat], card), *hands[seat + 1 :])


def _without_cards(hands: tuple[tuple[Card, ...], ...], seat: int, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    kept = tuple(card for card in hands[seat] if card not in cards)
    return (*hands[:seat], kept, *hands[seat + 1 :])


def _with_meld(deal: Deal, number: int, meld: TableMeld) -> tuple[TableMeld, ...]:
    return (*deal.melds[: number - 1], meld, *deal.melds[number:])
