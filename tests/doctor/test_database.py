"""The findings about the database, for the person who runs the bot."""

import sqlite3
from pathlib import Path

import pytest

from bot.doctor import Row
from bot.doctor.report import check_database
from bot.storage import sqlite_database as database_module
from bot.storage.migrate import newest_schema_version
from bot.storage.store import open_store
from tests.databases import new_database
from tests.small_disk import make_read_only, small_disk

__all__ = ["small_disk"]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'var' / 'ramino.db'}"


async def test_a_good_database_is_reachable_writable_current_and_safe(url: str) -> None:
    async with open_store(url):
        findings = await check_database(url)
    assert findings == [
        Row("database", f"{url} is reachable and writable."),
        Row("database", f"Its schema is current ({newest_schema_version()})."),
        Row("database", "Its journal mode is wal."),
        Row("database", "Every move is on the disk before it is shown."),
        Row("database", "It is sound (quick_check)."),
    ]


async def test_the_price_of_synchronous_normal_is_reported(url: str) -> None:
    async with open_store(url, synchronous="NORMAL"):
        assert "power cut" in (await check_database(url, synchronous="NORMAL"))[-2].state


async def test_checking_a_missing_database_does_not_create_it(url: str, tmp_path: Path) -> None:
    (finding,) = await check_database(url)
    assert not finding.advice
    assert "will be made" in finding.state
    assert not (tmp_path / "var").exists()


async def test_empty_older_and_newer_schemas_are_reported_differently(url: str, tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "ramino.db").touch()
    findings = await check_database(url)
    assert findings[1] == Row(
        "database", f"Its schema is still empty; the next start of the bot brings it to {newest_schema_version()}."
    )
    async with open_store(url):
        _behind_its_back(url, "UPDATE alembic_version SET version_num = '9999'")
    newer = (await check_database(url))[1]
    assert newer.advice
    assert "newer version" in newer.state
    _behind_its_back(url, "UPDATE alembic_version SET version_num = '0016'")
    assert (await check_database(url))[1] == Row(
        "database",
        "The database is from an older version.",
        "Upgrade it first with commit 15e69275, then start this one.",
    )


@pytest.mark.parametrize("url", ["no url", "mysql://somewhere/else", "sqlite+pysqlite+pysqlite:////dev/null/ramino.db"])
async def test_a_database_that_cannot_be_opened_is_one_finding(url: str) -> None:
    (finding,) = await check_database(url)
    assert finding.advice


async def test_a_file_that_is_not_a_database_is_one_finding(url: str, tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "ramino.db").write_bytes(b"a shopping list " * 100)
    finding = (await check_database(url))[0]
    assert finding.state == f"{url} cannot be opened for writing: file is not a database."
    assert finding.advice.startswith("If DATABASE_URL names the right file, it is damaged. Restore a backup")


async def test_a_torn_file_and_a_link_to_itself_are_reported(url: str, tmp_path: Path) -> None:
    file = tmp_path / "var" / "ramino.db"
    async with open_store(url):
        pass
    file.write_bytes(file.read_bytes()[:6000])
    assert any(one.advice for one in await check_database(url))
    file.unlink()
    file.symlink_to(file.name)
    assert (await check_database(url))[0].advice


async def test_a_locked_database_is_one_finding(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.01)
    async with open_store(url):
        somebody = database_module.open_engine(url)
        with somebody.connect() as connection, connection.begin():
            findings = await check_database(url)
        somebody.dispose()
    assert [(not one.advice, one.state) for one in findings] == [
        (False, f"{url} cannot be opened for writing: database is locked."),
        (True, "It is sound (quick_check)."),
    ]
    assert findings[0].advice == "Another program is writing to it: end that program."


async def test_damage_within_a_page_is_found_also_while_a_bot_uses_the_database(url: str, tmp_path: Path) -> None:
    async with open_store(url) as store:
        for number in range(200):
            await store.people.add_or_update(number, f"Person {number}", "en")
    file = tmp_path / "var" / "ramino.db"
    content = bytearray(file.read_bytes())
    at = content.index(b"Person 150") & ~4095
    content[at + 8 : at + 200] = bytes(range(192))
    file.write_bytes(content)
    findings = await check_database(url)
    assert [one.advice for one in findings[:2]] == ["", ""], "it can be opened, and nobody would notice yet"
    assert findings[-1].advice
    assert findings[-1].state.startswith("It is damaged: ")
    assert findings[-1].advice == "Stop the bot. Restore a backup: python -m bot restore FILE. See docs/HOSTING.md."


async def test_a_folder_in_the_place_of_the_database_is_one_finding(url: str, tmp_path: Path) -> None:
    (tmp_path / "var" / "ramino.db").mkdir(parents=True)
    (finding,) = await check_database(url)
    assert finding.advice
    assert finding.state.endswith("is a folder, but should be the database's file.")
    assert finding.advice


def _behind_its_back(url: str, statement: str) -> None:
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    with connection:
        connection.execute(statement)
    connection.close()


async def test_a_database_on_a_read_only_disk_is_one_finding(url: str, tmp_path: Path, small_disk: Path) -> None:
    new_database(small_disk / "ramino.db")
    make_read_only(small_disk)
    (finding,) = await check_database(f"sqlite:///{small_disk}/ramino.db")
    assert finding.advice
    assert finding.state.endswith("cannot be read and written by this user.")
    assert finding.advice.startswith("Let the user that runs the bot read and write the file")
