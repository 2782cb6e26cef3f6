"""What counts at a table: how much a meld, a point in hand and a card for the next player weigh, by the answers of its variant.

The numbers were found by measurement against the frozen player of `benchmarks/players/`; all are in points.
"""

from msgspec import Struct
from msgspec.structs import replace

from bot.rummy.view import View


class Weights(Struct, frozen=True):
    """The weights of one kind of deal."""

    meld: float = 60.0
    chance: float = 0.12
    """How likely one hidden card comes in time, while all others hold ten cards or more."""
    late_chance: float = 0.3
    """The part of that chance that is left when somebody is about to go out."""
    points: float = 0.0
    """What each point in hand weighs at any time."""
    points_late: float = 2.0
    """What each point weighs besides when the only other player has one card left; with two cards half of that, and so on."""
    thrown: float = 0.4
    """How much more likely cards with many points come, because the others discard them."""
    danger: float = 15.0
    """What it costs to give the only other player a card that completes a meld."""
    holds_above: int | None = None
    """Melds are kept in hand while all others have more cards than this; None: they are laid immediately."""
    opens_above: int = 0
    """A meld that others may lay off on is laid while all others have more cards than this, and to go out."""


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
ALL_AT_ONCE = Weights(points=2.0, thrown=0.0, chance=0.06, late_chance=1.0, danger=40.0)
"""Melds must empty the hand, so whoever loses has all their cards left."""


def weights_for(view: View) -> Weights:
    """Return the weights for the deal in play."""
    assert view.deal is not None
    if view.deal.is_all_at_once:
        return ALL_AT_ONCE
    if view.variant.deck == "cuccu40":
        return FEW_MELDS_AGAINST_ONE if view.seats - len(view.left_seats) == 2 else FEW_MELDS
    if _can_lay_all_melds(view):
        return TOGETHER
    return WITH_JOKERS if view.variant.wild == "joker" else ONE_BY_ONE


def _can_lay_all_melds(view: View) -> bool:
    """Return True if melds that may be laid in one turn can leave at most one card of a dealt hand."""
    variant, limit = view.variant, view.variant.melds_per_turn
    if limit == "unlimited":
        return True
    smallest = min(variant.set_size[0], variant.run_size)
    return variant.cards_each(view.seats - len(view.left_seats)) - 1 <= limit * smallest
