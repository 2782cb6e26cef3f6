"""Counts a match where it counts, in the transaction that stores its end.

What cannot be counted so (a clock that was set back, a fault) must never keep a match from ending: the server's cached are
marked as stale instead, in the same transaction, and made anew from the facts.
"""

import structlog
from sqlalchemy import Connection, bindparam, select, tuple_

from bot.league.cached_totals import DAY_GROUP_SPAN, CachedTotals, changes_by_newest_match
from bot.league.corrections import apply_corrections
from bot.league.facts import MatchResult
from bot.storage.league.corrections import corrections_of
from bot.storage.league.results import facts_of_people, read_result
from bot.storage.league.season_terms import terms_after
from bot.storage.league.servers import move_on, state_of
from bot.storage.league.totals import Rows, ratings_of, totals_of
from bot.storage.schema import results

_log = structlog.get_logger(__name__)
_NEWER = (
    select(results.c.table)
    .where(
        results.c.server == bindparam("of_server"),
        results.c.ended >= bindparam("ended"),
        tuple_(results.c.ended, results.c.table) > tuple_(bindparam("ended"), bindparam("of_table")),
    )
    .limit(1)
)


def count_result(connection: Connection, number: int, result: MatchResult) -> None:
    """After the result has been inserted."""
    stale = state_of(connection, result.server).stale
    if not stale:
        try:
            with connection.begin_nested():
                stale = not _counted(connection, number, result)
        except Exception:
            _log.exception("a match could not be counted; the standings will be made anew", match=number)
            stale = True
    move_on(connection, result.server, stale=stale)


def _counted(connection: Connection, number: int, result: MatchResult) -> bool:
    """Whether it could be done from what is kept ready; if not, nothing was."""
    server, people = result.server, [seat.person for seat in result.people()]
    terms = terms_after(connection, server, result.ended)
    if not terms or not people:
        return True
    about = {"of_server": server, "ended": result.ended, "of_table": number}
    in_order = connection.execute(_NEWER, about).first() is None
    if not in_order or any(term.season.end is not None or term.season.begin > result.ended for term in terms):
        return False
    rows = facts_of_people(connection, server, people[:1], result.ended - DAY_GROUP_SPAN)
    near = [read_result(*row) for row in rows]
    near = apply_corrections(near, corrections_of(connection, [match.number for match in near]))
    cached = CachedTotals(totals_of(connection, server, people), {}, ratings_of(connection, server, people))
    match = next(one for one in near if one.number == number)
    Rows(server, changes_by_newest_match(match, near, terms, cached)).write(connection)
    return True
