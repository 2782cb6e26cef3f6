"""The message that shows a schedule, and the revision it shows; the reminders that have been sent."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("schedules", sa.Column("revision", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("schedules", sa.Column("channel", sa.BigInteger(), nullable=True))
    op.add_column("schedules", sa.Column("message", sa.BigInteger(), nullable=True))
    op.add_column("schedules", sa.Column("drawn", sa.Integer(), nullable=True))
    op.add_column("schedules", sa.Column("drawn_at", sa.BigInteger(), nullable=True))
    op.create_index("ix_schedules_message", "schedules", ["message"])
    reminded = op.create_table(
        "reminded",
        sa.Column("fixture", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["fixture"], ["fixtures.number"], name="fk_reminded_fixture"),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_reminded_person"),
        sa.PrimaryKeyConstraint("fixture", "person", name="pk_reminded"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_reminded_person", "reminded", ["person"])
    known = op.get_bind().exec_driver_sql("SELECT number, people, reminded FROM fixtures WHERE reminded IS NOT NULL").all()
    rows = [{"fixture": number, "person": one, "at": at} for number, people, at in known for one in json.loads(people)]
    op.bulk_insert(reminded, rows)
    op.drop_column("fixtures", "reminded")
