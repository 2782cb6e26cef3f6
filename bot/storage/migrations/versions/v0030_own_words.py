"""People no longer give words for shuffles. Checking a match takes only their SHA-256, which is in its events."""

from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.drop_column("seatings", "word")
