"""The messages of the league: those that are posted, and those that wait to be."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from bot.storage.schema.metadata import metadata

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
