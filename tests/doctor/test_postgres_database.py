"""The findings about a PostgreSQL database: what is wrong and what to do, never with a password."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.doctor import Row
from bot.doctor.report import check_database
from bot.storage.database import read_url, shown_url
from bot.storage.migrate import newest_schema_version
from tests.databases import execute
from tests.postgres import Postgres

MAIN_SERVER = "Name the database's main server in DATABASE_URL."
PASSWORD = "opensesame"


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    url = postgres.new_database()
    yield url
    postgres.give_back(url)


@pytest.fixture
def stranger(postgres: Postgres) -> Iterator[str]:
    """A person whom PostgreSQL knows, and who needs a password."""
    everyone = (rules := postgres.folder / "pg_hba.conf").read_text()
    rules.write_text(
        everyone.replace("host    all             all ", "host    all             ramino ") + "host all all all md5\n"
    )
    postgres.execute(f"CREATE ROLE stranger LOGIN PASSWORD '{PASSWORD}'")
    postgres.reload()
    yield "stranger"
    rules.write_text(everyone)
    postgres.execute("DROP ROLE stranger")
    postgres.reload()


async def check(url: str) -> list[Row]:
    rows = await check_database(url)
    assert PASSWORD not in str(rows)
    return rows


def shown(url: str) -> str:
    return shown_url(read_url(url))


async def test_a_good_database_is_reachable_writable_current_and_new_enough(
    postgres: Postgres, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = await check(url)
    assert [row.advice for row in rows] == [""] * 4
    assert [row.state for row in rows[:2]] == [
        f"{shown(url)} is reachable and writable.",
        f"Its schema is current ({newest_schema_version()}).",
    ]
    assert re.fullmatch(r"It is PostgreSQL \d+\.\d+\.", rows[2].state)
    assert "may be lost in a power cut" in rows[3].state
    empty = postgres.new_database(empty=True)
    assert "Its schema is still empty" in (await check(empty))[1].state
    execute(url, "UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in (await check(url))[1].state


async def test_an_empty_database_beside_a_file_that_is_not_moved_into_it_is_reported(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    empty = postgres.new_database(empty=True)
    assert not (await check(empty))[1].advice
    (tmp_path / "var").mkdir()
    (tmp_path / "var/ramino.db").touch()
    assert "python -m bot move-database var/ramino.db" in (await check(empty))[1].advice


async def test_a_server_that_is_too_old_is_reported(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.postgres_database.OLDEST_SERVER", 99)
    assert (await check(url))[2].advice == "Upgrade it to version 99 or newer."


async def test_a_database_that_can_only_be_read_is_reported(postgres: Postgres, url: str) -> None:
    postgres.execute(f"ALTER DATABASE {url.rpartition('/')[2]} SET default_transaction_read_only = on")
    assert (await check(url))[0] == Row("database", f"{shown(url)} can only be read.", MAIN_SERVER)


async def test_a_missing_database_and_a_wrong_host_are_one_finding_each(
    postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    (missing,) = await check(f"{postgres.url('nothing')}?password={PASSWORD}")
    assert missing.state.endswith('FATAL:  database "nothing" does not exist.')
    assert missing.advice.startswith("Make this database first, as docs/HOSTING.md says under “Growing”,")
    for host in ("127.0.0.1:1", "nohost.invalid"):
        (unreachable,) = await check(f"postgresql://ramino:{PASSWORD}@{host}/ramino")
        assert capsys.readouterr() == ("", ""), "the finding is enough"
        assert unreachable.advice == "Start PostgreSQL, or change the host or the port in DATABASE_URL."


async def test_a_wrong_password_and_missing_rights_are_reported(postgres: Postgres, url: str, stranger: str) -> None:
    for login in (f"{stranger}:wrong", "nobody:wrong"):
        (refused,) = await check(url.replace("ramino@", f"{login}@"))
        assert refused.advice == "Check the name and the password in DATABASE_URL."
    empty = postgres.new_database(empty=True)
    execute(empty, "REVOKE ALL ON SCHEMA public FROM public")
    for database in (url, empty):
        rows = await check(database.replace("ramino@", f"{stranger}:{PASSWORD}@"))
        assert rows[0].advice.startswith("Let the user in DATABASE_URL own its database")
