"""What a turn allows: which cards may be played, which melds touched, and whether another meld may be laid."""

from bot.rummy import refusals
from bot.rummy.at import At
from bot.rummy.cards import Card
from bot.rummy.match import Deal
from bot.rummy.refusals import IllegalMove
from bot.rummy.variant import Variant


def check_in_hand(at: At, cards: tuple[Card, ...]) -> None:
    """Raise IllegalMove unless there is at least one card, each is named once, and the seat to act holds them all."""
    if not cards:
        raise IllegalMove(refusals.CardsMissing())
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise IllegalMove(refusals.CardWrittenTwice(card))
        if card not in at.hand:
            raise IllegalMove(refusals.NotInHand(card))


def check_may_touch(at: At, number: int, *, to_swap: bool = False) -> None:
    """Raise IllegalMove unless the meld exists and the seat to act may lay off on it or swap its jokers (questions 23, 24)."""
    if at.rules.contract:
        raise IllegalMove(refusals.NotTheContract(at.rules.contract))
    if not 1 <= number <= len(at.deal.melds):
        raise IllegalMove(refusals.NoSuchMeld(number, len(at.deal.melds)))
    if can_touch(at.rules, at.deal, at.seat, number):
        return
    if at.rules.layoff_scope == "all":
        raise IllegalMove(refusals.OwnMeldBeforeSwap() if to_swap else refusals.OwnMeldFirst())
    raise IllegalMove(refusals.NotYourMeld(number) if at.rules.layoff_scope == "own" else refusals.LayOffsForbidden())


def can_touch(variant: Variant, deal: Deal, seat: int, number: int) -> bool:
    """Return True if the seat may lay off on this meld, or swap a joker in it (questions 23, 24); `number` counts from 1."""
    if variant.layoff_scope == "none":
        return False
    if deal.melds[number - 1].owner == seat:
        return True
    return variant.layoff_scope == "all" and (not variant.layoff_requires_meld or seat in deal.melded_seats)


def touchable_melds(at: At) -> list[int]:
    """Return the numbers, from 1, of the melds that the seat to act may touch."""
    if at.rules.layoff_scope == "all" and at.seat in at.deal.melded_seats:
        return list(range(1, len(at.deal.melds) + 1))
    return [number for number in range(1, len(at.deal.melds) + 1) if can_touch(at.rules, at.deal, at.seat, number)]


def can_meld_again(at: At, melds: int = 1) -> bool:
    """Return True if this number of further melds may be laid in this turn (questions 17, 18, 39, 53)."""
    if at.rules.contract == ():
        return False
    limit = at.rules.melds_per_turn
    if limit == "unlimited" or at.deal.turn.melds_laid + melds <= limit:
        return True
    return at.deal.is_all_at_once or not has_opened(at)


def has_opened(at: At) -> bool:
    """Return True unless the next melds of the seat whose turn it is are its first ones (questions 39, 53, RULES 8.16)."""
    return not at.rules.has_first_melds() or at.deal.is_all_at_once or at.seat in at.deal.melded_seats
