"""The catalogue: sentences are found in the code, a translation that would fail is refused, commands are in every language."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from discord import Locale
from discord.app_commands import TranslationContext, TranslationContextLocation, locale_str

from bot import app
from bot.discord.command_sync import are_different
from bot.messages.words import CHOICE, DESCRIPTION, GAME, MOST_CHARACTERS, TYPED, CatalogueRefused, CommandWords, Languages
from scripts.catalogue import read_hints, sentences_in, updated_translation
from tests.messages.catalogue_files import current_sentences, entry, write_catalogue

POINTS = {"several": "{count} points"}
MOST_ENGLISH = {DESCRIPTION: 70}
"""Other languages need more room."""


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
        (entry("Press **Join** here.", "Premi **Join**."), "**Entra** isn't quoted as the button is called."),
        *(
            (
                entry("Draw", "a" * (most + 1), context=place),
                f"there are {most + 1} characters, but a {place} has room for {most}.",
            )
            for place, most in MOST_CHARACTERS.items()
        ),
    ],
)
def test_a_translation_that_would_fail_is_refused(tmp_path: Path, said: str, fault: str) -> None:
    folder = write_catalogue(tmp_path, "it", entry("Join", "Entra", context="button"), said)
    with pytest.raises(CatalogueRefused) as refused:
        Languages.read(folder)
    english = re.search('msgid "(.+)"', said)
    assert english is not None
    file, advice = folder / "it" / "ramino.po", "Mend it, or leave it out in .env: OFFERED_LANGUAGES=en"
    assert str(refused.value) == f"{file}: in the translation of {english[1]!r} {fault} {advice}"


@pytest.mark.parametrize("context", [CHOICE, GAME, TYPED])
def test_two_siblings_with_the_same_name_are_refused(tmp_path: Path, context: str) -> None:
    entries = [
        f"#. /draw from\n{entry(text, said, context=context)}" for text, said in (("stock", "mazzo"), ("discards", "Mazzo"))
    ]
    with pytest.raises(CatalogueRefused, match=r"in the translation of 'discards' 'Mazzo' is also that of 'stock'\."):
        Languages.read(write_catalogue(tmp_path, "it", *entries))
    Languages.read(write_catalogue(tmp_path, "it", entries[0], entries[1].replace("/draw", "/take")))


def test_other_languages_work_without_one_that_is_wrong(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "it", entry("Join", "Entra", context="button"))
    write_catalogue(tmp_path, "fr", entry("Join", "Rejoindre", context="button"))
    write_catalogue(tmp_path, "de", entry("Join", "{", context="button"))
    with pytest.raises(CatalogueRefused, match=r"de/ramino\.po: .*, or leave it out in \.env: OFFERED_LANGUAGES=en,fr,it$"):
        Languages.read(tmp_path)
    languages = Languages.read(tmp_path, "en,fr,it")
    assert languages.for_locale("de").button("Join") == "Join"
    assert languages.for_locale("it").button("Join") == "Entra"
    assert [*languages.for_locale(None).languages] == ["en-US", "fr", "it"]
    assert [*Languages.read(tmp_path, "fr it").for_locale(None).languages] == ["en-US", "fr", "it"]
    assert [*Languages.read(tmp_path, "en").for_locale(None).languages] == ["en-US"]
    with pytest.raises(CatalogueRefused, match="OFFERED_LANGUAGES names pt-BR, but there are only: en, de, fr, it"):
        Languages.read(tmp_path, "en,pt-BR")


def test_a_locale_without_a_catalogue_gets_that_of_its_language_or_english(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "es-ES", entry("Join", "Entrar", context="button"))
    write_catalogue(tmp_path, "it", entry("Join", "Entra", context="button"))
    languages = Languages.read(tmp_path)
    heard = {
        locale: languages.for_locale(locale).button("Join") for locale in ("es-ES", "it", "en-GB", "pt-BR", "xx", "", "it-CH")
    }
    assert heard == {
        "es-ES": "Entrar",
        "it": "Entra",
        "en-GB": "Join",
        "pt-BR": "Join",
        "xx": "Join",
        "": "Join",
        "it-CH": "Entra",
    }
    assert Languages.read(app.LOCALES).for_locale("es-419").button("Join") != "Join"


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


def test_short_texts_have_hints_and_hints_have_texts() -> None:
    sentences = [one for one in current_sentences() if one.id and one.context not in (CHOICE, DESCRIPTION, GAME, TYPED)]
    texts = {(one.context or "", one.id if isinstance(one.id, str) else one.id[0]) for one in sentences}
    hints = read_hints()
    assert [text for text in texts if len(text[1].split()) <= 3 and text not in hints] == []
    assert hints.keys() - texts == set()


def test_english_texts_fit_where_they_stand() -> None:
    for one in current_sentences():
        most = MOST_ENGLISH.get(one.context, MOST_CHARACTERS.get(one.context, 1000))
        for text in (one.id,) if isinstance(one.id, str) else one.id:
            assert len(re.sub(r"\{.*?\}", "", text)) <= most, text


def test_sentences_are_found_in_every_form_of_call() -> None:
    code = """
    f"### {say('Deal {number}', number=say.number(deal))}"
    context.say.many("one deal", "{count} deals", deals)
    say("Take "
        "it")
    self.desk.say(call)
    context.button(say.button("Join {name}", name=name))
    say("P", "letter")
    say.many("one pack", "{count} packs", packs, "option", number=number)
    """.replace("\n    ", "\n")
    assert [found[1:] for found in sentences_in(code, "some.py")] == [
        ("", "Deal {number}"),
        ("", ("one deal", "{count} deals")),
        ("", "Take it"),
        ("button", "Join {name}"),
        ("letter", "P"),
        ("option", ("one pack", "{count} packs")),
    ]


def test_the_sentences_of_a_class_are_found() -> None:
    code = """
class Seated(Sentence):
    count: int
    sentence = "One seat is taken."
    plural = "{count} seats are taken."
    if_empty = (
        "count",
        "No seat is taken.",
        "room",
        "No seat is free.",
    )
"""
    assert [sentence for _, _, sentence in sentences_in(code, "some.py")] == [
        ("One seat is taken.", "{count} seats are taken."),
        "No seat is taken.",
        "No seat is free.",
    ]


@pytest.mark.parametrize(
    "code",
    [
        "class Seated:\n    sentence = TEXT",
        "say(text)",
        "say.button(text)",
        'say(f"Deal {n}")',
        'say.many("one", n, 2)',
        'desk.say(call)("Join")',
        'it.for_locale("it")("Join")',
    ],
)
def test_a_sentence_that_is_not_written_out_raises_an_error(code: str) -> None:
    with pytest.raises(ValueError, match=r"^some\.py:1: "):
        list(sentences_in(code, "some.py"))


def test_a_language_starts_as_an_empty_file_and_keeps_its_translations(tmp_path: Path) -> None:
    path = tmp_path / "pl" / "ramino.po"
    path.parent.mkdir()
    path.touch()
    path.write_text(updated_translation(path, current_sentences()), encoding="utf-8")
    begun = path.read_text(encoding="utf-8")
    assert "nplurals=3" in begun
    assert 'msgid "Join"\nmsgstr ""' in begun
    path.write_text(begun.replace('msgid "Join"\nmsgstr ""', 'msgid "Join"\nmsgstr "Siadam"'), encoding="utf-8")
    assert 'msgid "Join"\nmsgstr "Siadam"' in updated_translation(path, current_sentences())


DRAW = "Draw a card, or take the top discard"
ENTRIES = (entry("stock", "mazzo", context="choice"), entry(DRAW, "Pesca una carta", context="description"))


async def registered(monkeypatch: pytest.MonkeyPatch, locales: Path) -> dict[str, Any]:
    monkeypatch.setattr(app, "LOCALES", locales)
    return {command["name"]: command for command in await app.our_commands()}


async def test_descriptions_and_choices_are_registered_in_every_language_and_names_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for locale in ("it", "es"):
        write_catalogue(tmp_path, locale, *ENTRIES)
    commands = await registered(monkeypatch, tmp_path)
    draw, (source, table) = commands["draw"], commands["draw"]["options"]
    both = {"it", "es-ES", "es-419"}
    assert draw["description_localizations"] == dict.fromkeys(both, "Pesca una carta")
    assert [choice.get("name_localizations") for choice in source["choices"]] == [dict.fromkeys(both, "mazzo"), None]
    assert not any(one.get("name_localizations") for one in (draw, source, table))


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


def _longest(about: Mapping[str, Any], field: str) -> int:
    """Return the number of characters of a name or description in the language in which it is longest."""
    texts = (about.get(field, ""), *(about.get(f"{field}_localizations") or {}).values())
    return max(map(len, texts))


def _characters(about: Mapping[str, Any]) -> int:
    """Return how many of Discord's 8,000 characters a command or a part of it takes: of each field, the longest language."""
    parts = (*about.get("options", ()), *about.get("choices", ()))
    value = len(about["value"]) if isinstance(about.get("value"), str) else 0
    return _longest(about, "name") + _longest(about, "description") + value + sum(map(_characters, parts))


def _described(about: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield about
    for part in (*about.get("options", ()), *about.get("choices", ())):
        yield from _described(part)


async def test_commands_in_all_shipped_languages_pass_discords_limits() -> None:
    for command in await app.our_commands():
        assert _characters(command) <= 8000, command["name"]
        for one in _described(command):
            assert max(_longest(one, "description"), _longest(one, "name")) <= 100, one
            assert "choices" in one or "value" in one or not one.get("name_localizations"), "names of commands are English"
