"""The rows about a person, table by table, ready to be written as JSON; `personal_tables.py` has their events at tables.

They are found by indexes, so reading them takes as long as the person has data. Only the tables of ended seasons are read
whole, of the servers in which the person has played.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, Integer, Select, select, union

from bot.league.seasons.season_table import SeasonTable
from bot.storage.database import Database
from bot.storage.league.cached_totals import decode_rated_matches
from bot.storage.league.matches.results import facts_of_matches, matches_of_person
from bot.storage.people.former_people import read_former_numbers
from bot.storage.reader import PAGE
from bot.storage.schema.game_tables import variants
from bot.storage.schema.leagues import leagues, seasons
from bot.storage.schema.organiser_log import organiser_actions
from bot.storage.schema.people import people
from bot.storage.schema.results import correction_authors, corrections, rated, ratings, result_seats, results, totals
from bot.storage.schema.schedules import fixtures, reminded, reminders, scheduled, schedules

_PERSON = BindParameter("of_person", type_=Integer)
_MATCHES = select(result_seats.c.table).where(result_seats.c.person == _PERSON)
_SERVERS = select(results.c.server).where(results.c.table.in_(_MATCHES)).distinct()
_ROW = select(people).where(people.c.number == _PERSON)
_ROWS = {
    "ratings": select(ratings).where(ratings.c.person == _PERSON),
    "standings": select(leagues.c.server, totals).join_from(totals, leagues).where(totals.c.person == _PERSON),
    "saved_games": select(variants).where(variants.c.author == _PERSON),
    "reminders": select(reminders.c.league).where(reminders.c.person == _PERSON),
    "reminded": select(reminded.c.fixture, reminded.c.at).where(reminded.c.person == _PERSON),
    "organised": select(*(organiser_actions.c[name] for name in ("number", "server", "at", "what", "why", "own")))
    .where(organiser_actions.c.person == _PERSON)
    .order_by(organiser_actions.c.number),
}
_RATED = select(rated.c.match, rated.c.ended, rated.c.deck, rated.c.steps).where(rated.c.match.in_(_MATCHES))
_FINAL_TABLES = (
    select(seasons.c.league, seasons.c.final)
    .join_from(leagues, seasons)
    .where(leagues.c.server.in_(_SERVERS), seasons.c.final.is_not(None))
)
_FIXTURES = select(*(fixtures.c[name] for name in ("number", "schedule", "round", "people", "due", "table"))).where(
    fixtures.c.schedule.in_(select(scheduled.c.schedule).where(scheduled.c.person == _PERSON))
)
_SCHEDULES = (
    select(*(schedules.c[name] for name in ("number", "league", "author", "at", "byes")))
    .where(
        schedules.c.number.in_(
            union(
                select(schedules.c.number).where(schedules.c.author == _PERSON),
                select(scheduled.c.schedule).where(scheduled.c.person == _PERSON),
            )
        )
    )
    .order_by(schedules.c.number)
)
_CORRECTIONS = (
    select(corrections.c.server, corrections.c.correction)
    .where(
        corrections.c.number.in_(
            union(
                select(corrections.c.number).where(corrections.c.match.in_(_MATCHES)),
                select(correction_authors.c.correction).where(correction_authors.c.person == _PERSON),
            )
        )
    )
    .order_by(corrections.c.number)
)
_final: msgspec.json.Decoder[SeasonTable] = msgspec.json.Decoder(SeasonTable)

Found = dict[str, Any]


def read_personal_rows(connection: Connection, person: int) -> Found:
    """Return the rows by what they are, without the matches: of these there may be many."""
    found: Found = {"person": _rows(connection, _ROW, person)[0]}
    found["matches"] = []
    found |= {name: _rows(connection, statement, person) for name, statement in _ROWS.items()}
    found["rated"] = list(_rating_steps(connection, person))
    found["seasons"] = list(_final_rows(connection, person))
    found["fixtures"] = _own_fixtures(connection, person)
    found["schedules"] = list(_own_schedules(connection, person))
    for row in found["organised"]:
        row["what"] = msgspec.json.decode(row["what"])
    found["corrections"] = list(_related_corrections(connection, person))
    found["former_numbers"] = list(_former_numbers(connection, found["person"]["discord_id"]))
    return found


async def read_personal_matches(database: Database, person: int) -> list[msgspec.Raw]:
    """Return the facts of the person's matches, the oldest first. Read in several reads, a page each."""
    numbers = await database.read(lambda connection: matches_of_person(connection, person))
    found = list[msgspec.Raw]()
    for at in range(0, len(numbers), PAGE):
        some = numbers[at : at + PAGE]
        facts = await database.read(lambda connection, some=some: facts_of_matches(connection, some))  # type: ignore[misc]
        found += [msgspec.Raw(text.encode()) for text in facts]
    return found


def servers_with_results(connection: Connection, person: int) -> list[int]:
    """Return the servers in which the person has results."""
    return [row["server"] for row in _rows(connection, _SERVERS, person)]


def schedules_with_person(connection: Connection, person: int) -> list[int]:
    """Return the schedules in which the person plays or has a bye."""
    return [one["number"] for one in _own_schedules(connection, person) if one["plays"] or one["byes"]]


def _rows(connection: Connection, statement: Select[Any], person: int) -> list[Found]:
    return [dict(row) for row in connection.execute(statement, {"of_person": person}).mappings()]


def _former_numbers(connection: Connection, discord_id: int | None) -> Iterator[Found]:
    """Yield the former numbers that a keyed hash of the Discord id still leads to, with the days (UTC) of their deletion."""
    if discord_id is not None:
        for person, day in read_former_numbers(connection, discord_id, at=0).items():
            yield {"person": person, "day": day}


def _rating_steps(connection: Connection, person: int) -> Iterator[Found]:
    """Yield how each rated match changed the person's rating."""
    rows = [(row["match"], row["ended"], row["deck"], row["steps"]) for row in _rows(connection, _RATED, person)]
    for match in decode_rated_matches(rows).values():
        for step in match.steps:
            if step.person == person:
                fields = {name: getattr(step, name) for name in step.__struct_fields__}
                yield {"match": match.number, "ended": match.ended, "deck": match.deck, **fields}


def _final_rows(connection: Connection, person: int) -> Iterator[Found]:
    """Yield the person's rows in the tables of seasons."""
    for kept in _rows(connection, _FINAL_TABLES, person):
        table = _final.decode(kept["final"])
        for row in table.rows:
            if row.person == person:
                fields = {name: getattr(row, name) for name in row.__struct_fields__}
                about = {"league": kept["league"], "season": table.season.number, "name": table.season.name}
                yield about | fields | {"awards": table.awards.of_person(person)}


def _own_fixtures(connection: Connection, person: int) -> list[Found]:
    found = [row | {"people": msgspec.json.decode(row["people"])} for row in _rows(connection, _FIXTURES, person)]
    return [row for row in found if person in row["people"]]


def _own_schedules(connection: Connection, person: int) -> Iterator[Found]:
    """Yield the schedules that the person made or that name them; `byes` are the rounds in which they have a bye."""
    playing = {row["schedule"] for row in _own_fixtures(connection, person)}
    for row in _rows(connection, _SCHEDULES, person):
        byes = [nth for nth, resting in enumerate(msgspec.json.decode(row["byes"]), start=1) if person in resting]
        made, plays = row["author"] == person, row["number"] in playing
        if made or plays or byes:
            yield {
                "number": row["number"],
                "league": row["league"],
                "at": row["at"],
                "made": made,
                "plays": plays,
                "byes": byes,
            }


def _related_corrections(connection: Connection, person: int) -> Iterator[Found]:
    """Yield the corrections that the person made, and those of their matches. Those about them are all among these."""
    for row in _rows(connection, _CORRECTIONS, person):
        yield msgspec.json.decode(row["correction"]) | {"server": row["server"]}
