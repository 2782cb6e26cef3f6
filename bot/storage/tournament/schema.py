"""The table of tournaments."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table

from bot.storage.schema import metadata

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
