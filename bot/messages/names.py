"""The names of people in a message: escaped, cut, and told apart if two people at a table share a name."""

from collections import Counter
from collections.abc import Mapping
from string import ascii_uppercase
from types import MappingProxyType
from typing import assert_never

from bot.messages.text import cut_to_length, escape_markup
from bot.messages.words import Words
from bot.players.choice import Level
from bot.tables.ports import Person
from bot.tables.table import Table, is_computer

_LONGEST_NAME = 24


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
        self._plain = _distinct_names(people, former) | dict(computers)

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


def _distinct_names(people: Mapping[int, Person], former: str) -> dict[int, str]:
    short = {
        number: shorten_name(person.name) if person.discord_id or person.name else former for number, person in people.items()
    }
    shared = Counter(short.values())
    return {number: f"{name} ({number})" if shared[name] > 1 else name for number, name in short.items()}


def shorten_name(name: str) -> str:
    """Return the name as one visible line of at most 24 characters."""
    return cut_to_length(name, _LONGEST_NAME)
