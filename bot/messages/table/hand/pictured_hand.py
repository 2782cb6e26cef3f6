"""What the picture of a hand shows, and its alt text: the same cards in the same order as the text."""

from bot.messages.pictures.hand_picture import HandPicture
from bot.messages.table.hand.hand_cards import in_card_order
from bot.messages.words import Words, is_cuccu_card
from bot.rummy.deck.cards import Card, physical_card
from bot.rummy.moves import Discard
from bot.rummy.view import View
from bot.tables.ports import CardOrder

LONGEST_ALT_TEXT = 1024
"""Characters of the description of a picture, at Discord."""


def pictured_hand(view: View, order: CardOrder, *, is_large: bool = False) -> HandPicture | None:
    """Return what the picture of the viewer's own hand shows; None if they hold no cards."""
    deal = view.deal
    if deal is None or not deal.hand:
        return None
    melds = () if view.arrangement is None else tuple(meld.cards for meld in view.arrangement.melds)
    melded = {physical_card(card) for meld in melds for card in meld}
    loose = [card for card in deal.hand if card not in melded]
    if not any(map(is_cuccu_card, loose)):
        loose = in_card_order(loose, order)
    discards = {move.card for move in view.moves if isinstance(move, Discard)}
    barred = tuple(card for card in deal.hand if card not in discards) if discards else ()
    is_new = view.seat_to_act == view.viewer and deal.new_card in deal.hand
    return HandPicture(melds, tuple(loose), deal.new_card if is_new else None, barred, is_large)


def hand_alt_text(hand: HandPicture, say: Words) -> str:
    """Return the description of the picture; one that is too long ends after a whole card."""
    new = "" if hand.new is None else say("New: {card}.", card=say.card(hand.new))
    barred = say("Not to be discarded now: {cards}.", cards=say.cards(hand.barred)) if hand.barred else ""
    count = sum(map(len, hand.melds)) + len(hand.loose)
    head = " ".join(filter(None, (say.many("Your hand, 1 card.", "Your hand, {count} cards.", count), new, barred)))
    groups = [*([f"{say('Melds:')}"] if hand.melds else []), *(say.cards(meld) for meld in hand.melds)]
    return shortened([head, *groups, *([say("Other cards:")] if hand.melds else []), *_each(hand.loose, say)], say)


def _each(cards: tuple[Card, ...], say: Words) -> list[str]:
    return [say.card(card) for card in cards]


def shortened(parts: list[str], say: Words) -> str:
    """Return the parts, or as many as fit into an alt text, and then that the rest is in the text of the message."""
    whole = " ".join(parts)
    if len(whole) <= LONGEST_ALT_TEXT:
        return whole
    rest = f" … {say('rest in the text')}"
    shown = ""
    for part in parts:
        if len(shown) + 1 + len(part) + len(rest) > LONGEST_ALT_TEXT:
            break
        shown = f"{shown} {part}".strip()
    return f"{shown}{rest}"
