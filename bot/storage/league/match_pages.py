"""The pages of the history: which matches of a server or a person are on a page, found by the indexes in their order."""

from sqlalchemy import BindParameter, Connection, Select, bindparam, func, select

from bot.storage.league.corrections import matches_without
from bot.storage.schema.results import result_seats, results

_SERVER = select(results.c.table).where(results.c.server == bindparam("of_server"))
_PERSON = select(result_seats.c.table).where(
    result_seats.c.person == bindparam("of_person"),
    result_seats.c.server == bindparam("of_server"),
    result_seats.c.table.not_in(bindparam("besides", expanding=True)),
)
_COUNT: BindParameter[int] = bindparam("count")
_SKIPPED: BindParameter[int] = bindparam("skipped")


def _statements(matches: Select[int], at: object, number: object) -> tuple[Select[int], Select[int], Select[int]]:
    """Return the statements that count the matches, and that return a slice of them, the oldest or the newest first."""
    count = select(func.count()).select_from(matches.subquery())
    oldest, newest = matches.order_by(at, number), matches.order_by(at.desc(), number.desc())  # type: ignore[arg-type, attr-defined]
    return count, *(one.limit(_COUNT).offset(_SKIPPED) for one in (oldest, newest))  # type: ignore[return-value]


_OF_SERVER = _statements(_SERVER, results.c.ended, results.c.table)
_OF_PERSON = _statements(_PERSON, result_seats.c.ended, result_seats.c.table)


def count_matches(connection: Connection, server: int, person: int | None) -> int:
    """Return how many matches of the server there are, or in how many the person counts."""
    statements, about = _about(connection, server, person)
    return connection.execute(statements[0], about).scalar_one()


def matches_on_page(
    connection: Connection, server: int, person: int | None, page: int, size: int
) -> tuple[int, int, list[int]]:
    """Return how many matches there are, the number of the page (from 0; at most the last one), and its matches, newest first.

    A page near the end is counted from the end, so that at most half of the index is passed.
    """
    statements, about = _about(connection, server, person)
    total = connection.execute(statements[0], about).scalar_one()
    page = max(0, min(page, (total - 1) // size))
    begin, end = page * size, min(total, (page + 1) * size)
    if begin <= total // 2:
        found = connection.execute(statements[2], about | {"count": end - begin, "skipped": begin})
        return total, page, list(found.scalars())
    found = connection.execute(statements[1], about | {"count": end - begin, "skipped": total - end})
    return total, page, list(reversed(list(found.scalars())))


def _about(
    connection: Connection, server: int, person: int | None
) -> tuple[tuple[Select[int], Select[int], Select[int]], dict[str, object]]:
    if person is None:
        return _OF_SERVER, {"of_server": server}
    besides = sorted(matches_without(connection, server, person))
    return _OF_PERSON, {"of_server": server, "of_person": person, "besides": besides}
