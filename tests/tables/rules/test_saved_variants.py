"""Saved variants: saving, adding and removing them, and their names."""

import pytest
from msgspec.structs import replace

from bot.rummy.contradictions import Reason, contradiction
from bot.storage.server_choices import NameTaken
from bot.storage.store import Store
from bot.tables.refusals import RulesContradict
from bot.tables.rules.saved_variants import (
    NameNotUnderstood,
    NameShipped,
    NoSuchVariant,
    NotSaved,
    NotYourVariant,
    ServerVariants,
    write_code,
)
from tests.rummy.presets import variant
from tests.tables.table_service import ANN, BEN, refused

HERE, ELSEWHERE = 10, 11
PRESETS = {name: variant(name) for name in ("rami", "ramino")}
RULES = variant("rami", melds_per_turn="unlimited", match_target=80)


@pytest.fixture
def games(store: Store) -> ServerVariants:
    return ServerVariants(PRESETS, store.variants, lambda: 1, titles=("Rami alla romana",))


async def test_a_saved_variant_is_found_however_its_name_is_typed(games: ServerVariants, store: Store) -> None:
    saved = await games.save(HERE, ANN, RULES, "  Zia   Pina's ")
    assert saved == replace(RULES, name="zia pina's", title="Zia Pina's")
    assert await games.find(HERE, "ZIA PINA'S") == saved
    assert await games.find(HERE, " Rami ") == PRESETS["rami"]
    assert (
        await ServerVariants({"cuccu": variant("cuccu")}, store.variants, lambda: 1).find(HERE, variant("cuccu").title)
    ).name == "cuccu"
    assert list(await games.all_variants(HERE)) == ["rami", "ramino", "zia pina's"]


async def test_a_saved_variant_is_known_only_in_its_server_until_another_adds_its_code(games: ServerVariants) -> None:
    saved = await games.save(HERE, ANN, RULES, "Ours")
    for server in (ELSEWHERE, None):
        assert await refused(games.find(server, "Ours")) == NoSuchVariant("Ours", ("Rami", "Ramino"))
    assert await games.save_code(ELSEWHERE, BEN, write_code(saved), None) == saved
    assert await games.find(ELSEWHERE, "ours") == saved
    other = await games.save_code(ELSEWHERE, BEN, write_code(saved), "Theirs")
    assert other == replace(saved, name="theirs", title="Theirs")


async def test_a_taken_name_is_refused(games: ServerVariants) -> None:
    saved = await games.save(HERE, ANN, RULES, "Ours")
    for name in ("ours", "OURS"):
        assert await refused(games.save(HERE, BEN, RULES, name)) == NameTaken(name)
    for name in ("Rami", "ramino", "RAMI alla romana"):
        assert await refused(games.save(HERE, BEN, RULES, name)) == NameShipped(name), "nobody can remove it"
    assert await refused(games.save_code(HERE, BEN, write_code(saved), None)) == NameTaken("Ours")
    assert await refused(games.save(HERE, BEN, RULES, "ΐ" * 30)) == NameNotUnderstood("ΐ" * 30), "in lower case it is longer"


async def test_a_name_with_discord_markup_is_refused(games: ServerVariants) -> None:
    wrong = ("", "  ", "@everyone", "a*b*", "<@1>", "x" * 31, "_a_", "- a", "a`b", "[a](b)", "a\u202eb", "1.", "\ud800")
    for name in (*wrong, "Rami\u3164"):
        assert await refused(games.save(HERE, ANN, RULES, name)) == NameNotUnderstood(name)


async def test_a_forged_code_cannot_bring_a_forbidden_name(games: ServerVariants) -> None:
    code = write_code(replace(RULES, title="**@everyone**"))
    assert await refused(games.save_code(HERE, ANN, code, None)) == NameNotUnderstood("**@everyone**")
    assert (await games.save_code(HERE, ANN, code, "Fine")).title == "Fine"


async def test_only_its_author_or_a_manager_removes_a_saved_variant(games: ServerVariants) -> None:
    for name in ("One", "Two"):
        await games.save(HERE, ANN, RULES, name)
    assert await refused(games.remove(HERE, BEN, "one", by_manager=False)) == NotYourVariant("One")
    assert (await games.remove(HERE, ANN, "ONE", by_manager=False)).title == "One"
    assert (await games.remove(HERE, BEN, "two", by_manager=True)).title == "Two"
    assert await refused(games.remove(HERE, ANN, "two", by_manager=True)) == NotSaved("two")
    assert await refused(games.remove(HERE, ANN, "rami", by_manager=True)) == NotSaved("rami")


async def test_contradictory_rules_cannot_be_saved(games: ServerVariants) -> None:
    assert await refused(games.save(HERE, ANN, replace(RULES, match_target="none"), "Endless")) == RulesContradict(
        (contradiction(Reason.NO_END),)
    )
