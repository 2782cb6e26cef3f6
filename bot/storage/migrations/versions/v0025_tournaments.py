"""Tournaments: their numbers, and when something may happen in them. What they are, the ledger says."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournaments_due", "tournaments", ["due"])
