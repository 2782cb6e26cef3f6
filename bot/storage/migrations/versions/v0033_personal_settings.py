"""How a person reads suits in text, if they are ready for the next deal without a press, and get a new message each turn."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.add_column("people", sa.Column("suits", sa.Text, nullable=False, server_default=sa.text("'signs'")))
    op.add_column("people", sa.Column("ready", sa.Text, nullable=False, server_default=sa.text("'press'")))
    op.add_column("people", sa.Column("new_message", sa.Text, nullable=False, server_default=sa.text("''")))
