"""How people finished, in columns that leaderboards sum, and blocks that find a page of the history.

`bot.storage.migrate` fills them after the last migration, because their rows follow from whole results.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "history_blocks",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ended", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["results.table"], name="fk_history_blocks_table"),
        sa.PrimaryKeyConstraint("server", "ended", "table", name="pk_history_blocks"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "played_variants",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("house_rules", sa.Text(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_played_variants"),
    )
    op.create_table(
        "counted_matches",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["results.table"], name="fk_counted_matches_table"),
        sa.ForeignKeyConstraint(["variant"], ["played_variants.number"], name="fk_counted_matches_variant"),
        sa.PrimaryKeyConstraint("table", name="pk_counted_matches"),
    )
    columns = ["server", "people", "ended", "table", "size", "channel", "variant"]
    op.create_index("ix_counted_matches_people", "counted_matches", columns)
    op.create_table(
        "match_shares",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ended", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("sharing", sa.Integer(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["results.table"], name="fk_match_shares_table"),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_match_shares_person"),
        sa.PrimaryKeyConstraint("server", "ended", "table", "seat", name="pk_match_shares"),
        sqlite_with_rowid=False,
    )
