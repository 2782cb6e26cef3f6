"""Each table knows the partition of its server; a private one without a server, that of its person."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("tables", sa.Column("partition", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.execute("UPDATE tables SET partition = (server >> 22) % 64 WHERE server <> 0")
    host = 'SELECT discord_id FROM people JOIN seatings ON seatings.person = people.number WHERE "table" = tables.number'
    op.execute(f"UPDATE tables SET partition = coalesce(({host}) >> 22, 0) % 64 WHERE server = 0")
