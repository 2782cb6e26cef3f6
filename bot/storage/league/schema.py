"""The tables of the league: servers, leagues, ledgers, schedules, and what is posted of them."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text, text

from bot.storage.schema import league_key, metadata

# `revision` counts the entries of the ledger from which standings follow.
servers = Table(
    "servers",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("revision", Integer, nullable=False),
)

# What a league is, its ledger says; `due` is when its running season ends automatically.
leagues = Table(
    "leagues",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("server", BigInteger, nullable=False),
    Column("due", BigInteger),
    Index("ix_leagues_server", "server"),
    Index(None, "due"),
    sqlite_autoincrement=True,
)

# `entry` is JSON, of the kind `begun`, `over`, or one of the four of lines: `corrected`, `league` (it changes leagues or their
# organisers), `schedule` or `line`; `at` is its time. `person` is who did what a line says, `match` the number of the table.
# `more` is what few readers need: the deals of a match that is over, and the table of a season that has ended.
ledger = Table(
    "ledger",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("person", ForeignKey("people.number")),
    Column("match", ForeignKey("tables.number")),
    Column("kind", Text, nullable=False),
    Column("entry", Text, nullable=False),
    Column("more", Text),
    Index(None, "match"),
    Index(None, "person"),
    Index(None, "server", "at"),
    Index(None, "server", "kind", "number"),
    sqlite_with_rowid=False,
)

# `kind` says what the message shows (`PostKind`), `of` is the number of that, and `what` says which part of it. A post without
# `message` waits. `shown` is the revision that the message shows, as of `at`; of a line, the first one in its announcement.
posts = Table(
    "posts",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("of", Integer, nullable=False),
    Column("what", Text, nullable=False),
    Column("server", BigInteger, nullable=False),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("shown", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "kind", "of"),
    sqlite_autoincrement=True,
)

# What a schedule is, the ledger says. `revision` changes with what is shown of it.
schedules = Table(
    "schedules",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("league", ForeignKey("leagues.number"), nullable=False),
    Column("author", ForeignKey("people.number"), nullable=False),
    Column("revision", Integer, nullable=False, server_default=text("0")),
    Index(None, "author"),
    Index(None, "league"),
    sqlite_autoincrement=True,
)

# `due` is until when the fixture should be played, copied from the ledger; `table` is where it is or was played.
fixtures = Table(
    "fixtures",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("schedule", ForeignKey("schedules.number"), nullable=False),
    Column("due", BigInteger),
    Column("table", ForeignKey("tables.number")),
    Index(None, "schedule"),
    Index(None, "due"),
    Index(None, "table"),
    sqlite_autoincrement=True,
)

# What a tournament is, the ledger says. `due` (epoch ms) is when something may happen in it by itself; NULL once it is over,
# and until an organiser begins it.
tournaments = Table(
    "tournaments",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("server", BigInteger, nullable=False),
    Column("due", BigInteger),
    Index(None, "due"),
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
