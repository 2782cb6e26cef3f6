"""Three Thirteen: when its computer players go out, what *normal* takes and discards, and why.

*normal* takes a wild card, a card that makes a meld, and one that leaves fewer points than a card of the stock does on average.
It discards what leaves the fewest points, on average, after the next card from the stock; in its last turn, at once.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.players.choice import Level, by_face
from bot.players.game_play import GamePlay, Reason, Weights
from bot.players.games.gin import LowersPoints
from bot.players.sight import Sight, completes_meld, patterns_of
from bot.rummy.arrangement import best_arrangement
from bot.rummy.cards import SORT_PLACE, Card, face
from bot.rummy.moves import DRAW, TAKE, Discard, Draw, Knock, SeatMove, Take
from bot.rummy.notation import FACES
from bot.rummy.steps.knocking import best_without
from bot.rummy.variant import Variant
from bot.rummy.view import View
from bot.wording.sentence import Cards

WEIGHTS = Weights(points=2.0)
"""For the buttons of the best discards: all points outside melds count when anybody goes out."""
LOOKED_AT, EFFORT = 3, 200
"""So many discards are looked at, those with the most points, and so many pieces of each hand; more bring little."""


class OnlyMelds(Reason):
    sentence = "All your other cards are in melds: go out."


class IsWild(Reason):
    cards: Cards
    sentence = "{cards} is wild in this deal."


class NotFewer(Reason):
    cards: Cards
    sentence = "{cards} doesn't lower the points outside your melds."


class StockIsBetter(Reason):
    sentence = "A card from the stock likely leaves fewer points outside your melds."


class LeavesPoints(Reason):
    cards: Cards
    points: int
    sentence = "Without {cards}, you have 1 point outside your melds."
    plural = "Without {cards}, you have {count} points outside your melds."
    counted = "points"


def _first(view: View, level: Level, seed: str) -> SeatMove | None:
    out = next((move for move in view.moves if isinstance(move, Knock)), None)
    if out is not None or level != Level.NORMAL or TAKE not in view.moves:
        return out
    return TAKE if _is_worth_taking(Sight(view)) else DRAW


def _is_worth_taking(sight: Sight) -> bool:
    deal, rules, top = sight.deal, sight.variant, sight.deal.discard_pile[-1]
    before, points = _left(deal.hand, rules)[0], _left_with(top, deal.hand, rules)
    if deal.knocker is None and (
        sight.is_wild(top) or best_arrangement((*deal.hand, top), rules, effort=EFFORT).points < before
    ):
        return True
    return points < before and points < _left_after_draw(sight, deal.hand)


def _ranked(sight: Sight, discards: Sequence[Discard]) -> list[Discard]:
    deal, rules = sight.deal, sight.variant
    melded = {card for meld in best_arrangement(deal.hand, rules, effort=EFFORT).melds for card in meld.cards}
    in_order = sorted(
        discards,
        key=lambda move: (
            sight.is_wild(move.card),
            move.card in melded,
            -rules.points(move.card),
            SORT_PLACE[face(move.card)],
        ),
    )
    looked_at = [move for move in in_order[:LOOKED_AT] if move.card not in melded and deal.knocker is None]
    left = {move: _left_after_draw(sight, [card for card in deal.hand if card != move.card]) for move in looked_at}
    return [*sorted(looked_at, key=left.__getitem__), *in_order[len(looked_at) :]]


def _left_after_draw(sight: Sight, hand: Sequence[Card]) -> float:
    """Return the points outside melds after one more card and a discard, on average of the cards that may come."""
    rules, naturals = sight.variant, [card for card in hand if not sight.is_wild(card)]
    held, wild, patterns = Counter(map(face, naturals)), len(hand) - len(naturals), patterns_of(rules.meld_rules)
    points, most = _left(hand, rules)
    total = 0
    for each, count in zip(FACES[rules.deck], sight.hidden, strict=False):
        card = Card(f"{each}''")  # a copy that no hand holds
        if not count:
            continue
        left, largest = points + rules.points(card), max(most, rules.points(card))
        if sight.is_wild(card) or completes_meld(patterns, each, held, wild, rules.meld_rules):
            left, largest = _left((*hand, card), rules)
        total += count * (left - largest)
    return total / max(1, sum(sight.hidden))


def _left(hand: Sequence[Card], rules: Variant, but: Card | None = None) -> tuple[int, int]:
    """Return the points outside the best melds, and those of the card outside them that has the most, but for one card."""
    best = best_arrangement(hand, rules, effort=EFFORT)
    return best.points, max(map(rules.points, {*hand}.difference((but,), *(meld.cards for meld in best.melds))), default=0)


def _left_with(card: Card, hand: Sequence[Card], rules: Variant) -> int:
    """Return the points outside melds if this card comes and the best other one goes."""
    points, most = _left((*hand, card), rules, but=card)
    return points - most


def _why(view: View, move: SeatMove) -> Iterator[Reason]:
    assert view.deal is not None
    hand, rules, pile = view.deal.hand, view.variant, view.deal.discard_pile
    match move:
        case Knock():
            yield OnlyMelds()
        case Discard(card=card):
            yield LeavesPoints((by_face(card),), best_without(card, hand, rules).points)
        case Take() if Sight(view).is_wild(pile[-1]):
            yield IsWild((by_face(pile[-1]),))
        case Take():
            yield LowersPoints(best_without(None, hand, rules).points, _left_with(pile[-1], hand, rules))
        case Draw() if TAKE in view.moves and _left_with(pile[-1], hand, rules) >= _left(hand, rules)[0]:
            yield NotFewer((by_face(pile[-1]),))
        case Draw() if TAKE in view.moves:
            yield StockIsBetter()
        case _:
            return


PLAY = GamePlay(lambda view: WEIGHTS, _first, _why, _ranked)
