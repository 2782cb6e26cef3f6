"""Pauses for abandoned matches outlast the deletion of a person's data in every server."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.drop_column("former_players", "abandoned")
    op.create_table(
        "former_pauses",
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("abandoned", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("server", "hash", name="pk_former_pauses"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_former_pauses_day", "former_pauses", ["day"])
