"""The names of people in a message: escaped, cut, and with the usernames of people whose names are equal; and of computers."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from types import MappingProxyType

from bot.league.league import name_key
from bot.messages.text import clip_line, column_count, escape_markup, in_own_direction, visible_line
from bot.messages.words import Words
from bot.tables.ports import KnownPeople, PeopleIn, Person
from bot.tables.table import Table, is_computer

_LONGEST_NAME = 24  # columns
_KEPT = 1024
"""How many names are remembered as they are shown: a discard shows those of its table five times."""
_LATIN = re.compile(r"LATIN (?:CAPITAL|SMALL) LETTER ([A-Z])(?: WITH .*)?")
_SHORTENED_NAME = 8  # columns that a long username leaves for the name
COMPUTERS = (
    *("Rosa", "Otto", "Mina", "Hugo", "Lena", "Ivo", "Vera", "Karl", "Nora", "Theo", "Jana", "Paul", "Gwen"),
    *("Sven", "Zoe", "Bruno", "Emil", "Dora", "Felix", "Xenia", "Quinn", "Yara", "Uma", "Walt", "Cora", "Alma"),
)
"""The names of computers, one for each initial; short, so that no table cuts them."""

_BY_LETTER = {name[0]: name for name in COMPUTERS}


class Names:
    """The names of people, by person number, and at a table also of its computers and by seat.

    `former` stands for a person whose data has been deleted, so that no name is left; `computers` are the names of the table's
    computers.
    """

    def __init__(
        self,
        people: Mapping[int, Person],
        table: Table | None = None,
        former: str = "?",
        computers: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self._people = people
        self._table = table
        shown = {
            number: _shown_name(one.name) if one.discord_id or one.name else clip_line(former, _LONGEST_NAME)
            for number, one in people.items()
        }
        counts = Counter(map(name_key, [*shown.values(), *computers.values()]))
        self._usernames = {number: person.username or "" for number, person in people.items()}
        self._equal = {number for number, name in shown.items() if counts[name_key(name)] > 1 and self._usernames[number]}
        marked = {number: _with_username(shown[number], self._usernames[number]) for number in self._equal}
        self._plain = shown | marked | dict(computers)

    def person(self, number: int) -> str:
        """Return the name as Markdown that shows the name and nothing else."""
        return _as_markdown(self.plain(number))

    def plain(self, number: int) -> str:
        """Return the name for a button, an option or a code block, where nothing is markup."""
        return self._plain.get(number, "?")

    def username(self, number: int) -> str:
        """Return the username, or nothing for a computer and while it isn't known."""
        return self._usernames.get(number, "")

    def cut(self, people: Sequence[int], width: int) -> list[str]:
        """Return the names of people in at most `width` columns, as `cut_names` does."""
        return cut_names([self.plain(one) for one in people], [self.username(one) for one in people], width)

    def is_former(self, number: int) -> bool:
        """Return True for a person whose data has been deleted."""
        return number in self._people and self._people[number].discord_id is None

    def full(self, number: int) -> str:
        """Return the uncut name for a file, with the uncut username if another name is equal."""
        person = self._people.get(number)
        if person is None or self.is_former(number):
            return self.plain(number)
        name = person.name or "?"
        return f"{name} (@{person.username})" if number in self._equal else name

    def seat(self, seat: int) -> str:
        """Return the name of who plays in this seat, as Markdown."""
        assert self._table is not None
        return self.person(self._table.seats.occupants[seat])

    def at(self, table: Table) -> "Names":
        """Return the same names at another moment of the same table: a seat's is that of who played in it then."""
        names = copy(self)
        names._table = table
        return names

    def abbreviated(self, short: Mapping[int, str]) -> "Names":
        """Return these names, but the short ones of these players where a text names them often."""
        names = copy(self)
        names._plain = self._plain | dict(short)
        return names

    def mention(self, number: int) -> str:
        """Return the text that pings the person, if the message is allowed to. A computer has only a name."""
        if is_computer(number):
            return self.person(number)
        discord_id = self._people[number].discord_id
        return self.person(number) if discord_id is None else f"<@{discord_id}>"


@lru_cache(_KEPT)
def _shown_name(name: str) -> str:
    return clip_line(visible_line(name if name_key(name) else ""), _LONGEST_NAME)


@lru_cache(_KEPT)
def _as_markdown(name: str) -> str:
    return in_own_direction(escape_markup(name))


def forget_names() -> None:
    """Forget how names are shown: the data of somebody has been deleted."""
    _shown_name.cache_clear()
    _as_markdown.cache_clear()


def names_of(people: KnownPeople, shown: Iterable[int], say: Words) -> Names:
    """Return the names of the people whom a message shows, in a language, which has its own words for a former player."""
    return Names({number: people[number] for number in shown}, former=say("a former player"))


def names_at(table: Table, people: KnownPeople, say: Words) -> Names:
    """Return the names of everyone at a table, and of its computers: in a match, by the letters of their seats."""
    people, seats = PeopleIn(people, table.server), table.seats
    named = {number: people[number] for number in table.named_people}
    computers = computer_names(seats.computers, seats.fixed_marks or [people[number].name for number in table.all_people])
    for player, seat in (seats.left | {player: seat for seat, player in enumerate(seats.occupants)}).items():
        if is_computer(player) and seats.marks[seat] in _BY_LETTER:
            computers[player] = _BY_LETTER[seats.marks[seat]]
    return Names(named, table, say("a former player"), {number: with_computer_sign(name) for number, name in computers.items()})


def with_computer_sign(name: str) -> str:
    """Return the name of a computer as it is shown."""
    return f"{name} ⚙"


def computer_names(computers: Iterable[int], people: Iterable[str]) -> dict[int, str]:
    """Return the names of a table's computers; none has the initial of these people, or of these marks.

    Each number has its own name. A computer that can't have it gets a name from the end of the list, so that the others keep
    theirs when people join.
    """
    taken = set(map(initial, people))
    own = {number: COMPUTERS[(-1 - number) % len(COMPUTERS)] for number in computers}
    found = {number: name for number, name in own.items() if initial(name) not in taken}
    for number in [one for one in own if one not in found]:
        free = (name for name in reversed(COMPUTERS) if initial(name) not in taken and name not in found.values())
        found[number] = next(free, own[number])
    return found


def initial(name: str) -> str:
    """Return the first letter of a name as a capital without accents; empty if the name begins with anything but A to Z."""
    first = next(filter(str.isalnum, unicodedata.normalize("NFKD", name)), "")
    latin = _LATIN.fullmatch(unicodedata.name(first, "")) if first else None
    return latin[1] if latin else ""


def cut_names(names: Sequence[str], usernames: Sequence[str], width: int) -> list[str]:
    """Return the names in at most `width` columns. Where they would be equal, the usernames that are known stand instead."""
    shown = [clip_line(name, width) for name in names]
    counts = Counter(map(name_key, shown))
    return [
        clip_line(visible_line(f"@{username}"), width) if username and counts[name_key(name)] > 1 else name
        for name, username in zip(shown, usernames, strict=True)
    ]


def _with_username(name: str, username: str) -> str:
    """Return the name with the username behind it. A long username leaves room only for the beginning of the name."""
    room = _LONGEST_NAME - min(column_count(name), _SHORTENED_NAME) - len(" (@)")
    mark = f" (@{clip_line(visible_line(username), room)})"
    return clip_line(name, _LONGEST_NAME - column_count(mark)) + mark
