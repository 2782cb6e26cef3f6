"""The season tables of seasons that have ended, and which of them have been posted."""

import msgspec
from sqlalchemy import Connection, bindparam, select, update

from bot.competition.ports import StoredLeague
from bot.league.seasons import SeasonTable
from bot.storage.league.league_rows import LEAGUE_COLUMNS, decode_leagues
from bot.storage.schema.leagues import leagues, seasons

_IN_LEAGUE = seasons.c.league == bindparam("of_league")
_SEASON_TABLES = select(seasons.c.final).where(_IN_LEAGUE, seasons.c.final.is_not(None)).order_by(seasons.c.number.desc())
_OF_COMMAND = select(seasons.c.final).where(_IN_LEAGUE, seasons.c.command == bindparam("of_command"))
UNPOSTED = (
    select(*LEAGUE_COLUMNS, seasons.c.final)
    .join_from(leagues, seasons)
    .where(~seasons.c.told, seasons.c.end.is_not(None))
    .order_by(seasons.c.end, leagues.c.number)
)
MARK_POSTED = (
    update(seasons)
    .where(_IN_LEAGUE, seasons.c.number == bindparam("of_season"))
    .values(told=True, post_channel=bindparam("in_channel"), post_message=bindparam("as_message"))
)

WITHDRAWN = select(
    leagues.c.server, leagues.c.definition, seasons.c.number, seasons.c.post_channel, seasons.c.post_message
).where(leagues.c.number == seasons.c.league, ~seasons.c.told, seasons.c.post_message.is_not(None))
FORGET_POST = (
    update(seasons)
    .where(seasons.c.post_message == bindparam("of_message"), ~seasons.c.told)
    .values(post_channel=None, post_message=None)
)

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


def read_unposted_tables(connection: Connection) -> list[tuple[StoredLeague, SeasonTable]]:
    """Return the season tables that have not been posted, the oldest first."""
    return [(decode_leagues([row[:-1]])[0], _decoder.decode(row[-1] or "")) for row in connection.execute(UNPOSTED)]
