"""Every `custom_id` carries the marker of its database, and a press from another database is refused."""

from collections.abc import Iterator

import pytest

from bot.messages.components import DATABASE_MARKER, ButtonFromBeforeRestore, PressButton, PressSelect, read_marked
from bot.messages.league.pages import StandingsPress
from bot.messages.table.buttons import MovePress, TableAction, TablePress
from bot.wording.sentence import Refused

LONGEST = 100  # characters of a custom_id
PRESSES = (
    MovePress(10**9, 10**6, "swap XXXVIII 99"),
    TablePress(10**9, TableAction.BREAK_OFF, 10**6),
    StandingsPress(10**9, 10**6, 10**13, "x" * 30, page=10**4),
)


@pytest.fixture(params=["", "zik0zj"])
def marker(request: pytest.FixtureRequest) -> Iterator[str]:
    before = DATABASE_MARKER.set(request.param)
    yield request.param
    DATABASE_MARKER.reset(before)


@pytest.mark.parametrize("press", PRESSES, ids=lambda press: type(press).__name__)
def test_a_custom_id_is_read_as_it_was_written_and_is_short_enough(marker: str, press: object) -> None:
    for item in (PressButton(press, "Press"), PressSelect(str(press), ())):
        assert item.custom_id is not None
        assert item.custom_id == (f"{press}~{marker}" if marker else str(press))
        assert len(item.custom_id) <= LONGEST
        assert read_marked(item.custom_id) == str(press)


@pytest.mark.parametrize("other", ["t:1:hand", "t:1:hand~", "t:1:hand~abc", "t:1:hand~zik0zj~abc", ""])
def test_a_custom_id_of_another_database_is_refused(other: str) -> None:
    before = DATABASE_MARKER.set("zik0zj")
    with pytest.raises(Refused) as refused:
        read_marked(other)
    DATABASE_MARKER.reset(before)
    assert refused.value.refusal == ButtonFromBeforeRestore()


def test_buttons_of_the_first_version_work_until_a_restore() -> None:
    assert read_marked("t:1:hand") == "t:1:hand"
