"""The presses of a schedule's buttons are read from their `custom_id` alone."""

import pytest

from bot.messages.league.schedule.schedule_buttons import MINE, UNPLAYED, FixturePress, SchedulePress, read_schedule_press
from bot.wording.sentence import Refused


@pytest.mark.parametrize(
    "press",
    [
        SchedulePress(7),
        SchedulePress(7, UNPLAYED, 3),
        SchedulePress(7, "12", 0),
        SchedulePress(10**14, MINE, 10**14),
        FixturePress(5),
        FixturePress(5, MINE, 1),
        FixturePress(5, "12"),
    ],
)
def test_a_press_is_read_as_it_was_written(press: SchedulePress | FixturePress) -> None:
    assert read_schedule_press(str(press)) == press
    assert len(str(press)) <= 100


@pytest.mark.parametrize(
    "custom_id", ["p:", "p:1:all", "p:1:some:0", "p:x:all:0", "p:1:all:-1", "f:", "f:-1", "f:1:all", "f:1:x:0"]
)
def test_a_button_of_another_version_is_refused(custom_id: str) -> None:
    with pytest.raises(Refused):
        read_schedule_press(custom_id)
