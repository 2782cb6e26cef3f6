"""The order in which each person wants to see the cards of their hand."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("card_order", sa.Text(), server_default=sa.text("'suit'"), nullable=False))
