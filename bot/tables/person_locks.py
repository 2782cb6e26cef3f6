"""Locks for people who take a seat: nobody's data is deleted meanwhile, and a deleted person takes no seat."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bot.tables.refusals import MovedOn
from bot.wording.sentence import Refused


class PersonLocks:
    """One lock for each person. The numbers of deleted people are remembered, for requests that were already under way."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._deleted: set[int] = set()

    @asynccontextmanager
    async def taking_a_seat(self, person: int) -> AsyncIterator[None]:
        """Hold the lock until the person is known to be seated. Raise Refused if their data has been deleted."""
        async with self._locks.setdefault(person, asyncio.Lock()):
            if person in self._deleted:
                raise Refused(MovedOn())
            yield

    @asynccontextmanager
    async def deleting(self, person: int) -> AsyncIterator[None]:
        """Hold the lock while the person's data is deleted. If nothing is raised, they cannot take a seat any more."""
        async with self._locks.setdefault(person, asyncio.Lock()):
            yield
            self._deleted.add(person)
