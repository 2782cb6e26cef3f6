"""The tables of the database. Times are epoch milliseconds, Discord ids 64-bit integers.

If you change a table, add a migration; a test compares the two. Importing this package defines every table, so that foreign
keys can be resolved.
"""

from bot.storage.schema import game_tables as tables
from bot.storage.schema import leagues, ledger, people, posts, schedules
from bot.storage.schema.metadata import metadata

__all__ = ["leagues", "ledger", "metadata", "people", "posts", "schedules", "tables"]
