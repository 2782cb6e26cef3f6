"""A PostgreSQL database is like a new one for the next test; a test that spoils it keeps it."""

import psycopg
import pytest

from tests.databases import execute
from tests.postgres import Postgres


@pytest.mark.parametrize(
    ("spoil", "is_used_again"),
    [
        ("DELETE FROM people", True),
        ("UPDATE alembic_version SET version_num = '9999'", False),
        ("DROP TABLE alembic_version", False),
        ("ALTER TABLE people ADD COLUMN spoiled int", False),
        ("CREATE TABLE spoiled (number int)", False),
    ],
)
def test_only_a_database_as_it_was_made_is_used_again(postgres: Postgres, spoil: str, is_used_again: bool) -> None:
    url = postgres.new_database()
    execute(url, spoil)
    postgres.give_back(url)
    following = postgres.new_database()
    postgres.give_back(following)
    assert (following == url) is is_used_again


def test_a_database_that_was_given_back_is_empty_counts_from_one_and_is_nobody_elses(postgres: Postgres) -> None:
    add = "INSERT INTO people (discord_id, name, locale) VALUES (101, 'Ann', 'it') RETURNING number"
    url = postgres.new_database()
    with psycopg.connect(url, autocommit=True) as left_open:
        left_open.execute(add)
        postgres.give_back(url)
        with pytest.raises(psycopg.OperationalError):
            left_open.execute("SELECT 1")
    assert postgres.new_database() == url
    assert execute(url, "SELECT name FROM people") == []
    assert execute(url, add) == [(1,)]
    postgres.give_back(url)
