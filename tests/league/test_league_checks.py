"""The reasons why a league cannot be created or changed."""

import pytest
from msgspec.structs import replace

from bot.league.league import DayIsOver, League, LeagueNameTaken, NameMissing, NameTooLong, NoSuchZone, OnDay, check_league
from bot.wording.sentence import Refusal
from tests.league.written_matches import DAY, MONDAY, SERVER

OPEN = League(server=SERVER, name="Mondays", zone="Europe/Rome")
TODAY = 20514


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"name": " \t"}, NameMissing()),
        ({"name": "x" * 101}, NameTooLong(100)),
        ({"name": "CUCCÙ  Club"}, LeagueNameTaken("Cuccù club")),
        ({"zone": "Mars/Olympus"}, NoSuchZone("Mars/Olympus")),
        ({"zone": "Mars/Olympus", "season_end": OnDay(1)}, NoSuchZone("Mars/Olympus")),
        ({"season_end": OnDay(TODAY - 1)}, DayIsOver(TODAY - 1)),
    ],
)
def test_an_impossible_league_is_refused_with_the_reason(wrong: dict[str, object], fault: Refusal) -> None:
    others = (replace(OPEN, name="Cuccù club"),)
    assert check_league(replace(OPEN, **wrong), others, now=MONDAY) == [fault]
    assert check_league(replace(OPEN, season_end=OnDay(TODAY)), others, now=MONDAY + DAY // 2) == []
