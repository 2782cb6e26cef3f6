"""Which matches had a clock, for leagues that require one. Those of earlier versions had none."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("played_variants", sa.Column("has_clock", sa.Boolean(), server_default=sa.false(), nullable=False))
