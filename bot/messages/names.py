"""The names of people in a message: escaped, cut, and told apart if two people at a table share a name."""

import unicodedata
from collections.abc import Mapping, Sequence, Set
from string import ascii_uppercase
from types import MappingProxyType
from typing import assert_never

from bot.messages.cut_apart import cut_apart
from bot.messages.text import clip_line, escape_markup, visible_line
from bot.messages.words import Words
from bot.players.choice import Level
from bot.tables.ports import Person
from bot.tables.table import Table, is_computer

_LONGEST_NAME = 24  # columns
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
        self._plain = _distinct_names(people, former, {former, *computers.values()}) | dict(computers)

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
        """Return the uncut name, for a file; empty for a person whose data has been deleted."""
        return self._people[number].name if number in self._people else ""

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


def _distinct_names(people: Mapping[int, Person], former: str, taken: Set[str]) -> dict[int, str]:
    """Return the short names by person. Behind a name that people share, or that is `taken`, is the end of their Discord id.

    Former players can't be told apart, because nothing is left that others could know them by.
    """
    names = {
        number: _normalized(person.name) if person.discord_id or person.name else former for number, person in people.items()
    }
    by_name: dict[str, list[int]] = {}
    for number, name in names.items():
        if people[number].discord_id is not None:
            by_name.setdefault(name, []).append(number)
    for name, same in by_name.items():
        if len(same) > 1 or name in taken:
            ends = _distinct_ends([str(people[number].discord_id) for number in same])
            names |= {number: _with_end(name, end) for number, end in zip(same, ends, strict=True)}
    return dict(zip(names, cut_apart(list(names.values()), _LONGEST_NAME), strict=True))


def _normalized(name: str) -> str:
    """Return the name on one visible line; names that look equal are equal."""
    return visible_line(unicodedata.normalize("NFC", name))


def _with_end(name: str, end: str) -> str:
    """Return the name with the end of an id behind it, which is never cut off."""
    mark = f" (…{end})"
    return clip_line(name, _LONGEST_NAME - len(mark)) + mark


def _distinct_ends(ids: Sequence[str]) -> list[str]:
    """Return the last digits of each id, as few as make them different, but at least four."""
    digits = next(count for count in range(_SHORTEST_ID, 22) if len({one[-count:] for one in ids}) == len(ids))
    return [one[-digits:] for one in ids]
