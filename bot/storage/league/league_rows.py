"""The rows of leagues with their seasons: definitions as text, and rows as `StoredLeague`."""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Row

from bot.competition.ports import StoredLeague
from bot.league.league import League
from bot.league.seasons import Season
from bot.storage.schema.leagues import leagues, seasons

SEASON_COLUMNS = (seasons.c.number, seasons.c.begin, seasons.c.end, seasons.c.name)
LEAGUE_COLUMNS = (
    leagues.c.number,
    leagues.c.definition,
    leagues.c.created,
    leagues.c.archived,
    seasons.c.due,
    *SEASON_COLUMNS,
)

_Columns = tuple[int, str, int, int | None, int | None, int, int, int | None, str]

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[League] = msgspec.json.Decoder(League)


def decode_league(text: str) -> League:
    return _decoder.decode(text)


def encode_league(league: League) -> str:
    return _encoder.encode(league).decode()


def decode_leagues(
    rows: Iterable[_Columns | Row[int, str, int, int | None, int | None, int, int, int | None, str]],
) -> list[StoredLeague]:
    """Return the leagues of these rows (`LEAGUE_COLUMNS`); of several seasons of a league, its last row counts."""
    found: dict[int, StoredLeague] = {}
    for number, definition, created, archived, due, nth, begin, end, name in rows:
        found[number] = StoredLeague(number, decode_league(definition), Season(nth, begin, end, name), created, archived, due)
    return list(found.values())
