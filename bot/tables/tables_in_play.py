"""The tables in play, found by number, by channel and by who sits there, without looking through all of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from bot.tables.table import Phase, Table


class TablesInPlay:
    """The newest state of every table that is not over."""

    def __init__(self) -> None:
        self._tables: dict[int, Table] = {}
        self._in_channel: defaultdict[int, set[int]] = defaultdict(set)
        self._of_person: defaultdict[int, set[int]] = defaultdict(set)

    def __iter__(self) -> Iterator[Table]:
        """Oldest first."""
        return iter(self._sorted(self._tables))

    def get(self, number: int) -> Table | None:
        return self._tables.get(number)

    def put(self, table: Table) -> None:
        """The table as it is now; one that is over is forgotten."""
        before = self._tables.pop(table.number, None)
        if before is not None and (table.phase == Phase.OVER or before.seated_people() != table.seated_people()):
            self._forget(before)
            before = None
        if table.phase == Phase.OVER:
            return
        self._tables[table.number] = table
        if before is None:
            self._in_channel[table.channel].add(table.number)
            for person in table.seated_people():
                self._of_person[person].add(table.number)

    def in_channel(self, channel: int | None) -> list[Table]:
        """The tables opened in this channel, oldest first."""
        return [] if channel is None else self._sorted(self._in_channel.get(channel, ()))

    def of_person(self, person: int) -> list[Table]:
        """The tables where this person sits, oldest first."""
        return self._sorted(self._of_person.get(person, ()))

    def _sorted(self, numbers: Iterable[int]) -> list[Table]:
        return [self._tables[number] for number in sorted(numbers)]

    def _forget(self, table: Table) -> None:
        for index, key in ((self._in_channel, table.channel), *((self._of_person, person) for person in table.seated_people())):
            index[key].discard(table.number)
            if not index[key]:
                del index[key]
