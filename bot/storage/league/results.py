"""The rows of finished matches: the facts, and a row per seat for queries about a whole server."""

from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, insert, select

from bot.league.match_facts import MatchResult
from bot.storage.schema.game_tables import tables
from bot.storage.schema.results import result_seats, results

_ADD = insert(results)
_ADD_SEATS = insert(result_seats)
_FACTS = select(results.c.facts, results.c.table, tables.c.channel).join(tables).order_by(results.c.ended, results.c.table)
_OF_TABLE = _FACTS.where(results.c.table == bindparam("of_table"))
_SINCE = _FACTS.where(results.c.server == bindparam("of_server"), results.c.ended >= bindparam("since"))
_OF_PERSON = _FACTS.join(result_seats).where(result_seats.c.person == bindparam("of_person"))
_OF_PEOPLE = _SINCE.where(
    results.c.table.in_(select(result_seats.c.table).where(result_seats.c.person.in_(bindparam("people", expanding=True))))
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[MatchResult] = msgspec.json.Decoder(MatchResult)


def facts_of_person(connection: Connection, person: int) -> Sequence[str]:
    """Return the stored facts of all the person's matches in all servers, the oldest first."""
    return [facts for facts, _, _ in connection.execute(_OF_PERSON, {"of_person": person})]


FactsRow = tuple[str, int, int]
"""The arguments of `decode_result`."""


def read_result(connection: Connection, table: int) -> MatchResult | None:
    """Return the stored facts of a finished match; None if the table has none."""
    row = connection.execute(_OF_TABLE, {"of_table": table}).first()
    return None if row is None else decode_result(*row)


def facts_of_server(connection: Connection, server: int, since: int) -> Sequence[FactsRow]:
    """Return the matches of a server that ended at `since` (epoch ms) or later, the oldest first."""
    rows = connection.execute(_SINCE, {"of_server": server, "since": since}).all()
    return [(facts, table, channel) for facts, table, channel in rows]


def facts_of_people(connection: Connection, server: int, people: Collection[int], since: int) -> Sequence[FactsRow]:
    """Return the same, of the matches in which any of these people had a seat."""
    about = {"of_server": server, "people": list(people), "since": since}
    return [(facts, table, channel) for facts, table, channel in connection.execute(_OF_PEOPLE, about)]


def decode_result(facts: str, table: int, channel: int) -> MatchResult:
    """Return the facts; earlier versions stored neither the table nor its channel in them."""
    result = _decoder.decode(facts)
    return result if result.number else replace(result, number=table, channel=channel)


def insert_result(connection: Connection, table: int, result: MatchResult) -> None:
    """Insert a result, in the transaction that stores the end of the match."""
    facts = _encoder.encode(result).decode()
    connection.execute(_ADD, {"table": table, "server": result.server, "ended": result.ended, "facts": facts})
    connection.execute(_ADD_SEATS, seat_rows(table, result))


def seat_rows(table: int, result: MatchResult) -> list[dict[str, object]]:
    """Return a row for the seat of each person, without computers."""
    return [
        {
            "table": table,
            "seat": number,
            "person": seat.person,
            "placing": seat.placing,
            "points": seat.points,
            "left": seat.left,
            "server": result.server,
            "ended": result.ended,
        }
        for number, seat in enumerate(result.seats)
        if not seat.computer
    ]
