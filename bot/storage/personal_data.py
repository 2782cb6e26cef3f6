"""Everything that is stored of a person, ready to be written as JSON, and what is deleted at their request.

The rows are found by indexes, so reading them takes as long as the person has data. Only the tables of ended seasons and the
lines of tournaments are read whole, of the servers in which the person has played. `personal_tables.py` reads the person's
events at tables, `personal_tournaments.py` those in tournaments.

A test checks that every table of the database is searched, and every column that holds the number of a person.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import BindParameter, Connection, Integer, Select, bindparam, delete, func, or_, select, update

from bot.league.corrections import apply_corrections
from bot.league.days import DAY_MS
from bot.league.match_facts import MatchResult, SeatFacts
from bot.league.organiser_actions import Protested
from bot.league.tournament.events import TournamentJoined
from bot.storage.database import PAGE, Database, overwrite_deleted
from bot.storage.league.former_players import (
    PAUSES_KEPT,
    PLAYERS_KEPT,
    final_seasons,
    forget_seasons,
    read_former_pauses,
    read_former_seasons,
    remember_former_player,
)
from bot.storage.league.ledger_rows import (
    CORRECTED,
    LINE,
    OVER,
    WITH_DEALS,
    advance_revision,
    corrections_of_matches,
    decode_line,
    decode_result,
    encode,
    read_results,
    read_season_tables,
)
from bot.storage.league.schema import former_pauses, former_players, leagues, ledger
from bot.storage.people import PEOPLE_KEPT, People, read_former_numbers, remember_former_person
from bot.storage.personal_tables import read_personal_tables
from bot.storage.schema import attempts, former_people, former_people_keys, people, seatings, surfaces, variants
from bot.storage.tables import read_open_tables
from bot.storage.tournament.personal import read_personal_tournaments
from bot.tables.ports import TimedLogs

_PERSON = BindParameter("of_person", type_=Integer)
_SEATED = select(seatings.c.table).where(seatings.c.person == _PERSON)
_IS_RESULT = (ledger.c.kind == OVER, ledger.c.match.in_(_SEATED))
_MATCHES = select(ledger.c.match, ledger.c.entry).where(*_IS_RESULT).order_by(ledger.c.at, ledger.c.match)
_SERVERS = select(ledger.c.server).where(*_IS_RESULT).distinct()
_ROW = select(people).where(people.c.number == _PERSON)
_ROWS = {
    "saved_games": select(variants).where(variants.c.author == _PERSON),
    "daily": select(attempts).where(attempts.c.person == _PERSON).order_by(attempts.c.day),
}
_LEAGUES = select(leagues.c.server, leagues.c.number).where(leagues.c.server.in_(_SERVERS)).order_by(leagues.c.number)
_OWN_LINES = (
    select(ledger.c.server, ledger.c.number, ledger.c.entry)
    .where(ledger.c.person == _PERSON)
    .order_by(ledger.c.at, ledger.c.server, ledger.c.number)
)
_CORRECTIONS = (
    select(ledger.c.server, ledger.c.entry)
    .where(ledger.c.kind == CORRECTED, or_(ledger.c.match.in_(_SEATED), ledger.c.person == _PERSON))
    .order_by(ledger.c.server, ledger.c.number)
)
_DELETE_MESSAGES = delete(surfaces).where(
    or_(surfaces.c.channel == bindparam("of_channel"), surfaces.c.key == bindparam("hand"))
)
_LINES = _OWN_LINES.where(ledger.c.kind == LINE)
_REWRITE = (
    update(ledger)
    .where(ledger.c.server == bindparam("of_server"), ledger.c.number == bindparam("of_number"))
    .values(entry=bindparam("as_entry"))
)
_KEPT = [
    (select(func.min(table.c.day)), delete(table).where(table.c.day < bindparam("first")), days)
    for table, days in (
        (former_people, PEOPLE_KEPT),
        (former_people_keys, PEOPLE_KEPT),
        (former_players, PLAYERS_KEPT),
        (former_pauses, PAUSES_KEPT),
    )
]
"""Of each table with hashes: its first day, deleting the days before one, and how many are kept."""
Found = dict[str, Any]


class StoredPrivacy:
    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self.people = people

    async def read_personal_data(self, person: int) -> Mapping[str, object]:
        """Return everything that is stored of a person, by what it is, ready to be written as JSON.

        Tables and matches hold only the number of a person, which is in the first entry. A match is given with all its facts, a
        table with the person's own events.
        """
        found = await self._database.read(lambda connection: _read_rows(connection, person))
        found["matches"] = await _read_matches(self._database, person)
        return found | {"tables": await read_personal_tables(self._database, person)}

    async def delete_personal_data(self, person: int, *, at: int, check: Callable[[TimedLogs], None] = lambda _: None) -> None:
        """Delete what is stored of a person but their results.

        `check` gets the tables that aren't over and where the person has had a seat; it may raise Refused.
        """

        def delete_the_rest(connection: Connection) -> None:
            check(read_open_tables(connection, person))
            known = connection.execute(_ROW, {"of_person": person}).one()
            if known.discord_id is not None:
                remember_former_person(connection, person, known.discord_id, at=at)
                remember_former_player(connection, person, known.discord_id, _corrected_matches(connection, person), at=at)
            connection.execute(_DELETE_MESSAGES, {"of_channel": known.dm_channel, "hand": f"hand {person}"})
            _empty_protests(connection, person)
            for row in _rows(connection, _SERVERS, person):
                advance_revision(connection, row["server"])

        await self.people.delete_data(person, delete_the_rest)

    async def delete_expired_hashes(self, *, at: int) -> None:
        """Delete the keys and hashes that are no longer kept at this time."""

        def has_any(connection: Connection) -> bool:
            first_days = ((connection.execute(first).scalar(), kept) for first, _, kept in _KEPT)
            is_old = any(first is not None and first < at // DAY_MS - kept for first, kept in first_days)
            return is_old or bool(final_seasons(connection, at=at))

        def delete_them(connection: Connection) -> None:
            overwrite_deleted(connection)
            for _, delete_old, kept in _KEPT:
                connection.execute(delete_old, {"first": at // DAY_MS - kept})
            forget_seasons(connection, final_seasons(connection, at=at))

        if await self._database.read(has_any):
            await self._database.transaction(delete_them)


def _read_rows(connection: Connection, person: int) -> Found:
    """Return the rows by what they are, without the matches: of these there may be many."""
    found: Found = {"person": _rows(connection, _ROW, person)[0]}
    found["person"]["nicknames"] = msgspec.json.decode(found["person"]["nicknames"])
    found["matches"] = []
    found |= {name: _rows(connection, statement, person) for name, statement in _ROWS.items()}
    found["organised"] = list(_own_lines(connection, person))
    found["seasons"] = list(_final_rows(connection, person))
    found["tournaments"] = list(read_personal_tournaments(connection, person))
    found["corrections"] = list(_related_corrections(connection, person))
    discord_id = found["person"]["discord_id"]
    former = {} if discord_id is None else read_former_numbers(connection, discord_id, at=0)
    found["former_numbers"] = [{"person": number, "day": day} for number, day in former.items()]
    ids = [] if discord_id is None else [(person, discord_id)]
    found["former_seasons"] = [one._asdict() for one in read_former_seasons(connection, ids, at=0)]
    found["former_pauses"] = [one._asdict() for one in read_former_pauses(connection, ids, at=0)]
    return found


async def _read_matches(database: Database, person: int) -> list[dict[str, object]]:
    """Return the facts of the person's matches, the oldest first. Read in several reads, a page each."""
    rows = await database.read(lambda connection: connection.execute(_MATCHES, {"of_person": person}).all())
    numbers = [row.match for row in rows if any(_is_seat_of(seat, person) for seat in decode_result(row.entry).seats)]
    found = list[dict[str, object]]()
    for at in range(0, len(numbers), PAGE):
        some = {"numbers": numbers[at : at + PAGE]}
        read = await database.read(lambda connection, some=some: connection.execute(WITH_DEALS, some).all())  # type: ignore[misc]
        found += [msgspec.json.decode(entry) | {"deals": msgspec.json.decode(deals)} for entry, deals in read]
    return sorted(found, key=lambda match: (match["ended"], match["number"]))


def _is_seat_of(seat: SeatFacts, person: int) -> bool:
    return seat.person == person and not seat.computer


def _rows(connection: Connection, statement: Select[Any], person: int) -> list[Found]:
    return [dict(row) for row in connection.execute(statement, {"of_person": person}).mappings()]


def _final_rows(connection: Connection, person: int) -> Iterator[Found]:
    """Yield the person's rows in the tables of seasons."""
    for league in _rows(connection, _LEAGUES, person):
        for table in reversed(read_season_tables(connection, league["server"], league["number"])):
            for row in table.rows:
                if row.person == person:
                    fields = {name: getattr(row, name) for name in row.__struct_fields__}
                    about = {"league": league["number"], "season": table.season.number, "name": table.season.name}
                    yield about | fields | {"awards": table.awards.of_person(person)}


def _own_lines(connection: Connection, person: int) -> Iterator[Found]:
    """Yield what the person did as an organiser, and their protests."""
    for row in _rows(connection, _OWN_LINES, person):
        line = decode_line(row["entry"])
        if line is not None and not isinstance(line.what, TournamentJoined):
            about = {"number": row["number"], "server": row["server"], "at": line.at}
            yield about | {"what": msgspec.json.decode(encode(line.what)), "why": line.why, "own": line.is_own}


def _related_corrections(connection: Connection, person: int) -> Iterator[Found]:
    """Yield the corrections of the person's matches, and those that they made."""
    for row in _rows(connection, _CORRECTIONS, person):
        line = decode_line(row["entry"])
        correction = None if line is None else line.correction
        if correction is not None and (correction.by == person or _was_in(connection, correction.match, person)):
            yield msgspec.json.decode(encode(correction)) | {"server": row["server"]}


def _corrected_matches(connection: Connection, person: int) -> list[MatchResult]:
    """Return the person's matches as they are corrected."""
    matches = [decode_result(row.entry) for row in connection.execute(_MATCHES, {"of_person": person})]
    return apply_corrections(matches, corrections_of_matches(connection, [match.number for match in matches]))


def _was_in(connection: Connection, match: int, person: int) -> bool:
    return any(_is_seat_of(seat, person) for played in read_results(connection, [match]) for seat in played.seats)


def _empty_protests(connection: Connection, person: int) -> None:
    """Rewrite the lines of the person's protests without their text: what the ledger says follows from it stays."""
    for server, number, text in connection.execute(_LINES, {"of_person": person}).all():
        line = decode_line(text)
        if line is not None and isinstance(line.what, Protested):
            about = {"of_server": server, "of_number": number, "as_entry": encode(replace(line, why=""))}
            connection.execute(_REWRITE, about)
