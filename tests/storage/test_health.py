"""The findings about the database, for the person who runs the bot."""

import sqlite3
from pathlib import Path

import pytest

from bot.storage import engine as engines
from bot.storage.health import Finding, check_database
from bot.storage.migrate import newest_schema_version
from bot.storage.store import open_store


async def test_a_good_database_is_reachable_writable_current_and_safe(url: str) -> None:
    async with open_store(url):
        findings = await check_database(url)
    assert findings == [
        Finding(True, f"{url} is reachable and writable."),
        Finding(True, f"Its schema is current ({newest_schema_version()})."),
        Finding(True, "Its journal mode is wal."),
        Finding(True, "Every move is on the disk before it is shown."),
    ]


async def test_the_price_of_synchronous_normal_is_reported(url: str) -> None:
    async with open_store(url, synchronous="NORMAL"):
        assert "power cut" in (await check_database(url, synchronous="NORMAL"))[-1].sentence


async def test_checking_a_missing_database_does_not_create_it(url: str, tmp_path: Path) -> None:
    (finding,) = await check_database(url)
    assert finding.is_good
    assert "will be made" in finding.sentence
    assert not (tmp_path / "var").exists()


async def test_empty_current_and_newer_schemas_are_reported_differently(url: str, tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "ramino.db").touch()
    findings = await check_database(url)
    assert findings[1] == Finding(
        True, f"Its schema is still empty; the next start of the bot brings it to {newest_schema_version()}."
    )
    async with open_store(url):
        _behind_its_back(url, "UPDATE alembic_version SET version_num = '9999'")
    newer = (await check_database(url))[1]
    assert not newer.is_good
    assert "newer version" in newer.sentence


@pytest.mark.parametrize("url", ["no url", "mysql://somewhere/else", "sqlite+aiosqlite+aiosqlite:////dev/null/ramino.db"])
async def test_a_database_that_cannot_be_opened_is_one_finding(url: str) -> None:
    (finding,) = await check_database(url)
    assert not finding.is_good


async def test_a_file_that_is_not_a_database_is_one_finding(url: str, tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "ramino.db").write_bytes(b"a shopping list " * 100)
    assert await check_database(url) == [Finding(False, f"{url} cannot be opened for writing: file is not a database.")]


async def test_a_locked_database_is_one_finding(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.01)
    async with open_store(url):
        somebody = engines.open_engine(url)
        async with somebody.connect() as connection, connection.begin():
            findings = await check_database(url)
        await somebody.dispose()
    assert findings == [Finding(False, f"{url} cannot be opened for writing: database is locked.")]


def _behind_its_back(url: str, statement: str) -> None:
    connection = sqlite3.connect(url.removeprefix("sqlite+aiosqlite:///"))
    with connection:
        connection.execute(statement)
    connection.close()
