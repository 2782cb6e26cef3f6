"""The alt texts of the pictures of a hand and of a table: everything that the picture shows, card by card."""

from collections.abc import Iterable, Iterator, Sequence

from bot.messages.card_text import is_cuccu_card
from bot.messages.pictures.alt_text import cut_alt
from bot.messages.pictures.hand_picture import HandPicture
from bot.messages.pictures.marks import mark_sign
from bot.messages.pictures.table_picture import TablePicture
from bot.messages.text import keep_together
from bot.messages.words import Words
from bot.rummy.cards import Card

_SENTENCE, _COMMA = ".", ","


def hand_alt(hand: HandPicture, say: Words) -> str:
    """Return `Your hand: 7 cards. Meld: 5♥ 6♥ 7♥. Other cards: A♠ K♦. New: A♠. You can't discard K♦.`"""
    count = sum(map(len, (*hand.melds, hand.loose)))
    parts = [say.many("Your hand: 1 card.", "Your hand: {count} cards.", count)]
    for meld in hand.melds:
        parts += _listed(say("Meld:"), meld, say)
    if hand.loose:
        parts += _listed(say("Other cards:") if hand.melds else say("Cards:"), hand.loose, say)
    if hand.new is not None:
        parts.append(say("New: {card}.", card=say.card(hand.new)))
    if hand.barred:
        parts += _listed(say("You can't discard:"), hand.barred, say)
    return cut_alt(parts, say)


def table_alt(table: TablePicture, names: Sequence[str], say: Words) -> str:
    """Return `Stock: 30. Top discard: K♦. Cards: ① Ann 7, ② Bob 5. Turn: ② Bob. Meld 1 (① Ann): 5♥ 6♥ 7♥.`

    `names` are by mark, from 1 on.
    """
    parts = [] if table.stock is None else [say("Stock: {count}.", count=table.stock)]
    parts.append(say("No discards.") if table.upcard is None else say("Top discard: {card}.", card=say.card(table.upcard)))
    hands = [f"{mark_sign(hand.mark)} {names[hand.mark - 1]} {hand.cards}" for hand in table.hands]
    parts += (say("Cards:"), *_ended(hands, _COMMA))
    parts += (
        say("Turn: {name}.", name=f"{mark_sign(hand.mark)} {names[hand.mark - 1]}") for hand in table.hands if hand.to_act
    )
    if not table.melds:
        parts.append(say("No melds."))
    for number, meld in enumerate(table.melds, 1):
        owner = f"{mark_sign(meld.mark)} {names[meld.mark - 1]}"
        parts += _listed(say("Meld {number} ({name}):", number=number, name=owner), meld.cards, say)
    return cut_alt(parts, say)


def _listed(head: str, cards: Iterable[Card], say: Words) -> Iterator[str]:
    """Yield the head and each card as a part of its own, so that a text that is too long ends after a whole card."""
    row = list(cards)
    yield keep_together(head)
    yield from _ended([say.card(card) for card in row], _COMMA if any(map(is_cuccu_card, row)) else "")


def _ended(parts: Sequence[str], sign: str) -> Iterator[str]:
    """Yield the parts with the sign after each but the last, which ends with a full stop."""
    for nth, part in enumerate(parts, start=1):
        yield f"{part}{sign if nth < len(parts) else _SENTENCE}"
