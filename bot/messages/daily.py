"""The deal of the day as it is shown: its result in three lines of squares that spoil nothing."""

from collections.abc import Sequence

from bot.rummy.events import CardsLaidOff, JokerSwapped, MeldLaid, TakenBack
from bot.tables.table import PlayedTurn

_MOST_SQUARES = 10
_POINTS_A_SQUARE = 5
_LAID, _LAID_OFF, _NOTHING, _BEHIND, _BETTER, _NOT_BETTER = "🟩🟦⬜🟥🟨⬛"


def squares(turns: Sequence[PlayedTurn], seat: int, points: int, better: int | None) -> str:
    """Return three lines that tell nothing of the cards: the turns of the seat, its points ahead, and its place.

    A turn is green if something was melded, blue if something was laid off, else white. Each five points ahead are green, each
    five behind are red. Each yellow square is a tenth of the others; `better` is the percentage, None without others.
    """
    own = [_of_turn(turn) for turn in turns if turn.seat == seat]
    count = min(_MOST_SQUARES, -(-abs(points) // _POINTS_A_SQUARE))
    tenths = 0 if better is None else better // 10
    ahead = (_LAID if points > 0 else _BEHIND) * count or _NOTHING
    return "\n".join(("".join(own[-2 * _MOST_SQUARES :]), ahead, _BETTER * tenths + _NOT_BETTER * (_MOST_SQUARES - tenths)))


def _of_turn(turn: PlayedTurn) -> str:
    laid = list[str]()
    for event in turn.events:
        match event:
            case MeldLaid():
                laid.append(_LAID)
            case CardsLaidOff() | JokerSwapped():
                laid.append(_LAID_OFF)
            case TakenBack() if laid:
                laid.pop()
    return _LAID if _LAID in laid else _LAID_OFF if laid else _NOTHING
