"""Schedules become lines of the ledger; of the rows that said it before, only what finds them stays.

They are lines that nobody did, so the log of organisers stays as it was. Those that were undone come first, as others have
replaced them.
"""

from typing import Any

import msgspec
from alembic import op
from sqlalchemy import text

revision = "0022"
down_revision = "0021"

_SCHEDULES = """SELECT schedules.*, leagues.server FROM schedules JOIN leagues ON leagues.number = schedules.league
ORDER BY withdrawn DESC, schedules.number"""
_FIXTURES = "SELECT * FROM fixtures WHERE schedule = :number ORDER BY round, number"
_NAME = """SELECT entry FROM ledger WHERE server = :server AND kind = 'league' ORDER BY number"""
_ADD = """INSERT INTO ledger (server, number, at, kind, entry)
SELECT :server, COALESCE(MAX(number), 0) + 1, :at, 'schedule', :entry FROM ledger WHERE server = :server"""
_DROPPED = {"schedules": ("at", "variant", "byes", "withdrawn"), "fixtures": ("round", "people")}
_decode = msgspec.json.decode


def upgrade() -> None:
    connection = op.get_bind()
    for schedule in connection.execute(text(_SCHEDULES)).mappings().all():
        entry = msgspec.json.encode(_line(connection, dict(schedule))).decode()
        connection.execute(text(_ADD), {"server": schedule["server"], "at": schedule["at"], "entry": entry})
    for table, columns in _DROPPED.items():
        for column in columns:
            op.drop_column(table, column)


def _line(connection: Any, schedule: dict[str, Any]) -> dict[str, Any]:
    rows = connection.execute(text(_FIXTURES), {"number": schedule["number"]}).mappings()
    fixtures = [
        {"number": row["number"], "round": row["round"], "people": _decode(row["people"]), "due": row["due"]} for row in rows
    ]
    made = {name: schedule[name] for name in ("number", "league", "author", "at")} | {
        "variant": _decode(schedule["variant"]),
        "byes": _decode(schedule["byes"]),
        "fixtures": fixtures,
    }
    people = {person for group in (*(one["people"] for one in fixtures), *made["byes"]) for person in group}
    what = {"type": "ScheduleMade", "league": _name(connection, schedule), "people": len(people), "replaces": False}
    return {"at": schedule["at"], "by": None, "what": what, "leagues": [schedule["league"]], "schedule": made}


def _name(connection: Any, schedule: dict[str, Any]) -> str:
    """Return the name of the schedule's league."""
    lines = map(_decode, connection.execute(text(_NAME), schedule).scalars())
    names = [one["made"]["league"]["name"] for one in lines if one.get("made", {}).get("number") == schedule["league"]]
    return names[-1] if names else ""
