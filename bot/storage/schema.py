"""The tables of the database. Times are epoch milliseconds, Discord ids 64-bit integers.

Whoever changes something here adds a migration; a test compares the two.
"""

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, Table, Text, text
from sqlalchemy.dialects import postgresql, sqlite

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# `told` is the version up to which everything is announced. The last version itself is that of the last event: keeping
# it here as well would cost every move a second statement.
tables = Table(
    "tables",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("server", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("told", Integer, nullable=False),
    Index(None, "closed"),
    sqlite_autoincrement=True,
)


def _of_table() -> Column[int]:
    return Column("table", ForeignKey("tables.number"), primary_key=True, autoincrement=False)


# The primary key is what stops a second process. Without a rowid the events of a table lie together, in order.
events = Table(
    "events",
    metadata,
    _of_table(),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("spelling", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("event", Text, nullable=False),
    sqlite_with_rowid=False,
)

deadlines = Table(
    "deadlines",
    metadata,
    _of_table(),
    Column("step", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Index(None, "due"),
)

people = Table(
    "people",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("discord_id", BigInteger, unique=True),
    Column("name", Text, nullable=False),
    Column("locale", Text, nullable=False),
    Column("dm_channel", BigInteger),
    sqlite_autoincrement=True,
)

surfaces = Table(
    "surfaces",
    metadata,
    _of_table(),
    Column("key", Text, primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("state", Text, nullable=False),
    Column("note", Text, nullable=False),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    _of_table(),
    Column("server", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("facts", Text, nullable=False),
    Index(None, "server", "ended"),
)

# The games that a server has saved; `name` is the variant's, in small letters.
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

# What standings are computed from, one line a seat: copied from the facts so that a server's history is one query.
result_seats = Table(
    "result_seats",
    metadata,
    Column("table", ForeignKey("results.table"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.number"), nullable=False),
    Column("placing", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("left", Boolean, nullable=False),
    Index(None, "person"),
    sqlite_with_rowid=False,
)

# Of a server: the role of its organisers, how often its results and corrections have changed, and whether what is kept ready
# for speed must be made anew.
servers = Table(
    "servers",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("organisers", BigInteger),
    Column("revision", Integer, nullable=False),
    Column("stale", Boolean, nullable=False),
)

# `key` is the name as it is compared; one that is archived gives its name back.
leagues = Table(
    "leagues",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("server", BigInteger, nullable=False),
    Column("key", Text, nullable=False),
    Column("definition", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("archived", BigInteger),
    Index("ix_leagues_server", "server"),
    Index(
        "ix_leagues_server_key",
        "server",
        "key",
        unique=True,
        sqlite_where=text("archived IS NULL"),
        postgresql_where=text("archived IS NULL"),
    ),
    sqlite_autoincrement=True,
)


def _of_league() -> Column[int]:
    return Column("league", ForeignKey("leagues.number"), primary_key=True, autoincrement=False)


# A season that has ended keeps how its league counted, and its table; `told`: that has been posted. `due`: when the running
# one ends by itself. `command` and `channel`: of an organiser who ended it, and where he did.
seasons = Table(
    "seasons",
    metadata,
    _of_league(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("begin", BigInteger, nullable=False),
    Column("end", BigInteger),
    Column("name", Text, nullable=False),
    Column("due", BigInteger),
    Column("definition", Text),
    Column("final", Text),
    Column("told", Boolean, nullable=False),
    Column("command", BigInteger),
    Column("channel", BigInteger),
    Index(None, "due"),
    Index(None, "told", "end"),
    sqlite_with_rowid=False,
)

corrections = Table(
    "corrections",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("server", BigInteger, nullable=False),
    Column("match", ForeignKey("results.table"), nullable=False),
    Column("correction", Text, nullable=False),
    Index(None, "server"),
    Index(None, "match"),
    sqlite_autoincrement=True,
)

# Kept ready for speed, and computed anew from results and corrections when in doubt: `totals`, `rated`, `ratings`.
totals = Table(
    "totals",
    metadata,
    _of_league(),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Column("total", Text, nullable=False),
    sqlite_with_rowid=False,
)

rated = Table(
    "rated",
    metadata,
    Column("match", ForeignKey("results.table"), primary_key=True, autoincrement=False),
    Column("server", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("deck", Text, nullable=False),
    Column("steps", Text, nullable=False),
    Index(None, "server", "ended"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("deck", Text, primary_key=True),
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# Leaderboards that redraw themselves. `drawn` is the server's revision that the message shows, `at` when it was last drawn.
boards = Table(
    "boards",
    metadata,
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("server", BigInteger, nullable=False),
    Column("league", ForeignKey("leagues.number")),
    Column("game", Text),
    Column("since", BigInteger),
    Column("drawn", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, server_default=text("0")),
    Index(None, "server"),
)

# A tournament; `byes` are a list for each round. `revision` changes with what is shown of it; `message` is the newest in which
# it was posted, and shows the revision `drawn` since `drawn_at`.
schedules = Table(
    "schedules",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("league", ForeignKey("leagues.number"), nullable=False),
    Column("author", ForeignKey("people.number"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("variant", Text, nullable=False),
    Column("byes", Text, nullable=False),
    Column("revision", Integer, nullable=False, server_default=text("0")),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("drawn", Integer),
    Column("drawn_at", BigInteger),
    Index(None, "league"),
    Index(None, "message"),
    sqlite_autoincrement=True,
)

# `due` is when it should be played, `table` where it is or was.
fixtures = Table(
    "fixtures",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("schedule", ForeignKey("schedules.number"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("people", Text, nullable=False),
    Column("due", BigInteger),
    Column("table", ForeignKey("tables.number")),
    Index(None, "schedule"),
    Index(None, "due"),
    Index(None, "table"),
    sqlite_autoincrement=True,
)

# Who wants to be reminded of his fixtures in a league.
reminders = Table(
    "reminders",
    metadata,
    _of_league(),
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)


# Who has been reminded of which.
reminded = Table(
    "reminded",
    metadata,
    Column("fixture", ForeignKey("fixtures.number"), primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "person"),
    sqlite_with_rowid=False,
)


def put(dialect: str, table: Table, *, key: tuple[str, ...], replacing: tuple[str, ...]) -> sqlite.Insert | postgresql.Insert:
    """Insert rows of `table`; where one with the same `key` is there already, replace these columns in it.

    Both databases have the statement and spell it alike, but SQLAlchemy has it in their dialects only.
    """
    insert = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return insert.on_conflict_do_update(index_elements=key, set_={name: insert.excluded[name] for name in replacing})
