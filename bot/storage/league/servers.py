"""The rows of servers: the revision of everything that the standings follow from."""

from functools import cache

from sqlalchemy import Connection, Insert, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage.league.schema import servers

_REVISION = select(servers.c.revision).where(servers.c.server == bindparam("of_server"))


def read_revision(connection: Connection, server: int) -> int:
    return connection.execute(_REVISION, {"of_server": server}).scalar() or 0


def advance_revision(connection: Connection, server: int) -> None:
    """Advance the server's revision, in the transaction that changes what its standings follow from."""
    connection.execute(_advance(connection.dialect.name), {"server": server, "revision": 1})


@cache
def _advance(dialect: str) -> Insert:
    insert = sqlite.insert(servers) if dialect == "sqlite" else postgresql.insert(servers)
    return insert.on_conflict_do_update(index_elements=["server"], set_={"revision": servers.c.revision + 1})
