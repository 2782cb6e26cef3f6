"""Which hands the picture of a deal's end shows, and its alt text.

A player who left before the deal had no part in it, and isn't in the picture.
"""

from collections.abc import Iterable

from bot.messages.pictures.alt_text import cut_alt
from bot.messages.pictures.last_hands_picture import LastHand, LastHands
from bot.messages.words import Words
from bot.rummy.deck.cards import Card, sort_cards
from bot.rummy.events import DealEnded
from bot.rummy.variant.variant import Variant
from bot.rummy.view import View

Melds = tuple[tuple[Card, ...], ...]


def best_first(ended: DealEnded, variant: Variant) -> list[int]:
    """Return the seats as the text of a deal's end lists them: the best first."""
    sign = 1 if variant.is_lowest_score_best() else -1
    return sorted(range(len(ended.points)), key=lambda seat: sign * ended.points[seat])


def last_hands_of_view(view: View, *, is_large: bool = False) -> LastHands | None:
    """Return the hands at the end of the deal that was just scored, with the winner's melds; None if none was."""
    if view.deal is None or view.deal.end is None:
        return None
    ended = view.deal.end
    return last_hands_of_deal(ended, best_first(ended, view.variant), winners_melds(view), is_large=is_large)


def winners_melds(view: View) -> Melds:
    """Return the melds of the player who went out in the deal that was just scored."""
    if view.deal is None or view.deal.end is None:
        return ()
    return tuple(meld.cards for meld in view.deal.melds if meld.owner == view.deal.end.winner)


def last_hands_of_deal(ended: DealEnded, order: Iterable[int], melds: Melds = (), *, is_large: bool = False) -> LastHands:
    """Return the hands in this order of seats. `melds` are those of the player who went out, as far as they are known."""
    hands = (
        LastHand(seat + 1, (), went_out=True, melds=melds)
        if seat == ended.winner and not ended.hands[seat]
        else LastHand(seat + 1, sort_cards(ended.hands[seat]))
        for seat in order
    )
    return LastHands(tuple(hand for hand in hands if hand.cards or hand.went_out), is_large)


def last_hands_alt(last: LastHands, say: Words) -> str:
    """Return the alt text: each player's mark and cards, and who went out."""
    return cut_alt([say("The hands at the end of the deal."), *(_hand_alt(hand, say) for hand in last.hands)], say)


def _hand_alt(hand: LastHand, say: Words) -> str:
    if not hand.went_out:
        return say("Player {mark} holds {cards}.", mark=hand.mark, cards=say.cards(hand.cards))
    if not hand.melds:
        return say("Player {mark} went out.", mark=hand.mark)
    return say("Player {mark} went out with {melds}.", mark=hand.mark, melds=say.all_of(map(say.cards, hand.melds)))
