"""Three Thirteen: when its computer players go out, what *normal* takes and discards, and why.

*normal* takes a wild card, a card that makes a meld, and one that leaves fewer points than a card of the stock does on average.
It discards what leaves the fewest points, on average, after the next card from the stock; in its last turn, at once.
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set

from bot.players.choice import Level, by_face
from bot.players.game_play import GamePlay, Reason, Weights
from bot.players.games.gin import LowersPoints
from bot.players.sight import Sight, completes_meld, patterns_of
from bot.rummy.arrangement import best_arrangement
from bot.rummy.cards import SORT_PLACE, Card, Face, face
from bot.rummy.match import hand_points
from bot.rummy.melds import Meld, fitting_faces, lying_row
from bot.rummy.moves import DRAW, TAKE, Discard, Draw, Knock, SeatMove, Take
from bot.rummy.notation import FACES
from bot.rummy.steps.knocking import best_without
from bot.rummy.variant import Variant
from bot.rummy.view import View
from bot.wording.sentence import Cards

WEIGHTS = Weights(points=2.0)
"""For the buttons of the best discards: all points outside melds count when anybody goes out."""
LOOKED_AT, EFFORT = 3, 50
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
    before, after = hand_points(rules, _outside(deal.hand, rules)), _outside((*deal.hand, top), rules)
    if deal.knocker is None and (sight.is_wild(top) or hand_points(rules, after) < before):
        return True
    points = _after_discard(after, rules, but=top)
    return points < before and points < _left_after_draw(sight, [None])[None]


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
    left = _left_after_draw(sight, [move.card for move in looked_at]) if len(looked_at) > 1 else {}
    return [*sorted(looked_at, key=lambda move: left.get(move.card, 0)), *in_order[len(looked_at) :]]


def _left_after_draw(sight: Sight, without: Sequence[Card | None]) -> dict[Card | None, float]:
    """Return the points outside melds after a draw and a discard, on average of the cards that may come.

    There is one figure for each of these cards, if it goes; it must be outside the best melds. None: the hand stays as it is.
    Melds with wild cards aren't broken up, because that would take too long.
    """
    rules, hand, totals = sight.variant, sight.deal.hand, dict.fromkeys(without, 0.0)
    melds = best_arrangement(hand, rules, effort=EFFORT).melds
    stay = [meld for meld in melds if any(map(sight.is_wild, meld.cards))]
    taken = {each for meld in stay for each in _taken_by(meld, rules)}
    outside = {*hand}.difference(*(meld.cards for meld in melds))
    rest = [card for card in hand if not any(card in meld.cards for meld in stay)]
    held = Counter(face(card) for card in rest if not sight.is_wild(card))
    held_without = {out: {**held, face(out): max(0, held[face(out)] - 1)} for out in without if out is not None}
    wild, patterns = len(rest) - held.total(), patterns_of(rules.meld_rules)
    for card, count in _coming(sight).items():
        is_wild, after = sight.is_wild(card), {*outside, card}
        if face(card) in taken and not is_wild:
            after = outside
        elif is_wild or completes_meld(patterns, face(card), held, wild, rules.meld_rules):
            after = _outside((*rest, card), rules)
        for out in without:
            if out is None or out in after:
                left = after - {out}
            elif is_wild or completes_meld(patterns, face(card), held_without[out], wild, rules.meld_rules):
                left = _outside([each for each in (*rest, card) if each != out], rules)
            else:
                left = {*outside, card} - {out}
            totals[out] += count * _after_discard(left, rules)
    hidden = max(1, sum(sight.hidden))
    return {out: total / hidden for out, total in totals.items()}


def _coming(sight: Sight) -> Counter[Card]:
    """Return how many of each card may come, as copies that no hand holds; all wild cards are one."""
    coming = Counter[Card]()
    for each, count in zip(FACES[sight.variant.deck], sight.hidden, strict=False):
        card = Card(f"{each}''")
        coming[next(filter(sight.is_wild, coming), card) if sight.is_wild(card) else card] += count
    return +coming


def _taken_by(meld: Meld, rules: Variant) -> set[Face]:
    """Return what can be laid off on a meld, and what its wild cards stand for."""
    row = lying_row(meld.kind, meld.cards, rules.meld_rules)
    return {FACES[rules.deck][number] for number in row}.difference(map(face, meld.cards)) | fitting_faces(meld, rules)


def _outside(hand: Sequence[Card], rules: Variant) -> set[Card]:
    """Return the cards outside the best melds."""
    return {*hand}.difference(*(meld.cards for meld in best_arrangement(hand, rules, effort=EFFORT).melds))


def _left_with(card: Card, hand: Sequence[Card], rules: Variant) -> int:
    """Return the points outside melds if this card comes and the best other one goes."""
    return _after_discard(_outside((*hand, card), rules), rules, but=card)


def _after_discard(left: Set[Card], rules: Variant, but: Card | None = None) -> int:
    """Return the points of these cards without the one that has the most; `but` stays."""
    return hand_points(rules, left) - max(map(rules.points, left if but is None else left - {but}), default=0)


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
        case Draw() if TAKE in view.moves and _left_with(pile[-1], hand, rules) >= hand_points(rules, _outside(hand, rules)):
            yield NotFewer((by_face(pile[-1]),))
        case Draw() if TAKE in view.moves:
            yield StockIsBetter()
        case _:
            return


PLAY = GamePlay(lambda view: WEIGHTS, _first, _why, _ranked)
