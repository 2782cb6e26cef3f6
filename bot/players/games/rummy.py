"""Basic rummy: what its computer players weigh, found by measurement against the frozen player of `benchmarks/players/`."""

from msgspec.structs import replace

from bot.players.game_play import GamePlay, Weights
from bot.rummy.view import View

ONE_BY_ONE = Weights()
"""Melds are laid one by one, in as many turns."""
WITH_JOKERS = Weights(points_late=4.0)
"""Melds are laid one by one, and wild jokers complete them sooner, so that deals are shorter."""
TOGETHER = Weights(holds_above=3)
"""All melds may be laid in one turn."""
FEW_MELDS = Weights(points=2.0, points_late=4.0, chance=0.06, thrown=0.0, danger=25.0)
"""The Cuccù deck makes few melds: four deals of ten between two players end blocked, and then all points in hand count."""
FEW_MELDS_AGAINST_ONE = replace(FEW_MELDS, holds_above=3, opens_above=1)
"""Two melds are a hand, and going rummy doubles; with more opponents somebody goes out first. One card can only be laid off."""
ALL_AT_ONCE = Weights(points=5.0, thrown=0.0, chance=0.5, late_chance=1.0, danger=5.0, kept=300.0)
"""Melds must empty the hand: a live card often comes in time, one given away is seldom the last, and all cards left count."""
ALL_AT_ONCE_AND_SHORT = Weights(points=2.0, thrown=0.0, chance=0.06, late_chance=1.0, danger=40.0)
"""The same with wild jokers or with the Cuccù deck, where a card given away is more often the last."""


def _weights(view: View) -> Weights:
    assert view.deal is not None
    if view.deal.is_all_at_once:
        return ALL_AT_ONCE if view.variant.deck == "french52" and view.variant.wild == "none" else ALL_AT_ONCE_AND_SHORT
    if view.variant.deck == "cuccu40":
        return FEW_MELDS_AGAINST_ONE if view.seats - len(view.gone_seats) == 2 else FEW_MELDS
    if _can_lay_all_melds(view) and (not view.variant.has_first_melds() or view.seats - len(view.gone_seats) == 2):
        return TOGETHER  # with more players and first melds, whoever waits for the whole hand is often too late
    return WITH_JOKERS if view.variant.wild == "joker" else ONE_BY_ONE


def _can_lay_all_melds(view: View) -> bool:
    """Return True if melds that may be laid in one turn can leave at most one card of a dealt hand."""
    variant, limit = view.variant, view.variant.melds_per_turn
    if limit == "unlimited":
        return True
    smallest = min(variant.set_size[0], variant.run_size)
    return variant.cards_each(view.seats - len(view.gone_seats)) - 1 <= limit * smallest


PLAY = GamePlay(_weights)
