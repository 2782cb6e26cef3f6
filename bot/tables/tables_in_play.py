"""The tables in play, found by number, by channel, by person and by server without searching all of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from bot.tables.table import Phase, Table


class TablesInPlay:
    """The newest state of every table that is not over."""

    def __init__(self) -> None:
        self._tables: dict[int, Table] = {}
        self._in_channel: defaultdict[int, set[int]] = defaultdict(set)
        self._of_person: defaultdict[int, set[int]] = defaultdict(set)
        self._lobbies: defaultdict[int, set[int]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        """Iterate over all tables, the oldest first."""
        return iter(self._tables_in_order(self._tables))

    def get(self, number: int) -> Table | None:
        return self._tables.get(number)

    def put(self, table: Table) -> None:
        """Store the new state of a table; drop a table that is over."""
        if table.counts_as_lobby:
            self._lobbies[table.server].add(table.number)
        else:
            self._drop_lobby(table)
        before = self._tables.pop(table.number, None)
        if before is not None and (table.phase == Phase.OVER or before.seated_people() != table.seated_people()):
            self._drop_from_indexes(before)
            before = None
        if table.phase == Phase.OVER:
            return
        self._tables[table.number] = table
        if before is None:
            if not table.is_private:
                self._in_channel[table.channel].add(table.number)
            for person in table.seated_people():
                self._of_person[person].add(table.number)

    def drop(self, number: int) -> None:
        """Forget a table, if it is here."""
        if (table := self._tables.pop(number, None)) is not None:
            self._drop_from_indexes(table)
            self._drop_lobby(table)

    def in_channel(self, channel: int | None) -> list[Table]:
        """Return the tables that were opened in this channel, the oldest first; without those that are one person's alone."""
        return [] if channel is None else self._tables_in_order(self._in_channel.get(channel, ()))

    def of_person(self, person: int) -> list[Table]:
        """Return the tables where this person has a seat, the oldest first."""
        return self._tables_in_order(self._of_person.get(person, ()))

    def lobbies_in_server(self, server: int) -> list[Table]:
        """Return the tables of this server that wait for their start, the oldest first.

        Those with reserved seats, and those that are one person's alone, aren't among them.
        """
        return self._tables_in_order(self._lobbies.get(server, ()))

    def _drop_lobby(self, table: Table) -> None:
        self._lobbies[table.server].discard(table.number)
        if not self._lobbies[table.server]:
            del self._lobbies[table.server]

    def _tables_in_order(self, numbers: Iterable[int]) -> list[Table]:
        return [self._tables[number] for number in sorted(numbers)]

    def _drop_from_indexes(self, table: Table) -> None:
        for index, key in ((self._in_channel, table.channel), *((self._of_person, person) for person in table.seated_people())):
            index[key].discard(table.number)
            if not index[key]:
                del index[key]
