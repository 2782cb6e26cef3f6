"""The bot remembers whom it has offered the first hand."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("people", sa.Column("first_hand", sa.Text, nullable=False, server_default=sa.text("'new'")))
