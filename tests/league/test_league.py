"""The definition of a league: its stored form, and the possible sizes of its matches."""

import pytest
from msgspec import json
from msgspec.structs import replace

from bot.league.league import League, Monthly, OnDay
from tests.league.leagues import LEAGUES
from tests.league.written_matches import SERVER
from tests.rummy.presets import variant

OPEN = League(server=SERVER, name="Mondays", zone="Europe/Rome")
TODAY = 20514


@pytest.mark.parametrize("league", [*LEAGUES, replace(OPEN, season_end=OnDay(9)), replace(OPEN, season_end=Monthly())])
def test_a_league_is_decoded_as_it_was_encoded(league: League) -> None:
    assert json.decode(json.encode(league), type=League) == league


def test_the_sizes_of_a_league_are_those_of_its_games() -> None:
    assert OPEN.sizes() == range(2, 7)
    assert OPEN.sizes((variant("cuccu"), variant("wrotham"))) == range(2, 5)
    assert replace(OPEN, games=(variant("wrotham"),)).sizes((variant("rami"),)) == range(2, 3)
