"""Former players, until the seasons in which they have results are final."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.create_table(
        "former_players",
        sa.Column("league", sa.Integer, sa.ForeignKey("leagues.number", name="fk_former_players_league"), nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("abandoned", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("league", "season", "hash", name="pk_former_players"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_former_players_day", "former_players", ["day"])
