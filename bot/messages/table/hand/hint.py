"""A hint in words: the move that *normal* would play, and what speaks most for it."""

from bot.messages.words import Words
from bot.players.choice import Choice, Fact, Reason
from bot.rummy.moves import Discard, Draw, LayMeld, LayMelds, LayOff, SeatMove, Swap, laid_cards
from bot.rummy.view import DealView


def hint_text(choice: Choice, deal: DealView, say: Words) -> str:
    """Return `Discard 6♦. Keep 7♠ 8♠: 2 cards complete it.`"""
    return f"**{_move(choice.move, deal, say)}** {_reason(choice.reasons[0], say)}".strip()


def _move(move: SeatMove, deal: DealView, say: Words) -> str:
    match move:
        case Draw():
            return say("Draw.")
        case LayMeld() | LayMelds():
            return say("Lay {cards}.", cards=say.cards(laid_cards(move)))
        case LayOff(cards=cards, meld=meld):
            return say("Lay off {cards} on meld {number}.", cards=say.cards(cards), number=meld)
        case Swap(card=card, meld=meld):
            return say("Swap {card} for the joker in meld {number}.", card=say.card(card), number=meld)
        case Discard(card=card):
            return say("Discard {card}.", card=say.card(card))
        case _:
            return say("Take {card}.", card=say.card(deal.discard_pile[-1]))


def _reason(reason: Reason, say: Words) -> str:
    """Return the sentence for the reason; empty if the move says enough."""
    cards = say.cards(reason.cards)
    match reason.fact:
        case Fact.GOES_OUT:
            return say("Then you can go out.")
        case Fact.LAYS_CARDS | Fact.COMPLETES_MELD if cards:
            return say("It makes {cards}.", cards=cards)
        case Fact.LAYS_CARDS:
            return say("Cards on the table don't count against you.")
        case Fact.GETS_JOKER:
            return say("You get a joker.")
        case Fact.HOLDS_MELDS:
            return say("Keep your melds until you can lay them all together.")
        case Fact.NOTHING_TO_TAKE if cards:
            return say("{card} doesn't help.", card=cards)
        case Fact.LEAST_USEFUL if cards:
            return say.many(
                "Keep {cards}: 1 card completes it.", "Keep {cards}: {count} cards complete it.", reason.count, cards=cards
            )
        case Fact.LEAST_USEFUL:
            return say("You need it least.")
        case _:
            return ""
