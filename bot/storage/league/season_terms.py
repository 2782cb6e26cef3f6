"""The terms of a server: the seasons of its leagues, each with the definition of its league, read in a transaction."""

from sqlalchemy import Connection, Row, bindparam, select

from bot.league.seasons import Season, Term
from bot.storage.league.league_rows import SEASON_COLUMNS, decode_league
from bot.storage.schema.leagues import leagues, seasons

_TERMS = (
    select(leagues.c.number, leagues.c.definition, seasons.c.definition, *SEASON_COLUMNS)
    .join_from(leagues, seasons)
    .where(leagues.c.server == bindparam("of_server"))
    .order_by(leagues.c.number, seasons.c.number)
)


def read_terms(connection: Connection, server: int) -> list[Term]:
    """Return all terms of the server."""
    return [_term(row) for row in connection.execute(_TERMS, {"of_server": server})]


def _term(row: Row[int, str, str | None, int, int, int | None, str]) -> Term:
    number, now, then, season, begin, end, name = row
    return Term(number, decode_league(then or now), Season(season, begin, end, name))
