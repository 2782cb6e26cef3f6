"""The tables of the league: servers, leagues, ledgers, and what is posted of them."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text

from bot.storage.schema import metadata

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

# People whose data was deleted on this day (UTC, from 1 January 1970), with results in a season that isn't final: `hash` is
# that of their Discord id by this `key`. In the week before, they had left so many matches that weren't played.
former_players = Table(
    "former_players",
    metadata,
    Column("league", ForeignKey("leagues.number"), primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("hash", Text, primary_key=True),
    Column("key", LargeBinary, nullable=False),
    Column("day", Integer, nullable=False),
    Index(None, "day"),
    sqlite_with_rowid=False,
)

# Whose data was deleted on this day, with so many matches abandoned in the server in the days before: a keyed hash as above.
former_pauses = Table(
    "former_pauses",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", Text, primary_key=True),
    Column("key", LargeBinary, nullable=False),
    Column("day", Integer, nullable=False),
    Column("abandoned", Integer, nullable=False),
    Index(None, "day"),
    sqlite_with_rowid=False,
)

# `entry` is JSON, of the kind `begun`, `over`, or one of the four of lines: `corrected`, `league` (it changes leagues or their
# organisers), `tournament` or `line`; `at` is its time. `person` is who did what a line says, `match` the number of the table.
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
