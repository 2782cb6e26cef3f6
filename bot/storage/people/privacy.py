"""Everything that is stored of a person, and what is deleted at their request.

A test checks that every table of the database is searched, and every column that holds the number of a person.
"""

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, delete, or_, update

from bot.storage.database import Database
from bot.storage.league.schedule.fixtures import ADVANCE_REVISION
from bot.storage.league.servers import advance_revision
from bot.storage.people.former_people import delete_expired_hashes, has_expired_hashes, remember_former_person
from bot.storage.people.people import StoredPeople
from bot.storage.people.personal_rows import (
    read_personal_matches,
    read_personal_rows,
    schedules_with_person,
    servers_with_results,
)
from bot.storage.people.personal_tables import read_personal_tables
from bot.storage.schema.game_tables import surfaces
from bot.storage.schema.organiser_log import organiser_actions
from bot.storage.schema.schedules import reminded, reminders, schedules

_DELETE_REMINDERS = [delete(table).where(table.c.person == bindparam("of_person")) for table in (reminders, reminded)]
_DELETE_MESSAGES = delete(surfaces).where(
    or_(surfaces.c.channel == bindparam("of_channel"), surfaces.c.key == bindparam("hand"))
)
_EMPTY_PROTESTS = (
    update(organiser_actions)
    .where(organiser_actions.c.person == bindparam("of_person"), organiser_actions.c.what.like('{"type":"Protested"%'))
    .values(why="")
)
_ADVANCE_SCHEDULES = ADVANCE_REVISION.where(schedules.c.number.in_(bindparam("with_person", expanding=True)))


class StoredPrivacy:
    def __init__(self, database: Database, people: StoredPeople) -> None:
        self._database = database
        self._people = people

    async def read_personal_data(self, person: int) -> Mapping[str, object]:
        """Return everything that is stored of a person, by what it is, ready to be written as JSON.

        Tables and matches hold only the number of a person, which is in the first entry. A match is given with all its facts, a
        table with the person's own events.
        """
        found = await self._database.read(lambda connection: read_personal_rows(connection, person))
        found["matches"] = await read_personal_matches(self._database, person)
        return found | {"tables": await read_personal_tables(self._database, person)}

    async def delete_personal_data(self, person: int, *, at: int) -> None:
        known = self._people[person]
        channel = known.dm_channel

        def delete_the_rest(connection: Connection) -> None:
            if known.discord_id is not None:
                remember_former_person(connection, person, known.discord_id, at=at)
            for statement in _DELETE_REMINDERS:
                connection.execute(statement, {"of_person": person})
            connection.execute(_DELETE_MESSAGES, {"of_channel": channel, "hand": f"hand {person}"})
            connection.execute(_EMPTY_PROTESTS, {"of_person": person})
            for server in servers_with_results(connection, person):
                advance_revision(connection, server)
            connection.execute(_ADVANCE_SCHEDULES, {"with_person": schedules_with_person(connection, person)})

        await self._people.delete_data(person, delete_the_rest)

    async def delete_expired_hashes(self, *, at: int) -> None:
        if await self._database.read(lambda connection: has_expired_hashes(connection, at=at)):
            await self._database.transaction(lambda connection: delete_expired_hashes(connection, at=at))
