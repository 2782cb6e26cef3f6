"""The people whom the bot has met, and their settings."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text, text

from bot.storage.schema.metadata import metadata

# The settings are the values of `HandsBy`, `Reminders`, `CardOrder`, `Pictures` and `SuitColours`.
people = Table(
    "people",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("discord_id", BigInteger, unique=True),
    Column("name", Text, nullable=False),
    Column("locale", Text, nullable=False),
    Column("dm_channel", BigInteger),
    Column("card_order", Text, nullable=False, server_default=text("'suit'")),
    Column("hands", Text, nullable=False, server_default=text("'direct'")),
    Column("reminders", Text, nullable=False, server_default=text("'chosen'")),
    Column("pictures", Text, nullable=False, server_default=text("'pictures'")),
    Column("suit_colours", Text, nullable=False, server_default=text("'four'")),
    Column("username", Text),
    Index("ix_people_username", "username", unique=True),
    sqlite_autoincrement=True,
)

# The keys of the hashes below, by day (UTC, from 1 January 1970).
former_people_keys = Table(
    "former_people_keys",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("key", LargeBinary, nullable=False),
)

# People whose data was deleted on this day: `hash` is that of their Discord id, `person` their number until then.
former_people = Table(
    "former_people",
    metadata,
    Column("day", ForeignKey("former_people_keys.day"), primary_key=True, autoincrement=False),
    Column("hash", Text, primary_key=True),
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
