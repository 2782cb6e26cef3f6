"""Each kind of press has a letter of its own at the beginning of its `custom_id`."""

import pytest

from bot.messages import settings_buttons, start_buttons
from bot.messages.league import buttons, card_buttons, protests, question_buttons
from bot.messages.league.schedule import schedule_buttons
from bot.messages.table import clock_form, reason_forms, which_table
from bot.messages.table.buttons import read_press
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused

LETTERS = (
    *buttons.ID_PREFIXES,
    card_buttons.ID_PREFIX,
    *question_buttons.ID_PREFIXES,
    protests.ID_PREFIX,
    *schedule_buttons.ID_PREFIXES,
    start_buttons.ID_PREFIX,
    settings_buttons.ID_PREFIX,
    clock_form.ID_PREFIX,
    reason_forms.ID_PREFIX,
    which_table.ID_PREFIX,
)


def test_no_two_kinds_of_presses_have_the_same_letter() -> None:
    assert len(set(LETTERS)) == len(LETTERS)


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("rest", ["1", "1:2", "1:2:x", "1:join"])
def test_no_press_of_a_table_has_one_of_these_letters(letter: str, rest: str) -> None:
    with pytest.raises(Refused) as refused:
        read_press(f"{letter}:{rest}", ("add_easy",))
    assert isinstance(refused.value.refusal, ButtonNotUnderstood)


@pytest.mark.parametrize("press", ["m:1:2:x", "d:1:2:x", "a:1:2", "s:1:2:x", "q:1", "t:1:join", "r:1"])
def test_presses_of_a_table_are_read(press: str) -> None:
    read_press(press, ("add_easy",))
