"""The settings of servers: kept in memory once they are read, and defaults where a newer version has written them."""

from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import text

from bot.storage.store import open_store
from bot.tables.ports import Pictures, ServerSettings


async def test_changed_settings_are_read_again_and_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'bot.db'}"
    async with open_store(url) as store:
        assert await store.server_settings.get(7) == ServerSettings()
        await store.server_settings.change(7, lambda settings: replace(settings, pictures=Pictures.LARGE))
        await store.server_settings.change(7, lambda settings: replace(settings, thread=False))
        assert await store.server_settings.get(7) == ServerSettings(pictures=Pictures.LARGE, thread=False)
    async with open_store(url) as store:
        assert await store.server_settings.get(7) == ServerSettings(pictures=Pictures.LARGE, thread=False)
        assert await store.server_settings.get(8) == ServerSettings()


async def test_a_value_of_a_newer_version_counts_as_the_default(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'bot.db'}"
    async with open_store(url) as store:
        await store.server_settings.change(7, lambda settings: replace(settings, pictures=Pictures.LARGE))
        database = store.server_settings._database
        changed = text('UPDATE server_settings SET settings = \'{"pictures": "huge"}\'')
        await database.transaction(lambda connection: connection.execute(changed))
    async with open_store(url) as store:
        assert await store.server_settings.get(7) == ServerSettings()
