"""Which hands the picture of a deal's end shows, and its alt text.

A player who left before the deal had no part in it, and isn't in the picture.
"""

from collections.abc import Container, Iterable

from bot.messages.pictures.alt_text import cut_alt
from bot.messages.pictures.last_hands_picture import LastHand, LastHands
from bot.messages.words import Words
from bot.rummy.cards import Card, sort_cards
from bot.rummy.events import DealEnded
from bot.rummy.variant import Variant
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
    order = best_first(ended, view.variant)
    winners = [seat for seat, place in enumerate(view.placings or ()) if place == 1]
    return last_hands_of_deal(ended, order, winners_melds(view), winners, is_large=is_large)


def winners_melds(view: View) -> Melds:
    """Return the melds of the player who went out in the deal that was just scored.

    An earlier version stored none: then they are those that are still on the table.
    """
    if view.deal is None or view.deal.end is None:
        return ()
    ended = view.deal.end
    return ended.melds or tuple(meld.cards for meld in view.deal.melds if meld.owner == ended.winner)


def last_hands_of_deal(
    ended: DealEnded,
    order: Iterable[int],
    melds: Melds = (),
    winners: Container[int | None] = (),
    *,
    is_large: bool = False,
) -> LastHands:
    """Return the hands in this order of seats.

    `melds` are those of the player who went out, as far as they are known. `winners` are the seats that have won the match.
    """
    hands = []
    for seat in order:
        went_out = seat == ended.winner and not ended.hands[seat]
        if went_out or ended.hands[seat]:
            cards = sort_cards(ended.hands[seat])
            hands.append(LastHand(seat + 1, cards, went_out, melds if went_out else (), seat in winners))
    return LastHands(tuple(hands), is_large)


def last_hands_alt(last: LastHands, say: Words) -> str:
    """Return the alt text: the winners of the match if it is over, each player's mark and cards, and who went out."""
    parts = [say("The hands at the end of the deal.")]
    winners = [hand.mark for hand in last.hands if hand.has_won_match]
    if len(winners) == 1:
        parts.append(say("Player {mark} has won the match.", mark=winners[0]))
    else:
        parts += (say("Player {mark} shares first place.", mark=mark) for mark in winners)
    return cut_alt([*parts, *(_hand_alt(hand, say) for hand in last.hands)], say)


def _hand_alt(hand: LastHand, say: Words) -> str:
    if not hand.went_out:
        return say("Player {mark} holds {cards}.", mark=hand.mark, cards=say.cards(hand.cards))
    if not hand.melds:
        return say("Player {mark} went out.", mark=hand.mark)
    return say("Player {mark} went out with {melds}.", mark=hand.mark, melds=say.all_of(map(say.cards, hand.melds)))
