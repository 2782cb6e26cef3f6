"""The picture of the hands at the end of a deal: a row per player, with a crown and the melds of the one who went out."""

from msgspec import Struct

from bot.messages.card_text import is_cuccu_card
from bot.messages.pictures.meld_lines import Lines, meld_parts, meld_sprites, meld_width
from bot.messages.pictures.placing import (
    LARGE_WIDTH,
    MARK,
    SMALL_HEIGHT,
    SMALL_WIDTH,
    WIDTH,
    Placed,
    Placement,
    split_rows,
    sprite_name,
    steps,
)
from bot.rummy.deck.cards import Card

_EDGE = 12
_LINE, _PLAYERS = 8, 22
"""Between the lines of a hand, and between the players."""
_LEFT = _EDGE + MARK + 14
_WIDEST = SMALL_WIDTH + 4
_MOST, _MOST_LARGE = {"french": 15, "cuccu": 11}, {"french": 9, "cuccu": 7}
"""So many cards of a line leave each index visible."""


class LastHand(Struct, frozen=True):
    """A player's mark (1 to 6) and cards, in the order of the text. The player who went out has none, but perhaps melds."""

    mark: int
    cards: tuple[Card, ...]
    went_out: bool = False
    melds: tuple[tuple[Card, ...], ...] = ()


class LastHands(Struct, frozen=True):
    """What a picture of the last hands shows, in the order of the text."""

    hands: tuple[LastHand, ...]
    is_large: bool = False


def place_last_hands(last: LastHands) -> Placement:
    """Return where everything goes. The whole index of each card is visible."""
    width = LARGE_WIDTH if last.is_large else WIDTH
    sprites: list[Placed] = []
    top = _EDGE
    for hand in last.hands:
        if hand.went_out:
            shown, bottom = _winner(hand, width, top)
        else:
            shown, bottom = _hand(hand, width, top, is_large=last.is_large)
        sprites += shown
        top = bottom + _PLAYERS
    return Placement(width, top - _PLAYERS + _EDGE, tuple(sprites))


def _winner(hand: LastHand, width: int, top: int) -> tuple[list[Placed], int]:
    """Return the mark, the crown and the melds, or the place of the empty hand, and where they end."""
    signs = [Placed("marks", f"{hand.mark}!", _EDGE, top + 12), Placed("marks", "crown", _EDGE, top + 62)]
    if not hand.melds:
        return [*signs, Placed("small", "empty", _LEFT, top)], top + SMALL_HEIGHT
    lines = Lines(_LEFT, width - _EDGE, top, _LINE)
    for meld in hand.melds:
        for part in meld_parts(meld, width - _EDGE - _LEFT):
            lines.add(meld_width(part), meld_sprites(part))
    return [*signs, *lines.sprites], lines.bottom


def _hand(hand: LastHand, width: int, top: int, *, is_large: bool) -> tuple[list[Placed], int]:
    """Return the mark and the cards, and where they end."""
    most = (_MOST_LARGE if is_large else _MOST)["cuccu" if any(map(is_cuccu_card, hand.cards)) else "french"]
    sprites = [Placed("marks", f"{hand.mark}", _EDGE, top + (SMALL_HEIGHT - MARK) // 2)]
    rows = split_rows([hand.cards], most)
    for nth, row in enumerate(rows):
        placed = steps(row, width - _LEFT - _EDGE, SMALL_WIDTH, _WIDEST, 0)
        line = top + nth * (SMALL_HEIGHT + _LINE)
        sprites += (Placed("small", sprite_name(card), _LEFT + int(left), line) for card, left, _ in placed)
    return sprites, top + len(rows) * (SMALL_HEIGHT + _LINE) - _LINE
