"""Schedules of weeks as earlier versions of the bot stored them: this one shows and plays them, and makes none."""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlalchemy import Connection, insert

from bot.league.fixtures import Fixture, StoredSchedule
from bot.league.ledger import Ledger
from bot.league.organiser_actions import Line, NewLine, ScheduleMade
from bot.league.schedule import round_robin, table_rounds
from bot.league.seasons import StoredLeague
from bot.rummy.variant import Variant
from bot.storage.league.schema import fixtures, scheduled, schedules
from bot.storage.store import Store


async def store_schedule(
    store: Store,
    stored: StoredLeague,
    author: int,
    variant: Variant,
    people: Sequence[int],
    *,
    at: int,
    size: int = 2,
    rounds: int = 1,
    dates: Sequence[int] = (),
) -> StoredSchedule:
    """Store a schedule that an organiser has made `at` (epoch ms), and return it. It replaces an earlier one.

    With `size` 2 it is a round robin; with 3 it has so many `rounds`. `dates` (epoch ms) are one for each round, or none.
    """
    planned = round_robin(people) if size == 2 else table_rounds(people, rounds, "5" * 64)
    tables = [(nth, table) for nth, each in enumerate(planned, start=1) for table in each.tables]
    dated = tuple(Fixture(0, nth, table, dates[nth - 1] if dates else None) for nth, table in tables)
    new = StoredSchedule(0, stored.number, author, at, variant, tuple(each.byes for each in planned), dated)
    made = await store.ledgers._database.transaction(lambda connection: _add_rows(connection, new))

    async def make(ledger: Ledger) -> NewLine:
        before = ledger.schedules.newest(stored.number)
        what = ScheduleMade(stored.name, len(people), replaces=before is not None)
        return NewLine(Line(at, author, what, leagues=(stored.number,), is_own=author in made.people, schedule=made))

    await store.ledgers.add(stored.league.server, make)
    found = await store.schedules.find(stored.league.server, lambda schedules: schedules.get(made.number))
    assert found is not None
    return found


def _add_rows(connection: Connection, new: StoredSchedule) -> StoredSchedule:
    """Add the rows that find a schedule and its fixtures. Return it with its number and theirs."""
    about = {"league": new.league, "author": new.author}
    number = connection.execute(insert(schedules).returning(schedules.c.number), about).scalar_one()
    adding = insert(fixtures).returning(fixtures.c.number, sort_by_parameter_order=True)
    numbers = connection.execute(adding, [{"schedule": number, "due": one.due} for one in new.fixtures]).scalars()
    numbered = tuple(replace(one, number=each) for one, each in zip(new.fixtures, numbers, strict=True))
    connection.execute(insert(scheduled), [{"person": person, "schedule": number} for person in sorted(new.people)])
    return replace(new, number=number, fixtures=numbered)
