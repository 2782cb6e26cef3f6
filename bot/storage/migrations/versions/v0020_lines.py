"""Leagues, their seasons and what organisers did become lines of the ledger; the rows that said it before go.

The lines follow the matches that are in the ledger already. What a league was becomes lines that nobody did, so the log of
organisers stays as it was.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec
from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)

revision = "0020"
down_revision = "0019"

_schema = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
Table("tables", _schema, Column("number", Integer, primary_key=True))
Table("people", _schema, Column("number", Integer, primary_key=True))
_ledger = Table(
    "ledger",
    _schema,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("person", ForeignKey("people.number")),
    Column("match", ForeignKey("tables.number")),
    Column("kind", Text, nullable=False),
    Column("entry", Text, nullable=False),
    Column("more", Text),
    Index(None, "match"),
    Index(None, "person"),
    Index(None, "server", "at"),
    Index(None, "server", "kind", "number"),
    sqlite_with_rowid=False,
)
_UNDONE = {
    "SeasonReopened": lambda what: {"type": "SeasonEnded", "league": what["league"], "season": what["season"]},
    "LeagueRestored": lambda what: {"type": "LeagueArchived", "league": what["league"]},
    "ScheduleWithdrawn": lambda what: {"type": "ScheduleMade", "league": what["league"], "people": 0, "replaces": True},
}
"""What each kind of action that is gone has undone."""
_Line = dict[str, Any]
_decode = msgspec.json.decode


def upgrade() -> None:
    connection = op.get_bind()
    lines = defaultdict[int, list[tuple[int, _Line]]](list)  # by server: the number that a line had, or 0, and the new row
    for action in _rows(connection, "SELECT * FROM organiser_actions ORDER BY number"):
        lines[action["server"]].append((action["number"], _of_action(connection, action)))
    for server, correction in _unlogged_corrections(connection):
        lines[server].append((0, correction))
    for league in _rows(connection, "SELECT * FROM leagues ORDER BY number"):
        lines[league["server"]] += [(0, line) for line in _of_league(connection, league)]
    for row in _rows(connection, "SELECT server, organisers FROM servers WHERE organisers IS NOT NULL"):
        lines[row["server"]] += [(0, line) for line in _of_role(row["organisers"], lines[row["server"]])]
    for name in ("action_leagues", "organiser_actions"):
        op.drop_table(name)
    op.drop_index("ix_ledger_match", "ledger")
    op.drop_index("ix_ledger_server_at", "ledger")
    op.rename_table("ledger", "old_ledger")
    _ledger.create(connection)
    connection.execute(
        text(
            "INSERT INTO ledger (server, number, at, match, kind, entry, more) "
            "SELECT server, number, at, match, kind, entry, deals FROM old_ledger WHERE kind != 'corrected'"
        )
    )
    op.drop_table("old_ledger")
    numbers = dict[int, int]()  # of lines that had one before
    for server, found in lines.items():
        last = connection.execute(text("SELECT max(number) FROM ledger WHERE server = :server"), {"server": server}).scalar()
        for number, (old, line) in enumerate(sorted(found, key=lambda one: one[1]["at"]), start=(last or 0) + 1):
            connection.execute(_ledger.insert(), line | {"server": server, "number": number})
            if old:
                numbers[old] = number
    for post in _rows(connection, "SELECT * FROM posts WHERE kind IN ('line', 'refused')"):
        about = {"number": post["number"], "of": numbers[post["of"]], "shown": numbers.get(post["shown"], 0)}
        connection.execute(text('UPDATE posts SET "of" = :of, shown = :shown WHERE number = :number'), about)
    _drop_columns(connection)


def _rows(connection: Any, query: str, **about: object) -> list[_Line]:
    return [dict(row) for row in connection.execute(text(query), about).mappings()]


def _row(at: int, kind: str, entry: _Line, *, match: int | None = None, more: str | None = None) -> _Line:
    entry = {name: value for name, value in entry.items() if value not in ("", [], False)}
    text_ = msgspec.json.encode({"at": at, "by": None} | entry).decode()
    return {"at": at, "person": entry.get("by"), "match": match, "kind": kind, "entry": text_, "more": more}


def _of_action(connection: Any, action: _Line) -> _Line:
    what = _decode(action["what"])
    if (undone := _UNDONE.get(what["type"])) is not None:
        what = {"type": "Undone", "number": 0, "what": undone(what), "whose": what.get("whose")}
    leagues = _rows(connection, "SELECT league FROM action_leagues WHERE action = :number ORDER BY league", **action)
    entry = {
        "by": action["person"],
        "what": what,
        "why": action["why"],
        "leagues": [row["league"] for row in leagues],
        "effects": _decode(action["effects"]),
        "is_own": bool(action["own"]),
    }
    kind = {"Corrected": "corrected", "RoleChosen": "league"}.get(what["type"], "line")
    return _row(action["at"], kind, entry, match=action["match"])


def _unlogged_corrections(connection: Any) -> Iterator[tuple[int, _Line]]:
    """Yield the corrections that were made before there was a log, each with its server."""
    logged = Counter[bytes]()
    for row in _rows(connection, 'SELECT * FROM organiser_actions WHERE what LIKE \'{"type":"Corrected"%\''):
        what = _decode(row["what"])
        logged[msgspec.json.encode([row["at"], row["person"], what["match"], what["change"]])] += 1
    for row in _rows(connection, "SELECT server, entry FROM ledger WHERE kind = 'corrected' ORDER BY server, number"):
        made = _decode(row["entry"])
        key = msgspec.json.encode([made["at"], made["by"], made["match"], made["change"]])
        logged[key] -= 1
        if logged[key] < 0:
            what = {"type": "Corrected", "match": made["match"], "change": made["change"]}
            entry = {"by": made["by"], "what": what, "why": made["why"]}
            yield row["server"], _row(made["at"], "corrected", entry, match=made["match"])


def _of_league(connection: Any, league: _Line) -> Iterator[_Line]:
    """Yield a line for the begin of a league, and one for the end of each of its seasons."""
    seasons = _rows(connection, "SELECT * FROM seasons WHERE league = :number ORDER BY number", **league)
    for season, before in zip(seasons, (None, *seasons), strict=False):
        yield _line_of_season(league, season, before)
    if league["archived"] is not None:
        yield _line_of_season(league, seasons[-1], seasons[-1])


def _line_of_season(league: _Line, season: _Line, before: _Line | None) -> _Line:
    """Return the line with which this season begins, after another one; or with which this last one ends."""
    definition = _decode(season["definition"] or league["definition"])
    is_last = season is before
    running = {name: season[name] for name in ("number", "begin")}
    made = {"number": league["number"], "league": definition, "created_at": league["created"]}
    made["season"] = _over(season) if is_last else running
    if is_last:
        made["archived_at"] = league["archived"]
    elif season["end"] is None:
        made["ends_at"] = season["due"]
    if before is None:
        return _row(
            league["created"], "league", {"what": {"type": "LeagueCreated", "league": definition["name"]}, "made": made}
        )
    over, name = _over(before), _decode(before["definition"] or league["definition"])["name"]
    if is_last:
        what = {"type": "LeagueArchived", "league": name}
    else:
        what = {"type": "SeasonEnded", "league": name, "season": over["name"] or str(over["number"])}
    entry = {"what": what, "made": made, "over": over, "command": before["command"]}
    return _row(before["end"], "league", entry, more=before["final"])


def _over(season: _Line) -> _Line:
    return {name: season[name] for name in ("number", "begin", "end", "name")}


def _of_role(role: int, lines: list[tuple[int, _Line]]) -> Iterator[_Line]:
    """Yield a line for the organisers' role, unless the log says so."""
    said = [_decode(line["entry"]) for _, line in lines if line["kind"] == "league"]
    chosen = [one for one in said if one["what"]["type"] == "RoleChosen"]
    if not chosen or chosen[-1]["what"]["after"] != role:
        at = max((line["at"] for _, line in lines), default=0)
        yield _row(at, "league", {"what": {"type": "RoleChosen", "before": None, "after": role}})


def _drop_columns(connection: Any) -> None:
    op.drop_index("ix_leagues_server_key", "leagues")
    for column in ("key", "definition", "created", "archived"):
        op.drop_column("leagues", column)
    op.add_column("leagues", Column("due", BigInteger))
    connection.execute(
        text(
            "UPDATE leagues SET due = (SELECT seasons.due FROM seasons WHERE seasons.league = leagues.number "
            'AND seasons."end" IS NULL)'
        )
    )
    op.create_index("ix_leagues_due", "leagues", ["due"])
    op.drop_table("seasons")
    op.drop_column("servers", "organisers")
