"""The end of a deal: somebody is out, or it is blocked because nobody can go on (RULES 5.26, 8.18).

These ends have the cards left and no points: `decide` lets the game count them.
"""

from functools import lru_cache

from bot.rummy.apply import is_stalled
from bot.rummy.arrangement import melds_in
from bot.rummy.at import At, Events
from bot.rummy.cards import Card, is_joker, physical_card
from bot.rummy.events import Awaited, CardDiscarded, DealEnded, EndedBy
from bot.rummy.first_melds import can_be_worth
from bot.rummy.match import TableMeld
from bot.rummy.melds import fits_on
from bot.rummy.notation import BIT, JOKERS, mask_of_cards
from bot.rummy.steps.permissions import can_touch
from bot.rummy.steps.plays import naturals_for
from bot.rummy.steps.turn_end import room_for_jokers
from bot.rummy.variant import Variant


def end_if_out(before: At, after: At, how: EndedBy) -> Events:
    """Return the end of the deal if the seat has no card left after its last event; otherwise nothing.

    A meld, lay-off or swap spoils going rummy if it was made in an earlier turn, not in this one (RULES 5.12). In a deal where
    melds must empty the hand nobody goes rummy (RULES 8.12).
    """
    seat, deal = before.seat, before.deal
    if after.deal.hands[seat]:
        return ()
    return end_deal(after, how, winner=seat, rummy=seat not in deal.rummy_spoiled and not deal.is_all_at_once)


def block_deal(at: At, how: EndedBy = EndedBy.BLOCKED) -> Events:
    """Return the end of a deal in which nobody is out, as there is nothing left to draw, or to lay."""
    return end_deal(at, how, winner=None, rummy=False)


def block_after_discard(at: At, discarded: CardDiscarded) -> Events:
    """Return the end of the deal if nobody can go on after this discard; otherwise nothing."""
    may_be_stuck = at.deal.turn.table_plays or at.match.left_seats  # otherwise nothing has changed that everybody sees
    if at.deal.stock and (not may_be_stuck or (not at.deal.stock_seats and _can_anybody_lay_off(at))):
        return ()  # as in most turns
    after = at.after([discarded])
    if is_stalled(after.match):
        return block_deal(after)
    return _block_if_stuck(after) if may_be_stuck else ()


def block_after_leaving(before: At, after: At) -> Events:
    """Return the end of the deal if nobody can go on after a seat has left; otherwise nothing.

    A deal without a stock ends if only the leaver's turn was missing, and any deal between two turns if the others can't lay a
    card.
    """
    if before.deal.turn.number != after.deal.turn.number and is_stalled(after.match):
        return block_deal(after)
    return _block_if_stuck(after) if after.match.awaits == Awaited.DRAW else ()


def _block_if_stuck(at: At) -> Events:
    return () if can_anybody_lay(at) else block_deal(at, EndedBy.DEADLOCK)


def end_deal(at: At, how: EndedBy, *, winner: int | None, rummy: bool) -> Events:
    """Return the end of the deal with the cards left and the winner's melds on the table."""
    melds = tuple(meld.cards for meld in (*at.deal.retired_melds, *at.deal.melds) if meld.owner == winner)
    return (DealEnded(how, winner, rummy, at.deal.hands, points=(), melds=melds),)


def can_anybody_lay(at: At) -> bool:
    """Return False if everybody sees between two turns that nobody can lay a card any more, whatever they draw (RULES 8.18).

    What a hand holds doesn't matter, only how many cards: otherwise a deal that goes on would tell something of it.
    """
    if _can_anybody_lay_off(at):
        return True
    deal, rules, seats = at.deal, at.rules, at.match.staying_seats()
    lying = {physical_card(card) for meld in deal.melds for card in meld.cards}
    loose = [card for card in rules.deck_for(sum(map(bool, deal.hands))) if card not in lying]
    mask = mask_of_cards(loose)
    growing = [number for number, on in enumerate(deal.melds, 1) if mask & _welcome_cards(on, rules)]
    if any(can_touch(rules, deal, seat, number) for number in growing for seat in seats):
        return True
    most = 0  # cards that a seat may lay as a new meld, of any worth
    for seat in seats:
        cards = len(deal.hands[seat]) + (rules.out_by == "any")
        if rules.contracts != "none" and seat not in deal.melded_seats:
            return True  # with jokers and several packs a contract is nearly never out of reach
        if rules.first_meld == "none" or deal.is_all_at_once or seat in deal.melded_seats:
            most = max(most, cards)
        elif can_be_worth(rules.first_meld, rules, loose, cards):
            return True
    return most >= rules.smallest_meld() and any(len(meld.cards) <= most for meld in melds_in(loose, rules))


def _can_anybody_lay_off(at: At) -> bool:
    """Return True if a natural card that lies nowhere fits a meld that somebody may touch. This is quick."""
    deal, rules = at.deal, at.rules
    if not deal.melds:
        return False
    loose = _naturals_in(rules.deck_for(sum(map(bool, deal.hands))))
    for on in deal.melds:
        loose &= ~_naturals_in(on.cards)
    return any(
        fits_on(on.kind, on.cards, rules.meld_rules)[1] & loose
        and any(can_touch(rules, deal, seat, number) for seat in at.match.staying_seats())
        for number, on in enumerate(deal.melds, 1)
    )


@lru_cache(maxsize=4096)
def _naturals_in(cards: tuple[Card, ...]) -> int:
    return sum(BIT[card] for card in cards if not is_joker(card))


def _welcome_cards(on: TableMeld, rules: Variant) -> int:
    """Return the mask of the cards that fit on the meld, or take the place of a joker there."""
    return naturals_for((on,), rules) | (JOKERS if room_for_jokers(on, rules) else 0)
