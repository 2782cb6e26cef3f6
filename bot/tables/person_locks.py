"""Who is sitting down at this moment, so that nobody is forgotten meanwhile; and who has been forgotten, and takes no seat."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bot.tables.refusals import MovedOn, Refused


class Seating:
    """A lock for each person. The numbers of the forgotten are kept for requests that were under way when it happened."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._forgotten: set[int] = set()

    @asynccontextmanager
    async def taken_by(self, person: int) -> AsyncIterator[None]:
        """While he sits down, until he is known to sit. Raises Refused for somebody who has been forgotten."""
        async with self._locks.setdefault(person, asyncio.Lock()):
            if person in self._forgotten:
                raise Refused(MovedOn())
            yield

    @asynccontextmanager
    async def forgetting(self, person: int) -> AsyncIterator[None]:
        """While he is forgotten, and whether he may be is found out: if nothing is raised, he is."""
        async with self._locks.setdefault(person, asyncio.Lock()):
            yield
            self._forgotten.add(person)
