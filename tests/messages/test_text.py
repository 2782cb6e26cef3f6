"""Text that people typed is shown without markup and cut to its width."""

import re

import pytest

from bot.league.league import MAX_NAME_LENGTH
from bot.messages.text import column_count, cut_to_columns, escape_markup, safe_text

MARKED_UP = [
    "https://evil.example",
    "a_https://evil.example/_x_",
    "[Join](https://evil.example)",
    "<https://evil.example>",
    "<#1573670807010279433>",
    "<@1573670807010279433>",
    "@everyone",
    "**Ann**",
    "# Ann",
    "- Ann",
    "||Ann||",
    "\\*Ann*",
]


MARKUP = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|<>#\[\]():-]")


HEART, KEYCAP, ASTRONAUT = "\u2764\ufe0f", "1\ufe0f\u20e3", "\U0001f469\u200d\U0001f680"


@pytest.mark.parametrize("name", MARKED_UP)
def test_escaped_text_is_neither_a_link_nor_a_mention_nor_other_markup(name: str) -> None:
    shown = escape_markup(name)
    assert not MARKUP.search(shown), shown
    assert "@everyone" not in shown
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", shown).replace("\u200b", "") == name


def test_names_of_leagues_are_never_cut_and_longer_texts_keep_their_end() -> None:
    assert safe_text("x" * MAX_NAME_LENGTH) == "x" * MAX_NAME_LENGTH
    shown = [safe_text(f"{'x' * 189}{one}{'x' * 10}") for one in "ab"]
    assert shown[0] != shown[1]
    assert [len(text) for text in shown] == [100, 100]


@pytest.mark.parametrize(
    "name", ["Ann", "牌" * 30, HEART * 20, KEYCAP * 20, ASTRONAUT * 20, "e\u0301" * 40, "`" * 50, "\u202e", ""]
)
def test_text_is_cut_to_columns_on_the_screen(name: str) -> None:
    shown = cut_to_columns(name, 9)
    assert 1 <= column_count(shown) <= 9
    assert all(shown.count(sign[0]) <= 4 for sign in (HEART, KEYCAP, ASTRONAUT, "牌")), "each of these takes two"
    assert "`" not in shown
    assert "\u202e" not in shown
