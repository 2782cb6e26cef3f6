"""The finished matches: the facts as they are, and a line a seat for what is asked of a whole server."""

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, insert, select

from bot.league.facts import MatchResult
from bot.league.wins import SeatResult
from bot.storage.database import Database
from bot.storage.schema import people, result_seats, results, tables

_ADD = insert(results)
_ADD_SEATS = insert(result_seats)
_FACTS = select(results.c.facts, results.c.table, tables.c.channel).join(tables).where(results.c.table == bindparam("of_table"))
_OF_SERVER = (
    select(results.c.table, people.c.number, people.c.name, result_seats.c.placing, result_seats.c.points)
    .join_from(results, result_seats)
    .join(people)
    .where(results.c.server == bindparam("of_server"))
    .order_by(results.c.ended, results.c.table, result_seats.c.seat)
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[MatchResult] = msgspec.json.Decoder(MatchResult)


class StoredResults:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_server(self, server: int) -> list[SeatResult]:
        """A line for each seat of each finished match of a server, oldest match first."""
        rows = await self._database.transaction(lambda connection: connection.execute(_OF_SERVER, {"of_server": server}).all())
        return [SeatResult(*row) for row in rows]

    async def of_table(self, table: int) -> MatchResult | None:
        """The stored facts of a finished match."""
        row = await self._database.transaction(lambda connection: connection.execute(_FACTS, {"of_table": table}).first())
        return None if row is None else read_result(*row)


def read_result(facts: str, table: int, channel: int) -> MatchResult:
    """The facts as they are stored; earlier versions left the table and its channel out."""
    result = _decoder.decode(facts)
    return result if result.number else replace(result, number=table, channel=channel)


def insert_result(connection: Connection, table: int, result: MatchResult) -> None:
    """As a part of the transaction that stores the end of the match."""
    facts = _encoder.encode(result).decode()
    connection.execute(_ADD, {"table": table, "server": result.server, "ended": result.ended, "facts": facts})
    connection.execute(
        _ADD_SEATS,
        [
            {
                "table": table,
                "seat": number,
                "person": seat.person,
                "placing": seat.placing,
                "points": seat.points,
                "left": seat.left,
            }
            for number, seat in enumerate(result.seats)
        ],
    )
