"""The time zones that languages suggest."""

from discord import Locale

from bot.interactions.league.leagues import _ZONES, UTC, suggested_zone
from bot.league.days import is_zone


def test_every_suggested_zone_exists_and_belongs_to_a_language_of_discord() -> None:
    assert set(_ZONES) <= {locale.value for locale in Locale}
    assert all(is_zone(zone) for zone in _ZONES.values())


def test_languages_of_many_zones_suggest_utc() -> None:
    assert {suggested_zone(locale) for locale in (None, "en-US", "pt-BR", "es-419", "fr", "ru", "id", "xx")} == {UTC}
    assert suggested_zone("it") == "Europe/Rome"
