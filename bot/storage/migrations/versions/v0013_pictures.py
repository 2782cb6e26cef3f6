"""How each person sees their cards: as pictures or text, and in how many colours."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("pictures", sa.Text(), server_default=sa.text("'pictures'"), nullable=False))
    op.add_column("people", sa.Column("suit_colours", sa.Text(), server_default=sa.text("'four'"), nullable=False))
