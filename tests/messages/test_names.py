"""Names of people are cut, and told apart where two are the same."""

from bot.messages.names import Names, shorten_name
from bot.tables.ports import Person


def test_two_people_with_one_name_have_different_names() -> None:
    names = Names(
        {number: Person(number, number, name, "en-US", None) for number, name in ((1, "Ann"), (2, "Ann"), (3, "Bob"))}
    )
    assert [names.plain(number) for number in (1, 2, 3)] == ["Ann (1)", "Ann (2)", "Bob"]
    assert names.person(1) == "Ann \\(1\\)"


def test_a_name_is_one_short_line() -> None:
    assert shorten_name("A\u202enn  of   Green Gables, the one and only") == "Ann of Green Gables, th…"
    assert shorten_name("\u200f") == "?"
