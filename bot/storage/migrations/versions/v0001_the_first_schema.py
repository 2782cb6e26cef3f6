"""The first schema: tables, events, deadlines, people, messages and results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("discord_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("dm_channel", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("number", name="pk_people"),
        sa.UniqueConstraint("discord_id", name="uq_people_discord_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "tables",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_tables"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_closed", "tables", ["closed"])
    op.create_table(
        "deadlines",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.number"], name="fk_deadlines_table"),
        sa.PrimaryKeyConstraint("table", name="pk_deadlines"),
    )
    op.create_index("ix_deadlines_due", "deadlines", ["due"])
    op.create_table(
        "events",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("spelling", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.number"], name="fk_events_table"),
        sa.PrimaryKeyConstraint("table", "version", name="pk_events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.number"], name="fk_results_table"),
        sa.PrimaryKeyConstraint("table", name="pk_results"),
    )
    op.create_index("ix_results_server_ended", "results", ["server", "ended"])
    op.create_table(
        "surfaces",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.number"], name="fk_surfaces_table"),
        sa.PrimaryKeyConstraint("table", "key", name="pk_surfaces"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "result_seats",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("placing", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["results.table"], name="fk_result_seats_table"),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_result_seats_person"),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_result_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_result_seats_person", "result_seats", ["person"])
