"""Leagues with their seasons, corrections, ratings, live standings and schedules.

Matches that ended before this migration stay as they are: a league begins when it is created.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _leagues()
    _results()
    _tournaments()


def _leagues() -> None:
    op.create_table(
        "servers",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("organisers", sa.BigInteger(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("stale", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("server", name="pk_servers"),
    )
    op.create_table(
        "leagues",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("definition", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("archived", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("number", name="pk_leagues"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_leagues_server", "leagues", ["server"])
    running = sa.text("archived IS NULL")
    op.create_index(
        "ix_leagues_server_key",
        "leagues",
        ["server", "key"],
        unique=True,
        sqlite_where=running,
        postgresql_where=running,
    )
    op.create_table(
        "seasons",
        _of_league(),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("begin", sa.BigInteger(), nullable=False),
        sa.Column("end", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("definition", sa.Text(), nullable=True),
        sa.Column("final", sa.Text(), nullable=True),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["league"], ["leagues.number"], name="fk_seasons_league"),
        sa.PrimaryKeyConstraint("league", "number", name="pk_seasons"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seasons_due", "seasons", ["due"])


def _results() -> None:
    op.create_table(
        "corrections",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("correction", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["results.table"], name="fk_corrections_match"),
        sa.PrimaryKeyConstraint("number", name="pk_corrections"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_corrections_match", "corrections", ["match"])
    op.create_index("ix_corrections_server", "corrections", ["server"])
    op.create_table(
        "totals",
        _of_league(),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        _person(),
        sa.Column("total", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["league"], ["leagues.number"], name="fk_totals_league"),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_totals_person"),
        sa.PrimaryKeyConstraint("league", "season", "person", name="pk_totals"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rated",
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.Column("steps", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["results.table"], name="fk_rated_match"),
        sa.PrimaryKeyConstraint("match", name="pk_rated"),
    )
    op.create_index("ix_rated_server_ended", "rated", ["server", "ended"])
    op.create_table(
        "ratings",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        _person(),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_ratings_person"),
        sa.PrimaryKeyConstraint("server", "deck", "person", name="pk_ratings"),
        sqlite_with_rowid=False,
    )


def _tournaments() -> None:
    op.create_table(
        "boards",
        sa.Column("message", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("league", sa.Integer(), nullable=True),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("since", sa.BigInteger(), nullable=True),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["league"], ["leagues.number"], name="fk_boards_league"),
        sa.PrimaryKeyConstraint("message", name="pk_boards"),
    )
    op.create_index("ix_boards_server", "boards", ["server"])
    op.create_table(
        "schedules",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("league", sa.Integer(), nullable=False),
        sa.Column("author", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("byes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["league"], ["leagues.number"], name="fk_schedules_league"),
        sa.ForeignKeyConstraint(["author"], ["people.number"], name="fk_schedules_author"),
        sa.PrimaryKeyConstraint("number", name="pk_schedules"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_schedules_league", "schedules", ["league"])
    op.create_table(
        "fixtures",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("schedule", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("reminded", sa.BigInteger(), nullable=True),
        sa.Column("table", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["schedule"], ["schedules.number"], name="fk_fixtures_schedule"),
        sa.ForeignKeyConstraint(["table"], ["tables.number"], name="fk_fixtures_table"),
        sa.PrimaryKeyConstraint("number", name="pk_fixtures"),
        sqlite_autoincrement=True,
    )
    for column in ("due", "schedule", "table"):
        op.create_index(f"ix_fixtures_{column}", "fixtures", [column])
    op.create_table(
        "reminders",
        _of_league(),
        _person(),
        sa.ForeignKeyConstraint(["league"], ["leagues.number"], name="fk_reminders_league"),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_reminders_person"),
        sa.PrimaryKeyConstraint("league", "person", name="pk_reminders"),
        sqlite_with_rowid=False,
    )


def _of_league() -> sa.Column[int]:
    return sa.Column("league", sa.Integer(), autoincrement=False, nullable=False)


def _person() -> sa.Column[int]:
    return sa.Column("person", sa.Integer(), autoincrement=False, nullable=False)
