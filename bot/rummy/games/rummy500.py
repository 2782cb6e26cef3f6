"""500 rummy: a turn may take any card of the discard pile with all above it. Cards on the table score, those in hand cost.

            Draw, TakeFrom                 LayMeld, LayMelds, LayOff, TakeBack
      DRAW ───────────────────────► PLAY ◄───┐
      │  ▲                          │ │ └────┘
      │  └───────── Discard ────────┘ │
      │ the stock is empty            │ empty hand
      └──────────► deal ends ◄────────┘

The deepest card that is taken is laid in the same move, and stays on the table. So each turn draws from the stock or makes the
table larger, and every deal ends (RULES 8.25). Totals can fall: after MOST_DEALS deals the match is over.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from msgspec.structs import replace

from bot.rummy.arrangement import melds_in
from bot.rummy.at import At, Events
from bot.rummy.cards import RANK_OF, SUIT_OF, Card, face, is_joker, physical_card
from bot.rummy.events import Awaited, CardDiscarded, DealEnded, EndedBy, MeldKind, PileTaken
from bot.rummy.game import Phase
from bot.rummy.games import rummy
from bot.rummy.match import TableMeld, hand_points
from bot.rummy.melds import Meld, is_wild, readings
from bot.rummy.moves import DRAW, Discard, Draw, LayMeld, LayOff, Move, SeatMove, Take, TakeAndLay, TakeFrom, laid_cards
from bot.rummy.notation import BIT
from bot.rummy.refusals import IllegalMove, MoveRefusal, NothingToTake, NotInThisGame
from bot.rummy.steps.discarding import check_may_discard
from bot.rummy.steps.drawing import draw
from bot.rummy.steps.ending import end_if_out
from bot.rummy.steps.laying import lay_melds, lay_off, meld_move
from bot.rummy.steps.plays import possible_lay_offs, welcome_on
from bot.rummy.variant import Variant
from bot.wording.sentence import OneCard

MOST_DEALS = 50


class NotInPile(MoveRefusal):
    card: OneCard
    sentence = "{card} isn't in the discard pile. `/move` lists what you can take."


class DeepestNotLaid(MoveRefusal):
    card: OneCard
    sentence = "Lay {card} in the same move: it's the deepest card you take."


class TakeToLay(MoveRefusal):
    sentence = "Take a card and lay it in one move, like `/move take 7H and meld 7H 8H 9H`. `/move` lists the ways."


def _draw_or_take(at: At) -> list[SeatMove]:
    """Return the draw, and for each card of the pile, from its top, the ways to lay it with what is then in hand.

    A meld with a joker is named with three cards only: what is left of it can be laid off.
    """
    pile = at.deal.discard_pile
    return [
        DRAW,
        *(TakeFrom(pile[place], way) for place in reversed(range(len(pile))) for way in _ways_to_lay(at, pile[place:])),
    ]


def _ways_to_lay(at: At, taken: Sequence[Card]) -> Iterator[LayMeld | LayOff]:
    """Yield the ways to lay the first of these cards: on a meld of the table, or in one with the hand and the others."""
    card, rules = taken[0], at.rules
    if BIT[card] & welcome_on(at.deal.melds, rules.meld_rules):
        alone = At(replace(at.match, deal=replace(at.deal, hands=((card,),) * len(at.deal.hands))))
        for number in range(1, len(at.deal.melds) + 1):
            yield from (LayOff(laid.cards, number) for laid in possible_lay_offs(alone, number))
    held = [other for other in (*at.hand, *taken[1:]) if is_joker(card) or is_joker(other) or _is_near(card, other)]
    if len(held) > 1:
        melds = dict.fromkeys(chain(_natural_melds(card, held, rules), _melds_with_joker(card, held, rules)))
        yield from (meld_move(rules, meld) for meld in melds)


def _is_near(card: Card, other: Card) -> bool:
    """Return True if two natural cards can be in one meld."""
    one, another = face(card), face(other)
    return (SUIT_OF[one] == SUIT_OF[another]) != (RANK_OF[one] == RANK_OF[another])


def _natural_melds(card: Card, held: Sequence[Card], rules: Variant) -> Iterator[Meld]:
    if not is_joker(card):
        cards = (card, *(other for other in held if not is_joker(other)))
        yield from (meld for meld in melds_in(cards, rules, first=card) if card in meld.cards)


def _melds_with_joker(card: Card, held: Sequence[Card], rules: Variant) -> Iterator[Meld]:
    """Yield the melds of three cards with this one and a joker, each once for all copies."""
    wild = [other for other in held if is_wild(other, rules.meld_rules)][:2]
    others = [*{face(other): other for other in reversed(held) if not is_joker(other)}.values()][::-1]
    for pair in combinations([*others, *wild], 2) if wild or is_wild(card, rules.meld_rules) else ():
        if is_joker(card) or is_joker(pair[1]):
            yield from readings((card, *pair), rules)


def take_from(at: At, move: TakeFrom) -> Events:
    """Return the taking of a card of the pile with all above it, and its laying. Raise IllegalMove unless it is laid."""
    pile = at.deal.discard_pile
    if move.card not in pile:
        raise IllegalMove(NotInPile(move.card) if pile else NothingToTake())
    if move.laying is None or move.card not in map(physical_card, laid_cards(move.laying)):
        raise IllegalMove(DeepestNotLaid(move.card))
    taken = PileTaken(at.seat, pile[pile.index(move.card) :])
    then = at.after([taken])
    return taken, *(lay_off(then, move.laying) if isinstance(move.laying, LayOff) else lay_melds(then, move.laying))


def _discard(at: At, move: Discard) -> Events:
    check_may_discard(at, move.card)
    discarded = CardDiscarded(at.seat, move.card)
    return discarded, *end_if_out(at, at.after([discarded]), EndedBy.DISCARD)


def points_laid(melds: Sequence[TableMeld], rules: Variant, seat: int) -> int:
    """Return what the cards count that the seat has laid: an ace below a two 1, and a joker what it counts in hand."""
    return sum(
        1 if meld.kind == MeldKind.RUN and place == 0 and RANK_OF.get(face(card)) == 0 else rules.points(card)
        for meld in melds
        for place, (card, by) in enumerate(zip(meld.cards, meld.played_by, strict=True))
        if by == seat
    )


def _count(at: At, ended: DealEnded) -> DealEnded:
    """Return the end with everybody's points: of the cards that they have laid, less those of their hand."""
    points = (points_laid(at.deal.melds, at.rules, seat) - hand_points(at.rules, hand) for seat, hand in enumerate(ended.hands))
    return replace(ended, rummy=False, points=tuple(points))


def _lacks(at: At, move: Move) -> MoveRefusal:
    return TakeToLay() if isinstance(move, Take | TakeAndLay) else NotInThisGame()


_PLAY = rummy.GAME.phases[Awaited.PLAY]

GAME = replace(
    rummy.GAME,
    phases={
        Awaited.DRAW: Phase(_draw_or_take, {Draw: draw, TakeFrom: take_from}, rummy.why_not_yet),
        Awaited.PLAY: replace(_PLAY, causes={**_PLAY.causes, Discard: _discard}),
    },
    leaves=lambda before, after: (),
    ends=_count,
    questions=frozenset(
        (*("packs", "jokers", "wild", "ace", "melds_per_turn", "take_back"), *("recycle", "recycle_keep_top", "recycle_max"))
    ),
    most_deals=MOST_DEALS,
    lacks=_lacks,
)
