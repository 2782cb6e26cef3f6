"""The cards of a hand, as text and as a picture: each meld, then the loose cards, suit by suit or rank by rank."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from bot.messages.card_text import is_cuccu_card
from bot.messages.pictures.card_pictures import HandPicture
from bot.messages.pictures.galleries import hand_alt
from bot.messages.pictures.picture import Picture, PictureGallery
from bot.messages.table.render_context import RenderContext
from bot.messages.text import NO_BREAK_SPACE, keep_together
from bot.messages.words import Words
from bot.rummy.cards import KIND_OF, Card, face, physical_card
from bot.rummy.match import Awaited
from bot.rummy.melds import Meld
from bot.rummy.moves import Discard
from bot.rummy.view import DealView, View
from bot.tables.ports import CardOrder

_SUITS = "SHCD"  # black and red alternate: ♥ and ♦ are hard to tell apart side by side
_SHORT_GROUP = 7  # cards; a longer suit may break in the middle, on a phone


def hand_cards(
    hand: Sequence[Card], melds: Sequence[Meld], say: Words, order: CardOrder = CardOrder.SUIT, *, in_short: bool = False
) -> str:
    """Return the hand as headings, which Discord shows large; beside a picture `in_short`, in small letters.

    `melds` are melds that fit together; they are underlined. A heading says so, too: a screen reader doesn't read underlines.
    """
    groups = _groups(hand, melds, say, order)
    if in_short:
        return "   ".join(groups)
    heads = [f"{say('Meld:')}{NO_BREAK_SPACE}"] * len(melds)
    return "\n".join(f"## {head}{cards}" for head, cards in zip_longest(heads, groups, fillvalue=""))


def _groups(hand: Sequence[Card], melds: Sequence[Meld], say: Words, order: CardOrder) -> Iterator[str]:
    """Yield each meld, then the other cards."""
    yield from (f"__{say.cards(meld.cards)}__" for meld in melds)
    if loose := loose_cards(hand, melds):
        yield _loose_text(loose, say, order)
    elif not hand:
        yield say("No cards left")


def loose_cards(hand: Iterable[Card], melds: Iterable[Meld]) -> list[Card]:
    """Return the cards that are in none of these melds of the hand."""
    melded = frozenset(physical_card(card) for meld in melds for card in meld.cards)
    return [card for card in hand if card not in melded]


def in_card_order(cards: Iterable[Card], order: CardOrder) -> list[Card]:
    """Return the cards suit by suit, in alternating colours, or rank by rank from the ace on; jokers last."""
    return sorted(cards, key=_places[order])


def _loose_text(cards: list[Card], say: Words, order: CardOrder) -> str:
    """Return the cards on one line, which breaks between suits or ranks."""
    if any(map(is_cuccu_card, cards)):
        return say.cards(cards)
    group = _suit_place if order == CardOrder.SUIT else _rank_place
    groups = [list(alike) for _, alike in groupby(in_card_order(cards, order), key=group)]
    texts = (say.cards(alike) if len(alike) > _SHORT_GROUP else keep_together(say.cards(alike)) for alike in groups)
    return "   ".join(texts)


def _suit_place(card: Card) -> int:
    """Return the place of the card's suit; jokers come last."""
    suit = face(card)[-1]
    return _SUITS.index(suit) if suit in _SUITS else len(_SUITS)


def _rank_place(card: Card) -> int:
    """Return the place of the card's rank or figure; jokers come last."""
    return KIND_OF.get(face(card), len(KIND_OF))


_places: Mapping[CardOrder, Callable[[Card], tuple[int, int]]] = {
    CardOrder.SUIT: lambda card: (_suit_place(card), _rank_place(card)),
    CardOrder.RANK: lambda card: (_rank_place(card), _suit_place(card)),
}


def hand_galleries(view: View, deal: DealView, context: RenderContext) -> list[PictureGallery]:
    """Return the picture of the viewer's hand, ordered as the text; nothing without pictures or cards."""
    if not context.pictures or not deal.hand:
        return []
    melds = () if view.arrangement is None else view.arrangement.melds
    loose = loose_cards(deal.hand, melds)
    if not any(map(is_cuccu_card, loose)):  # they stay as they are sorted
        loose = in_card_order(loose, context.card_order)
    shown = HandPicture(
        tuple(meld.cards for meld in melds),
        tuple(loose),
        deal.new_card if view.seat_to_act == view.viewer and deal.new_card in deal.hand else None,
        barred_cards(view, deal),
        context.pictures.is_large,
        context.raised,
    )
    return [PictureGallery(Picture(shown, context.pictures.colours, hand_alt(shown, context.say), context.table.number))]


def barred_cards(view: View, deal: DealView) -> tuple[Card, ...]:
    """Return the cards that the viewer can't discard in this turn; none while no card at all can be discarded."""
    discards = [move.card for move in view.moves if isinstance(move, Discard)]
    if not discards or view.awaits != Awaited.PLAY:
        return ()
    faces = frozenset(map(face, discards))
    return tuple(card for card in deal.hand if card not in discards and (face(card) not in faces or card == deal.taken_card))
