"""The settings of people and servers."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("hands", sa.Text(), nullable=False, server_default=sa.text("'direct'")))
    op.add_column("people", sa.Column("reminders", sa.Text(), nullable=False, server_default=sa.text("'chosen'")))
    op.create_table(
        "server_settings",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("server", name="pk_server_settings"),
    )
