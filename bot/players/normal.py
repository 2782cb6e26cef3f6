"""*normal*: the best cheap strategy that was found by measurement (docs/decisions.md says what else was tried).

It takes a discard that it can lay, or that makes a meld to be laid later. It lays what it can, or, where it pays, keeps its
melds until it can go out with all of them, or somebody else is close to it. It discards the card that it needs least
(`discards.py`).
"""

from bot.players.choice import by_face
from bot.players.discards import MOST_RECYCLES, choose_discard, minimal_move
from bot.players.game_play import Weights
from bot.players.games import weights_for
from bot.players.sight import Sight, improves_melds
from bot.rummy.cards import meld_face
from bot.rummy.games import lays_melds
from bot.rummy.match import hand_points
from bot.rummy.moves import (
    DRAW,
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
from bot.rummy.view import View


def choose(view: View, seed: str) -> SeatMove:
    """Return the next move of the turn. The seed is used only in a deal that would otherwise go on forever."""
    return choose_with(view, seed, weights_for(view))


def choose_with(view: View, seed: str, weights: Weights) -> SeatMove:
    """Return the next move of the turn with these weights."""
    sight = Sight(view)
    if Draw in sight.kinds:
        return _choose_draw(sight, weights)
    discards = [move for move in view.moves if isinstance(move, Discard)]
    if holds(sight, weights) and discards and not _can_lay_all(sight):
        return choose_discard(sight, discards, weights, seed)
    laying = _best_laying(sight, weights)
    if laying is not None:
        return laying
    if Swap in sight.kinds:
        return next(move for move in view.moves if isinstance(move, Swap))
    return choose_discard(sight, discards, weights, seed) if discards else minimal_move(view)


def holds(sight: Sight, weights: Weights) -> bool:
    """Return True while melds are kept in hand: nothing is on the table yet, nobody is close to going out, cards still come.

    In a game in which no melds are laid they always are.
    """
    deal = sight.deal
    if not lays_melds(sight.variant.game):
        return True
    if weights.holds_above is None or deal.is_all_at_once or deal.table_plays or sight.seat in deal.rummy_spoiled:
        return False
    return sight.fewest_cards > weights.holds_above and deal.turns_until_blocked is None and deal.recycles < MOST_RECYCLES


def _can_lay_all(sight: Sight) -> bool:
    """Return True if the best arrangement leaves at most one card."""
    best = sight.view.arrangement
    if best is None:
        return False
    laid = sum(len(meld.cards) for meld in best.melds) + sum(len(cards) for cards, _ in best.lay_offs)
    return laid >= len(sight.deal.hand) - 1


def _choose_draw(sight: Sight, weights: Weights) -> SeatMove:
    moves, deal = sight.view.moves, sight.deal
    if Take not in sight.kinds:
        return next((move for move in moves if isinstance(move, TakeAndLay)), DRAW)
    keeps_melds = holds(sight, weights)
    if not keeps_melds and any(isinstance(move, TakeAndLay) and is_laid(sight, move.laying, weights) for move in moves):
        return TAKE
    may_lay_later = deal.is_all_at_once or keeps_melds or waits_to_open(sight)
    return TAKE if may_lay_later and improves_melds(sight) else DRAW


def waits_to_open(sight: Sight) -> bool:
    """Return True while only melds may be laid that are worth enough together."""
    variant, deal = sight.variant, sight.deal
    return variant.has_first_melds() and not deal.is_all_at_once and sight.seat not in deal.melded_seats


def _best_laying(sight: Sight, weights: Weights) -> LayingMove | None:
    """Return the move that lays the most cards: one that goes out, else one of the best arrangement, else any; None if none."""
    if sight.kinds.isdisjoint((LayMeld, LayMelds, LayOff)):
        return None
    can_lay_all, moves = _can_lay_all(sight), [move for move in sight.view.moves if isinstance(move, LayingMove)]
    found = moves if can_lay_all else [move for move in moves if is_laid(sight, move, weights)]
    if len(found) < 2:
        return found[0] if found else None
    arrangement = sight.view.arrangement
    arranged = () if arrangement is None else arrangement.melds
    lay_offs = () if arrangement is None else arrangement.lay_offs
    best = {tuple(map(meld_face, cards)) for cards in (*(meld.cards for meld in arranged), *(cards for cards, _ in lay_offs))}
    if waits_to_open(sight):
        best = {tuple(meld_face(card) for meld in arranged for card in meld.cards)}
    return max(
        found,
        key=lambda move: (
            goes_out(sight, move),
            tuple(map(meld_face, laid_cards(move))) in best,
            len(laid_cards(move)),
            hand_points(sight.variant, laid_cards(move)),
            by_face(move),
        ),
    )


def goes_out(sight: Sight, move: LayingMove) -> bool:
    """Return True if at most one card is left, which can be discarded."""
    return len(laid_cards(move)) >= len(sight.deal.hand) - (Draw not in sight.kinds)


def is_laid(sight: Sight, move: LayingMove, weights: Weights) -> bool:
    """Return True unless the move opens a meld for somebody who has too few cards to make their own, and doesn't go out.

    A meld of which so many cards are laid that it retires opens nothing. At the end of the stock everything is laid.
    """
    variant, deal = sight.variant, sight.deal
    if sight.fewest_cards > weights.opens_above or variant.layoff_scope != "all" or goes_out(sight, move):
        return True
    if deal.turns_until_blocked is not None or deal.recycles >= MOST_RECYCLES:
        return True
    melds = move.melds if isinstance(move, LayMelds) else (move,) if isinstance(move, LayMeld) else ()
    size = variant.meld_retire_at
    return all(size != "never" and len(meld.cards) >= size for meld in melds)
