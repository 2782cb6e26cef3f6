"""Melds on the table as events make and change them. Every card remembers who played it (RULES 4.4)."""

from msgspec.structs import replace

from bot.rummy.deck.cards import Card, physical_card
from bot.rummy.events import CardsLaidOff, JokerSwapped, MeldLaid
from bot.rummy.match import TableMeld
from bot.rummy.melds.melds import Meld, extend_meld
from bot.rummy.variant.variant import Variant


def new_table_meld(event: MeldLaid) -> TableMeld:
    """Return the meld that was laid."""
    return TableMeld(event.kind, event.cards, (event.seat,) * len(event.cards), event.seat)


def extend_table_meld(on: TableMeld, event: CardsLaidOff, variant: Variant) -> TableMeld:
    """Return the meld with the cards of a lay-off."""
    larger = extend_meld(Meld(on.kind, on.cards), event.cards, variant)
    assert larger is not None, f"{event.cards} were laid off on {on}"
    player = dict(zip(on.cards, on.played_by, strict=True))
    played_by = tuple(player.get(card, event.seat) for card in larger.cards)
    return replace(on, cards=larger.cards, played_by=played_by)


def swap_in_table_meld(on: TableMeld, event: JokerSwapped) -> TableMeld:
    """Return the meld with a natural card in the place of a joker; the card is the swapper's (RULES 5.15)."""
    at = joker_place(on, event.joker)
    cards = (*on.cards[:at], event.card, *on.cards[at + 1 :])
    return replace(on, cards=cards, played_by=(*on.played_by[:at], event.seat, *on.played_by[at + 1 :]))


def joker_place(on: TableMeld, joker: Card) -> int:
    """Return the index of this joker in the meld."""
    return next(at for at, card in enumerate(on.cards) if physical_card(card) == joker)
