"""The pages of the history: which matches of a server or a person are on a page, found by the indexes in their order."""

from sqlalchemy import BindParameter, Connection, bindparam, func, select, tuple_

from bot.storage.league.matches.corrections import matches_without
from bot.storage.league.matches.history_blocks import count_results, find_in_blocks
from bot.storage.schema.results import result_seats, results

_COUNT: BindParameter[int] = bindparam("count")
_SKIPPED: BindParameter[int] = bindparam("skipped")
_NEWEST = (
    select(results.c.table)
    .where(results.c.server == bindparam("of_server"))
    .order_by(results.c.ended.desc(), results.c.table.desc())
    .limit(_COUNT)
    .offset(_SKIPPED)
)
_NEWEST_BEFORE = _NEWEST.where(
    results.c.ended <= bindparam("before_end"),
    tuple_(results.c.ended, results.c.table) < tuple_(bindparam("before_end"), bindparam("before_table")),
)
_OF_PERSON = select(result_seats.c.table).where(
    result_seats.c.person == bindparam("of_person"),
    result_seats.c.server == bindparam("of_server"),
    result_seats.c.table.not_in(bindparam("besides", expanding=True)),
)
_COUNT_OF_PERSON = select(func.count()).select_from(_OF_PERSON.subquery())
_OLDEST_OF_PERSON = _OF_PERSON.order_by(result_seats.c.ended, result_seats.c.table).limit(_COUNT).offset(_SKIPPED)
_NEWEST_OF_PERSON = _OLDEST_OF_PERSON.order_by(None).order_by(result_seats.c.ended.desc(), result_seats.c.table.desc())


def count_matches(connection: Connection, server: int, person: int) -> int:
    """Return in how many matches of the server the person counts."""
    return connection.execute(_COUNT_OF_PERSON, _about(connection, server, person)).scalar_one()


def matches_on_page(
    connection: Connection, server: int, person: int | None, page: int, size: int
) -> tuple[int, int, list[int]]:
    """Return how many matches there are, the number of the page (from 0; at most the last one), and its matches.

    The newest match is the first.
    """
    if person is None:
        total = count_results(connection, server)
        page = max(0, min(page, (total - 1) // size))
        return total, page, _matches_of_server(connection, server, page * size, size)
    about = _about(connection, server, person)
    total = connection.execute(_COUNT_OF_PERSON, about).scalar_one()
    page = max(0, min(page, (total - 1) // size))
    return total, page, _matches_of_person(connection, about, page * size, min(total, (page + 1) * size), total)


def _matches_of_server(connection: Connection, server: int, skipped: int, count: int) -> list[int]:
    before, more = find_in_blocks(connection, server, skipped)
    about = {"of_server": server, "count": count, "skipped": more}
    if before is None:
        return list(connection.execute(_NEWEST, about).scalars())
    about |= {"before_end": before[0], "before_table": before[1]}
    return list(connection.execute(_NEWEST_BEFORE, about).scalars())


def _matches_of_person(connection: Connection, about: dict[str, object], begin: int, end: int, total: int) -> list[int]:
    """Return a slice of the person's matches. Near the end it is counted from there: at most half of the index is passed."""
    if begin <= total // 2:
        return list(connection.execute(_NEWEST_OF_PERSON, about | {"count": end - begin, "skipped": begin}).scalars())
    found = connection.execute(_OLDEST_OF_PERSON, about | {"count": end - begin, "skipped": total - end})
    return list(reversed(list(found.scalars())))


def _about(connection: Connection, server: int, person: int) -> dict[str, object]:
    besides = sorted(matches_without(connection, server, person))
    return {"of_server": server, "of_person": person, "besides": besides}
