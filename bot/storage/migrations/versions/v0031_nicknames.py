"""The nicknames of people, by server, as JSON."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.add_column("people", sa.Column("nicknames", sa.Text, nullable=False, server_default=sa.text("'{}'")))
