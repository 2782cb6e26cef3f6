"""Leagues have no schedules any more: what was done to them stays in the log, without the schedules themselves.

Processes of the version before need these tables whenever a match ends, so all of them stop before.
"""

import msgspec
from alembic import op
from sqlalchemy import text

revision = "0029"
down_revision = "0028"

_LINES = "SELECT server, number, entry FROM ledger WHERE kind = 'schedule'"
_REWRITE = "UPDATE ledger SET kind = 'line', entry = :entry WHERE server = :server AND number = :number"


def upgrade() -> None:
    connection = op.get_bind()
    for server, number, entry in connection.execute(text(_LINES)).all():
        line = msgspec.json.decode(entry)
        del line["schedule"]
        about = {"server": server, "number": number, "entry": msgspec.json.encode(line).decode()}
        connection.execute(text(_REWRITE), about)
    op.execute("DELETE FROM posts WHERE kind = 'schedule'")
    for table in ("reminded", "reminders", "scheduled", "fixtures", "schedules"):
        op.drop_table(table)
    op.drop_column("people", "reminders")
