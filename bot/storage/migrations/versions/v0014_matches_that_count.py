"""Which matches were walkovers, their lengths and their schedules; leagues say how long a match must be; former people.

Those that were set up before keep counting matches of every length. How often people had met before each match is counted by
`bot.storage.migrate` after the last migration.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("played_variants", sa.Column("is_walkover", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("played_variants", sa.Column("length", sa.Text(), server_default=sa.text("'full'"), nullable=False))
    op.add_column("played_variants", sa.Column("league", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("results", sa.Column("met", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.create_index("ix_results_met", "results", ["server", "met"])
    op.add_column("counted_matches", sa.Column("earlier", sa.Text(), server_default=sa.text("''"), nullable=False))
    op.create_table(
        "former_people_keys",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_former_people_keys"),
    )
    op.create_table(
        "former_people",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["day"], ["former_people_keys.day"], name="fk_former_people_day"),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_former_people_person"),
        sa.PrimaryKeyConstraint("day", "hash", "person", name="pk_former_people"),
        sqlite_with_rowid=False,
    )
    connection = op.get_bind()
    for table in ("leagues", "seasons"):
        rows = connection.exec_driver_sql(f"SELECT DISTINCT definition FROM {table} WHERE definition IS NOT NULL")
        for (definition,) in rows.all():
            league = json.loads(definition)
            if "shortest" not in league:
                new = json.dumps(league | {"shortest": "one"}, ensure_ascii=False, separators=(",", ":"))
                change = sa.text(f"UPDATE {table} SET definition = :new WHERE definition = :old")
                connection.execute(change, {"new": new, "old": definition})
