"""The cards of a hand, as text and as a picture: each meld, then the loose cards, suit by suit or rank by rank.

And notes on them, which stand where there is no picture and behind **Table**.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, zip_longest

from bot.messages.card_order import by_suit_if_set, in_card_order, rank_place, suit_place
from bot.messages.card_text import is_cuccu_card
from bot.messages.games import GAME_WORDS
from bot.messages.pictures.card_pictures import HandPicture
from bot.messages.pictures.galleries import hand_alt
from bot.messages.pictures.picture import Picture, PictureGallery
from bot.messages.table.hand.move_buttons import points_text, wastes_joker
from bot.messages.table.render_context import RenderContext
from bot.messages.text import NO_BREAK_SPACE, keep_together
from bot.messages.words import Words
from bot.rummy.cards import Card, face, is_joker, physical_card
from bot.rummy.events import JokerSwapped, MeldKind
from bot.rummy.match import hand_points
from bot.rummy.melds import Meld
from bot.rummy.moves import DRAW, Discard
from bot.rummy.view import DealView, View
from bot.tables.ports import CardOrder

_SHORT_GROUP = 7  # cards; a longer suit may break in the middle, on a phone
_MOST_MELDS = 6  # melds in the text
_LINE = 30  # characters, on a phone


def hand_cards(view: View, deal: DealView, context: RenderContext) -> str:
    """Return the hand as headings, which Discord shows large; beside a picture, on one line of small letters.

    The melds that fit together are underlined. A heading says so, too: a screen reader doesn't read underlines.
    """
    say, melds = context.say, best_melds(view)
    groups = list(_groups(deal.hand, melds, context))
    if context.pictures:
        if reason := GAME_WORDS[view.variant.game].why_no_meld(view, deal, say):
            groups.insert(len(melds), f"({reason})")
        return f"-# {'   '.join(groups)}"
    heads = [f"{say('Meld:')}{NO_BREAK_SPACE}"] * len(melds)
    return "\n".join(f"## {head}{cards}" for head, cards in zip_longest(heads, groups, fillvalue=""))


def _groups(hand: Sequence[Card], melds: Sequence[Meld], context: RenderContext) -> Iterator[str]:
    """Yield each meld, then the other cards. Who reads a meld in text can type it as it is: with what its jokers stand for."""
    say = context.say
    for meld in melds:
        cards = by_suit_if_set(meld.cards)
        yield f"__{say.cards(map(physical_card, cards) if context.pictures else cards)}__"
    if loose := loose_cards(hand, melds):
        yield _loose_text(loose, say, context.card_order)
    elif not hand:
        yield say("No cards left")


def best_melds(view: View) -> tuple[Meld, ...]:
    """Return the melds of the viewer's hand that fit together best."""
    return () if view.arrangement is None else view.arrangement.melds


def hand_notes(view: View, deal: DealView, context: RenderContext) -> Iterator[str]:
    """Yield the cards that can't be discarded, how melds must be laid in this deal, and other melds than those underlined."""
    say, together = context.say, best_melds(view)
    if barred := barred_cards(view, deal):
        yield say("You can't discard {cards} this turn.", cards=say.cards(barred))
    yield from GAME_WORDS[view.variant.game].notes(view, deal, say)
    if melds := _join_melds(_other_melds(view, together), context):
        yield say("Also possible: {melds}", melds=melds) if together else say("Melds in it: {melds}", melds=melds)


def hand_rest(view: View, deal: DealView, context: RenderContext) -> list[str]:
    """Return what a hand with pictures leaves out: how many cards and points it has, and the notes on it."""
    return [hand_size_line(view, deal, context), *hand_notes(view, deal, context)]


def hand_size_line(view: View, deal: DealView, context: RenderContext) -> str:
    """Return how many cards the hand has, and their points."""
    size = context.say.many("Your hand: 1 card", "Your hand: {count} cards", len(deal.hand))
    return f"-# {size} · {points_text(hand_points(view.variant, deal.hand), context)}"


def _other_melds(view: View, together: tuple[Meld, ...]) -> list[Meld]:
    """Return the other melds with the most points, none within another.

    Of figures, any few are a set: one set is named for the figures that are in none of the melds that fit together.
    """
    held = Counter(map(face, () if view.deal is None else view.deal.hand))
    used = frozenset(card for meld in together for card in _naturals(meld))
    found: dict[object, Meld] = {}
    for meld in sorted(view.melds_in_hand, key=lambda meld: (-hand_points(view.variant, meld.cards), -len(meld.cards))):
        own = _naturals(meld)
        if len(own) * 2 <= len(meld.cards) or wastes_joker(meld.cards, held):
            continue
        is_figure_set = meld.kind == MeldKind.SET and view.variant.set_kind == "distinct_figures"
        named = own - used if is_figure_set else own
        if named and not any(own <= _naturals(one) for one in (*together, *found.values())):
            found.setdefault((meld.kind, named), meld)
    return list(found.values())[: max(0, _MOST_MELDS - len(together))]


def _naturals(meld: Meld) -> frozenset[str]:
    """Return the cards that tell melds apart here; the same cards with jokers in other places are the same meld."""
    return frozenset(face(card) for card in meld.cards if not is_joker(card))


def _join_melds(melds: Iterable[Meld], context: RenderContext) -> str:
    """Return the melds on one line, which breaks between melds, and within a meld only if it is longer than a line."""
    rows = [context.say.cards(meld.cards) for meld in melds]
    short = [row if NO_BREAK_SPACE in row or len(row) > _LINE else keep_together(row) for row in rows]
    return f"{NO_BREAK_SPACE}| ".join(f"**{row}**" for row in short)


def loose_cards(hand: Iterable[Card], melds: Iterable[Meld]) -> list[Card]:
    melded = frozenset(physical_card(card) for meld in melds for card in meld.cards)
    return [card for card in hand if card not in melded]


def _loose_text(cards: list[Card], say: Words, order: CardOrder) -> str:
    """Return the cards on one line, which breaks between suits or ranks."""
    if any(map(is_cuccu_card, cards)):
        return say.cards(cards)
    group = suit_place if order == CardOrder.SUIT else rank_place
    groups = [list(alike) for _, alike in groupby(in_card_order(cards, order), key=group)]
    is_long = say.spells_suits
    texts = (say.cards(row) if is_long or len(row) > _SHORT_GROUP else keep_together(say.cards(row)) for row in groups)
    return "   ".join(texts)


def hand_galleries(view: View, deal: DealView, context: RenderContext) -> list[PictureGallery]:
    """Return the picture of the viewer's hand, ordered as the text; nothing without pictures or cards."""
    if not context.pictures or not deal.hand:
        return []
    shown = hand_picture(view, deal, context)
    picture = Picture(shown, context.pictures.colours, hand_alt(shown, context.say), context.table.number)
    return [PictureGallery(picture, instead="\n".join(hand_rest(view, deal, context)))]


def hand_picture(view: View, deal: DealView, context: RenderContext) -> HandPicture:
    """Return what the picture of the viewer's hand shows."""
    melds = best_melds(view)
    return HandPicture(
        tuple(tuple(map(physical_card, by_suit_if_set(meld.cards))) for meld in melds),
        _loose_in_order(view, deal, context),
        deal.new_card if view.seat_to_act == view.viewer and deal.new_card in deal.hand else None,
        barred_cards(view, deal),
        context.pictures.is_large,
        context.raised,
        _most_cards(view, deal),
    )


def shown_cards(view: View, deal: DealView, context: RenderContext) -> list[Card]:
    """Return the cards of the hand in the order in which it shows them: the melds, then the loose cards."""
    melded = chain(*(by_suit_if_set(meld.cards) for meld in best_melds(view)))
    return [*map(physical_card, melded), *_loose_in_order(view, deal, context)]


def _loose_in_order(view: View, deal: DealView, context: RenderContext) -> tuple[Card, ...]:
    return in_card_order(loose_cards(deal.hand, best_melds(view)), context.card_order)


def _most_cards(view: View, deal: DealView) -> int:
    """Return how many cards the hand has at most in the viewer's turn: with the card to draw, and those laid; else 0."""
    if view.seat_to_act != view.viewer:
        return 0
    laid = sum(len(play.cards) for play in deal.table_plays if not isinstance(play, JokerSwapped))
    return len(deal.hand) + laid + (DRAW in view.moves)


def barred_cards(view: View, deal: DealView) -> tuple[Card, ...]:
    """Return the cards that the viewer can't discard in this turn; none while no card at all can be discarded."""
    discards = [move.card for move in view.moves if isinstance(move, Discard)]
    if not discards:
        return ()
    faces, taken = frozenset(map(face, discards)), None if view.variant.discard_taken == "allow" else deal.taken_card
    return tuple(card for card in deal.hand if card not in discards and (face(card) not in faces or card == taken))
