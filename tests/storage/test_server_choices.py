"""What servers choose: their saved variants, under their own names, and their settings."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from bot.storage.server_choices import NameTaken, TooManyOwnVariants, TooManyVariants
from bot.storage.store import Store, open_store
from bot.tables.ports import Pictures, SavedVariant, ServerSettings
from bot.wording.sentence import Refused
from tests.rummy.presets import variant
from tests.storage.small_matches import SERVER, meet_three


def ours(name: str, author: int = 1, **rules: str | int | bool) -> SavedVariant:
    return SavedVariant(author, replace(variant("rami", title=name.title(), **rules), name=name))


async def test_saved_variants_survive_a_restart_and_are_sorted_by_name(url: str) -> None:
    saved = [ours("alpha", hand_size=7, packs="{ 2 = 1, 3 = 2, 4 = 2, 5 = 2, 6 = 2 }"), ours("zeta", out_by="discard_only")]
    async with open_store(url) as store:
        await meet_three(store)
        for one in reversed(saved):
            await store.variants.save(SERVER, one, most=50, most_own=50, at=1)
    async with open_store(url) as store:
        assert await store.variants.server_variants(SERVER) == saved
        assert await store.variants.server_variants(7) == []


async def test_a_name_is_taken_only_in_its_own_server(store: Store) -> None:
    await meet_three(store)
    await store.variants.save(SERVER, ours("ours"), most=50, most_own=50, at=1)
    with pytest.raises(Refused) as refused:
        await store.variants.save(SERVER, ours("ours", author=2), most=50, most_own=50, at=2)
    assert refused.value.refusal == NameTaken("Ours")
    await store.variants.save(7, ours("ours", author=2), most=50, most_own=50, at=2)
    assert [one.author for one in await store.variants.server_variants(SERVER)] == [1]


async def test_the_limit_holds_for_simultaneous_saves(store: Store) -> None:
    await meet_three(store)
    saving = (store.variants.save(SERVER, ours(f"game {number}"), most=3, most_own=3, at=1) for number in range(5))
    came = await asyncio.gather(*saving, return_exceptions=True)
    refusals = [one.refusal for one in came if isinstance(one, Refused)]
    assert refusals == [TooManyVariants(3)] * 2
    assert len(await store.variants.server_variants(SERVER)) == 3


async def test_one_person_saves_no_more_than_their_share_of_a_server(store: Store) -> None:
    await meet_three(store)
    saving = (store.variants.save(SERVER, ours(f"game {number}"), most=50, most_own=2, at=1) for number in range(4))
    came = await asyncio.gather(*saving, return_exceptions=True)
    assert [one.refusal for one in came if isinstance(one, Refused)] == [TooManyOwnVariants(2)] * 2
    await store.variants.save(SERVER, ours("another", author=2), most=50, most_own=2, at=1)
    await store.variants.save(7, ours("game 0"), most=50, most_own=2, at=1)
    saved = next(one for one in await store.variants.server_variants(SERVER) if one.author == 1)
    assert await store.variants.remove(SERVER, saved.variant.name)
    await store.variants.save(SERVER, ours("game 4"), most=50, most_own=2, at=1)


async def test_a_removed_variant_is_gone_and_its_name_can_be_used_again(store: Store) -> None:
    await meet_three(store)
    await store.variants.save(SERVER, ours("ours"), most=1, most_own=1, at=1)
    assert not await store.variants.remove(7, "ours")
    assert await store.variants.remove(SERVER, "ours")
    assert not await store.variants.remove(SERVER, "ours")
    await store.variants.save(SERVER, ours("ours", author=3), most=1, most_own=1, at=2)


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
