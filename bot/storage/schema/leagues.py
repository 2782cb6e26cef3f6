"""Servers and their leagues."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from bot.storage.schema.metadata import metadata

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
