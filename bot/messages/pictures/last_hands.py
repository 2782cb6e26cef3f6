"""The picture of the hands at the end of a deal: beside each player's mark, their melds and the cards left over.

A flag is for the player who went out, at the end of a match a crown for its winner. A player who left before the deal had no
part in it, and isn't in the picture.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from bot.messages.card_order import in_card_order
from bot.messages.pictures.placing import (
    EDGE,
    LARGE_WIDTH,
    MARK,
    MELD_GAP,
    SMALL_HEIGHT,
    SMALL_WIDTH,
    Bar,
    Lines,
    Placed,
    Placement,
    Spacing,
    covered_sprite_name,
    meld_parts,
    meld_sprites,
    meld_width,
    most_cards,
    place_in_narrowest,
    split_rows,
    sprite_name,
    steps,
)
from bot.messages.pictures.player_order import order_of_play
from bot.rummy.cards import Card
from bot.rummy.events import DealEnded
from bot.rummy.view import View

_LINE, _PLAYERS = 8, 22
"""Between the lines of a hand, and between the players."""
_BETWEEN, _BAR = 36, 3
"""Between two players in a line, and the bar there."""
_LABEL, _SIGN = MARK + 14, 39
"""The room for signs to the left of a hand, and from the top of one sign to the next."""
_WIDEST, _WHOLE = SMALL_WIDTH + 4, 83
"""The step of cards that need not overlap, and what must be visible of a card for its whole picture."""


class LastHand(Struct, frozen=True):
    """A player's mark, melds and other cards, in the order of the text. Who went out has no other cards."""

    mark: str
    cards: tuple[Card, ...]
    went_out: bool = False
    melds: tuple[tuple[Card, ...], ...] = ()
    has_won_match: bool = False


class LastHands(Struct, frozen=True):
    """What a picture of the last hands shows, in the order of the text. At the end of a match, crowns are for its winners."""

    hands: tuple[LastHand, ...]
    is_large: bool = False


def place_last_hands(last: LastHands) -> Placement:
    """Return where everything goes: two short hands share a line. The whole index of each card is visible."""
    if last.is_large:
        return _place(last, LARGE_WIDTH)
    return place_in_narrowest(partial(_place, last), [_LABEL + meld_width(meld) for hand in last.hands for meld in hand.melds])


def _place(last: LastHands, width: int) -> Placement:
    half = (width - 2 * EDGE - _BETWEEN) // 2
    sprites: list[Placed] = []
    bars: list[Bar] = []
    top = EDGE
    for line in _lines(last.hands, half):
        bottoms = []
        for place, hand in enumerate(line):
            left = EDGE + place * (half + _BETWEEN)
            right = EDGE + half if len(line) == 2 and place == 0 else width - EDGE
            shown, bottom = (_place_melds if hand.went_out or hand.melds else _place_hand)(hand, left, right, top)
            sprites += [*_signs(hand, left, top), *shown]
            bottoms.append(bottom)
        if len(line) == 2:
            bars.append(Bar(EDGE + half + _BETWEEN // 2, top, _BAR, max(bottoms) - top))
        top = max(bottoms) + _PLAYERS
    return Placement(width, top - _PLAYERS + EDGE, tuple(sprites), tuple(bars))


def _lines(hands: Sequence[LastHand], room: int) -> list[list[LastHand]]:
    """Return the hands in their order, with two in a line if each fits into this room."""
    lines: list[list[LastHand]] = []
    for hand in hands:
        if lines and len(lines[-1]) == 1 and max(_least_width(lines[-1][0]), _least_width(hand)) <= room:
            lines[-1].append(hand)
        else:
            lines.append([hand])
    return lines


def _groups(hand: LastHand) -> tuple[tuple[Card, ...], ...]:
    """Return the melds, and the cards outside them if there are any."""
    return (*hand.melds, hand.cards) if hand.cards else hand.melds


def _least_width(hand: LastHand) -> int:
    groups = _groups(hand)
    return _LABEL + sum(map(meld_width, groups)) + MELD_GAP * (len(groups) - 1) if groups else _LABEL + SMALL_WIDTH


def _signs(hand: LastHand, left: int, top: int) -> Iterator[Placed]:
    """Yield the mark beside the top of the cards, and below it the crown and the flag: Discord's ALT is at the bottom."""
    signs = [hand.mark]
    signs += (sign for sign, is_shown in (("crown", hand.has_won_match), ("flag", hand.went_out)) if is_shown)
    yield from (Placed("marks", sign, left, top + nth * _SIGN) for nth, sign in enumerate(signs))


def _place_melds(hand: LastHand, left: int, right: int, top: int) -> tuple[list[Placed], int]:
    """Return the melds, and where they end; a player who went out may have none on the table."""
    if not _groups(hand):
        return [], top + SMALL_HEIGHT
    lines = Lines(left + _LABEL, right, top, _LINE)
    for meld in _groups(hand):
        for part in meld_parts(meld, right - left - _LABEL):
            lines.add(meld_width(part), meld_sprites(part))
    return lines.sprites, lines.bottom


def _place_hand(hand: LastHand, left: int, right: int, top: int) -> tuple[list[Placed], int]:
    """Return the cards, and where they end."""
    room = right - left - _LABEL
    sprites: list[Placed] = []
    rows = split_rows([hand.cards], most_cards(hand.cards, room))
    for nth, row in enumerate(rows):
        line = top + nth * (SMALL_HEIGHT + _LINE)
        placed = steps(row, room, Spacing(SMALL_WIDTH, _WIDEST))
        for step in placed:
            name = sprite_name(step.card) if step.shown >= _WHOLE else covered_sprite_name("small", step.card)
            sprites.append(Placed("small", name, left + _LABEL + int(step.left), line))
    return sprites, top + len(rows) * (SMALL_HEIGHT + _LINE) - _LINE


def last_hands_of_view(view: View, marks: Sequence[str], *, is_large: bool = False) -> LastHands | None:
    """Return the hands at the end of the deal that was just scored, with the winner's melds; None if none was.

    `marks` are those of the seats.
    """
    ended = end_with_melds(view)
    if ended is None:
        return None
    winners = [seat for seat, place in enumerate(view.placings or ()) if place == 1]
    return last_hands_of_deal(ended, order_of_play(view), marks, winners, is_large=is_large)


def end_with_melds(view: View) -> DealEnded | None:
    """Return the end of the deal that was just scored; None if none was.

    An earlier version stored no melds of the winner: then they are those that are still on the table.
    """
    if view.deal is None or view.deal.end is None:
        return None
    ended = view.deal.end
    if ended.melds or ended.shown:
        return ended
    return replace(ended, melds=tuple(meld.cards for meld in view.deal.melds if meld.owner == ended.winner))


def last_hands_of_deal(
    ended: DealEnded,
    order: Iterable[int],
    marks: Sequence[str],
    winners: Container[int | None] = (),
    *,
    is_large: bool = False,
) -> LastHands:
    """Return the hands in this order of seats, with the marks of all seats.

    `winners` are the seats that have won the match.
    """
    hands = []
    for seat in order:
        went_out = seat == ended.winner and not ended.hands[seat] and not ended.shown
        if not ended.had_left(seat):
            cards = in_card_order(ended.hands[seat])
            hands.append(LastHand(marks[seat], cards, went_out, ended.melds_of(seat), seat in winners))
    return LastHands(tuple(hands), is_large)
