"""The ledger of each server: an append-only log of the matches that were played there, and of their corrections."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from bot.storage.schema.metadata import metadata

# `entry` is JSON, of the kind `begun`, `over` or `corrected`, and `at` its time. `deals` are those of a match that is over: few
# readers need them. `match` is the number of the table.
ledger = Table(
    "ledger",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("match", ForeignKey("tables.number"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("entry", Text, nullable=False),
    Column("deals", Text),
    Index(None, "match"),
    Index(None, "server", "at"),
    sqlite_with_rowid=False,
)
