"""Nothing is stored of the questions that organisers are asked before an action."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.drop_table("questions")
