"""The season tables of seasons that have ended."""

import msgspec
from sqlalchemy import Connection, bindparam, select

from bot.league.seasons import SeasonTable
from bot.storage.schema.leagues import seasons

_IN_LEAGUE = seasons.c.league == bindparam("of_league")
_SEASON_TABLES = select(seasons.c.final).where(_IN_LEAGUE, seasons.c.final.is_not(None)).order_by(seasons.c.number.desc())
_OF_COMMAND = select(seasons.c.final).where(_IN_LEAGUE, seasons.c.command == bindparam("of_command"))

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[SeasonTable] = msgspec.json.Decoder(SeasonTable)


def encode_season_table(table: SeasonTable) -> str:
    return _encoder.encode(table).decode()


def read_season_tables(connection: Connection, league: int) -> list[SeasonTable]:
    """Return the season tables of a league, the newest first."""
    return [_decoder.decode(text) for text in connection.execute(_SEASON_TABLES, {"of_league": league}).scalars() if text]


def read_table_of_command(connection: Connection, league: int, command: int) -> SeasonTable | None:
    """Return the season table of the season that this command has ended; None if it has ended none."""
    text = connection.execute(_OF_COMMAND, {"of_league": league, "of_command": command}).scalar()
    return None if text is None else _decoder.decode(text)
