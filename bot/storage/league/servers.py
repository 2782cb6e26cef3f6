"""The rows of servers: the organisers' role, the revision of the results, and whether the cached totals are stale."""

from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Insert, bindparam, case, literal, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.competition.ports import ServerState
from bot.league.standings.cached_totals import COUNTING_VERSION
from bot.storage.schema.leagues import servers
from bot.storage.upsert import upsert

_IS_STALE = or_(servers.c.stale, servers.c.counting != COUNTING_VERSION)
_STATE = select(servers.c.revision, _IS_STALE).where(servers.c.server == bindparam("of_server"))
_STALE = select(servers.c.server).where(_IS_STALE).order_by(servers.c.server)
_ORGANISERS = select(servers.c.organisers).where(servers.c.server == bindparam("of_server"))


def read_server_state(connection: Connection, server: int) -> ServerState:
    row = connection.execute(_STATE, {"of_server": server}).first()
    return ServerState() if row is None else ServerState(row[0], bool(row[1]))


def advance_revision(connection: Connection, server: int, *, stale: bool) -> None:
    """Advance the server's revision. A stale server stays stale."""
    _upsert(connection, server, stale=stale, rebuilt=False)


def mark_rebuilt(connection: Connection, server: int) -> None:
    """Advance the server's revision; nothing of it is stale now."""
    _upsert(connection, server, stale=False, rebuilt=True)


def read_stale_servers(connection: Connection) -> list[int]:
    return list(connection.execute(_STALE).scalars())


def read_organisers(connection: Connection, server: int) -> int | None:
    return connection.execute(_ORGANISERS, {"of_server": server}).scalar()


def save_organisers(connection: Connection, server: int, role: int | None) -> None:
    about = {"server": server, "organisers": role, "revision": 0, "stale": False, "counting": COUNTING_VERSION}
    connection.execute(upsert(connection.dialect.name, servers, key=("server",), replacing=("organisers",)), about)


def _upsert(connection: Connection, server: int, *, stale: bool, rebuilt: bool) -> None:
    row = {"server": server, "organisers": None, "revision": 1, "stale": stale, "counting": COUNTING_VERSION}
    connection.execute(_advance(connection.dialect.name, rebuilt=rebuilt), row)


@cache
def _advance(dialect: str, *, rebuilt: bool) -> Insert:
    insert = sqlite.insert(servers) if dialect == "sqlite" else postgresql.insert(servers)
    stale = or_(servers.c.stale, insert.excluded.stale)
    new: dict[str, ColumnElement[Any]] = {
        "revision": servers.c.revision + 1,
        "stale": literal(False) if rebuilt else case((stale, True), else_=False),
    }
    if rebuilt:
        new["counting"] = literal(COUNTING_VERSION)
    return insert.on_conflict_do_update(index_elements=["server"], set_=new)
