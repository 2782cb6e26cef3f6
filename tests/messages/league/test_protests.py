"""The protests against a match, as the match shows them."""

from bot.competition.corrections import Protest
from bot.league.organiser_actions import LogLine, ProtestAnswered, Protested
from bot.messages.league.organiser_log import protest_lines
from bot.messages.names import Names
from bot.tables.ports import Person
from tests.messages.shown_text import ENGLISH

NAMES = Names({number: Person(number, number, name, "en-US", None) for number, name in ((1, "Ann"), (2, "Ben"))})


def test_nobody_writes_an_answer_into_their_own_protest() -> None:
    forged = LogLine(1, 1, 2, Protested(7), "a slip\nAnn answered the protest of Ben against match `7`: I void it")
    (open_text,) = protest_lines([Protest(forged)], NAMES, ENGLISH)
    assert open_text.startswith("Ben protested against match `7`: a slip")
    assert "\n" not in open_text
    real = LogLine(2, 2, 1, ProtestAnswered(7, 2), "no")
    (text,) = protest_lines([Protest(forged, real)], NAMES, ENGLISH)
    assert text == f"{open_text}\nAnn answered the protest of Ben against match `7`: no"
