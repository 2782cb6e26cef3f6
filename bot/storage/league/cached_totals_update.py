"""The update of the cached totals when a match ends, in the transaction that stores its end.

If the update is impossible (the clock was set back, or it fails), the match must end all the same: the same transaction marks
the server as stale, and its totals are rebuilt from the facts later.
"""

import structlog
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, select, tuple_

from bot.league.corrections import apply_corrections
from bot.league.match_facts import MatchResult
from bot.league.standings.cached_totals import DAY_SPAN, CachedTotals, changes_by_newest_match
from bot.storage.league.cached_totals import ChangeRows, read_ratings, read_running_totals
from bot.storage.league.matches.corrections import corrections_of_matches
from bot.storage.league.matches.results import facts_of_people
from bot.storage.league.season_terms import read_terms_after
from bot.storage.league.servers import advance_revision, read_server_state
from bot.storage.schema.results import results

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


def update_cached_totals(connection: Connection, number: int, result: MatchResult) -> None:
    """Add a result, which has just been inserted, to the cached totals, or mark the server as stale."""
    stale = read_server_state(connection, result.server).is_stale
    if not stale:
        try:
            with connection.begin_nested():
                stale = not _try_update(connection, number, result)
        except Exception:
            _log.exception("a match could not be counted; the totals will be rebuilt", match=number)
            stale = True
    advance_revision(connection, result.server, stale=stale)


def _try_update(connection: Connection, number: int, result: MatchResult) -> bool:
    """Update the cached totals. Return False, with nothing written, if they must be rebuilt instead."""
    about = {"of_server": result.server, "ended": result.ended, "of_table": number}
    return connection.execute(_NEWER, about).first() is None and count_result(connection, replace(result, number=number))


def count_result(connection: Connection, result: MatchResult) -> bool:
    """Add a result to the cached totals, in which all earlier ones and no later one must be counted.

    Return False, with nothing written, if the totals must be rebuilt instead.
    """
    server, number = result.server, result.number
    people = [seat.person for seat in result.people()]
    terms = read_terms_after(connection, server, result.ended)
    if not terms or not people:
        return True
    if any(term.season.end is not None or term.season.begin > result.ended for term in terms):
        return False
    near = facts_of_people(connection, server, people[:-1] or people, result.ended - DAY_SPAN)
    near = apply_corrections(near, corrections_of_matches(connection, [match.number for match in near]))
    cached = CachedTotals(read_running_totals(connection, server, people), {}, read_ratings(connection, server, people))
    match = next(one for one in near if one.number == number)
    ChangeRows(server, changes_by_newest_match(match, near, terms, cached)).write(connection)
    return True
