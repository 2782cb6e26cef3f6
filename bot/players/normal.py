"""*normal*: the best cheap strategy that was found by measurement."""

from collections import Counter

from msgspec import Struct

from bot.players.choice import Choice, Reason
from bot.players.minimal_move import minimal_move
from bot.players.patterns import patterns_of, use_to_another, worths
from bot.players.sight import Sight
from bot.rummy.deck.cards import SORT_PLACE, face
from bot.rummy.melds.arrangement import best_arrangement
from bot.rummy.moves import DRAW, TAKE, Discard, LayMeld, LayMelds, LayOff, SeatMove, Swap, TakeAndLay, laid_cards
from bot.rummy.scoring import hand_points
from bot.rummy.view import View


class Weights(Struct, frozen=True):
    chance: float = 0.06
    meld: float = 30.0
    points: float = 0.3
    points_late: float = 3.0
    danger: float = 15.0
    danger_fit: float = 8.0
    hold: int = 0  # 0 never, 1 until out
    hold_until: int = 3
    take_pairs: float = 99.0
    power: float = 1.0
    take: float = 99.0
    later: float = 0.0
    thrown: float = 0.0
    arrange: bool = False
    late_chance: float = 1.0
    own: float = 0.0
    take2: float = 999.0


W = Weights()


def choose(view: View) -> Choice:
    return Choice(choose_with(view, W), (Reason.FEWEST_OUTS,))


def choose_with(view: View, w: Weights) -> SeatMove:
    sight = Sight(view)
    if DRAW in view.moves:
        return _draw(sight, w)
    laying = [m for m in view.moves if isinstance(m, LayMeld | LayMelds | LayOff)]
    if laying:
        arr = set()
        if w.arrange and view.arrangement:
            arr = {frozenset(m.cards) for m in view.arrangement.melds} | {frozenset(c) for c, _ in view.arrangement.lay_offs}
        best = max(
            laying,
            key=lambda m: (
                len(laid_cards(m)) >= len(sight.deal.hand) - 1,
                frozenset(laid_cards(m)) in arr,
                len(laid_cards(m)),
                hand_points(view.variant, laid_cards(m)),
                str(m),
            ),
        )
        if len(laid_cards(best)) >= len(sight.deal.hand) - 1 or not _holds(sight, w):
            return best
    swaps = [m for m in view.moves if isinstance(m, Swap)]
    if swaps:
        return swaps[0]
    return _discard(sight, w)


def _holds(sight: Sight, w: Weights) -> bool:
    deal = sight.deal
    if not w.hold or deal.table_plays:
        return False
    if sight.seat in deal.rummy_spoiled:
        return False
    return sight.fewest_cards > w.hold_until


def _draw(sight: Sight, w: Weights) -> SeatMove:
    view, deal = sight.view, sight.deal
    if TAKE not in view.moves:
        return DRAW
    if any(isinstance(m, TakeAndLay) for m in view.moves):
        return TAKE
    if w.take < 99:
        top = deal.discard_pile[-1]
        hand = (*deal.hand, top)
        worth = worths(patterns_of(view.variant.meld_rules), Counter(map(face, hand)), sight.hidden, w.chance)
        if (
            worth[face(top)] > w.take + min(worth[face(c)] for c in deal.hand)
            and deal.turn_number < 60
            and worth[face(top)] < 1
        ):
            return TAKE
    if w.take2 < 999 and not deal.is_all_at_once and deal.turn_number < 60:
        top = deal.discard_pile[-1]
        hand = (*deal.hand, top)
        worth = worths(patterns_of(view.variant.meld_rules), Counter(map(face, hand)), sight.hidden, _chance(sight, w))
        pw = _pw(sight, w)
        net = {c: w.meld * worth[face(c)] - pw * view.variant.points(c) for c in hand}
        if worth[face(top)] < 1 and net[top] > w.take2 + min(net[c] for c in deal.hand):
            return TAKE
    if deal.is_all_at_once:
        top = deal.discard_pile[-1]
        a = best_arrangement(deal.hand, view.variant, effort=10000).points
        b = best_arrangement((*deal.hand, top), view.variant, effort=10000).points
        if b < a:
            return TAKE
    return DRAW


def _discard(sight: Sight, w: Weights) -> SeatMove:
    view, deal, variant = sight.view, sight.deal, sight.variant
    pats = patterns_of(variant.meld_rules)
    discards = [m for m in view.moves if isinstance(m, Discard)]
    if not discards:
        return minimal_move(view)
    held = Counter(map(face, deal.hand))
    worth = worths(
        pats, held, {f: n * (1 + w.thrown * (variant.points(f) - 5) / 5) for f, n in sight.hidden.items()}, _chance(sight, w)
    )
    if w.later:
        for f, v in sight.later_fits(_chance(sight, w)).items():
            if f in worth:
                worth[f] += v * w.later
    kept = {c for m in view.arrangement.melds for c in m.cards} if view.arrangement else set()
    nxt = sight.others[0]
    likely = sight.held_with(nxt)
    fits = sight.fits_for(nxt)
    pw = _pw(sight, w)

    def cost(m: Discard) -> float:
        f = face(m.card)
        if sight.is_wild(m.card):
            return 1000
        keep = w.meld * max(worth.get(f, 0), 1.0 if m.card in kept and deal.is_all_at_once else 0)
        danger = w.danger * use_to_another(pats, f, likely) + (w.danger_fit if f in fits else 0)
        return keep + danger - pw * variant.points(m.card)

    return min(discards, key=lambda m: (cost(m), SORT_PLACE[face(m.card)]))


def _chance(sight: Sight, w: Weights) -> float:
    return w.chance * (w.late_chance + (1 - w.late_chance) * min(10, sight.fewest_cards) / 10)


def _pw(sight: Sight, w: Weights) -> float:
    own = len(sight.deal.hand)
    return w.points + w.points_late / sight.fewest_cards**w.power * (2 * own / (own + sight.fewest_cards)) ** w.own
