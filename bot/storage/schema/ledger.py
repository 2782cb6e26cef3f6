"""The ledger of each server: an append-only log of its matches and of what organisers do."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from bot.storage.schema.metadata import metadata

# `entry` is JSON, of the kind `begun`, `over`, or one of the three of lines: `corrected`, `league` (it changes leagues or their
# organisers) or `line`; `at` is its time. `person` is who did what a line says, `match` the number of the table. `more` is what
# few readers need: the deals of a match that is over, and the table of a season that has ended.
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
