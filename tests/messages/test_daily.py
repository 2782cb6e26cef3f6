"""The squares of a result of the day, two lines that spoil nothing; and whose results are marked."""

from dataclasses import replace

import pytest

from bot.messages.daily import day_table_layout, points_text, squares
from bot.rummy.cards import Card
from bot.rummy.events import CardDiscarded, CardsLaidOff, MeldLaid, TakenBack
from bot.rummy.melds import MeldKind
from bot.rummy.view import PublicEvent
from bot.tables.ports import Attempt, Person
from bot.tables.table import PlayedTurn
from tests.messages.shown_text import ENGLISH, readable_text

MELD = MeldLaid(0, MeldKind.RUN, (Card("2C"), Card("3C"), Card("4C")))
OFF = CardsLaidOff(0, (Card("5C"),), 1)
END = CardDiscarded(0, Card("KH"))


def turns(*events: tuple[PublicEvent, ...], seat: int = 0) -> list[PlayedTurn]:
    return [PlayedTurn(number, seat, (*some, END)) for number, some in enumerate(events, 1)]


def test_a_turn_is_a_square_that_says_whether_something_was_laid() -> None:
    own = turns((), (OFF,), (MELD, OFF), (MELD, TakenBack(0, MELD)))
    assert squares(own + turns((MELD,), seat=1), 0, None) == "⬜🟦🟩⬜"


@pytest.mark.parametrize(("better", "yellow"), [(0, 0), (9, 0), (63, 6), (99, 9), (100, 10)])
def test_a_tenth_of_the_others_is_a_square(better: int, yellow: int) -> None:
    assert squares([], 0, better).splitlines()[1] == "🟨" * yellow + "⬛" * (10 - yellow)


def test_without_others_there_is_no_line_for_the_place() -> None:
    assert squares(turns(()), 0, None) == "⬜"


def test_cards_leave_no_trace_in_the_squares() -> None:
    other = MeldLaid(0, MeldKind.SET, (Card("QC"), Card("QH"), Card("QS")))
    assert squares(turns((MELD,)), 0, 10) == squares(turns((other,)), 0, 10)
    assert len(squares(turns(*[(MELD,)] * 300), 0, 100)) <= 31


@pytest.mark.parametrize(
    ("points", "computers", "text"),
    [
        (5, 2, "**5 points** ahead of the best computer"),
        (1, 1, "**1 point** ahead of the computer"),
        (-1, 2, "**1 point** behind the best computer"),
        (-5, 1, "**5 points** behind the computer"),
    ],
)
def test_a_result_says_of_whom_it_is_ahead(points: int, computers: int, text: str) -> None:
    assert points_text(points, computers, ENGLISH) == text


def person(number: int, name: str) -> Person:
    return Person(number, 100 + number, name, "en-US", None)


PEOPLE = {1: person(1, "Ann"), 2: person(2, "Ben"), 3: replace(person(3, ""), discord_id=None)}
ROWS = [Attempt(5, 2, 7, 10, 0, 30), Attempt(5, 1, 8, 10, 0, 4), Attempt(5, 3, 9, 10, 0, -12)]


def table_text(*operators: int) -> str:
    return readable_text(day_table_layout("Rami", 5, ROWS, PEOPLE, ENGLISH, operators=operators))


def test_the_people_who_run_the_bot_are_marked_in_the_servers_table() -> None:
    assert "†" not in table_text(999)
    assert "−12" in table_text(999), "a minus, and no hyphen"
    marked = table_text(101).splitlines()
    assert [line for line in marked if "†" in line] == [
        "2.  Ann                +4 †",
        "-# † runs Ramino, and could know the cards",
    ]
