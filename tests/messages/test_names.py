"""Whatever people call themselves, a message shows the name and nothing else."""

import re

import pytest

from bot.messages.names import Names, shorten_name
from bot.messages.text import escape_markup
from bot.tables.ports import Person

NASTY = [
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


@pytest.mark.parametrize("name", NASTY)
def test_a_name_is_neither_a_link_nor_a_mention_nor_any_other_markup(name: str) -> None:
    shown = escape_markup(name)
    assert not MARKUP.search(shown), shown
    assert "@everyone" not in shown
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", shown).replace("\u200b", "") == name


def test_two_of_one_name_are_told_apart() -> None:
    names = Names(
        {number: Person(number, number, name, "en-US", None) for number, name in ((1, "Ann"), (2, "Ann"), (3, "Bob"))}
    )
    assert [names.plain(number) for number in (1, 2, 3)] == ["Ann (1)", "Ann (2)", "Bob"]
    assert names.person(1) == "Ann \\(1\\)"


def test_a_name_is_one_line_of_bearable_length() -> None:
    assert shorten_name("A\u202enn  of   Green Gables, the one and only") == "Ann of Green Gables, th…"
    assert shorten_name("\u200f") == "?"
