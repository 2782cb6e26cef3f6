"""Which table was opened to play a match again: at most one for each match."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("again", sa.Integer(), nullable=True))
    op.create_index("ix_tables_again", "tables", ["again"], unique=True, sqlite_where=sa.text("again IS NOT NULL"))
