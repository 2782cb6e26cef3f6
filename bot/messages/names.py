"""What people are called in a message: escaped, cut to a width, and told apart where two at a table share a name."""

from collections import Counter
from collections.abc import Mapping

import discord

from bot.tables.ports import Person
from bot.tables.table import Table

LONGEST = 24
_MARKUP = "\\*_~`|<>#[]():-"


class Names:
    """The names of the people of a table, by person and by seat."""

    def __init__(self, people: Mapping[int, Person], table: Table | None = None) -> None:
        self._people = people
        self._table = table
        self._plain = _told_apart(people)

    def person(self, number: int) -> str:
        """The name as Markdown that shows nothing but the name."""
        return without_markup(self.plain(number))

    def plain(self, number: int) -> str:
        """The name as it stands in a button or an option, where nothing is markup."""
        return self._plain.get(number, "?")

    def seat(self, seat: int) -> str:
        """The name of who sits there."""
        assert self._table is not None
        return self.person(self._table.person_at(seat))

    def mention(self, number: int) -> str:
        """What pings him, if the message is allowed to."""
        discord_id = self._people[number].discord_id
        return self.person(number) if discord_id is None else f"<@{discord_id}>"

    def discord_ids(self, numbers: tuple[int, ...]) -> list[int]:
        return [found for number in numbers if (found := self._people[number].discord_id) is not None]


def _told_apart(people: Mapping[int, Person]) -> dict[int, str]:
    short = {number: cut(person.name) for number, person in people.items()}
    shared = Counter(short.values())
    return {number: f"{name} ({number})" if shared[name] > 1 else name for number, name in short.items()}


def without_markup(text: str) -> str:
    """As Markdown that shows nothing but this text: no style, no mention, no link."""
    return "".join(f"\\{sign}" if sign in _MARKUP else sign for sign in discord.utils.escape_mentions(text))


def cut(name: str) -> str:
    """One line, without control characters and direction marks, and no longer than a line of a table bears."""
    line = " ".join("".join(sign for sign in name if sign.isprintable() or sign in " \u200d").split()) or "?"
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
