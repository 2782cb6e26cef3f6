"""The seasons of a server's leagues, each with how its league counted in it, read as a part of a transaction."""

import msgspec
from sqlalchemy import Connection, Row, bindparam, or_, select

from bot.league.league import League
from bot.league.season_terms import Term
from bot.league.seasons import Season
from bot.storage.schema.leagues import leagues, seasons

SEASON_COLUMNS = (seasons.c.number, seasons.c.begin, seasons.c.end, seasons.c.name)
_TERMS = (
    select(leagues.c.number, leagues.c.definition, seasons.c.definition, *SEASON_COLUMNS)
    .join_from(leagues, seasons)
    .where(leagues.c.server == bindparam("of_server"))
    .order_by(leagues.c.number, seasons.c.number)
)
_TERMS_AFTER = _TERMS.where(or_(seasons.c.end.is_(None), seasons.c.end > bindparam("after")))

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[League] = msgspec.json.Decoder(League)


def decode_league(text: str) -> League:
    return _decoder.decode(text)


def encode_league(league: League) -> str:
    return _encoder.encode(league).decode()


def read_terms(connection: Connection, server: int) -> list[Term]:
    """All of them."""
    return [_term(row) for row in connection.execute(_TERMS, {"of_server": server})]


def read_terms_after(connection: Connection, server: int, moment: int) -> list[Term]:
    """Those that run, and any that ended later than that."""
    return [_term(row) for row in connection.execute(_TERMS_AFTER, {"of_server": server, "after": moment})]


def _term(row: Row[int, str, str | None, int, int, int | None, str]) -> Term:
    number, now, then, season, begin, end, name = row
    return Term(number, decode_league(then or now), Season(season, begin, end, name))
