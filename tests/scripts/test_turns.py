"""The stored turns of each game are those that computers play now."""

import pytest

from bot.app import read_turns
from scripts.turns import FILE, measure, written
from tests.rummy.presets import NAMES, variant

_DEALS_DIFFER, _MATCHES_DIFFER = 0.35, 0.5
"""How much an average over few matches may differ from the stored one."""
_FEW = 8  # matches


def test_every_game_is_measured_with_every_number_of_players() -> None:
    turns = read_turns().turns
    assert turns.keys() == {*NAMES}
    for name, sizes in turns.items():
        least, most = variant(name).players
        assert list(sizes) == list(range(least, most + 1))
    assert FILE.read_text("utf-8") == written({name: dict(sizes) for name, sizes in turns.items()})


@pytest.mark.parametrize(
    "name", ["cuccu", *(pytest.param(name, marks=pytest.mark.gauntlet) for name in NAMES if name != "cuccu")]
)
def test_the_stored_turns_are_those_of_a_fresh_measurement(name: str) -> None:
    players = variant(name).players[0]
    fresh, stored = measure(variant(name), players, _FEW, seed=2), read_turns().turns[name][players]
    assert fresh.deal == pytest.approx(stored.deal, rel=_DEALS_DIFFER)
    assert fresh.match == pytest.approx(stored.match, rel=_MATCHES_DIFFER)
