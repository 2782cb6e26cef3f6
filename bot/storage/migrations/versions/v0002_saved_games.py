"""The variants that a server has saved."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "variants",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("author", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["author"], ["people.number"], name="fk_variants_author"),
        sa.PrimaryKeyConstraint("server", "name", name="pk_variants"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_variants_author", "variants", ["author"])
