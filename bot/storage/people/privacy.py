"""What is stored of a person, all of it; and what goes when he asks to be forgotten.

A test looks whether every table of the database is asked for him, and every column that holds the number of a person.
"""

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, delete, or_

from bot.storage.database import Database
from bot.storage.league.fixtures import MOVE_ON
from bot.storage.league.servers import move_on
from bot.storage.people.people import StoredPeople
from bot.storage.people.personal_rows import rows_of, schedules_naming, servers_of
from bot.storage.people.personal_tables import tables_of
from bot.storage.schema import reminded, reminders, schedules, surfaces

_NO_WISHES = [delete(table).where(table.c.person == bindparam("of_person")) for table in (reminders, reminded)]
_NO_MESSAGES = delete(surfaces).where(or_(surfaces.c.channel == bindparam("of_channel"), surfaces.c.key == bindparam("hand")))
_MOVE_SCHEDULES = MOVE_ON.where(schedules.c.number.in_(bindparam("naming_him", expanding=True)))


class StoredPrivacy:
    def __init__(self, database: Database, people: StoredPeople) -> None:
        self._database = database
        self._people = people

    async def stored_of(self, person: int) -> Mapping[str, object]:
        """All that is stored of a person, by what it is, ready to be written as JSON.

        Tables and matches hold the number of a person only, which the first entry says; a match is given with all its facts,
        a table with what he did there.
        """
        found = await self._database.transaction(lambda connection: rows_of(connection, person))
        return found | {"tables": await tables_of(self._database, person)}

    async def forget(self, person: int) -> None:
        """His `people` row is emptied, with what belongs to his direct messages and wishes; results stay.

        Standings and schedules that name him are to be drawn anew.
        """
        channel = (await self._people.get(person)).dm_channel

        def also(connection: Connection) -> None:
            for statement in _NO_WISHES:
                connection.execute(statement, {"of_person": person})
            connection.execute(_NO_MESSAGES, {"of_channel": channel, "hand": f"hand {person}"})
            for server in servers_of(connection, person):
                move_on(connection, server, stale=False)
            connection.execute(_MOVE_SCHEDULES, {"naming_him": schedules_naming(connection, person)})

        await self._people.forget(person, also)
