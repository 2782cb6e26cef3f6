"""A hint: the move that *normal* would play, and the facts of the position that speak for it, each with its sentence.

It knows no more than the view, and what it counts is what the viewer hasn't seen. Other levels need no reasons.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, combinations
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from bot.players import normal
from bot.players.choice import Level, by_face
from bot.players.computer_player import choose_move
from bot.players.discards import arranged_faces, cheapest_discards, is_endless, needed_next
from bot.players.game_play import Reason, Weights
from bot.players.games import GAME_PLAY, weights_for
from bot.players.sight import EFFORT, Sight, completes_meld, patterns_of
from bot.rummy.arrangement import best_arrangement
from bot.rummy.cards import JOKER, SORT_PLACE, Card, Face, face, physical_card
from bot.rummy.events import MeldKind
from bot.rummy.melds import Row, meld_rows, run_rows, set_rows
from bot.rummy.moves import (
    TAKE,
    Discard,
    Draw,
    LayingMove,
    LayMeld,
    LayMelds,
    LayOff,
    SeatMove,
    Swap,
    Take,
    TakeAndLay,
    laid_cards,
)
from bot.rummy.notation import FACES, NUMBER_OF, SUITS_OF
from bot.rummy.variant import MeldRules
from bot.rummy.view import View
from bot.wording.sentence import Cards, Either

_MOST_NAMED = 4  # cards that complete a meld


class OnlyMove(Reason):
    sentence = "You have no other move."


class OnlyDiscard(Reason):
    sentence = "You can discard no other card."


class MakesNoMeld(Reason):
    cards: Cards
    sentence = "{cards} makes no meld with your cards."


class ImprovesNothing(Reason):
    """With the top discard, the melds that fit together leave as many points in hand."""

    cards: Cards
    sentence = "{cards} doesn't improve your melds."


class CannotBeLaid(Reason):
    cards: Cards
    sentence = "You couldn't lay {cards} this turn."


class MakesMeld(Reason):
    """The top discard makes a meld with these cards of the hand; none are named if only all melds together are better."""

    cards: Cards
    with_cards: Cards
    sentence = "{cards} makes a meld with {with_cards}."
    if_empty = "with_cards", "{cards} improves your melds."


class FitsMeld(Reason):
    cards: Cards
    meld: int
    sentence = "{cards} fits meld {meld} on the table."


class GoesOut(Reason):
    sentence = "You can go out this turn."


class LaysCards(Reason):
    count: int
    sentence = "That's 1 card fewer in your hand."
    plural = "That's {count} cards fewer in your hand."


class GetsJoker(Reason):
    cards: Cards
    meld: int
    sentence = "{cards} frees the joker in meld {meld}."


class HoldsMelds(Reason):
    """Melds that could be laid now are kept, to go out with all of them; there are none if cards could only be laid off."""

    cards: Cards
    sentence = "Keep {cards}: aim to go out in one go."
    if_empty = "cards", "Lay nothing yet: aim to go out in one go."


class OpensMeld(Reason):
    """A meld that could be laid now would help an opponent, who has so many cards and may lay off on it."""

    count: int
    sentence = "Lay no meld: an opponent with 1 card could lay off."
    plural = "Lay no meld: an opponent with {count} cards could lay off."


class NextCouldUse(Reason):
    """The viewer needs this card less, but the next player may lay it off, or has shown cards with which it makes a meld."""

    cards: Cards
    sentence = "Keep {cards}: the next player could use it."


class NeedsOneCard(Reason):
    """These cards of the hand lack one of these unseen ones for a meld. None are named if they are many."""

    cards: Cards
    missing: Annotated[Cards, Either]
    sentence = "Keep {cards}: {missing} would complete them."
    if_empty = "missing", "Keep {cards}: many cards would complete them."


class FitsNothing(Reason):
    """No card that the viewer hasn't seen makes a meld with the discard and other cards of the hand."""

    cards: Cards
    sentence = "{cards} needs two more cards for a meld."


class MostPoints(Reason):
    cards: Cards
    points: int
    sentence = "{cards} has the most points: {points}."


class LeastUseful(Reason):
    """The discard helps least for its points, by what *normal* counts: only these would make a meld with it.

    None are named if they are many.
    """

    cards: Cards
    points: int
    missing: Annotated[Cards, Either]
    sentence = "{cards} counts {points}, and only {missing} would complete a meld with it."
    if_empty = "missing", "{cards} counts {points}, and your other cards help more."


class EndlessDeal(Reason):
    """The stock has been refilled so often that the same cards could be thrown and drawn forever."""

    times: int
    sentence = "The stock was refilled {times} times: change your hand."


class Hint(Struct, frozen=True):
    """A move, and what speaks for it: one to three reasons."""

    move: SeatMove
    reasons: tuple[Reason, ...]


def find_hint(view: View, seed: str) -> Hint:
    """Return what *normal* would play now, and why. The view is that of the seat to act; the seed is any text."""
    move = choose_move(view, Level.NORMAL, seed)
    own = GAME_PLAY[view.variant.game].why(view, move)
    return Hint(move, tuple(own) or tuple(_reasons(Sight(view), move, weights_for(view), seed)))


def kept_faces(sight: Sight, discard: Discard, seed: str) -> set[Face]:
    """Return the faces of the cards that the hint tells to keep if it is this discard; none if nobody else plays any more."""
    reasons = _why_discard(sight, discard.card, weights_for(sight.view), seed) if sight.others else ()
    return {Face(each) for one in reasons if isinstance(one, NextCouldUse | NeedsOneCard) for each in one.cards}


def _reasons(sight: Sight, move: SeatMove, weights: Weights, seed: str) -> Iterator[Reason]:
    match move:
        case Draw():
            yield _why_draw(sight, weights)
        case Take():
            yield _why_take(sight, weights)
        case LayMeld() | LayMelds() | LayOff():
            yield GoesOut() if normal.goes_out(sight, move) else LaysCards(len(laid_cards(move)))
        case TakeAndLay(laying=laying):
            yield GoesOut() if normal.goes_out(sight, laying) else LaysCards(len(laid_cards(laying)) - 1)
        case Swap(card=card, meld=meld):
            yield GetsJoker(_shown((card,)), meld)
        case Discard(card=card):
            yield from _why_nothing_is_laid(sight, weights)
            yield from _why_discard(sight, card, weights, seed)
        case _:
            raise AssertionError(f"*normal* never plays {move}, or its game doesn't say why")


def _shown(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(by_face, cards))


def _why_draw(sight: Sight, weights: Weights) -> Reason:
    view, deal = sight.view, sight.deal
    if TAKE not in view.moves:
        return OnlyMove()
    top, rules, held = deal.discard_pile[-1], sight.variant.meld_rules, Counter(map(face, deal.hand))
    jokers = held.pop(JOKER, 0) if rules.wild else 0
    is_laid_now = any(isinstance(move, TakeAndLay) for move in view.moves)
    if not (is_laid_now or sight.is_wild(top) or completes_meld(patterns_of(rules), face(top), held, jokers, rules)):
        return MakesNoMeld(_shown((top,)))
    keeps_melds = normal.holds(sight, weights)
    if is_laid_now and not keeps_melds:
        return OpensMeld(sight.fewest_cards)
    may_lay_later = deal.is_all_at_once or keeps_melds or normal.waits_to_open(sight)
    return (ImprovesNothing if may_lay_later else CannotBeLaid)(_shown((top,)))


def _why_take(sight: Sight, weights: Weights) -> Reason:
    """Return the meld that the top discard makes now or, if it can't be laid or melds are kept, with the hand's best melds."""
    top = sight.deal.discard_pile[-1]
    laying = [] if normal.holds(sight, weights) else [move.laying for move in sight.view.moves if isinstance(move, TakeAndLay)]
    laying = [move for move in laying if normal.is_laid(sight, move, weights)]
    best = max(laying, key=lambda move: (len(laid_cards(move)), by_face(move)), default=None)
    if isinstance(best, LayOff):
        return FitsMeld(_shown((top,)), best.meld)
    if best is None:
        melds = [meld.cards for meld in best_arrangement((*sight.deal.hand, top), sight.variant, effort=EFFORT).melds]
    else:
        melds = [meld.cards for meld in (best.melds if isinstance(best, LayMelds) else (best,))]
    made = next((cards for cards in melds if face(top) in map(face, cards)), ())
    taken = next((card for card in made if face(card) == face(top)), None)
    return MakesMeld(_shown((top,)), _shown(physical_card(card) for card in made if card != taken))


def _why_nothing_is_laid(sight: Sight, weights: Weights) -> Iterator[Reason]:
    """Yield at most one reason: why a card is discarded though others could be laid."""
    laying = [move for move in sight.view.moves if isinstance(move, LayingMove)]
    if not laying:
        return
    if not normal.holds(sight, weights):
        yield OpensMeld(sight.fewest_cards)
        return
    melds = () if sight.view.arrangement is None else sight.view.arrangement.melds
    yield HoldsMelds(_shown(physical_card(card) for meld in melds for card in meld.cards))


def _why_discard(sight: Sight, card: Card, weights: Weights, seed: str) -> Iterator[Reason]:
    """Yield why this card goes, and what stays for a meld."""
    discards = [move for move in sight.view.moves if isinstance(move, Discard)]
    if len(discards) == 1:
        yield OnlyDiscard() if len(sight.deal.hand) > 1 else GoesOut()
        return
    if is_endless(sight, seed):
        yield EndlessDeal(sight.deal.recycles)
        return
    useless = cheapest_discards(sight, discards, replace(weights, danger=0.0))[0].card
    if useless != card and needed_next(sight, (face(useless),)):
        yield NextCouldUse(_shown((useless,)))
        return
    arranged = arranged_faces(sight)
    others = [face(other) for other in sight.deal.hand if other != card]
    loose = [each for each in others if each not in arranged and each not in (face(card), JOKER)]
    points = sight.variant.points(card)
    if not (missing := _missing_beside(sight, face(card), others)):
        yield FitsNothing(_shown((card,)))
    elif all(sight.variant.points(Card(other)) < points for other in others):
        yield MostPoints(_shown((card,)), points)
    else:
        yield LeastUseful(_shown((card,)), points, _if_few(missing))
    yield from _nearest_meld(sight, loose)


def _nearest_meld(sight: Sight, loose: list[Face]) -> Iterator[NeedsOneCard]:
    """Yield the loose cards that lack one for a meld, with the most unseen cards that complete it, if there are any."""
    rules = sight.variant.meld_rules
    groups = [group for size in (rules.set_size[0], rules.run_size) for group in combinations(loose, size - 1)]
    missing = {group: _missing(sight, group) for group in groups}
    best = max(missing, key=lambda group: sum(map(sight.hidden_copies, missing[group])), default=())
    if best and missing[best]:
        yield NeedsOneCard(best, _if_few(missing[best]))


def _missing(sight: Sight, cards: tuple[Face, ...]) -> set[Face]:
    """Return the faces that the viewer hasn't seen one of which makes a meld with all of these."""
    return set(filter(sight.hidden_copies, _completing(cards, sight.variant.meld_rules)))


@lru_cache(maxsize=16384)
def _completing(cards: tuple[Face, ...], rules: MeldRules) -> frozenset[Face]:
    """Return the faces one of which makes a meld with all of these."""
    naturals = tuple(each for each in cards if each != JOKER)
    jokers = len(cards) - len(naturals)
    if not naturals or (jokers and not rules.wild) or len(naturals) + 1 < rules.min_naturals or jokers > rules.most_wild:
        return frozenset()
    numbers, faces = tuple(map(NUMBER_OF[rules.deck].__getitem__, naturals)), FACES[rules.deck]
    any_order = rules if rules.wild_adjacent else replace(rules, wild_adjacent=True)  # one of those that lack is no joker
    suits = {*SUITS_OF[rules.deck]} if "run" in rules.kinds else ()
    sets = set_rows(numbers, 1 + jokers, rules) if "set" in rules.kinds else ()
    rows = chain(sets, *(run_rows(numbers, 1 + jokers, any_order, suit) for suit in suits))  # each in a run of one suit
    added = {each for row in rows for each in row if row.count(each) > numbers.count(each)}
    missing = {faces[each] for each in added if rules.wild_adjacent or _is_meld((*numbers, each), jokers, rules)}
    if jokers < rules.most_wild and len(naturals) >= rules.min_naturals and rules.wild and _is_meld(numbers, 1 + jokers, rules):
        missing.add(JOKER)
    return frozenset(missing)


def _is_meld(naturals: Row, jokers: int, rules: MeldRules) -> bool:
    return any(True for kind in rules.kinds for _ in meld_rows(naturals, jokers, rules, MeldKind(kind)))


def _missing_beside(sight: Sight, card: Face, others: list[Face]) -> set[Face]:
    """Return the faces that the viewer hasn't seen one of which makes a smallest meld with this card and some of the others."""
    rules = sight.variant.meld_rules
    groups = (group for size in {rules.set_size[0], rules.run_size} for group in combinations(others, size - 2))
    return set[Face]().union(*(_missing(sight, (card, *group)) for group in groups))


def _if_few(faces: set[Face]) -> tuple[Face, ...]:
    return tuple(sorted(faces, key=SORT_PLACE.__getitem__)) if len(faces) <= _MOST_NAMED else ()
