"""What the bot knows of a person, handed out, and forgotten when he asks for it."""

from collections.abc import Mapping

from bot.tables.in_play import InPlay
from bot.tables.league_ports import Privacy
from bot.tables.league_refusals import RecordRefused, StillSeated


class Forgetting:
    def __init__(self, privacy: Privacy, in_play: InPlay) -> None:
        self._privacy = privacy
        self._in_play = in_play

    async def my_data(self, person: int) -> Mapping[str, object]:
        """All that is stored of him, by what it is, for `msgspec.json`."""
        return await self._privacy.stored_of(person)

    async def delete_me(self, person: int) -> None:
        """His results stay, as a former player's; who comes back is somebody new. Raises RecordRefused while he sits."""
        if tables := self._in_play.of_person(person):
            raise RecordRefused(StillSeated(tuple(table.number for table in tables)))
        await self._privacy.forget(person)
