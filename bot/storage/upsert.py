"""The statement that inserts a row or replaces it, which SQLAlchemy has in the dialects of the two databases only."""

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite


def upsert(
    dialect: str, table: Table, *, key: tuple[str, ...], replacing: tuple[str, ...]
) -> sqlite.Insert | postgresql.Insert:
    """Insert rows of `table`; where a row with the same `key` exists, replace these columns in it."""
    insert = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return insert.on_conflict_do_update(index_elements=key, set_={name: insert.excluded[name] for name in replacing})
