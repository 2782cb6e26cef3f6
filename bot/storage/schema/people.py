"""The people whom the bot has met, and their settings."""

from sqlalchemy import BigInteger, Column, Integer, Table, Text, text

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
    sqlite_autoincrement=True,
)
