"""The rows of finished matches: the facts, and a row per seat for queries about a whole server."""

from collections.abc import Collection, Sequence
from functools import lru_cache

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, func, insert, select, tuple_

from bot.league.match_facts import MatchResult, SeatFacts
from bot.rummy.variant.length import Length
from bot.rummy.variant.variant import Variant
from bot.storage.reader import PAGE
from bot.storage.schema.game_tables import tables
from bot.storage.schema.results import result_seats, results

Key = tuple[int, int]
"""The end of a match (epoch ms) and its number: matches count in this order."""
NO_KEY: Key = (-1, 0)
LAST_KEY: Key = (2**62, 0)

_ADD = insert(results)
_ADD_SEATS = insert(result_seats)
_FACTS = select(results.c.facts, results.c.table, tables.c.channel).join(tables).order_by(results.c.ended, results.c.table)
_OF_TABLE = _FACTS.where(results.c.table == bindparam("of_table"))
_OF_SERVER = results.c.server == bindparam("of_server")
_KEY = tuple_(results.c.ended, results.c.table)
_PAGE = _FACTS.where(
    _OF_SERVER,
    results.c.ended >= bindparam("ended"),
    tuple_(bindparam("ended"), bindparam("number")) < _KEY,
    tuple_(bindparam("until_ended"), bindparam("until_number")) >= _KEY,
).limit(bindparam("count"))
_NUMBERED = _FACTS.where(results.c.table.in_(bindparam("numbers", expanding=True)))
_PLACES = select(tables.c.number, tables.c.channel).where(tables.c.number.in_(bindparam("numbers", expanding=True)))
_NEWEST = (
    _FACTS.where(_OF_SERVER, results.c.ended <= bindparam("ended"), tuple_(bindparam("ended"), bindparam("number")) > _KEY)
    .order_by(None)
    .order_by(results.c.ended.desc(), results.c.table.desc())
    .limit(bindparam("count"))
)
_COUNT_AFTER = (
    select(func.count())
    .select_from(results)
    .where(_OF_SERVER, results.c.ended >= bindparam("ended"), tuple_(bindparam("ended"), bindparam("number")) < _KEY)
)
_LAST_KEY = (
    select(results.c.ended, results.c.table).where(_OF_SERVER).order_by(results.c.ended.desc(), results.c.table.desc()).limit(1)
)
_SINCE = _FACTS.where(_OF_SERVER, results.c.ended >= bindparam("since"))
_OF_PERSON = (
    select(result_seats.c.table)
    .where(result_seats.c.person == bindparam("of_person"))
    .order_by(result_seats.c.ended, result_seats.c.table)
)
_WITH_PEOPLE = results.c.table.in_(
    select(result_seats.c.table).where(
        result_seats.c.person.in_(bindparam("people", expanding=True)), result_seats.c.server == bindparam("of_server")
    )
)
_OF_PEOPLE, _PAGE_OF_PEOPLE = _SINCE.where(_WITH_PEOPLE), _PAGE.where(_WITH_PEOPLE)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[MatchResult] = msgspec.json.Decoder(MatchResult)


def matches_of_person(connection: Connection, person: int) -> Sequence[int]:
    """Return the numbers of all the person's matches in all servers, the oldest first."""
    return list(dict.fromkeys(connection.execute(_OF_PERSON, {"of_person": person}).scalars()))


def facts_of_matches(connection: Connection, numbers: Collection[int]) -> Sequence[str]:
    """Return the stored facts of these matches, at most `PAGE`, the oldest first."""
    return [facts for facts, _, _ in connection.execute(_NUMBERED, {"numbers": list(numbers)})]


def read_result(connection: Connection, table: int) -> MatchResult | None:
    """Return the stored facts of a finished match; None if the table has none."""
    row = connection.execute(_OF_TABLE, {"of_table": table}).first()
    return None if row is None else decode_result(*row)


def read_places(connection: Connection, numbers: Collection[int]) -> dict[int, int]:
    """Return the channels or threads in which these tables were opened, by table; at most `PAGE`."""
    rows = connection.execute(_PLACES, {"numbers": list(numbers)})
    return {row.number: row.channel for row in rows}


def read_matches(
    connection: Connection,
    server: int,
    people: Collection[int] | None,
    after: Key,
    until: Key = LAST_KEY,
    *,
    with_deals: bool = True,
    most: int = PAGE,
) -> list[MatchResult]:
    """Return the matches of a server after one key and up to another, the oldest first.

    With `people`, only those in which any of them had a seat. Without deals, decoding takes a fraction of the time and memory.
    """
    about: dict[str, object] = {"of_server": server, "ended": after[0], "number": after[1]}
    about |= {"until_ended": until[0], "until_number": until[1], "count": most}
    if people is not None:
        about["people"] = list(people)
    rows = connection.execute(_PAGE if people is None else _PAGE_OF_PEOPLE, about)
    return [decode_result(*row, with_deals=with_deals) for row in rows]


def read_matches_numbered(connection: Connection, numbers: Collection[int], *, with_deals: bool = True) -> list[MatchResult]:
    """Return the matches with these numbers, at most `PAGE`, the oldest first."""
    return [decode_result(*row, with_deals=with_deals) for row in connection.execute(_NUMBERED, {"numbers": list(numbers)})]


def read_newest_matches(connection: Connection, server: int, before: Key, count: int) -> list[MatchResult]:
    """Return the newest matches before a key, without their deals, the newest first."""
    about = {"of_server": server, "ended": before[0], "number": before[1], "count": count}
    return [decode_result(*row, with_deals=False) for row in connection.execute(_NEWEST, about)]


def read_last_key(connection: Connection, server: int) -> Key:
    """Return the key of the newest match of the server."""
    row = connection.execute(_LAST_KEY, {"of_server": server}).first()
    return NO_KEY if row is None else (row[0], row[1])


def count_results_after(connection: Connection, server: int, key: Key) -> int:
    """Return how many matches of the server come after a key."""
    about = {"of_server": server, "ended": key[0], "number": key[1]}
    return connection.execute(_COUNT_AFTER, about).scalar_one()


def facts_of_people(connection: Connection, server: int, people: Collection[int], since: int) -> list[MatchResult]:
    """Return the matches since a time (epoch ms) in which any of these people had a seat, the oldest first."""
    about = {"of_server": server, "people": list(people), "since": since}
    return [decode_result(*row) for row in connection.execute(_OF_PEOPLE, about)]


def decode_result(facts: str, table: int, channel: int, *, with_deals: bool = True) -> MatchResult:
    """Return the facts; earlier versions stored neither the table nor its channel in them."""
    if with_deals:
        result = _decoder.decode(facts)
    else:
        brief = _brief_decoder.decode(facts)
        result = MatchResult(
            brief.server,
            _decode_variant(bytes(brief.variant)),
            brief.seats,
            (),
            brief.ended,
            brief.number,
            brief.channel,
            brief.house_rules,
            has_clock=brief.has_clock,
            is_walkover=brief.is_walkover,
            length=brief.length,
            league=brief.league,
        )
    return result if result.number else replace(result, number=table, channel=channel)


class _Brief(Struct):
    """The facts without the deals, which the decoder skips."""

    server: int
    variant: Raw
    seats: tuple[SeatFacts, ...]
    ended: int
    number: int = 0
    channel: int = 0
    house_rules: tuple[str, ...] = ()
    has_clock: bool = False
    is_walkover: bool = False
    length: Length = Length.FULL
    league: int = 0


_brief_decoder: msgspec.json.Decoder[_Brief] = msgspec.json.Decoder(_Brief)


@lru_cache(maxsize=1000)
def _decode_variant(text: bytes) -> Variant:
    """Return the same object for equal texts: a server plays few variants many times."""
    return msgspec.json.decode(text, type=Variant)


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
