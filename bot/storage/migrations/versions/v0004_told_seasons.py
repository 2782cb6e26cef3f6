"""The command and channel in which a season was ended; when live standings were last updated.

Seasons that ended before this migration count as posted: their tables were posted when they ended.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seasons", sa.Column("command", sa.BigInteger(), nullable=True))
    op.add_column("seasons", sa.Column("channel", sa.BigInteger(), nullable=True))
    op.create_index("ix_seasons_told_end", "seasons", ["told", "end"])
    seasons = sa.table("seasons", sa.column("end", sa.BigInteger()), sa.column("told", sa.Boolean()))
    op.execute(seasons.update().where(seasons.c.end.is_not(None)).values(told=True))
    op.add_column("boards", sa.Column("at", sa.BigInteger(), server_default=sa.text("0"), nullable=False))
