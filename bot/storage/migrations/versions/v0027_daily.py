"""The deals of days: the secret from which they follow, and who has begun them."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.create_table(
        "day_secret",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("secret", sa.Text, nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.number"), primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table", sa.Integer, sa.ForeignKey("tables.number"), nullable=False),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("points", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_attempts_day_points", "attempts", ["day", "points"])
    op.create_index("ix_attempts_server_day", "attempts", ["server", "day"])
    op.create_index("ix_attempts_table", "attempts", ["table"])
