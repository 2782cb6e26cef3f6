"""What people are called in a message: escaped, cut to a width, and told apart where two at a table share a name."""

from collections import Counter
from collections.abc import Iterable, Mapping

import discord
import wcwidth

from bot.messages.words import Words
from bot.tables.ports import Person
from bot.tables.table import Table

LONGEST_NAME = 24
_MARKUP = "\\*_~`|<>#[]():-"


class Names:
    """The names of the people of a table, by person and by seat. `former` is how somebody is called who is forgotten."""

    def __init__(self, people: Mapping[int, Person], table: Table | None = None, former: str = "?") -> None:
        self._people = people
        self._table = table
        self._plain = _told_apart(people, former)

    def person(self, number: int) -> str:
        """The name as Markdown that shows nothing but the name."""
        return escape_markup(self.plain(number))

    def plain(self, number: int) -> str:
        """The name as it stands in a button or an option, where nothing is markup."""
        return self._plain.get(number, "?")

    def full(self, number: int) -> str:
        """The name uncut, for a file; nothing for somebody who is forgotten."""
        return self._people[number].name if number in self._people else ""

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


def names_for(people: Mapping[int, Person], say: Words, table: Table | None = None) -> Names:
    """The names in a language, which says how somebody is called who has asked to be forgotten."""
    return Names(people, table, say("a former player"))


def _told_apart(people: Mapping[int, Person], former: str) -> dict[int, str]:
    short = {
        number: shorten_name(person.name) if person.discord_id or person.name else former for number, person in people.items()
    }
    shared = Counter(short.values())
    return {number: f"{name} ({number})" if shared[name] > 1 else name for number, name in short.items()}


def escape_markup(text: str) -> str:
    """As Markdown that shows nothing but this text: no style, no mention, no link."""
    return "".join(f"\\{sign}" if sign in _MARKUP else sign for sign in discord.utils.escape_mentions(text))


def shorten_name(name: str) -> str:
    """One line, without control characters and direction marks, and no longer than a line of a table bears."""
    line = visible_line(name)
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 1]}…"


def safe_text(text: str, longest: int = 60) -> str:
    """What a person typed, safe to show: cut, on one line, and without any markup."""
    line = visible_line(text)
    return escape_markup(line if len(line) <= longest else f"{line[: longest - 1]}…")


def visible_line(text: str) -> str:
    """The text without control characters and direction marks; a question mark where nothing is left."""
    return clean_line(text) or "?"


def clean_line(text: str) -> str:
    return " ".join("".join(sign for sign in text if sign.isprintable() or sign in " \u200d\n").split())


def lines_that_fit(lines: Iterable[str], room: int) -> list[str]:
    """The first lines that together have no more than so many characters; dots for those that are left out."""
    found: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return [*found, "…"]
        found.append(line)
    return found


def column_count(text: str) -> int:
    """How wide it stands in a code block: signs of East Asia and emoji take two columns, accents none."""
    return wcwidth.width(text)


def cut_to_columns(text: str, width: int) -> str:
    """On one line, cut to so many columns, and unable to end the code block in which it stands."""
    line = visible_line(text).replace("`", "ˋ")
    if column_count(line) <= width:
        return line
    kept = wcwidth.clip(line, 0, max(width - 1, 0))
    while column_count(kept) >= max(width, 1):  # signs that are joined oddly
        kept = kept[:-1]
    return f"{kept.rstrip()}…"
