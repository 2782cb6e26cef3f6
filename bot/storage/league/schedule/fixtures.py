"""The rows of fixtures, and the transaction in which a fixture gets its table.

The state of a fixture is computed, never stored: it waits again if its table closed without a result or its match was voided.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, case, exists, or_, select, update

from bot.competition.refusals import LeagueArchived, NoSuchFixture, PlayerDeleted, ScheduleReplaced
from bot.competition.schedule_ports import Fixture, FixtureState
from bot.league.corrections import Reinstate, Void
from bot.storage.league.ledger_rows import OVER, corrections_of_matches, read_leagues
from bot.storage.league.schema import fixtures, leagues, ledger, schedules
from bot.storage.schema import events, people, tables
from bot.tables.events import Reservation, TableOpened, decode
from bot.wording.sentence import NumberCode, Refusal, Refused

STATE: ColumnElement[str] = case(
    (ledger.c.match.is_not(None), FixtureState.PLAYED.value),
    (or_(fixtures.c.table.is_(None), tables.c.closed.is_not(None)), FixtureState.WAITING.value),
    else_=FixtureState.OPEN.value,
)
"""The state, without looking at whether the match was voided."""
_newer = schedules.alias("newer")
REPLACED = or_(
    schedules.c.withdrawn,
    exists().where(_newer.c.league == schedules.c.league, _newer.c.number > schedules.c.number, ~_newer.c.withdrawn),
)
FIXTURES = (
    select(
        fixtures.c.number,
        fixtures.c.schedule,
        schedules.c.league,
        fixtures.c.round,
        fixtures.c.people,
        fixtures.c.due,
        STATE,
        fixtures.c.table,
        tables.c.channel,
    )
    .join_from(fixtures, schedules)
    .outerjoin(tables, tables.c.number == fixtures.c.table)
    .outerjoin(ledger, and_(ledger.c.match == fixtures.c.table, ledger.c.kind == OVER))
    .order_by(fixtures.c.round, fixtures.c.number)
)
_ONE = FIXTURES.where(fixtures.c.number == bindparam("of_fixture"))
_GIVEN_UP = (
    select(REPLACED, leagues.c.server, leagues.c.number)
    .join_from(fixtures, schedules)
    .join(leagues)
    .where(fixtures.c.number == bindparam("of_fixture"))
)
_OPENED = select(events.c.event, events.c.spelling).where(events.c.table == bindparam("of_match"), events.c.version == 1)
_SET_TABLE = update(fixtures).where(fixtures.c.number == bindparam("of_fixture")).values(table=bindparam("at_table"))
_DELETED_PLAYERS = select(people.c.number).where(
    people.c.number.in_(bindparam("of_people", expanding=True)), people.c.discord_id.is_(None)
)
ADVANCE_REVISION = update(schedules).values(revision=schedules.c.revision + 1)
_ADVANCE_OF_TABLE = ADVANCE_REVISION.where(
    schedules.c.number.in_(select(fixtures.c.schedule).where(fixtures.c.table == bindparam("at_table")))
)
_ADVANCE_OF_LEAGUE = ADVANCE_REVISION.where(schedules.c.league == bindparam("of_league"))

_people: msgspec.json.Decoder[tuple[int, ...]] = msgspec.json.Decoder(tuple[int, ...])


class FixturePlayedAgain(Refusal):
    """The voided match of a schedule can't be reinstated: it has been played again, or is being played, as `again`."""

    match: NumberCode
    again: NumberCode
    sentence = "The schedule's match {match} was opened again as {again}. Void or cancel that one first."


class FixtureHasTable(Refusal):
    """The fixture has an open table."""

    number: int
    sentence = "This match is already open: it's table {number}."


class FixturePlayed(Refusal):
    """The fixture has been played, in this match."""

    number: int
    sentence = "This match has already been played. See `/match id:{number}`."


def read_fixtures(connection: Connection, statement: Select[Any], about: Mapping[str, object]) -> list[Fixture]:
    """Return the fixtures that a statement made from `FIXTURES` selects."""
    rows = connection.execute(statement, about).all()
    played = [row.table for row in rows if row[6] == FixtureState.PLAYED.value]
    voided = _voided_matches(connection, played) if played else frozenset()
    return [_fixture(*row, voided=voided) for row in rows]


def set_fixture_table(connection: Connection, reserved: Reservation, table: int) -> None:
    """Record the table of a fixture, in the transaction that opens the table.

    Raise Refused if the fixture has a table, has been played, or can't be played: its schedule has been replaced, its
    league archived, or a player's data deleted.
    """
    found = read_fixtures(connection, _ONE, {"of_fixture": reserved.fixture})
    if not found:
        raise Refused(NoSuchFixture(reserved.fixture))
    if found[0].table is not None:
        played = found[0].state == FixtureState.PLAYED
        raise Refused(FixturePlayed(found[0].table) if played else FixtureHasTable(found[0].table))
    replaced, server, number = connection.execute(_GIVEN_UP, {"of_fixture": reserved.fixture}).one()
    league = read_leagues(connection, server).get(number)
    if league is not None and league.archived_at is not None:
        raise Refused(LeagueArchived(league.name))
    if replaced:
        raise Refused(ScheduleReplaced())
    if connection.execute(_DELETED_PLAYERS, {"of_people": reserved.people}).first() is not None:
        raise Refused(PlayerDeleted())
    connection.execute(_SET_TABLE, {"of_fixture": reserved.fixture, "at_table": table})
    advance_schedule_of_table(connection, table)


def give_back_table(connection: Connection, match: int) -> None:
    """Make the voided match of a fixture the one of its schedule again, in the transaction that reinstates it.

    Raise Refused if the fixture has been played again since, or is being played: one of the two would count twice.
    """
    row = connection.execute(_OPENED, {"of_match": match}).first()
    opened = None if row is None else decode(row.event, row.spelling)
    if not isinstance(opened, TableOpened) or opened.reserved is None:
        return
    reserved = opened.reserved
    for fixture in read_fixtures(connection, _ONE, {"of_fixture": reserved.fixture}):
        if fixture.table not in (None, match):
            raise Refused(FixturePlayedAgain(match, fixture.table))
        connection.execute(_SET_TABLE, {"of_fixture": reserved.fixture, "at_table": match})


def advance_schedule_of_table(connection: Connection, table: int) -> None:
    """Advance the revision of the schedule if this is the table of a fixture, in the transaction that changes its state."""
    connection.execute(_ADVANCE_OF_TABLE, {"at_table": table})


def advance_schedules_of_league(connection: Connection, league: int) -> None:
    """Advance the revisions of the league's schedules, in the transaction that changes what they show."""
    connection.execute(_ADVANCE_OF_LEAGUE, {"of_league": league})


def _voided_matches(connection: Connection, matches: list[int]) -> frozenset[int]:
    found = {}
    for correction in corrections_of_matches(connection, matches):
        if isinstance(correction.change, Void | Reinstate):
            found[correction.match] = isinstance(correction.change, Void)
    return frozenset(match for match, void in found.items() if void)


def _fixture(
    number: int,
    schedule: int,
    league: int,
    nth: int,
    people: str,
    due: int | None,
    state: str,
    table: int | None,
    channel: int | None,
    *,
    voided: frozenset[int],
) -> Fixture:
    if state == FixtureState.WAITING.value or table in voided:
        return Fixture(number, schedule, league, nth, _people.decode(people), due, FixtureState.WAITING)
    return Fixture(number, schedule, league, nth, _people.decode(people), due, FixtureState(state), table, channel)
