"""The names of people in a message: escaped, cut, and told apart by their usernames if they look alike."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from string import ascii_uppercase
from types import MappingProxyType
from typing import assert_never

from bot.messages.cut_apart import cut_apart
from bot.messages.look_alikes import groups_alike
from bot.messages.text import clip_line, column_count, escape_markup, visible_line
from bot.messages.words import Words
from bot.players.choice import Level
from bot.tables.ports import Person
from bot.tables.table import Table, is_computer

_LONGEST_NAME = 24  # columns
_SHORTENED_NAME = 8  # columns that a long username leaves for the name
_SHORTEST_ID = 4  # digits


class Names:
    """The names of people, by person number, and at a table also of its computers and by seat.

    `former` stands for a person whose data has been deleted; `computers` are the names of the table's computers, and `brief`
    those that fit into a narrow table.
    """

    def __init__(
        self,
        people: Mapping[int, Person],
        table: Table | None = None,
        former: str = "?",
        computers: Mapping[int, str] = MappingProxyType({}),
        brief: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self._people = people
        self._table = table
        self._brief = brief
        names = {number: _visible_name(person, former) for number, person in people.items()}
        present = {number: name for number, name in names.items() if people[number].discord_id is not None}
        alike = groups_alike(present, {former, *computers.values()})
        self._alike = {number for group in alike for number in group}
        self._plain = _distinct_names(people, names, alike) | dict(computers)

    def person(self, number: int) -> str:
        """Return the name as Markdown that shows the name and nothing else."""
        return escape_markup(self.plain(number))

    def plain(self, number: int) -> str:
        """Return the name for a button, an option or a code block, where nothing is markup."""
        return self._plain.get(number, "?")

    def brief(self, number: int) -> str:
        """Return the name for a narrow table, in which a computer's level is left out."""
        return self._brief.get(number) or self.plain(number)

    def is_former(self, number: int) -> bool:
        """Return True for a person whose data has been deleted."""
        return number in self._people and self._people[number].discord_id is None

    def full(self, number: int) -> str:
        """Return the uncut name for a file, with the uncut username if it looks like another one; never a part of an id."""
        person = self._people.get(number)
        if person is None or self.is_former(number):
            return self.plain(number)
        is_told_apart = number in self._alike and person.username is not None
        return f"{person.name or '?'} (@{person.username})" if is_told_apart else person.name or "?"

    def seat(self, seat: int) -> str:
        """Return the name of who plays in this seat, as Markdown."""
        assert self._table is not None
        return self.person(self._table.occupant(seat))

    def mention(self, number: int) -> str:
        """Return the text that pings the person, if the message is allowed to. A computer has only a name."""
        if is_computer(number):
            return self.person(number)
        discord_id = self._people[number].discord_id
        return self.person(number) if discord_id is None else f"<@{discord_id}>"

    def discord_ids(self, numbers: tuple[int, ...]) -> list[int]:
        """Return the Discord ids of those who have one."""
        return [found for number in numbers if (found := self._people[number].discord_id) is not None]


def names_for(people: Mapping[int, Person], say: Words, table: Table | None = None) -> Names:
    """Return the names in a language, which has its own words for a former player and for computers."""
    levels = {} if table is None else table.computers
    computers = {} if table is None else {number: computer_name(number, table, say) for number in levels}
    is_private = table is not None and table.is_private
    brief = {} if is_private else {number: say("Computer {number}", number=-number) for number in levels}
    return Names(people, table, say("a former player"), computers, brief)


def computer_name(computer: int, table: Table, say: Words) -> str:
    """Return the name of a computer at a table, with its level.

    A person who plays alone has chosen one level for all. There the names leave it out, and have a letter: a number would be
    read as a part of the points behind it.
    """
    if table.is_private:
        return say("Computer {letter}", letter=ascii_uppercase[-1 - computer])
    match table.computers[computer]:
        case Level.EASY:
            return say("Computer {number} (easy)", number=-computer)
        case Level.NORMAL:
            return say("Computer {number} (normal)", number=-computer)
        case level:
            assert_never(level)


def _visible_name(person: Person, former: str) -> str:
    """Return the name on one visible line; former players, of whom no name is left, share one."""
    return visible_line(unicodedata.normalize("NFC", person.name)) if person.discord_id or person.name else former


def _distinct_names(people: Mapping[int, Person], names: Mapping[int, str], groups: Iterable[Sequence[int]]) -> dict[int, str]:
    """Return the short names by person. In these groups, a username is behind each name."""
    distinct = dict(names)
    for group in groups:
        distinct |= _with_usernames([people[number] for number in group], names)
    return dict(zip(distinct, cut_apart(list(distinct.values()), _LONGEST_NAME), strict=True))


def _with_usernames(people: Sequence[Person], names: Mapping[int, str]) -> dict[int, str]:
    """Return the names with the username behind each, or the end of the Discord id while the username isn't known.

    What is behind a name tells people apart, so long usernames leave room only for the beginning of the name.
    """
    longest_name = max(column_count(names[person.number]) for person in people)
    room = _LONGEST_NAME - min(longest_name, _SHORTENED_NAME) - len(" (@)")
    known = [person for person in people if person.username is not None]
    unknown = [person for person in people if person.username is None]
    usernames = cut_apart([person.username or "" for person in known], room)
    ends = _distinct_ends([str(person.discord_id) for person in unknown])
    marks = [*(f" (@{username})" for username in usernames), *(f" (…{end})" for end in ends)]
    return {
        person.number: clip_line(names[person.number], _LONGEST_NAME - column_count(mark)) + mark
        for person, mark in zip([*known, *unknown], marks, strict=True)
    }


def _distinct_ends(ids: Sequence[str]) -> list[str]:
    """Return the last digits of each id, as few as make them different, but at least four."""
    digits = next(count for count in range(_SHORTEST_ID, 22) if len({one[-count:] for one in ids}) == len(ids))
    return [one[-digits:] for one in ids]
