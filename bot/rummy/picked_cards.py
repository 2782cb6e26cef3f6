"""Cards that a person has picked to lay: the move that they mean, and what is still open in it.

A joker may stand for several cards, and figures may be both a run and a set (RULES 5.15, 5.16).
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from bot.rummy.at import At
from bot.rummy.cards import Card, declare_joker, is_joker, physical_card
from bot.rummy.match import Match
from bot.rummy.melds import Meld, extensions, meld_points, read_meld, readings
from bot.rummy.moves import LayingMove, LayMeld, LayMelds, LayOff
from bot.rummy.notation import FACES
from bot.rummy.steps.laying import lay_together, meld_move
from bot.rummy.steps.permissions import has_opened
from bot.rummy.ways_to_lay import ways_to_go_out, ways_to_open

MOST_WAYS = 10
"""Up to so many ways are listed; if there are more, the first joker is asked about alone."""


def picked_move(match: Match, seat: int, cards: tuple[Card, ...], meld: int | None) -> LayingMove:
    """Return the move that lays these cards on a meld, or as a new one; as several melds, if together they make some."""
    if meld is not None:
        return LayOff(cards, meld)
    if match.deal is None or not _are_held(cards, match.deal.hands[seat]):
        return LayMeld(cards)
    rules = match.rules_of(seat)
    if rules.contract:
        for melds in ways_to_open(cards, rules):
            if sum(len(meld.cards) for meld in melds) == len(cards):
                return lay_together(rules, melds)
    if read_meld(cards, match.variant) is None:
        ways = ways_to_go_out(cards, match.variant, keep=())
        if not has_opened(At(match)):
            ways.sort(key=lambda melds: -sum(meld_points(match.variant, meld.cards) for meld in melds))
        for melds in ways:
            return LayMelds(tuple(meld_move(match.variant, meld) for meld in melds))
    return LayMeld(cards)


def _are_held(cards: tuple[Card, ...], hand: Sequence[Card]) -> bool:
    return len(set(cards)) == len(cards) and set(cards) <= set(hand)


def settling_moves(match: Match, move: LayingMove) -> list[LayingMove]:
    """Return moves with the same cards that say more: everything, or what the first joker stands for if there are many ways."""
    match move:
        case LayMeld():
            return list(_ways_to_meld(match, move))
        case LayMelds(melds=melds):
            for at, part in enumerate(melds):
                ways = list(_ways_to_meld(match, part))
                if len(ways) > 1:
                    return [LayMelds((*melds[:at], way, *melds[at + 1 :])) for way in ways]
            return []
        case LayOff():
            return list(_ways_to_lay_off(match, move))


def _ways_to_meld(match: Match, move: LayMeld) -> Iterator[LayMeld]:
    ways = list(islice(readings(move.cards, match.variant, move.kind), MOST_WAYS + 1))
    if len(ways) <= MOST_WAYS:
        yield from (meld_move(match.variant, way) for way in ways)
        return
    for cards in _with_next_joker(match, move.cards):
        if read_meld(cards, match.variant, move.kind) is not None:
            yield LayMeld(cards, move.kind)


def _ways_to_lay_off(match: Match, move: LayOff) -> Iterator[LayOff]:
    assert match.deal is not None
    if not 1 <= move.meld <= len(match.deal.melds):
        return
    on, played = match.deal.melds[move.meld - 1], frozenset(map(physical_card, move.cards))
    lying = Meld(on.kind, on.cards)
    ways = list(islice(extensions(lying, move.cards, match.variant), MOST_WAYS + 1))
    if len(ways) <= MOST_WAYS:
        yield from (LayOff(tuple(card for card in way.cards if physical_card(card) in played), move.meld) for way in ways)
        return
    for cards in _with_next_joker(match, move.cards):
        if next(extensions(lying, cards, match.variant), None) is not None:
            yield LayOff(cards, move.meld)


def _with_next_joker(match: Match, cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Yield the cards with the first open joker as each face."""
    at = next(at for at, card in enumerate(cards) if is_joker(card) and "=" not in card)
    yield from ((*cards[:at], declare_joker(cards[at], each), *cards[at + 1 :]) for each in FACES[match.variant.deck])
