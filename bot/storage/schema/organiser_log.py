"""The log of what organisers do, and the leagues that each line concerns."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text, text

from bot.storage.schema.metadata import league_key, metadata

_HAS_MATCH = text("match IS NOT NULL")

# `what`, and the list of `effects`, are JSON. `match` is the number of the table, if the line is about a match.
organiser_actions = Table(
    "organiser_actions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("server", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", ForeignKey("people.number"), nullable=False),
    Column("what", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("match", ForeignKey("tables.number")),
    Column("effects", Text, nullable=False),
    Column("own", Boolean, nullable=False),
    Index("ix_organiser_actions_server", "server", "number"),
    Index("ix_organiser_actions_person", "person"),
    Index("ix_organiser_actions_match", "match", sqlite_where=_HAS_MATCH, postgresql_where=_HAS_MATCH),
    sqlite_autoincrement=True,
)

action_leagues = Table(
    "action_leagues",
    metadata,
    league_key(),
    Column("action", ForeignKey("organiser_actions.number"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
