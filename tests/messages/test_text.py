"""Text that people typed is shown without markup and cut to its width."""

import re

import pytest

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


def test_names_of_leagues_that_differ_near_their_end_differ_when_they_are_cut() -> None:
    names = [f"{'x' * 89}{one}{'x' * 10}" for one in "ab"]
    shown = [safe_text(name) for name in names]
    assert shown[0] != shown[1]
    assert [len(name) for name in shown] == [60, 60]
    assert safe_text("x" * 60) == "x" * 60


@pytest.mark.parametrize(
    "name", ["Ann", "牌" * 30, HEART * 20, KEYCAP * 20, ASTRONAUT * 20, "e\u0301" * 40, "`" * 50, "\u202e", ""]
)
def test_text_is_cut_to_columns_on_the_screen(name: str) -> None:
    shown = cut_to_columns(name, 9)
    assert 1 <= column_count(shown) <= 9
    assert all(shown.count(sign[0]) <= 4 for sign in (HEART, KEYCAP, ASTRONAUT, "牌")), "each of these takes two"
    assert "`" not in shown
    assert "\u202e" not in shown
