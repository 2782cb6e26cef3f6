"""What an event makes of a match. It never refuses: what it is given has already happened."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from bot.rummy.cards import Card
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    Event,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldLaid,
    SeatLeft,
    StockRecycled,
)
from bot.rummy.match import Deal, Match, TableMeld
from bot.rummy.melds import Meld, extended


def fold(events: Iterable[Event], match: Match | None = None) -> Match | None:
    """The match after these events: the one function that turns a log into a state."""
    for event in events:
        match = apply(match, event)
    return match


def apply(match: Match | None, event: Event) -> Match:
    """The match after the event; `match` is None only before MatchStarted."""
    if isinstance(event, MatchStarted):
        return _started(event)
    assert match is not None, "a match begins with MatchStarted"
    match event:
        case CardsDealt():
            return replace(match, deal=_dealt(match, event))
        case SeatLeft(seat=seat):
            return _without(match, seat)
        case DealEnded(points=points):
            scores = tuple(score + won for score, won in zip(match.scores, points, strict=True))
            return replace(match, scores=scores, ended=(*match.ended, event), deal=replace(_deal(match), ended=event))
        case MatchEnded(placings=placings):
            return replace(match, placings=placings)
        case MatchBrokenOff():
            return replace(match, broken_off=True)
        case _:
            return replace(match, deal=_played(match, _deal(match), event))


def _played(
    match: Match,
    deal: Deal,
    event: CardDrawn | DiscardTaken | MeldLaid | CardsLaidOff | CardDiscarded | StockRecycled,
) -> Deal:
    match event:
        case CardDrawn(seat=seat, card=card):
            return replace(deal, hands=_with_card(deal.hands, seat, card), stock=deal.stock[1:], drawn=card)
        case DiscardTaken(seat=seat, card=card):
            hands = _with_card(deal.hands, seat, card)
            return replace(deal, hands=hands, discards=deal.discards[:-1], drawn=card, taken=card)
        case CardDiscarded(seat=seat, card=card):
            hands = _without_cards(deal.hands, seat, (card,))
            return _next_turn(match, replace(deal, hands=hands, discards=(*deal.discards, card)))
        case MeldLaid(seat=seat, kind=kind, cards=cards):
            laid = TableMeld(kind, cards, (seat,) * len(cards), seat)
            hands = _without_cards(deal.hands, seat, cards)
            return replace(deal, hands=hands, melds=(*deal.melds, laid), melded=deal.melded + 1, playing=True)
        case CardsLaidOff(seat=seat, cards=cards, meld=number):
            melds = list(deal.melds)
            melds[number - 1] = _laid_off(match, melds[number - 1], cards, seat)
            return replace(deal, hands=_without_cards(deal.hands, seat, cards), melds=tuple(melds), playing=True)
        case StockRecycled(stock=stock, kept=kept):
            return replace(deal, stock=stock, discards=kept, recycles=deal.recycles + 1)
        case _:
            assert_never(event)


def _started(event: MatchStarted) -> Match:
    return Match(
        variant=event.variant,
        seating=event.seating,
        first_dealer=event.dealer,
        scores=(0,) * len(event.seating),
        left=(),
        deal=None,
        ended=(),
        placings=None,
        broken_off=False,
    )


def _dealt(match: Match, event: CardsDealt) -> Deal:
    return Deal(
        number=event.deal,
        dealer=event.dealer,
        seed=event.seed,
        hands=event.hands,
        stock=event.stock,
        discards=(event.upcard,),
        melds=(),
        turn=match.next_staying(event.dealer),
        turns=1,
        drawn=None,
        taken=None,
        melded=0,
        played=frozenset(),
        playing=False,
        recycles=0,
        ended=None,
    )


def _next_turn(match: Match, deal: Deal) -> Deal:
    return replace(
        deal,
        turn=match.next_staying(deal.turn),
        turns=deal.turns + 1,
        drawn=None,
        taken=None,
        melded=0,
        played=deal.played | {deal.turn} if deal.playing else deal.played,
        playing=False,
    )


def _without(match: Match, seat: int) -> Match:
    left = replace(match, left=(*match.left, seat))
    deal = match.deal
    if deal is None or deal.ended is not None or deal.turn != seat or len(left.staying()) < 2:
        return left
    return replace(left, deal=_next_turn(left, deal))


def _laid_off(match: Match, meld: TableMeld, cards: tuple[Card, ...], seat: int) -> TableMeld:
    larger = extended(Meld(meld.kind, meld.cards), cards, match.variant)
    assert larger is not None, f"{cards} were laid off on {meld}"
    player = dict(zip(meld.cards, meld.played_by, strict=True))
    return replace(meld, cards=larger.cards, played_by=tuple(player.get(card, seat) for card in larger.cards))


def _deal(match: Match) -> Deal:
    assert match.deal is not None, "nothing is played before CardsDealt"
    return match.deal


def _with_card(hands: tuple[tuple[Card, ...], ...], seat: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    return (*hands[:seat], (*hands[seat], card), *hands[seat + 1 :])


def _without_cards(hands: tuple[tuple[Card, ...], ...], seat: int, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    kept = tuple(card for card in hands[seat] if card not in cards)
    return (*hands[:seat], kept, *hands[seat + 1 :])
