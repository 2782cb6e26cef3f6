"""The schedules of tournaments, their fixtures, and reminders."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text, text

from bot.storage.schema.metadata import league_key, metadata

# `byes` is a list for each round. `revision` changes with what is shown of the schedule. `withdrawn`: it was undone, and the
# one before it is the current one again.
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
    Column("withdrawn", Boolean, nullable=False, server_default=text("0")),
    Index(None, "author"),
    Index(None, "league"),
    sqlite_autoincrement=True,
)

# `due` is until when the fixture should be played, `table` where it is or was played.
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

# The people who play in a schedule or have a bye in it, copied from it so that the schedules of a person can be found.
scheduled = Table(
    "scheduled",
    metadata,
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Column("schedule", ForeignKey("schedules.number"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

# The people who want to be reminded of their fixtures in a league.
reminders = Table(
    "reminders",
    metadata,
    league_key(),
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
# The reminders that have been sent.
reminded = Table(
    "reminded",
    metadata,
    Column("fixture", ForeignKey("fixtures.number"), primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
