"""A turn takes few presses, and few taps on a phone."""

import pytest

from benchmarks.rules import presses_per_turn
from benchmarks.rules.presses_per_turn import MOST_PRESSES, MOST_TAPS, measure


def test_a_robot_that_melds_immediately_needs_few_presses_and_taps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presses_per_turn, "MOST_TURNS", 40)
    presses, taps = (float(row.measured) for row in measure(matches=1))
    assert 2 < presses <= MOST_PRESSES
    assert presses <= taps <= MOST_TAPS
