"""The presses of a table's buttons are read from their `custom_id` alone, also if an earlier version posted the button."""

import pytest

from bot.messages.table.buttons import MovePress, Press, TableAction, TablePress, read_press
from bot.wording.sentence import Refused


@pytest.mark.parametrize(
    "press", [*(TablePress(12, what) for what in TableAction), TablePress(12, TableAction.READY, 3)], ids=str
)
def test_a_press_is_read_as_it_was_written(press: TablePress) -> None:
    assert read_press(str(press), ()) == press


@pytest.mark.parametrize(
    ("custom_id", "values", "press"),
    [
        ("m:12:34:draw stock", (), MovePress(12, 34, "draw stock")),
        ("s:12:34:discard", ("discard QS",), MovePress(12, 34, "discard QS")),
        ("t:12:ready", (), TablePress(12, TableAction.READY)),  # posted by an early version
        ("t:12:agree", (), TablePress(12, TableAction.AGREE)),  # posted by an early version
        ("t:12:3:agree", (), TablePress(12, TableAction.AGREE, 3)),
    ],
)
def test_a_custom_id_carries_the_whole_request(custom_id: str, values: tuple[str, ...], press: Press) -> None:
    assert read_press(custom_id, values) == press


@pytest.mark.parametrize(
    "custom_id", ["", "t", "t:1:display", "t:x:join", "t:1:x:ready", "t:1:2:3:ready", "s:12:34:discard", "x:1:2"]
)
def test_a_button_of_another_version_is_refused(custom_id: str) -> None:
    with pytest.raises(Refused):
        read_press(custom_id, ())
