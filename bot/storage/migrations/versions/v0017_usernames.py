"""The usernames of people, which tell apart those who have the same name."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("username", sa.Text(), nullable=True))
    op.create_index("ix_people_username", "people", ["username"], unique=True)
