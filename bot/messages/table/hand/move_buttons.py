"""Buttons for moves, with labels that fit on a phone, and the order in which moves are offered.

A label may name cards: with few characters left, it names the first and the last. The order says nothing about how good a move
is.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from discord import ButtonStyle, PartialEmoji, SelectOption, ui

from bot.messages.card_order import by_suit_if_set
from bot.messages.card_text import JOKER_SIGN
from bot.messages.components import LONGEST_LABEL, LONGEST_OPTION, PressButton, PressSelect, fits_custom_id, row
from bot.messages.table.buttons import ConfirmedMovePress, MoveKind, MovePress, MoveSelect
from bot.messages.table.render_context import RenderContext
from bot.messages.text import NO_BREAK_SPACE
from bot.messages.words import Words
from bot.rummy.cards import FIGURES, NUMERALS, Card, Face, face, is_joker, meld_face
from bot.rummy.events import MeldKind
from bot.rummy.match import hand_points
from bot.rummy.moves import LayingMove, LayMeld, LayMelds, LayOff, SeatMove, laid_cards
from bot.rummy.variant import Variant

LONGEST_HAND_LABEL = 34
"""Characters of a label in a hand: so many fit on one line of a phone."""
LINE = 285
"""CSS pixels: a line of buttons on a phone."""
_BETWEEN, _SIDES, _CHARACTER, _WIDE, _EMOJI, _NARROWEST = 6, 19, 8.3, 11.8, 26, 56
"""CSS pixels: what is between two buttons; of a button its sides, a letter, a sign, an emoji."""
Button = ui.Button[Any]
Buttons = list[Button]
_M = TypeVar("_M", bound=LayingMove)


def move_press(move: SeatMove, context: RenderContext, *, is_confirmed: bool = False) -> MovePress:
    kind = ConfirmedMovePress if is_confirmed else MovePress
    return kind(context.table.number, context.table.step, str(move))


def fits_button(move: SeatMove, context: RenderContext) -> bool:
    """Return True if a button can carry the move."""
    return fits_custom_id(move_press(move, context))


def fits_option(move: SeatMove) -> bool:
    """Return True if an option of a select can carry the move."""
    return len(str(move)) <= LONGEST_OPTION


def fit_on_line(buttons: Buttons) -> bool:
    """Return True if the buttons fit beside each other on a phone."""
    return room_beside(buttons) >= -_BETWEEN


def room_beside(buttons: Buttons) -> float:
    """Return how wide a button may be that stands on a line of a phone with these, in CSS pixels."""
    return LINE - sum(_BETWEEN + _width(button.label or "") + _EMOJI * bool(button.emoji) for button in buttons)


def _width(label: str) -> float:
    label = label.replace(NO_BREAK_SPACE, " ").replace("·", ".")  # as narrow as these
    return max(_NARROWEST, _SIDES + sum(_CHARACTER if each.isascii() and each not in "MWmw" else _WIDE for each in label))


def lines_of(buttons: Buttons) -> "Iterator[ui.ActionRow[Any]]":
    """Yield the buttons in rows that are a line each on a phone."""
    line: Buttons = []
    for button in buttons:
        if line and not fit_on_line([*line, button]):
            yield row(*line)
            line = []
        line.append(button)
    yield row(*line)


def move_button(
    move: SeatMove,
    label: str,
    context: RenderContext,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    cards: Sequence[Card] = (),
) -> PressButton:
    """Return a button for the move. If it is about one card, its emoji is in front of the label, which names the card, too.

    Beside pictures of the cards there is no emoji: four discards fit into a line of a phone without, three with it.
    """
    emoji = None if context.pictures else one_emoji(cards, context)
    return PressButton(move_press(move, context), label, style, emoji)


def move_select(
    kind: MoveKind, placeholder: str, options: Iterable[SelectOption], context: RenderContext
) -> "ui.ActionRow[Any]":
    """Return the row with a select of moves of one kind; the value of each option is a written move."""
    return row(PressSelect(MoveSelect(context.table.number, context.table.step, kind), options, placeholder))


def one_emoji(cards: Sequence[Card], context: RenderContext) -> PartialEmoji | None:
    """Return the emoji of a single card; None for several cards."""
    return context.emoji.partial(cards[0]) if len(cards) == 1 else None


def label_with_cards(label: Callable[[str], str], melds: Sequence[Sequence[Card]], say: Words, room: float = LINE) -> str:
    """Return the label with as many of the cards as fit: all of them, or the first, the last and their number.

    Of several melds, it names each: `K♣ K♦ K♥ | 5♠ 6♠ 7♠`, `K♣…K♥ | 5♠…7♠` or `K♣… | 5♠…`.

    If none fits this room, it has as many as fit a line.
    """
    texts = [label(text) for text in _card_texts(melds, say)]
    if say.spells_suits:
        return short_label(texts, LONGEST_LABEL)
    return next((text for most in (room, LINE) for text in texts if _width(text) <= most), short_label(texts[-1:]))


def short_label(labels: Iterable[str], most: int = LONGEST_HAND_LABEL) -> str:
    """Return the first label that is short enough; the last one cut if none is."""
    last = ""
    for last in labels:
        if len(last) <= most:
            return last
    return f"{last[: most - 1]}…"


def _card_texts(melds: Sequence[Sequence[Card]], say: Words) -> Iterator[str]:
    """Yield shorter and shorter texts for the cards."""
    yield " | ".join(map(say.cards, melds))
    short = [[_without_name(card, say) for card in by_suit_if_set(cards)] for cards in melds]
    yield " | ".join(map(" ".join, short))
    if len(melds) > 1:
        yield " | ".join(f"{cards[0]}…{cards[-1]}" if len(cards) > 1 else cards[0] for cards in short)
        yield " | ".join(f"{cards[0]}…" for cards in short)
    elif len(cards := short[0]) > 2:
        yield f"{cards[0]} … {cards[-1]} ({len(cards)})"
        yield f"{cards[0]} … ({len(cards)})"


def melds_of(move: LayingMove) -> Sequence[Sequence[Card]]:
    """Return the cards of each meld that the move lays, or of what it lays off."""
    return [meld.cards for meld in move.melds] if isinstance(move, LayMelds) else [laid_cards(move)]


def _without_name(card: Card, say: Words) -> str:
    """Return a Cuccù card with a number without its name: `XIII`. Other cards stay as they are shown."""
    shown = meld_face(card)
    if shown not in NUMERALS:
        return say.card(card)
    return f"{JOKER_SIGN}={shown}" if is_joker(card) else shown


def points_text(number: int, context: RenderContext) -> str:
    return context.say.many("1 point", "{count} points", number, "option")


def in_order(
    moves: Iterable[_M],
    hand: Sequence[Card],
    variant: Variant,
    is_best: Callable[[LayingMove], bool] = lambda move: False,
    *,
    is_all_at_once: bool,
) -> list[_M]:
    """Return the best moves first, then those that lay the most points; permutations after them, and wasted jokers last.

    Of the ways to lay a contract those with few jokers come first.

    Permutations lay the same natural cards with jokers for others, or as many other figures: one of them is with the rest.
    If melds must be laid all at once, one way is returned to lay the same cards: how they are split changes nothing.
    """
    if is_all_at_once:
        moves = {tuple(sorted(map(face, laid_cards(move)))): move for move in reversed(list(moves))}.values()
    held = Counter(map(face, hand))
    ranked = []
    for move in moves:
        cards = laid_cards(move)
        worth = -hand_points(variant, cards) if variant.contract is None else sum(map(is_joker, cards))
        ranked.append((not is_best(move), wastes_joker(cards, held), worth, move))
    ranked.sort(key=lambda ranked: ranked[:3])
    seen: set[object] = set()
    keys = []
    for no_best, wasted, worth, move in ranked:
        kind = _permuted(move, variant)
        keys.append((no_best, wasted, no_best and kind in seen, worth, move))
        seen.add(kind)
    return [key[-1] for key in sorted(keys, key=lambda key: key[:4])]


def wastes_joker(cards: Iterable[Card], held: Counter[Face]) -> bool:
    """Return True if a joker stands for a face of which the hand holds more cards than are laid here."""
    laid = [card for card in cards if not is_joker(card) or held[meld_face(card)]]
    jokers = [card for card in laid if is_joker(card)]
    if not jokers:
        return False
    naturals = Counter(face(card) for card in laid if not is_joker(card))
    return any(held[meld_face(joker)] > naturals[meld_face(joker)] for joker in jokers)


def _permuted(move: LayingMove, variant: Variant) -> object:
    """Return what is the same for permutations of a move."""
    cards = laid_cards(move)
    where = move.meld if isinstance(move, LayOff) else None
    may_be_set = isinstance(move, LayMeld) and variant.set_kind == "distinct_figures" and move.kind != MeldKind.RUN
    if may_be_set and FIGURES.issuperset(map(meld_face, cards)):
        return "figures", len(cards)
    return where, frozenset(face(card) for card in cards if not is_joker(card)), len(cards)
