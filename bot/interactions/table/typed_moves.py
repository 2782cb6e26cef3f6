"""The move that typed cards mean: which copies in the person's hand, and which meld on the table. Cards may also be the emojis
that messages show, as they are copied.

If it is not the person's turn, the move is one that `decide` refuses with the reason.
"""

from typing import Annotated

from bot.messages.card_emoji import typed_emoji_as_text
from bot.rummy.cards import Card, physical_card
from bot.rummy.match import Awaited, Match
from bot.rummy.moves import Discard, LayMeld, LayMelds, LayOff, Swap
from bot.rummy.refusals import IllegalMove, NoJokerOnTable
from bot.rummy.turn import check_in_hand
from bot.rummy.turn_rules import melds_that_fit, melds_with_joker_for
from bot.rummy.typed_cards import pick_from_hand, read_card, read_cards, read_melds
from bot.tables.table import Table
from bot.wording.sentence import Cards, Either, Refusal, Refused


class FitsNoMeld(Refusal):
    """No meld was named, and the cards fit none."""

    cards: Cards
    counted = "cards"
    sentence = "{cards} doesn't fit any meld on the table. Lay off something else, or discard."
    plural = "{cards} don't fit any meld on the table. Lay off something else, or discard."


class WhichMeld(Refusal):
    """The cards fit several melds, so the move must name one (RULES 5.16)."""

    melds: Annotated[tuple[int, ...], "`meld:{}`", Either]
    sentence = "That fits several melds. Add {melds}."


def read_typed_melds(table: Table, person: int, text: str) -> LayMeld | LayMelds:
    """Return the move that lays one meld, or several. Raise IllegalMove for text that isn't cards."""
    return read_melds(typed_emoji_as_text(text), table.variant.deck, _hand(table, person))


def read_lay_off(table: Table, person: int, text: str, meld: int | None) -> LayOff:
    """Return the move that lays off cards on this meld, or on the only one that they fit.

    Raise IllegalMove for text that isn't cards, and for cards that aren't in the hand, whether or not they would fit. Raise
    Refused if no meld is given and they don't fit exactly one.
    """
    cards = pick_from_hand(read_cards(typed_emoji_as_text(text), table.variant.deck), _hand(table, person))
    match = _match_on_turn(table, person)
    if meld is not None or match is None:
        return LayOff(cards, meld or 1)
    check_in_hand(match, tuple(map(physical_card, cards)))
    fitting = melds_that_fit(match, cards)
    if not fitting:
        raise Refused(FitsNoMeld(cards), table.number)
    return LayOff(cards, _only_meld(fitting, table))


def read_swap(table: Table, person: int, text: str, meld: int | None) -> Swap:
    """Return the move that puts a card in the place of a joker in this meld, or in the only one with a joker for it.

    Raise IllegalMove for text that isn't a card, a card that isn't in the hand, or if no joker stands for it, and Refused if no
    meld is given and several have one.
    """
    (card,) = pick_from_hand((read_card(typed_emoji_as_text(text), table.variant.deck),), _hand(table, person))
    match = _match_on_turn(table, person)
    if meld is not None or match is None or match.variant.wild_swap == "never":
        return Swap(card, meld or 1)
    check_in_hand(match, (card,))
    fitting = melds_with_joker_for(match, card)
    if not fitting:
        raise IllegalMove(NoJokerOnTable(card))
    return Swap(card, _only_meld(fitting, table))


def read_discard(table: Table, person: int, text: str) -> Discard:
    """Return the discard; of two copies of a card, the one that may be discarded. Raise IllegalMove for no card."""
    (card,) = pick_from_hand((read_card(typed_emoji_as_text(text), table.variant.deck),), _hand(table, person)[::-1])
    return Discard(card)


def _only_meld(melds: tuple[int, ...], table: Table) -> int:
    if len(melds) > 1:
        raise Refused(WhichMeld(melds), table.number)
    return melds[0]


def _hand(table: Table, person: int) -> list[Card]:
    """Return the sorted hand, with the card just taken at the front.

    Melds therefore use it before its duplicate, and discards use it last.
    """
    seat, deal = table.seat_of(person), None if table.match is None else table.match.deal
    if seat is None or deal is None:
        return []
    return sorted(deal.hands[seat], key=lambda card: (card != deal.turn.taken_card, card))


def _match_on_turn(table: Table, person: int) -> Match | None:
    """Return the match if the person has drawn and may lay cards now."""
    is_on_turn = table.match is not None and table.person_to_act() == person and table.match.awaits == Awaited.PLAY
    return table.match if is_on_turn else None
