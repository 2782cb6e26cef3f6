"""The schema of version 17. It is written out here, because that of the program changes with later migrations."""

from typing import Any

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
    text,
)

revision = "0017"
down_revision = None
branch_labels = None
depends_on = None

_schema = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
_IS_AGAIN, _IS_BEHIND, _IN_USE = text("again IS NOT NULL"), text("told < last"), text("archived IS NULL")
_HAS_MATCH, _WAITS = text("match IS NOT NULL"), text("NOT refused")


def upgrade() -> None:
    _schema.create_all(op.get_bind(), checkfirst=False)


def _key(name: str, kind: Any) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def _column(name: str, kind: Any, default: Any = None) -> Column[Any]:
    return Column(name, kind, nullable=False, server_default=default)


Table(
    "people",
    _schema,
    Column("number", Integer, primary_key=True),
    Column("discord_id", BigInteger, unique=True),
    _column("name", Text),
    _column("locale", Text),
    Column("dm_channel", BigInteger),
    _column("card_order", Text, text("'suit'")),
    _column("hands", Text, text("'direct'")),
    _column("reminders", Text, text("'chosen'")),
    _column("pictures", Text, text("'pictures'")),
    _column("suit_colours", Text, text("'four'")),
    Column("username", Text),
    Index("ix_people_username", "username", unique=True),
    sqlite_autoincrement=True,
)
Table("former_people_keys", _schema, _key("day", Integer), _column("key", LargeBinary))
Table(
    "former_people",
    _schema,
    _key("day", ForeignKey("former_people_keys.day")),
    _key("hash", Text),
    _key("person", ForeignKey("people.number")),
    sqlite_with_rowid=False,
)
Table(
    "tables",
    _schema,
    Column("number", Integer, primary_key=True),
    _column("server", BigInteger),
    _column("channel", BigInteger),
    _column("opened", BigInteger),
    Column("closed", BigInteger),
    _column("told", Integer),
    Column("last", Integer),
    Column("again", Integer),
    Index(None, "closed"),
    Index("ix_tables_again", "again", unique=True, sqlite_where=_IS_AGAIN, postgresql_where=_IS_AGAIN),
    Index("ix_tables_behind", "server", sqlite_where=_IS_BEHIND, postgresql_where=_IS_BEHIND),
    sqlite_autoincrement=True,
)
Table(
    "events",
    _schema,
    _key("table", ForeignKey("tables.number")),
    _key("version", Integer),
    _column("spelling", Integer),
    _column("at", BigInteger),
    _column("event", Text),
    sqlite_with_rowid=False,
)
Table("seatings", _schema, _key("person", Integer), _key("table", ForeignKey("tables.number")), sqlite_with_rowid=False)
Table(
    "deadlines",
    _schema,
    _key("table", ForeignKey("tables.number")),
    _column("step", Integer),
    _column("due", BigInteger),
    Index(None, "due"),
)
Table("heartbeat", _schema, Column("number", Integer, primary_key=True), Column("at", BigInteger, nullable=False))
Table(
    "surfaces",
    _schema,
    _key("table", ForeignKey("tables.number")),
    _key("key", Text),
    _column("channel", BigInteger),
    Column("message", BigInteger),
    _column("state", Text),
    _column("note", Text),
    sqlite_with_rowid=False,
)
Table(
    "variants",
    _schema,
    _key("server", BigInteger),
    _key("name", Text),
    _column("author", ForeignKey("people.number")),
    _column("at", BigInteger),
    _column("answers", Text),
    Index(None, "author"),
    sqlite_with_rowid=False,
)
Table("server_settings", _schema, _key("server", BigInteger), _column("settings", Text))
Table(
    "servers",
    _schema,
    _key("server", BigInteger),
    Column("organisers", BigInteger),
    _column("revision", Integer),
    _column("stale", Boolean),
    _column("counting", Integer, text("1")),
)
Table(
    "leagues",
    _schema,
    Column("number", Integer, primary_key=True),
    _column("server", BigInteger),
    _column("key", Text),
    _column("definition", Text),
    _column("created", BigInteger),
    Column("archived", BigInteger),
    Index("ix_leagues_server", "server"),
    Index("ix_leagues_server_key", "server", "key", unique=True, sqlite_where=_IN_USE, postgresql_where=_IN_USE),
    sqlite_autoincrement=True,
)
Table(
    "seasons",
    _schema,
    _key("league", ForeignKey("leagues.number")),
    _key("number", Integer),
    _column("begin", BigInteger),
    Column("end", BigInteger),
    _column("name", Text),
    Column("due", BigInteger),
    Column("definition", Text),
    Column("final", Text),
    _column("told", Boolean),
    Column("command", BigInteger),
    Column("channel", BigInteger),
    Column("post_channel", BigInteger),
    Column("post_message", BigInteger),
    Index(None, "due"),
    Index(None, "told", "end"),
    sqlite_with_rowid=False,
)
Table(
    "questions",
    _schema,
    Column("number", Integer, primary_key=True),
    _column("league", ForeignKey("leagues.number")),
    _column("at", BigInteger),
    _column("what", Text),
    Index(None, "at"),
    Index(None, "league"),
    sqlite_autoincrement=True,
)
Table(
    "boards",
    _schema,
    _key("message", BigInteger),
    _column("channel", BigInteger),
    _column("server", BigInteger),
    Column("league", ForeignKey("leagues.number")),
    Column("game", Text),
    Column("since", BigInteger),
    _column("drawn", Integer),
    _column("at", BigInteger, text("0")),
    Index(None, "server"),
)
Table(
    "results",
    _schema,
    _key("table", ForeignKey("tables.number")),
    _column("server", BigInteger),
    _column("ended", BigInteger),
    _column("facts", Text),
    _column("met", Integer, text("0")),
    Index(None, "server", "ended"),
    Index("ix_results_met", "server", "met"),
)
Table(
    "result_seats",
    _schema,
    _key("table", ForeignKey("results.table")),
    _key("seat", Integer),
    _column("person", ForeignKey("people.number")),
    _column("placing", Integer),
    _column("points", Integer),
    _column("left", Boolean),
    _column("server", BigInteger),
    _column("ended", BigInteger),
    Index(None, "person", "server", "ended"),
    sqlite_with_rowid=False,
)
Table(
    "history_blocks",
    _schema,
    _key("server", BigInteger),
    _key("ended", BigInteger),
    _key("table", ForeignKey("results.table")),
    _column("matches", Integer),
    sqlite_with_rowid=False,
)
Table(
    "played_variants",
    _schema,
    _key("number", BigInteger),
    _column("house_rules", Text),
    _column("answers", Text),
    _column("has_clock", Boolean, false()),
    _column("is_walkover", Boolean, false()),
    _column("length", Text, text("'full'")),
    _column("league", Integer, text("0")),
)
Table(
    "counted_matches",
    _schema,
    _key("table", ForeignKey("results.table")),
    _column("server", BigInteger),
    _column("ended", BigInteger),
    _column("people", Text),
    _column("size", Integer),
    _column("channel", BigInteger),
    _column("variant", ForeignKey("played_variants.number")),
    _column("earlier", Text, text("''")),
    Index("ix_counted_matches_people", "server", "people", "ended", "table", "size", "channel", "variant"),
)
Table(
    "match_shares",
    _schema,
    _key("server", BigInteger),
    _key("ended", BigInteger),
    _key("table", ForeignKey("results.table")),
    _key("seat", Integer),
    _column("person", ForeignKey("people.number")),
    _column("size", Integer),
    _column("place", Integer),
    _column("sharing", Integer),
    _column("left", Boolean),
    _column("cards", Integer),
    _column("channel", BigInteger),
    _column("variant", BigInteger),
    sqlite_with_rowid=False,
)
Table(
    "corrections",
    _schema,
    Column("number", Integer, primary_key=True),
    _column("server", BigInteger),
    _column("match", ForeignKey("results.table")),
    _column("correction", Text),
    Index(None, "server"),
    Index(None, "match"),
    sqlite_autoincrement=True,
)
Table(
    "correction_authors",
    _schema,
    _key("person", ForeignKey("people.number")),
    _key("correction", ForeignKey("corrections.number")),
    sqlite_with_rowid=False,
)
Table(
    "totals",
    _schema,
    _key("league", ForeignKey("leagues.number")),
    _key("season", Integer),
    _key("person", ForeignKey("people.number")),
    _column("total", Text),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
Table(
    "rated",
    _schema,
    _key("match", ForeignKey("results.table")),
    _column("server", BigInteger),
    _column("ended", BigInteger),
    _column("deck", Text),
    _column("steps", Text),
    Index(None, "server", "ended"),
)
Table(
    "ratings",
    _schema,
    _key("server", BigInteger),
    _key("deck", Text),
    _key("person", ForeignKey("people.number")),
    _column("mu", Float),
    _column("sigma", Float),
    _column("matches", Integer),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
Table(
    "schedules",
    _schema,
    Column("number", Integer, primary_key=True),
    _column("league", ForeignKey("leagues.number")),
    _column("author", ForeignKey("people.number")),
    _column("at", BigInteger),
    _column("variant", Text),
    _column("byes", Text),
    _column("revision", Integer, text("0")),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("drawn", Integer),
    Column("drawn_at", BigInteger),
    _column("withdrawn", Boolean, text("0")),
    Index(None, "author"),
    Index(None, "league"),
    Index(None, "message"),
    sqlite_autoincrement=True,
)
Table(
    "fixtures",
    _schema,
    Column("number", Integer, primary_key=True),
    _column("schedule", ForeignKey("schedules.number")),
    _column("round", Integer),
    _column("people", Text),
    Column("due", BigInteger),
    Column("table", ForeignKey("tables.number")),
    Index(None, "schedule"),
    Index(None, "due"),
    Index(None, "table"),
    sqlite_autoincrement=True,
)
Table(
    "scheduled",
    _schema,
    _key("person", ForeignKey("people.number")),
    _key("schedule", ForeignKey("schedules.number")),
    sqlite_with_rowid=False,
)
Table(
    "reminders",
    _schema,
    _key("league", ForeignKey("leagues.number")),
    _key("person", ForeignKey("people.number")),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
Table(
    "reminded",
    _schema,
    _key("fixture", ForeignKey("fixtures.number")),
    _key("person", ForeignKey("people.number")),
    _column("at", BigInteger),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
Table(
    "organiser_actions",
    _schema,
    Column("number", Integer, primary_key=True),
    _column("server", BigInteger),
    _column("at", BigInteger),
    _column("person", ForeignKey("people.number")),
    _column("what", Text),
    _column("why", Text),
    Column("match", ForeignKey("tables.number")),
    _column("effects", Text),
    _column("own", Boolean),
    Index("ix_organiser_actions_server", "server", "number"),
    Index("ix_organiser_actions_person", "person"),
    Index("ix_organiser_actions_match", "match", sqlite_where=_HAS_MATCH, postgresql_where=_HAS_MATCH),
    sqlite_autoincrement=True,
)
Table(
    "action_leagues",
    _schema,
    _key("league", ForeignKey("leagues.number")),
    _key("action", ForeignKey("organiser_actions.number")),
    sqlite_with_rowid=False,
)
Table(
    "action_posts",
    _schema,
    _key("channel", BigInteger),
    _key("action", ForeignKey("organiser_actions.number")),
    Column("batch", Integer),
    _column("refused", Boolean),
    Index("ix_action_posts_action", "action"),
    Index("ix_action_posts_waiting", "channel", sqlite_where=_WAITS, postgresql_where=_WAITS),
    sqlite_with_rowid=False,
)
