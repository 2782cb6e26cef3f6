"""What reads need to find a few rows among many: what is of a person, and tables that are behind.

Also the version of the counting by which the cached totals were computed: those of earlier versions are of version 1.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_AT_ONCE = 500


def upgrade() -> None:
    op.add_column("servers", sa.Column("counting", sa.Integer(), server_default=sa.text("1"), nullable=False))
    _mark_last_versions()
    _find_seatings()
    _order_result_seats()
    _find_scheduled_people()
    _find_correction_authors()
    for table in ("totals", "ratings", "reminders"):
        op.create_index(f"ix_{table}_person", table, ["person"])


def _mark_last_versions() -> None:
    op.add_column("tables", sa.Column("last", sa.Integer(), nullable=True))
    newest = '(SELECT max(version) FROM events WHERE events."table" = tables.number)'
    op.execute(f"UPDATE tables SET last = {newest} WHERE closed IS NOT NULL")
    op.create_index("ix_tables_behind", "tables", ["server"], sqlite_where=sa.text("told < last"))


def _find_seatings() -> None:
    seatings = op.create_table(
        "seatings",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.number"], name="fk_seatings_table"),
        sa.PrimaryKeyConstraint("person", "table", name="pk_seatings"),
        sqlite_with_rowid=False,
    )
    rows = op.get_bind().exec_driver_sql(
        'SELECT "table", event FROM events WHERE version = 1 OR event LIKE \'{"type":"SatDown"%\''
    )
    while some := rows.fetchmany(_AT_ONCE):
        _insert(seatings, {(person, table) for table, event in some if (person := _seated_person(event)) is not None})


def _order_result_seats() -> None:
    op.drop_index("ix_result_seats_person", "result_seats")
    op.rename_table("result_seats", "old_result_seats")
    op.create_table(
        "result_seats",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("placing", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["results.table"], name="fk_result_seats_table"),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_result_seats_person"),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_result_seats"),
        sqlite_with_rowid=False,
    )
    columns = ", ".join(f'seats."{name}"' for name in ("table", "seat", "person", "placing", "points", "left"))
    op.execute(
        f"INSERT INTO result_seats SELECT {columns}, results.server, results.ended "
        'FROM old_result_seats AS seats JOIN results ON results."table" = seats."table"'
    )
    op.drop_table("old_result_seats")
    op.create_index("ix_result_seats_person_server_ended", "result_seats", ["person", "server", "ended"])


def _find_scheduled_people() -> None:
    op.create_index("ix_schedules_author", "schedules", ["author"])
    scheduled = op.create_table(
        "scheduled",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("schedule", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_scheduled_person"),
        sa.ForeignKeyConstraint(["schedule"], ["schedules.number"], name="fk_scheduled_schedule"),
        sa.PrimaryKeyConstraint("person", "schedule", name="pk_scheduled"),
        sqlite_with_rowid=False,
    )
    bind = op.get_bind()
    playing = bind.exec_driver_sql("SELECT schedule, people FROM fixtures").all()
    found = {(person, schedule) for schedule, people in playing for person in json.loads(people)}
    for schedule, byes in bind.exec_driver_sql("SELECT number, byes FROM schedules").all():
        found |= {(person, schedule) for resting in json.loads(byes) for person in resting}
    _insert(scheduled, found)


def _find_correction_authors() -> None:
    authors = op.create_table(
        "correction_authors",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("correction", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_correction_authors_person"),
        sa.ForeignKeyConstraint(["correction"], ["corrections.number"], name="fk_correction_authors_correction"),
        sa.PrimaryKeyConstraint("person", "correction", name="pk_correction_authors"),
        sqlite_with_rowid=False,
    )
    rows = op.get_bind().exec_driver_sql("SELECT number, correction FROM corrections").all()
    _insert(authors, {(json.loads(text)["by"], number) for number, text in rows})


def _insert(table: sa.Table, rows: set[tuple[int, int]]) -> None:
    """Insert rows of two columns, of which some may be there already."""
    if rows:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        op.get_bind().exec_driver_sql(f"INSERT OR IGNORE INTO {table.name} ({names}) VALUES (?, ?)", sorted(rows))


def _seated_person(event: str) -> int | None:
    """Return the person who sat down; None for another event, and for one that is damaged."""
    try:
        found = json.loads(event)
        person = found.get("host" if found.get("type") == "TableOpened" else "person")
    except (ValueError, AttributeError):
        return None
    return person if isinstance(person, int) else None
