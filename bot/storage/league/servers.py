"""What is kept of each server: its organisers' role, the revision of its results, and whether its books must be made anew."""

from functools import cache

from sqlalchemy import Connection, Insert, bindparam, case, literal, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.competition.ports import ServerState
from bot.storage.schema import put, servers

_STATE = select(servers.c.revision, servers.c.stale).where(servers.c.server == bindparam("of_server"))
_STALE = select(servers.c.server).where(servers.c.stale).order_by(servers.c.server)
_ORGANISERS = select(servers.c.organisers).where(servers.c.server == bindparam("of_server"))


def state_of(connection: Connection, server: int) -> ServerState:
    row = connection.execute(_STATE, {"of_server": server}).first()
    return ServerState() if row is None else ServerState(*row)


def move_on(connection: Connection, server: int, *, stale: bool) -> None:
    """The next revision. What is stale stays so until it has been made anew."""
    connection.execute(_moving(connection.dialect.name), {"server": server, "organisers": None, "revision": 1, "stale": stale})


def made_anew(connection: Connection, server: int) -> None:
    """The next revision, of which nothing is stale."""
    connection.execute(_anew(connection.dialect.name), {"server": server, "organisers": None, "revision": 1, "stale": False})


def stale_servers(connection: Connection) -> list[int]:
    return list(connection.execute(_STALE).scalars())


def organisers_of(connection: Connection, server: int) -> int | None:
    return connection.execute(_ORGANISERS, {"of_server": server}).scalar()


def put_organisers(connection: Connection, server: int, role: int | None) -> None:
    about = {"server": server, "organisers": role, "revision": 0, "stale": False}
    connection.execute(put(connection.dialect.name, servers, key=("server",), replacing=("organisers",)), about)


@cache
def _moving(dialect: str) -> Insert:
    return _insert(dialect, anew=False)


@cache
def _anew(dialect: str) -> Insert:
    return _insert(dialect, anew=True)


def _insert(dialect: str, *, anew: bool) -> Insert:
    insert = sqlite.insert(servers) if dialect == "sqlite" else postgresql.insert(servers)
    stale = or_(servers.c.stale, insert.excluded.stale)
    new = {"revision": servers.c.revision + 1, "stale": literal(False) if anew else case((stale, True), else_=False)}
    return insert.on_conflict_do_update(index_elements=["server"], set_=new)
