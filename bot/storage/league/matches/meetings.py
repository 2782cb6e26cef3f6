"""How often two people of a match had met in the two days before it: this finds the matches that a limit may concern.

It is at least the number that the limit counts: of the two who met most, at tables of any kind, whether the matches count or
not. No day is longer, in any time zone. So a match with a lower number is over no limit.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby

from sqlalchemy import Connection, Row, bindparam, select, update

from bot.league.days import DAY_MS
from bot.league.match_facts import MatchResult
from bot.storage.schema.results import result_seats, results

SPAN = 2 * DAY_MS
_NEAR = (
    select(result_seats.c.table, result_seats.c.ended, result_seats.c.person)
    .where(
        result_seats.c.person.in_(bindparam("people", expanding=True)),
        result_seats.c.server == bindparam("of_server"),
        result_seats.c.ended.between(bindparam("begin"), bindparam("end")),
    )
    .order_by(result_seats.c.table)
)
_OF_SERVER = (
    select(results.c.ended, results.c.table, result_seats.c.person, results.c.met)
    .join_from(results, result_seats)
    .where(results.c.server == bindparam("of_server"))
    .order_by(results.c.ended, results.c.table)
)
_SET = update(results).where(results.c.table == bindparam("of_table")).values(met=bindparam("new"))
_INCREASE = update(results).where(results.c.table == bindparam("of_table")).values(met=results.c.met + 1)
END = results.c.ended + 0
"""The end of a result, written so that SQLite searches by `met`: a season has far more results than frequent ones."""
FREQUENT = select(results.c.table).where(
    results.c.server == bindparam("of_server"), results.c.met >= bindparam("least"), bindparam("since") <= END
)

_Row = Row[int, int, int, int]
"""The end of a match and its number, a person in it, and the stored number of meetings."""


def count_meetings(connection: Connection, number: int, result: MatchResult) -> None:
    """Store how often two people of a result, which has just been inserted, had met; later results can exist already."""
    people = [seat.person for seat in result.seats if not seat.computer]
    span = {"begin": result.ended - SPAN, "end": result.ended + SPAN}
    rows = connection.execute(_NEAR, {"of_server": result.server, "people": people, **span})
    met, later = Counter[tuple[int, int]](), list[int]()
    for table, some in groupby(rows, key=lambda row: row.table):
        seats = list(some)
        if len(seats) < 2 or table == number:
            continue
        if (seats[0].ended, table) < (result.ended, number):
            met.update(combinations(sorted(seat.person for seat in seats), 2))
        else:
            later.append(table)
    most = max(met.values(), default=0) + max((seat.earlier for seat in result.seats), default=0)
    if most:
        connection.execute(_SET, {"of_table": number, "new": most})
    if later:
        connection.execute(_INCREASE, [{"of_table": table} for table in later])


def read_frequent_matches(connection: Connection, server: int, least: int, since: int) -> set[int]:
    """Return the matches since a time (epoch ms) before which two of their people had met at least so often in two days."""
    return set(connection.execute(FREQUENT, {"of_server": server, "least": least, "since": since}).scalars())


def repair_meetings(connection: Connection, server: int) -> int:
    """Correct the numbers of the server that are too low. Return how many were."""
    rows = connection.execute(_OF_SERVER, {"of_server": server})
    wrong = [{"of_table": table, "new": met} for table, met, stored in _meetings(rows) if stored < met]
    if wrong:
        connection.execute(_SET, wrong)
    return len(wrong)


def _meetings(rows: Iterable[_Row]) -> Iterator[tuple[int, int, int]]:
    """Yield each match, how often two of its people had met, and the stored number. The rows are in order."""
    recent = deque[tuple[int, Sequence[tuple[int, int]]]]()
    met = Counter[tuple[int, int]]()
    for (ended, table), some in groupby(rows, key=lambda row: row[:2]):
        seats = list(some)
        while recent and recent[0][0] < ended - SPAN:
            met.subtract(recent.popleft()[1])
        pairs = list(combinations(sorted(seat[2] for seat in seats), 2))
        yield table, max((met[pair] for pair in pairs), default=0), seats[0][3]
        met.update(pairs)
        recent.append((ended, pairs))
