"""Results are remembered for each match and seat, and for nothing else."""

import random

from bot.rummy.match import Match
from bot.rummy.moves import DRAW
from bot.rummy.view import RecentResults
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play
from tests.messages.table.played_tables import PlayedTable
from tests.rummy.presets import variant


def test_a_result_is_computed_once_for_each_position_and_seat() -> None:
    played = PlayedTable(variant("rami"), random.Random(1)).seat(2)
    played.ask(1, Start())
    before, computed = played.table.match, list[int]()

    def cards(match: Match, seat: int) -> int:
        computed.append(seat)
        assert match.deal is not None
        return len(match.deal.hands[seat])

    results = RecentResults(cards)
    assert before is not None
    seat = before.seat_to_act()
    assert seat is not None
    assert [results(before, seat) for _ in range(20)] == [10] * 20
    assert computed == [seat]
    assert results(before, 1 - seat) == 10
    played.ask(played.table.person_to_act(), Play(DRAW))
    assert played.table.match is not None
    assert results(played.table.match, seat) == 11
    assert computed == [seat, 1 - seat, seat]
