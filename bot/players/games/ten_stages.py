"""Ten stages: what *normal* takes and discards on the way to its stage and after it, and why.

Before its stage it counts how likely each way to lay it is: a missing card comes the likelier the more of its rank are unseen,
and kings take the places that are hardest to fill. A joker goes when it costs nothing, or to stop somebody who may lay off.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from bot.players.choice import Level, by_face
from bot.players.game_play import GamePlay, Reason
from bot.players.games import rummy
from bot.players.sight import Sight
from bot.rummy.cards import RANK_OF, RANKS, SORT_PLACE, Card, face, is_joker
from bot.rummy.moves import DRAW, TAKE, Discard, Draw, SeatMove, Take, TakeAndLay
from bot.rummy.notation import BIT
from bot.rummy.variant import Wanted
from bot.rummy.view import View
from bot.wording.sentence import Cards

CHANCE = 0.05
"""How likely a hidden card comes in time."""
WORTH_TAKING = 1.3
"""The top discard is taken if the stage becomes so much likelier with it: a card of the stock helps, too."""


class CompletesStage(Reason):
    cards: Cards
    sentence = "{cards} completes your stage."


class HasStage(Reason):
    sentence = "You already have your whole stage."


class LacksWith(Reason):
    cards: Cards
    count: int
    sentence = "With {cards}, your stage lacks 1 card."
    plural = "With {cards}, your stage lacks {count} cards."
    counted = "count"


class NoNearer(Reason):
    cards: Cards
    sentence = "{cards} doesn't bring you nearer to your stage."


class LacksWithout(Reason):
    cards: Cards
    count: int
    sentence = "Without {cards}, your stage still lacks 1 card."
    plural = "Without {cards}, your stage still lacks {count} cards."
    counted = "count"


class OnlyPoints(Reason):
    cards: Cards
    sentence = "After your stage, only points count: {cards} goes."


class Skips(Reason):
    sentence = "The next player loses a turn."


def _first(view: View, level: Level, seed: str) -> SeatMove | None:
    if level != Level.NORMAL or TAKE not in view.moves or not view.variant.contract:
        return None
    if any(isinstance(move, TakeAndLay) for move in view.moves):
        return TAKE
    way, hand, top = _Way(sight := Sight(view)), sight.deal.hand, sight.deal.discard_pile[-1]
    best = max(way.likelihood([*hand, top], but=card) for card in hand)
    return TAKE if best >= WORTH_TAKING * way.likelihood(hand) else DRAW


class _Way:
    """The way of a player to their stage, with the cards of any hand."""

    def __init__(self, sight: Sight) -> None:
        assert sight.variant.contract
        self.wanted = sight.variant.contract
        suits = range(0, 4 * len(RANKS), len(RANKS))
        self.comes = [min(1.0, CHANCE * sum(sight.hidden[rank + suit] for suit in suits)) for rank in range(len(RANKS))]
        self.known: dict[tuple[int, ...], tuple[int, float]] = {}

    def likelihood(self, hand: Iterable[Card], but: Card | None = None) -> float:
        """Return how likely the stage is with this hand, without one card: a figure to compare."""
        return self._look(hand, but)[1]

    def lacks(self, hand: Iterable[Card], but: Card | None = None) -> int:
        """Return how many cards the stage lacks at least."""
        return self._look(hand, but)[0]

    def _look(self, hand: Iterable[Card], but: Card | None) -> tuple[int, float]:
        held = [0] * len(RANKS)
        for card in hand:
            if card != but and not is_joker(card):
                held[RANK_OF[face(card)]] += 1
        if (known := self.known.get(tuple(held))) is None:
            ways = [self._look_at(held.copy(), lows) for lows in product(*(_lowest_ranks(meld, held) for meld in self.wanted))]
            known = min(lacks for lacks, _ in ways), sum(likely for _, likely in ways)
            self.known[tuple(held)] = known
        return known

    def _look_at(self, left: list[int], lows: Sequence[int]) -> tuple[int, float]:
        """Return what the melds with these lowest ranks lack, and how likely they are; `left` is used up."""
        missing, most_kings = list[float](), 0
        for meld, low in zip(self.wanted, lows, strict=True):
            before = len(missing)
            if meld.kind == "set":
                shown = min(left[low], meld.size)
                left[low] -= shown
                missing += [self.comes[low] / each for each in range(1, meld.size - shown + 1)]
            else:
                for rank in range(low, low + meld.size):
                    if left[rank] > 0:
                        left[rank] -= 1
                    else:
                        missing.append(self.comes[rank])
            most_kings += min(len(missing) - before, meld.size - 2)
        kings = min(left[_KING], most_kings)
        return len(missing) - kings, prod(sorted(missing)[kings:] if kings else missing)


_KING = RANKS.index("K")


def _lowest_ranks(meld: Wanted, held: Sequence[int]) -> Sequence[int]:
    """Return the lowest rank of each meld of this kind and size, kings not among them; sets only of ranks that are held."""
    if meld.kind == "run":
        return range(_KING - meld.size + 1)
    return [rank for rank in range(_KING) if held[rank]] or range(_KING)


def _ranked(sight: Sight, discards: Sequence[Discard]) -> list[Discard]:
    """Return the discards, the best first: before the stage by what it needs, after it by points."""
    following, hand, points = sight.others[0], sight.deal.hand, sight.variant.points
    lays_off = following in sight.deal.melded_seats
    fitting = sight.fitting_for(following) if lays_off else 0
    way = _Way(sight) if sight.variant.contract else None
    return sorted(
        discards,
        key=lambda move: (
            sight.is_wild(move.card),
            not (is_joker(move.card) and (way is None or lays_off)),
            0.0 if way is None else -way.likelihood(hand, but=move.card),
            bool(BIT[move.card] & fitting),
            -points(move.card),
            SORT_PLACE[face(move.card)],
        ),
    )


def _why(view: View, move: SeatMove) -> Iterator[Reason]:
    sight = Sight(view)
    hand, pile = sight.deal.hand, sight.deal.discard_pile
    way = _Way(sight) if view.variant.contract else None
    match move:
        case Discard(card=card) if len(hand) > 1 and is_joker(card):
            yield Skips()
        case Discard(card=card) if len(hand) > 1 and way is None:
            yield OnlyPoints((by_face(card),))
        case Discard(card=card) if way is not None:
            yield LacksWithout((by_face(card),), way.lacks(hand, but=card))
        case Draw() if way is not None and not way.lacks(hand):
            yield HasStage()
        case Draw() if way is not None and TAKE in view.moves and way.lacks((*hand, pile[-1])) >= way.lacks(hand):
            yield NoNearer((by_face(pile[-1]),))
        case Take() | Draw() if way is not None and TAKE in view.moves:
            top = (by_face(pile[-1]),)
            yield LacksWith(top, lacks) if (lacks := way.lacks((*hand, pile[-1]))) else CompletesStage(top)
        case _:
            return


PLAY = GamePlay(lambda view: rummy.WITH_JOKERS, _first, _why, _ranked)
