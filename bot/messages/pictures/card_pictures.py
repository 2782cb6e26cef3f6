"""The pictures of a hand and of the table.

A hand has its melds set apart, the new card raised, and what may not be discarded dimmed, with a lock. The table has the stock,
the discard pile, how many cards each player holds, and the melds by player.
"""

from collections.abc import Container, Iterator, Sequence
from functools import partial
from itertools import chain, groupby

from msgspec import Struct

from bot.messages.card_text import is_cuccu_card
from bot.messages.pictures.placing import (
    CARD_HEIGHT,
    CARD_WIDTH,
    DIGIT_WIDTH,
    EDGE,
    LARGE_WIDTH,
    MARK,
    SMALL_WIDTH,
    WIDE_WIDTH,
    WIDTH,
    Bar,
    Lines,
    Placed,
    Placement,
    Spacing,
    Step,
    count_sprites,
    covered_sprite_name,
    meld_parts,
    meld_sprites,
    meld_width,
    most_cards,
    place_in_narrowest,
    split_rows,
    sprite_name,
    steps,
    tag_sprites,
)
from bot.rummy.cards import SUIT_OF, Card, face, physical_card

_MOST_IN_A_ROW, _MOST_CUCCU, _MOST_LARGE = 11, 7, 6
"""The figures and names of the Cuccù deck are worth more room."""
_MOST_IN_WIDTH = 10
"""So many cards have room in a row of the usual width."""
_EDGE, _RAISED, _LINE = 10, 14, 12
_BELOW = 6  # the last line
_GAP, _LEAST_GAP, _LARGE_GAP = 20, 8, 16
_ROW = _RAISED + CARD_HEIGHT + _LINE
_INDEX, _CUCCU_INDEX = 66, 71  # the widest ones
_CLEAN = (72, 100, 125)  # to the left of the three columns of pips
_WHOLE = 152  # what must be visible of a card for its whole picture
_LOCK = (6, 112)  # below the index
_BETWEEN_LINES, _TIGHT = 14, 6
_HAND_GAP = 16  # so six hands of one digit stand in a row
_LABEL = MARK + 4


class HandPicture(Struct, frozen=True):
    """What a picture of a hand shows.

    `melds` are those that fit together, `loose` the other cards, in the order of the text. `new` is the card just drawn or
    taken, `barred` are those that may not be discarded, `raised` those that stand out like the new one. `most` is how many
    cards the hand has at most in this turn: the picture keeps the size and the rows that they need.
    """

    melds: tuple[tuple[Card, ...], ...]
    loose: tuple[Card, ...]
    new: Card | None = None
    barred: tuple[Card, ...] = ()
    is_large: bool = False
    raised: tuple[Card, ...] = ()
    most: int = 0


def place_hand(hand: HandPicture) -> Placement:
    """Return where the cards go. The whole index of each is visible."""
    is_cuccu = any(map(is_cuccu_card, chain(hand.loose, *hand.melds)))
    in_a_row = _MOST_CUCCU if is_cuccu else _MOST_LARGE if hand.is_large else _MOST_IN_A_ROW
    most = max(hand.most, len(hand.loose) + sum(map(len, hand.melds)))
    least_rows = -(-most // in_a_row)
    is_wide = not is_cuccu and most > least_rows * _MOST_IN_WIDTH
    width = LARGE_WIDTH if hand.is_large else WIDE_WIDTH if is_wide else WIDTH
    room = width - 2 * _EDGE
    melded = {physical_card(card) for meld in hand.melds for card in meld}
    rows, spacing = _rows(hand, melded, room, in_a_row, least_rows)
    sprites: list[Placed] = []
    bars: list[Bar] = []
    height = max(len(rows), least_rows) * _ROW
    for nth, row in enumerate(rows):
        top = _EDGE + (height - len(rows) * _ROW) // 2 + nth * _ROW + _RAISED
        cards = list(steps(row, room, spacing))
        left = (width - CARD_WIDTH - max((step.left for step in cards), default=0.0)) / 2
        for step in cards:
            sprites += _card(hand, step, round(left + step.left), top)
        bars += _bars(cards, melded, left, top + CARD_HEIGHT + 4)
    return Placement(width, _EDGE + height + _BELOW, tuple(sprites), tuple(bars))


def _rows(
    hand: HandPicture, melded: Container[Card], room: int, most: int, least_rows: int
) -> tuple[list[list[list[Card]]], Spacing]:
    """Return melds and suits in rows in which every index is visible, and the spacing: less felt before more rows.

    The loose cards of a row are one group, whatever their suits.
    """
    index, clean = (_CUCCU_INDEX, ()) if most == _MOST_CUCCU else (_INDEX, _CLEAN)
    gaps = (_LARGE_GAP if hand.is_large else _GAP, _LEAST_GAP)
    spacings = [Spacing(CARD_WIDTH, CARD_WIDTH + 6, index, gap, clean) for gap in gaps]
    groups = [*hand.melds, *(tuple(suit) for _, suit in groupby(hand.loose, lambda card: SUIT_OF.get(face(card), card)))]
    for longest in range(most, 0, -1):
        rows = [_joined(row, melded) for row in split_rows(groups, longest, least_rows)]
        for spacing in spacings:
            if all(step.shown >= index for row in rows for step in steps(row, room, spacing)):
                return rows, spacing
    raise AssertionError("a card in a row of its own is whole")


def _joined(row: list[list[Card]], melded: Container[Card]) -> list[list[Card]]:
    melds = [group for group in row if physical_card(group[0]) in melded]
    loose = list(chain(*(group for group in row if group not in melds)))
    return [*melds, loose] if loose else melds


def _card(hand: HandPicture, step: Step, left: int, top: int) -> Iterator[Placed]:
    own = physical_card(step.card)
    is_new = own == hand.new
    top -= _RAISED * (is_new or own in hand.raised)
    name = covered_sprite_name("large", step.card) if _is_covered(step) else sprite_name(step.card)
    yield Placed("large", name, left, top, dimmed=own in hand.barred, width=step.width)
    if own in hand.barred:
        beside = is_cuccu_card(step.card) and step.shown >= _CUCCU_INDEX + MARK
        place = (step.shown - MARK - _EDGE // 2, _EDGE) if beside else _LOCK
        yield Placed("marks", "lock", left + place[0], top + place[1])
    if is_new:
        yield Placed("large", "new", left, top, width=step.width)


def _is_covered(step: Step) -> bool:
    """Return True if too little is visible for the whole picture of a card; a number card shows those of its pips that are."""
    is_picture = is_cuccu_card(step.card) or not sprite_name(step.card)[0].isdigit()
    return step.width < CARD_WIDTH or (is_picture and step.shown < _WHOLE)


def _bars(cards: Sequence[Step], melded: Container[Card], left: float, top: int) -> Iterator[Bar]:
    """Yield the line under each meld, as the text underlines it."""
    for place in dict.fromkeys(step.group for step in cards if physical_card(step.card) in melded):
        own = [step for step in cards if step.group == place]
        begin, end = round(left + own[0].left), round(left + own[-1].left) + own[-1].width
        yield Bar(begin + 6, top, end - begin - 12, 7)


class PlayerHand(Struct, frozen=True):
    """A player's mark, how many cards they hold, and whether it is their turn."""

    mark: str
    cards: int
    to_act: bool = False


class PlayerMeld(Struct, frozen=True):
    """A meld on the table, and the mark of its owner."""

    mark: str
    cards: tuple[Card, ...]


class TablePicture(Struct, frozen=True):
    """What a picture of the table shows: how many cards the stock has, the upcard, the hands and the melds, in their orders.

    `stock` is None if the table doesn't show its size; it has cards then. If the message `is_tight`, they are as small as can
    be, and melds begin beside the hands. `pile` is the whole discard pile, fanned, in place of the upcard, where any of
    its cards can be taken.
    """

    stock: int | None
    upcard: Card | None
    hands: tuple[PlayerHand, ...]
    melds: tuple[PlayerMeld, ...] = ()
    is_large: bool = False
    is_tight: bool = False
    pile: tuple[Card, ...] = ()


def place_table(table: TablePicture) -> Placement:
    """Return where everything goes: the piles and the hands, and below them the melds, each with its number."""
    if table.is_large:
        return _place_table(table, LARGE_WIDTH)
    if table.is_tight:
        return _place_table(table, WIDTH)
    return place_in_narrowest(partial(_place_table, table), [_LABEL + meld_width(meld.cards) for meld in table.melds])


def _place_table(table: TablePicture, width: int) -> Placement:
    edge, gap = (_TIGHT, _TIGHT) if table.is_tight else (EDGE, _BETWEEN_LINES)
    lines = Lines(EDGE, width - EDGE, edge, gap)
    stock = "empty" if table.stock == 0 else "back"
    counted = () if table.stock is None else count_sprites(table.stock, SMALL_WIDTH + 6, 37)
    digits = 2 if table.stock is None else max(2, len(str(table.stock)))
    lines.add(SMALL_WIDTH + 8 + digits * DIGIT_WIDTH, (Placed("small", stock, 0, 0), *counted), _HAND_GAP)
    upcard = "empty" if table.upcard is None else sprite_name(table.upcard)
    if not table.pile:
        lines.add(SMALL_WIDTH, (Placed("small", upcard, 0, 0),), _HAND_GAP)
    for hand in table.hands:
        lines.add(MARK + len(str(hand.cards)) * DIGIT_WIDTH, _hand_size(hand), _HAND_GAP)
    if not table.is_tight:
        lines.end_line()
    for (cards,) in split_rows([table.pile], most_cards(table.pile, width - 2 * EDGE)) if table.pile else ():
        lines.add(meld_width(cards), meld_sprites(cards))
    if table.pile:
        lines.end_line()
    for number, meld in enumerate(table.melds, 1):
        for nth, part in enumerate(meld_parts(meld.cards, width - 2 * EDGE - _LABEL)):
            labels = (Placed("marks", meld.mark, 0, 0), *tag_sprites(number, 0, 60)) if nth == 0 else ()  # ALT is at the bottom
            lines.add(_LABEL + meld_width(part), (*labels, *meld_sprites(part, _LABEL)))
    return Placement(width, lines.bottom + edge, tuple(lines.sprites))


def _hand_size(hand: PlayerHand) -> Iterator[Placed]:
    yield Placed("marks", f"{hand.mark}!" if hand.to_act else hand.mark, 0, 6)
    yield Placed("marks", "cards", 0, 58)
    yield from count_sprites(hand.cards, MARK + 2, 62)
