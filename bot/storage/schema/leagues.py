"""Servers and their leagues and seasons."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text, text

from bot.storage.schema.metadata import league_key, metadata

# `organisers` is the Discord id of their role. `revision` counts the entries of the ledger and the changes of leagues.
servers = Table(
    "servers",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("organisers", BigInteger),
    Column("revision", Integer, nullable=False),
)

# `key` is the name as it is compared; the name of an archived league is free again.
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

# A season that has ended keeps the definition of its league and its table. `due` is when the running season ends
# automatically. `command` is the organiser's command that ended it.
seasons = Table(
    "seasons",
    metadata,
    league_key(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("begin", BigInteger, nullable=False),
    Column("end", BigInteger),
    Column("name", Text, nullable=False),
    Column("due", BigInteger),
    Column("definition", Text),
    Column("final", Text),
    Column("command", BigInteger),
    Index(None, "due"),
    sqlite_with_rowid=False,
)

# What organisers are asked before something is done that changes much; `what` is done if they agree. Old rows are deleted.
questions = Table(
    "questions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("league", ForeignKey("leagues.number"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("what", Text, nullable=False),
    Index(None, "at"),
    Index(None, "league"),
    sqlite_autoincrement=True,
)
