"""What is stored of a person, all of it; and what goes when he asks to be forgotten."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import BindParameter, Connection, Integer, bindparam, delete, select

from bot.storage.database import Database
from bot.storage.people import StoredPeople
from bot.storage.results import facts_of_person
from bot.storage.schema import (
    corrections,
    fixtures,
    leagues,
    people,
    ratings,
    reminded,
    reminders,
    schedules,
    surfaces,
    totals,
    variants,
)

_PERSON = BindParameter("of_person", type_=Integer)
_ROW = select(people).where(people.c.number == _PERSON)
_HERE = {
    "ratings": select(ratings).where(ratings.c.person == _PERSON),
    "standings": select(leagues.c.server, totals).join_from(totals, leagues).where(totals.c.person == _PERSON),
    "saved_games": select(variants.c.server, variants.c.name, variants.c.at).where(variants.c.author == _PERSON),
    "schedules": select(schedules.c.number, schedules.c.league, schedules.c.at).where(schedules.c.author == _PERSON),
    "reminders": select(reminders.c.league).where(reminders.c.person == _PERSON),
    "reminded": select(reminded.c.fixture, reminded.c.at).where(reminded.c.person == _PERSON),
}
_FIXTURES = select(*(fixtures.c[name] for name in ("number", "schedule", "round", "people", "due", "table")))
_CORRECTIONS = select(corrections.c.server, corrections.c.correction)
_DIRECT = surfaces.c.channel == bindparam("of_channel")
_MESSAGES = select(surfaces.c.table, surfaces.c.key, surfaces.c.message).where(_DIRECT)
_NO_WISHES = [delete(table).where(table.c.person == _PERSON) for table in (reminders, reminded)]
_NO_MESSAGES = delete(surfaces).where(_DIRECT)


class StoredPrivacy:
    def __init__(self, database: Database, people: StoredPeople) -> None:
        self._database = database
        self._people = people

    async def stored_of(self, person: int) -> Mapping[str, object]:
        """All that is stored of a person, by what it is, ready to be written as JSON.

        Tables and matches hold the number of a person only, which the first entry says; a match is given with all its facts.
        """
        about = {"of_person": person}

        def read(connection: Connection) -> dict[str, object]:
            row = connection.execute(_ROW, about).mappings().one()
            found: dict[str, object] = {"person": dict(row)}
            found["matches"] = [msgspec.Raw(facts.encode()) for facts in facts_of_person(connection, person)]
            for name, statement in _HERE.items():
                found[name] = [dict(one) for one in connection.execute(statement, about).mappings()]
            found["fixtures"] = [
                dict(one) | {"people": msgspec.Raw(one["people"].encode())}
                for one in connection.execute(_FIXTURES).mappings()
                if person in msgspec.json.decode(one["people"])
            ]
            said = [msgspec.json.decode(text) | {"server": server} for server, text in connection.execute(_CORRECTIONS)]
            found["corrections"] = [one for one in said if one["by"] == person]
            direct = connection.execute(_MESSAGES, {"of_channel": row["dm_channel"]}).mappings()
            found["direct_messages"] = [dict(one) for one in direct]
            return found

        return await self._database.transaction(read)

    async def forget(self, person: int) -> None:
        """His `people` row is emptied, with what belongs to his direct messages and wishes; results stay."""
        channel = (await self._people.get(person)).dm_channel

        def also(connection: Connection) -> None:
            for statement in _NO_WISHES:
                connection.execute(statement, {"of_person": person})
            if channel is not None:
                connection.execute(_NO_MESSAGES, {"of_channel": channel})

        await self._people.forget(person, also)
