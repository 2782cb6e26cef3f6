"""People give words for the shuffles of a table."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.add_column("seatings", sa.Column("word", sa.Text))
