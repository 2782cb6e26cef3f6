"""The people whom the bot has met."""

from sqlalchemy import BigInteger, Column, Integer, Table, Text, text

from bot.storage.schema.metadata import metadata

people = Table(
    "people",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("discord_id", BigInteger, unique=True),
    Column("name", Text, nullable=False),
    Column("locale", Text, nullable=False),
    Column("dm_channel", BigInteger),
    Column("card_order", Text, nullable=False, server_default=text("'suit'")),
    sqlite_autoincrement=True,
)
