"""The log of what organisers do, the leagues that each line concerns, and the announcements that wait."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text, text

from bot.storage.schema.metadata import league_key, metadata

_HAS_MATCH, _WAITS = text("match IS NOT NULL"), text("NOT refused")

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

# The lines that are to be announced in a channel, or that Discord has `refused` there for good; a row is deleted when the line
# is posted. Lines with the same `batch` are posted in one message, which is the same message if that is repeated.
action_posts = Table(
    "action_posts",
    metadata,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("action", ForeignKey("organiser_actions.number"), primary_key=True, autoincrement=False),
    Column("batch", Integer),
    Column("refused", Boolean, nullable=False),
    Index("ix_action_posts_action", "action"),
    Index("ix_action_posts_waiting", "channel", sqlite_where=_WAITS, postgresql_where=_WAITS),
    sqlite_with_rowid=False,
)
