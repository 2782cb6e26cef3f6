"""The presses of the league's buttons are read from their `custom_id` alone."""

from dataclasses import replace as with_

import pytest

from bot.messages.league.buttons import (
    HistoryPress,
    LadderPress,
    LeaguePress,
    LogPress,
    StandingsPress,
    read_league_press,
)
from bot.wording.sentence import Refused


@pytest.mark.parametrize(
    "press",
    [
        StandingsPress(3, 2, 1, 20_000, "zia pina's"),
        StandingsPress(0),
        HistoryPress(7, 2),
        LogPress(3, 2),
        LadderPress("cuccu40", 3),
        LadderPress(""),
    ],
)
def test_a_press_is_read_as_it_was_written(press: LeaguePress) -> None:
    assert read_league_press(str(press)) == press
    if isinstance(press, StandingsPress):
        assert len(str(with_(press, variant="x" * 30))) <= 100


@pytest.mark.parametrize(
    "custom_id",
    ["l:1", "b:", "b:1:2", "b:x:0:0::", "h:1", "b:1:0:0:x:", "h:9999999999999999999:0", "k:tarot:0", "k:cuccu40:-1"],
)
def test_a_button_of_another_version_is_refused(custom_id: str) -> None:
    with pytest.raises(Refused):
        read_league_press(custom_id)
