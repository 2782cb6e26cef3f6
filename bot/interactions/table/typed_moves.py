"""What a person means by the cards that he types: copies that he holds, and the one meld on the table that they fit.

Who is not to play now gets a move that the rules refuse with their own reason.
"""

from bot.rummy.deck.cards import Card
from bot.rummy.match import Match, Question
from bot.rummy.moves import Discard, LayMeld, LayMelds, LayOff, Swap
from bot.rummy.refusals import IllegalMove, NoJokerOnTable
from bot.rummy.turn.meld_targets import melds_that_fit, melds_with_joker_for
from bot.rummy.typed_cards import pick_from_hand, read_card, read_cards
from bot.rummy.typed_melds import read_melds
from bot.tables.refusals import FitsNoMeld, Refused, WhichMeld
from bot.tables.table import Table


def melds(table: Table, person: int, text: str) -> LayMeld | LayMelds:
    """Raises IllegalMove for what is no card."""
    return read_melds(text, table.variant.deck, _to_lay(table, person))


def lay_off(table: Table, person: int, text: str, number: int | None) -> LayOff:
    """Raises IllegalMove, and Refused where no number is given and the cards do not fit just one meld."""
    cards = pick_from_hand(read_cards(text, table.variant.deck), _to_lay(table, person))
    match = _playing(table, person)
    if number is not None or match is None:
        return LayOff(cards, number or 1)
    fitting = melds_that_fit(match, cards)
    if not fitting:
        raise Refused(FitsNoMeld(cards), table.number)
    return LayOff(cards, _only(fitting, table))


def swap(table: Table, person: int, text: str, number: int | None) -> Swap:
    """Raises IllegalMove, and Refused where no number is given and several melds have a joker for the card."""
    (card,) = pick_from_hand((read_card(text, table.variant.deck),), _to_lay(table, person))
    match = _playing(table, person)
    if number is not None or match is None or match.variant.wild_swap == "never":
        return Swap(card, number or 1)
    fitting = melds_with_joker_for(match, card)
    if not fitting:
        raise IllegalMove(NoJokerOnTable(card))
    return Swap(card, _only(fitting, table))


def discard(table: Table, person: int, text: str) -> Discard:
    """Of twins one that may be discarded. Raises IllegalMove."""
    (card,) = pick_from_hand((read_card(text, table.variant.deck),), _to_lay(table, person)[::-1])
    return Discard(card)


def _only(numbers: tuple[int, ...], table: Table) -> int:
    if len(numbers) > 1:
        raise Refused(WhichMeld(numbers), table.number)
    return numbers[0]


def _to_lay(table: Table, person: int) -> list[Card]:
    """His hand, sorted; the card just taken first, which is laid rather than its twin, and discarded last."""
    seat, deal = table.seat_of(person), None if table.match is None else table.match.deal
    if seat is None or deal is None:
        return []
    return sorted(deal.hands[seat], key=lambda card: (card != deal.turn.taken_card, card))


def _playing(table: Table, person: int) -> Match | None:
    """The match, where the person may lay something now."""
    on_turn = table.match is not None and table.person_to_act() == person and table.match.question == Question.PLAY
    return table.match if on_turn else None
