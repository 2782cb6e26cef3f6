"""The rows of servers: the organisers' role, and the revision of everything that the standings follow from."""

from functools import cache

from sqlalchemy import Connection, Insert, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage.engine import upsert
from bot.storage.schema.leagues import servers

_REVISION = select(servers.c.revision).where(servers.c.server == bindparam("of_server"))
_ORGANISERS = select(servers.c.organisers).where(servers.c.server == bindparam("of_server"))


def read_revision(connection: Connection, server: int) -> int:
    return connection.execute(_REVISION, {"of_server": server}).scalar() or 0


def advance_revision(connection: Connection, server: int) -> None:
    """Advance the server's revision, in the transaction that changes what its standings follow from."""
    connection.execute(_advance(connection.dialect.name), {"server": server, "organisers": None, "revision": 1})


def read_organisers(connection: Connection, server: int) -> int | None:
    return connection.execute(_ORGANISERS, {"of_server": server}).scalar()


def save_organisers(connection: Connection, server: int, role: int | None) -> None:
    about = {"server": server, "organisers": role, "revision": 0}
    connection.execute(upsert(connection.dialect.name, servers, key=("server",), replacing=("organisers",)), about)


@cache
def _advance(dialect: str) -> Insert:
    insert = sqlite.insert(servers) if dialect == "sqlite" else postgresql.insert(servers)
    return insert.on_conflict_do_update(index_elements=["server"], set_={"revision": servers.c.revision + 1})
