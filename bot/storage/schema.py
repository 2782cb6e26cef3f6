"""The tables of the database: people, tables of play, what servers choose. `league` and `tournament` have their own schema.py.

Times are epoch milliseconds, Discord ids 64-bit integers. If you change a table, add a migration; a test compares the two.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text, text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def table_key() -> Column[int]:
    """Return the column of the primary key with the table that the row belongs to."""
    return Column("table", ForeignKey("tables.number"), primary_key=True, autoincrement=False)


# The settings are the values of `HandsBy`, `CardOrder`, `Pictures`, `SuitColours` and `FirstHand`.
people = Table(
    "people",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("discord_id", BigInteger, unique=True),
    Column("name", Text, nullable=False),
    Column("locale", Text, nullable=False),
    Column("dm_channel", BigInteger),
    Column("card_order", Text, nullable=False, server_default=text("'suit'")),
    Column("hands", Text, nullable=False, server_default=text("'direct'")),
    Column("pictures", Text, nullable=False, server_default=text("'pictures'")),
    Column("suit_colours", Text, nullable=False, server_default=text("'four'")),
    Column("username", Text),
    Column("first_hand", Text, nullable=False, server_default=text("'new'")),
    Column("language", Text, nullable=False, server_default=text("''")),
    Column("nicknames", Text, nullable=False, server_default=text("'{}'")),
    Column("suits", Text, nullable=False, server_default=text("'signs'")),
    Column("ready", Text, nullable=False, server_default=text("'press'")),
    Column("new_message", Text, nullable=False, server_default=text("''")),
    Index("ix_people_username", "username", unique=True),
    sqlite_autoincrement=True,
)

# The keys of the hashes below, by day (UTC, from 1 January 1970).
former_people_keys = Table(
    "former_people_keys",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("key", LargeBinary, nullable=False),
)

# People whose data was deleted on this day: `hash` is that of their Discord id, `person` their number until then.
former_people = Table(
    "former_people",
    metadata,
    Column("day", ForeignKey("former_people_keys.day"), primary_key=True, autoincrement=False),
    Column("hash", Text, primary_key=True),
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

_IS_AGAIN, _IS_BEHIND = text("again IS NOT NULL"), text("told < last")

SHOWN_NOWHERE = 2**31 - 1
"""The cursor (`told`) of a table that is one person's alone: nothing of it is ever posted, so it is never behind."""

# `told` is the version up to which everything is posted. `last` is the version of the last event, once the table is closed:
# storing it with each move would cost every move a second statement.
# `partition` says which process plays it.
# `again` is the table whose match is played again here: at most one table for each match, however often people ask.
tables = Table(
    "tables",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("server", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("told", Integer, nullable=False),
    Column("last", Integer),
    Column("again", Integer),
    Column("partition", Integer, nullable=False, server_default=text("0")),
    Index(None, "closed"),
    Index("ix_tables_again", "again", unique=True, sqlite_where=_IS_AGAIN, postgresql_where=_IS_AGAIN),
    Index("ix_tables_behind", "server", sqlite_where=_IS_BEHIND, postgresql_where=_IS_BEHIND),
    sqlite_autoincrement=True,
)

# The primary key stops a second process. Without a rowid, the events of a table are stored together, in order.
events = Table(
    "events",
    metadata,
    table_key(),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("spelling", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("event", Text, nullable=False),
    sqlite_with_rowid=False,
)

# The people who had a seat at a table at some time, copied from its events so that the tables of a person can be found.
seatings = Table(
    "seatings",
    metadata,
    Column("person", Integer, primary_key=True, autoincrement=False),
    table_key(),
    sqlite_with_rowid=False,
)

deadlines = Table(
    "deadlines",
    metadata,
    table_key(),
    Column("step", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Index(None, "due"),
)

# When the bot could be reached last, in row 1; of processes that share the partitions, in row 100 + partition. The time after
# that is given back to the clocks.
heartbeat = Table("heartbeat", metadata, Column("number", Integer, primary_key=True), Column("at", BigInteger, nullable=False))

surfaces = Table(
    "surfaces",
    metadata,
    table_key(),
    Column("key", Text, primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("state", Text, nullable=False),
    Column("note", Text, nullable=False),
    sqlite_with_rowid=False,
)

# From the secret, 64 hex digits in row 1, everything random in the deals of days follows.
day_secret = Table(
    "day_secret",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("secret", Text, nullable=False),
)

# Who has begun the deal of a day (UTC, from 1 January 1970): once. `points` are those ahead of the computers, NULL until it is
# finished. `server` is that in whose table of the day it is, 0 for none.
attempts = Table(
    "attempts",
    metadata,
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("table", ForeignKey("tables.number"), nullable=False),
    Column("server", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("points", Integer),
    Index(None, "day", "points"),
    Index(None, "server", "day"),
    Index(None, "table"),
    sqlite_with_rowid=False,
)

# The variants that a server has saved; `name` is the variant's, in lower case.
variants = Table(
    "variants",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("author", ForeignKey("people.number"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("answers", Text, nullable=False),
    Index(None, "author"),
    sqlite_with_rowid=False,
)

# What a server has chosen for its tables, as JSON.
server_settings = Table(
    "server_settings",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
)
