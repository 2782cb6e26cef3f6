"""The log of everything that organisers do; the corrections that were made before are its first lines."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_HAS_MATCH, _WAITS = sa.text("match IS NOT NULL"), sa.text("NOT refused")


def upgrade() -> None:
    actions = op.create_table(
        "organiser_actions",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=True),
        sa.Column("effects", sa.Text(), nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.number"], name="fk_organiser_actions_person"),
        sa.ForeignKeyConstraint(["match"], ["tables.number"], name="fk_organiser_actions_match"),
        sa.PrimaryKeyConstraint("number", name="pk_organiser_actions"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_organiser_actions_server", "organiser_actions", ["server", "number"])
    op.create_index("ix_organiser_actions_person", "organiser_actions", ["person"])
    op.create_index(
        "ix_organiser_actions_match", "organiser_actions", ["match"], sqlite_where=_HAS_MATCH, postgresql_where=_HAS_MATCH
    )
    concerned = op.create_table(
        "action_leagues",
        sa.Column("league", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("action", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["league"], ["leagues.number"], name="fk_action_leagues_league"),
        sa.ForeignKeyConstraint(["action"], ["organiser_actions.number"], name="fk_action_leagues_action"),
        sa.PrimaryKeyConstraint("league", "action", name="pk_action_leagues"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "action_posts",
        sa.Column("channel", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("action", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("batch", sa.Integer(), nullable=True),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["action"], ["organiser_actions.number"], name="fk_action_posts_action"),
        sa.PrimaryKeyConstraint("channel", "action", name="pk_action_posts"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_action_posts_action", "action_posts", ["action"])
    op.create_index("ix_action_posts_waiting", "action_posts", ["channel"], sqlite_where=_WAITS, postgresql_where=_WAITS)
    made = op.get_bind().exec_driver_sql("SELECT number, server, correction FROM corrections ORDER BY number").all()
    op.bulk_insert(actions, [_line(number, server, json.loads(text)) for number, server, text in made])
    op.bulk_insert(concerned, list(_leagues_of_corrections()))


def _line(number: int, server: int, correction: dict[str, Any]) -> dict[str, Any]:
    what = {"type": "Corrected", "match": correction["match"], "change": correction["change"]}
    return {
        "number": number,
        "server": server,
        "at": correction["at"],
        "person": correction["by"],
        "what": json.dumps(what),
        "why": correction["why"],
        "match": correction["match"],
        "effects": "[]",
        "own": False,
    }


def _leagues_of_corrections() -> list[dict[str, int]]:
    """Return the leagues in which each corrected match was played: in a season, in its channel, with one of its games."""
    bind = op.get_bind()
    seasons = bind.exec_driver_sql(
        'SELECT l.server, l.number, s."begin", s."end", coalesce(s.definition, l.definition) '
        "FROM leagues l JOIN seasons s ON s.league = l.number"
    ).all()
    terms = [(server, number, begin, end, json.loads(text)) for server, number, begin, end, text in seasons]
    matches = bind.exec_driver_sql(
        'SELECT c.number, c.server, r.ended, r.facts, t.channel FROM corrections c JOIN results r ON r."table" = c."match" '
        'JOIN tables t ON t.number = r."table" ORDER BY c.number'
    )
    found = set()
    for number, server, ended, text, channel in matches:
        try:
            facts = json.loads(text)
        except ValueError:  # a damaged result doesn't stop the migration
            continue
        for of_server, league, begin, end, rules in terms:
            games = [game["name"] for game in rules.get("games", ())]
            if (
                of_server == server
                and begin <= ended
                and (end is None or ended < end)
                and rules.get("channel") in (None, facts.get("channel") or channel)
                and (not games or facts["variant"]["name"] in games)
                and (rules.get("house_rules", True) or not facts.get("house_rules"))
                and (not rules.get("requires_clock") or facts.get("has_clock"))
            ):
                found.add((league, number))
    return [{"league": league, "action": number} for league, number in sorted(found)]
