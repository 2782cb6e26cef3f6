"""The squares of a result of the day: three lines that spoil nothing."""

import pytest

from bot.messages.daily import squares
from bot.rummy.cards import Card
from bot.rummy.events import CardDiscarded, CardsLaidOff, MeldLaid, TakenBack
from bot.rummy.melds import MeldKind
from bot.rummy.view import PublicEvent
from bot.tables.table import PlayedTurn

MELD = MeldLaid(0, MeldKind.RUN, (Card("2C"), Card("3C"), Card("4C")))
OFF = CardsLaidOff(0, (Card("5C"),), 1)
END = CardDiscarded(0, Card("KH"))


def turns(*events: tuple[PublicEvent, ...], seat: int = 0) -> list[PlayedTurn]:
    return [PlayedTurn(number, seat, (*some, END)) for number, some in enumerate(events, 1)]


def test_a_turn_is_a_square_that_says_whether_something_was_laid() -> None:
    own = turns((), (OFF,), (MELD, OFF), (MELD, TakenBack(0, MELD)))
    assert squares(own + turns((MELD,), seat=1), 0, 1, None).splitlines()[0] == "⬜🟦🟩⬜"


@pytest.mark.parametrize(
    ("points", "line"), [(1, "🟩"), (5, "🟩"), (6, "🟩🟩"), (500, "🟩" * 10), (0, "⬜"), (-1, "🟥"), (-11, "🟥🟥🟥")]
)
def test_five_points_are_a_square(points: int, line: str) -> None:
    assert squares([], 0, points, 50).splitlines()[1] == line


@pytest.mark.parametrize(("better", "yellow"), [(None, 0), (0, 0), (9, 0), (63, 6), (99, 9), (100, 10)])
def test_a_tenth_of_the_others_is_a_square(better: int | None, yellow: int) -> None:
    assert squares([], 0, 3, better).splitlines()[2] == "🟨" * yellow + "⬛" * (10 - yellow)


def test_cards_leave_no_trace_in_the_squares() -> None:
    other = MeldLaid(0, MeldKind.SET, (Card("QC"), Card("QH"), Card("QS")))
    assert squares(turns((MELD,)), 0, 7, 10) == squares(turns((other,)), 0, 7, 10)
    assert len(squares(turns(*[(MELD,)] * 300), 0, 999, 100)) <= 45
