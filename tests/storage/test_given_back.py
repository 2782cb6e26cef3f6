"""A test that spoils its PostgreSQL database keeps it: the next test gets another one."""

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
