"""The lines of the match history."""

from msgspec.structs import replace

from bot.league.match_facts import Placing, history_line
from bot.rummy.cards import Card
from bot.rummy.events import DealEnded, EndedBy
from tests.league.folds import history_lines
from tests.league.written_matches import ANN, BEN, CEM, HOUR, MONDAY, played

_DEAL = DealEnded(EndedBy.DISCARD, 1, False, ((Card("KS"),), (), (Card("KH"),), (Card("2C"),)), (0, 22, 0, 0))
MATCHES = [
    played("Ann 1 27 · Ben 2 0 · Cem 3 0", 1),
    played("Ben 1 10 · Ann 2 0", 2, ended=MONDAY + HOUR),
    played("Ann 1 9 · Ben 3 0 left · Cem 1 9", 3, ended=MONDAY + 2 * HOUR),
]


def test_a_history_line_lists_the_people_by_place() -> None:
    line = history_line(played("Ann 3 2 left · Ben 2 5 · Cem 1 9 · Dee 4 1 computer", 7, deals=(_DEAL,)))
    assert line.people == (
        Placing(CEM, 1, 9, has_left=False),
        Placing(BEN, 2, 5, has_left=False),
        Placing(ANN, 3, 2, has_left=True),
    )
    assert (line.match, line.game, line.deals, line.computers, line.is_voided) == (7, "Rami", 1, 1, False)


def test_a_history_lists_the_newest_match_first_and_includes_voided_ones() -> None:
    history = [replace(MATCHES[0], voided=True), *MATCHES[1:]]
    assert [(line.match, line.is_voided) for line in history_lines(history)] == [(3, False), (2, False), (1, True)]
    assert [line.match for line in history_lines(history, CEM)] == [3, 1]
