"""The messages of the league are rows of one table. Each posted one is rendered again once."""

from alembic import op
from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text, text

revision = "0019"
down_revision = "0018"

_schema = MetaData(naming_convention={"ix": "ix_%(table_name)s_%(column_0_N_name)s", "pk": "pk_%(table_name)s"})
_posts = Table(
    "posts",
    _schema,
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("of", Integer, nullable=False),
    Column("what", Text, nullable=False),
    Column("server", BigInteger, nullable=False),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("shown", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "kind", "of"),
    sqlite_autoincrement=True,
)
_ADD = 'INSERT INTO posts (kind, "of", what, server, channel, message, shown, at) '
_FROM_SEASONS = 'FROM seasons JOIN leagues ON leagues.number = seasons.league WHERE "end" IS NOT NULL'
_MOVED = (
    f"""{_ADD} SELECT 'standings', COALESCE(league, 0), COALESCE(CAST(since AS TEXT), '') || ' ' || COALESCE(game, ''), server,
    channel, message, -1, at FROM boards ORDER BY message""",
    f"""{_ADD} SELECT 'schedule', schedules.number, '', server, channel, message, -1, drawn_at
    FROM schedules JOIN leagues ON leagues.number = schedules.league WHERE message IS NOT NULL ORDER BY schedules.number""",
    f"""{_ADD} SELECT CASE WHEN refused THEN 'refused' ELSE 'line' END, action, '', server, channel, NULL,
    COALESCE(batch, 0), at FROM action_posts JOIN organiser_actions ON organiser_actions.number = action
    ORDER BY action, channel""",
    f"""{_ADD} SELECT 'season', league, CAST(seasons.number AS TEXT), server, post_channel, post_message, 0, "end"
    {_FROM_SEASONS} AND told AND post_message IS NOT NULL ORDER BY "end", league""",
    f"""{_ADD} SELECT 'season', league, CAST(seasons.number AS TEXT), server, channel, NULL, 0, "end"
    {_FROM_SEASONS} AND NOT told ORDER BY "end", league""",
    f"""{_ADD} SELECT 'withdrawn', league, CAST(seasons.number AS TEXT), server, post_channel, post_message, 0, 0
    FROM seasons JOIN leagues ON leagues.number = seasons.league WHERE NOT told AND post_message IS NOT NULL""",
)


def upgrade() -> None:
    connection = op.get_bind()
    _posts.create(connection)
    for statement in _MOVED:
        connection.execute(text(statement))
    op.drop_table("boards")
    op.drop_table("action_posts")
    op.drop_index("ix_seasons_told_end", "seasons")
    for column in ("told", "channel", "post_channel", "post_message"):
        op.drop_column("seasons", column)
    op.drop_index("ix_schedules_message", "schedules")
    for column in ("channel", "message", "drawn", "drawn_at"):
        op.drop_column("schedules", column)
