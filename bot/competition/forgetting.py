"""What the bot knows of a person, handed out, and forgotten when he asks for it."""

from collections.abc import Mapping
from contextlib import suppress

from bot.competition.ports import Privacy
from bot.competition.refusals import RecordRefused, StillSeated
from bot.tables.refusals import Refused
from bot.tables.requests import Cancel
from bot.tables.service import Tables


class Forgetting:
    def __init__(self, privacy: Privacy, tables: Tables) -> None:
        self._privacy = privacy
        self._tables = tables

    async def my_data(self, person: int) -> Mapping[str, object]:
        """All that is stored of him, by what it is, for `msgspec.json`."""
        return await self._privacy.stored_of(person)

    async def delete_me(self, person: int) -> None:
        """His results stay, as a former player's; who comes back is somebody new. Raises RecordRefused while he sits.

        A lobby that keeps a seat for him is closed: it could never start, and it is not his to cancel.
        """
        async with self._tables.seating.forgetting(person):
            if tables := self._tables.in_play.of_person(person):
                raise RecordRefused(StillSeated(tuple(table.number for table in tables)))
            await self._privacy.forget(person)
        for table in self._tables.in_play:
            if person in table.awaited:
                with suppress(Refused):  # it has been closed meanwhile
                    await self._tables.change(table.number, None, Cancel(manager=True))
