"""Slash commands are registered in every language, and registered again when a translation changes."""

from pathlib import Path
from typing import Any

import pytest
from discord import Locale
from discord.app_commands import TranslationContext, TranslationContextLocation, locale_str

from bot import app
from bot.discord.command_sync import are_different
from bot.messages.words import CommandWords, Languages
from tests.messages.catalogue_files import entry, write_catalogue

DRAW = "Draw a card from the stock or the discard pile"
ENTRIES = (
    entry("draw", "pesca", context="command"),
    entry("new", "nuovo", context="command"),
    entry("from", "da", context="option"),
    entry("stock", "mazzo", context="choice"),
    entry(DRAW, "Pesca una carta", context="description"),
)


async def registered(monkeypatch: pytest.MonkeyPatch, locales: Path) -> dict[str, Any]:
    monkeypatch.setattr(app, "LOCALES", locales)
    return {command["name"]: command for command in await app.our_commands()}


async def test_commands_options_and_choices_are_registered_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = await registered(monkeypatch, write_catalogue(tmp_path, "it", *ENTRIES))
    draw, (source, table) = commands["draw"], commands["draw"]["options"]
    assert draw["name_localizations"] == {"it": "pesca"}
    assert draw["description_localizations"] == {"it": "Pesca una carta"}
    assert source["name_localizations"] == {"it": "da"}
    assert [choice.get("name_localizations") for choice in source["choices"]] == [{"it": "mazzo"}, None]
    assert not table.get("name_localizations")
    assert commands["table"]["options"][0]["name_localizations"] == {"it": "nuovo"}


async def test_a_changed_translation_makes_commands_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    english = list((await registered(monkeypatch, tmp_path / "none")).values())
    italian = list((await registered(monkeypatch, write_catalogue(tmp_path / "some", "it", *ENTRIES))).values())
    described = list((await registered(monkeypatch, write_catalogue(tmp_path / "one", "it", ENTRIES[-1]))).values())
    assert are_different(italian, english)
    assert are_different(italian, described)
    assert not are_different(italian, italian)
    as_discord_answers = [command | {"name_localizations": None, "description_localizations": None} for command in english]
    assert not are_different(english, as_discord_answers)


async def test_commands_that_are_offered_elsewhere_differ_and_defaults_of_discord_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = list((await registered(monkeypatch, tmp_path / "none")).values())
    assert not are_different(ours, [command | {"integration_types": None} for command in ours])
    assert are_different(ours, [command | {"integration_types": [0, 1]} for command in ours])
    assert are_different(ours, [command | {"contexts": None} for command in ours]), "as the first version registered them"
    assert are_different(ours, [command | {"contexts": [0, 1]} for command in ours])


async def test_a_text_outside_commands_is_not_translated(tmp_path: Path) -> None:
    words = CommandWords(Languages.read(write_catalogue(tmp_path, "it", entry("Join", "Entra"))))
    context: Any = TranslationContext(location=TranslationContextLocation.other, data=None)
    assert await words.translate(locale_str("Join"), Locale.italian, context) is None
