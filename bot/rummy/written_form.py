"""The written form of matches and events: what everyone at the table may know, without a hidden card and without a seed.

Logs, tracebacks and failed tests print it, so it must give nothing away. What one viewer may know besides: `view.py`.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from bot.rummy.cards import Card


class Written(Struct, frozen=True, gc=False):
    """A value that prints in its written form everywhere: by itself, inside another value and in a traceback.

    The form is `written`, with the fields in it, of a tuple its values with spaces, or what `__str__` makes of them.
    """

    written: ClassVar[str]

    def __str__(self) -> str:
        fields = asdict(self).items()
        return self.written.format_map(
            {name: cards_text(value) if isinstance(value, tuple) else value for name, value in fields}
        )

    def __repr__(self) -> str:
        return str(self)

    def __rich_repr__(self) -> list[tuple[str, str]]:
        return [("written", str(self))]


def cards_text(cards: Iterable[object]) -> str:
    """Return the cards, or `-` for none."""
    return " ".join(map(str, cards)) or "-"


def numbers_text(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def match_start_text(variant: str, seating: Sequence[int], dealer: int) -> str:
    return f"{variant} starts; seating {numbers_text(seating)}; seat {dealer} deals first"


def deal_start_text(deal: int, dealer: int, hand_sizes: Iterable[int], upcard: Card | None, stock_size: int) -> str:
    top = "" if upcard is None else f"; upcard {upcard}"
    return f"{dealer} deals deal {deal}; hands of {numbers_text(hand_sizes)}{top}; stock {stock_size}"


def recycling_text(stock_size: int, kept: Sequence[Card]) -> str:
    return f"the discard pile becomes the stock; stock {stock_size}" + (f"; upcard {cards_text(kept)}" if kept else "")


def deal_text(
    number: int,
    turn: int,
    state: str,
    discard_pile: Sequence[Card],
    stock_size: int | None,
    melds: Iterable[object],
    hand_sizes: Iterable[int],
) -> str:
    """Return one line for a deal; `state` says whom it waits for or how it ended, and a `stock_size` of None isn't shown."""
    parts = [
        f"deal {number}, turn {turn}: {state}",
        f"upcard {discard_pile[-1]}" if discard_pile else "no upcard",
        *([] if stock_size is None else [f"stock {stock_size}"]),
        f"melds {' | '.join(map(str, melds)) or '-'}",
        f"hands of {numbers_text(hand_sizes)}",
    ]
    return "; ".join(parts)


def match_text(
    variant: str,
    deal: object,
    scores: Iterable[int],
    left_seats: Sequence[int],
    placings: Sequence[int] | None,
    *,
    is_broken_off: bool,
) -> str:
    """Return one line for a match; `deal` is the deal in play or the last one, None before the first."""
    parts = [f"{variant}: {'no deal yet' if deal is None else deal}", f"scores {numbers_text(scores)}"]
    if left_seats:
        parts.append(f"left {numbers_text(left_seats)}")
    if placings is not None:
        parts.append(f"places {numbers_text(placings)}")
    if is_broken_off:
        parts.append("broken off")
    return "; ".join(parts)
