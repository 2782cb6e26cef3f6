"""The language that a person has chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.add_column("people", sa.Column("language", sa.Text, nullable=False, server_default=sa.text("''")))
