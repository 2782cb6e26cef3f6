"""A catalogue that would fail in the middle of a match is refused at startup; the error names the file and the sentence."""

import re
from pathlib import Path

import pytest

from bot import app
from bot.messages.words import CatalogueRefused, Languages
from tests.messages.catalogue_files import entry, write_catalogue

POINTS = {"several": "{count} points"}


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (entry("{name} leaves.", "{nome} se ne va."), "{nome} is none of its facts."),
        (entry("{name} leaves.", "{} se ne va."), "{} is none of its facts."),
        (entry("{name} leaves.", "{name.x} se ne va."), "{name.x} is none of its facts."),
        (entry("{name} leaves.", "{name:d} se ne va."), "{name:d} is none of its facts."),
        (entry("{name} leaves.", "Se ne va."), "{name} is missing."),
        (entry("{name} leaves.", "{name se ne va."), "a brace is wrong: expected '}' before end of string."),
        (entry("one point", "un punto", **POINTS), "there must be 2 plural forms."),
        (entry("one point", "un punto", "punti", **POINTS), "{count} is missing."),
        (
            entry("draw", "Pesca", context="command"),
            "'Pesca' is no command name: at most 32 small letters, digits, - and _.",
        ),
        (
            entry("from", "da dove", context="option"),
            "'da dove' is no option name: at most 32 small letters, digits, - and _.",
        ),
        (entry("Draw", "a" * 101, context="description"), "there are 101 characters, but Discord shows at most 100."),
    ],
)
def test_a_translation_that_would_fail_is_refused(tmp_path: Path, said: str, fault: str) -> None:
    folder = write_catalogue(tmp_path, "it", entry("Join", "Entra"), said)
    with pytest.raises(CatalogueRefused) as refused:
        Languages.read(folder)
    english = re.search('msgid "(.+)"', said)
    assert english is not None
    assert str(refused.value) == f"{folder / 'it' / 'ramino.po'}: in the translation of {english[1]!r} {fault}"


def test_a_plural_form_for_several_numbers_must_contain_the_number(tmp_path: Path) -> None:
    forms = ("{count} punkt", "{count} punkty", "{count} punktów")
    Languages.read(write_catalogue(tmp_path, "pl", entry("one point", "punkt", *forms[1:], **POINTS), head=_header("pl")))
    with pytest.raises(CatalogueRefused, match=r"\{count\} is missing"):  # in Russian the first form is also for 21 and 31
        Languages.read(write_catalogue(tmp_path, "ru", entry("one point", "очко", *forms[1:], **POINTS), head=_header("ru")))


def test_untranslated_and_fuzzy_sentences_stay_english(tmp_path: Path) -> None:
    guessed = "#, fuzzy\n" + entry("{name} leaves.", "{nome} se ne va.")
    folder = write_catalogue(tmp_path, "it", entry("Join", ""), entry("one point", "", "", **POINTS), guessed)
    say = Languages.read(folder).for_locale("it")
    assert say("{name} leaves.", name="Ann") == "Ann leaves."
    assert say.many("one point", "{count} points", 2) == "2 points"


def test_a_folder_that_is_not_a_locale_of_discord_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CatalogueRefused, match="Discord has no locale 'it_IT'; it has bg, cs, da, "):
        Languages.read(write_catalogue(tmp_path, "it_IT"))


def test_a_file_that_is_not_a_catalogue_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CatalogueRefused, match="this isn't a catalogue"):
        Languages.read(write_catalogue(tmp_path, "it", "Dear Ann, this isn't a catalogue."))


def test_the_shipped_catalogues_can_be_read() -> None:
    Languages.read(app.LOCALES)


def _header(locale: str) -> str:
    return f'msgid ""\nmsgstr ""\n"Language: {locale}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"'
