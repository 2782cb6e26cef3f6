"""Which matches were walkovers, their lengths and their schedules; leagues say how long a match must be.

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
    connection = op.get_bind()
    for table in ("leagues", "seasons"):
        rows = connection.exec_driver_sql(f"SELECT DISTINCT definition FROM {table} WHERE definition IS NOT NULL")
        for (definition,) in rows.all():
            league = json.loads(definition)
            if "shortest" not in league:
                new = json.dumps(league | {"shortest": "one"}, ensure_ascii=False, separators=(",", ":"))
                change = sa.text(f"UPDATE {table} SET definition = :new WHERE definition = :old")
                connection.execute(change, {"new": new, "old": definition})
