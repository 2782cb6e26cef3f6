"""What organisers are asked before an action, where tables of seasons are posted, and schedules that were undone."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "questions",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("league", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["league"], ["leagues.number"], name="fk_questions_league"),
        sa.PrimaryKeyConstraint("number", name="pk_questions"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_questions_at", "questions", ["at"])
    op.create_index("ix_questions_league", "questions", ["league"])
    op.add_column("seasons", sa.Column("post_channel", sa.BigInteger(), nullable=True))
    op.add_column("seasons", sa.Column("post_message", sa.BigInteger(), nullable=True))
    op.add_column("schedules", sa.Column("withdrawn", sa.Boolean(), server_default=sa.text("0"), nullable=False))
