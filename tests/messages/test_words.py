"""Words of every locale, and text that people typed: without markup, cut to its width."""

import re
from fractions import Fraction
from gettext import NullTranslations
from pathlib import Path

import discord
import pytest

from bot.app import LOCALES
from bot.league.league import MAX_NAME_LENGTH
from bot.messages.text import clean_line, column_count, cut_to_columns, escape_markup, safe_text, with_minus
from bot.messages.words import Languages, Words
from bot.rummy.typed_cards import read_cards
from tests.messages.catalogue_files import entry, write_catalogue


def words(locale: str) -> Words:
    return Words(locale, NullTranslations())


@pytest.mark.parametrize("locale", [locale.value for locale in discord.Locale])
def test_every_locale_of_discord_has_words(locale: str) -> None:
    say = words(locale)
    assert say("{name} leaves the match.", name="Ann") == "Ann leaves the match."
    assert say.many("one point", "{count} points", 3) == "3 points"
    assert "Ann" in say.all_of(["Ann", "Bob", "Cleo"])
    assert "7" in say.any_of(["7", "8"])
    assert Languages({}).for_locale(locale)("Join") == "Join"


def test_an_unknown_locale_gets_english() -> None:
    assert words("xx-YY").all_of(["Ann", "Bob"]) == "Ann and Bob"
    assert words("tlh!").number(1200) == "1,200"


def test_lists_and_numbers_are_written_as_in_the_language() -> None:
    assert words("it").all_of(["Ann", "Bob", "Cleo"]) == "Ann, Bob e Cleo"
    assert words("de").any_of(["1", "2"]) == "1 oder 2"
    assert words("de").many("ein Punkt", "{count} Punkte", 1200) == "1.200 Punkte"
    assert [words(locale).percent(77) for locale in ("en-US", "it", "de", "es-ES")] == ["77%", "77%", "77\xa0%", "77\xa0%"]


def test_spanish_groups_the_digits_of_numbers_from_10000() -> None:
    assert [words("es").number(number) for number in (999, 1000, -9999, 10_000)] == ["999", "1000", "−9999", "10.000"]
    assert words("it").number(1000) == "1.000"


def test_a_minus_is_no_hyphen() -> None:
    english = words("en-US")
    shown = with_minus(-5), with_minus(5, "+"), english.number(-1200), english.decimal(Fraction(-1, 2))
    assert shown == ("−5", "+5", "−1,200", "−0.5")


@pytest.mark.parametrize(
    ("last", "both", "either"),
    [
        ("Inés", "Ann e Inés", "Ann o Inés"),
        ("**Iván**", "Ann e **Iván**", "Ann o **Iván**"),
        ("hijos", "Ann e hijos", "Ann o hijos"),
        ("hielo", "Ann y hielo", "Ann o hielo"),
        ("Óscar", "Ann y Óscar", "Ann u Óscar"),
        ("8", "Ann y 8", "Ann u 8"),
        ("11", "Ann y 11", "Ann u 11"),
        ("110", "Ann y 110", "Ann o 110"),
        ("Yolanda", "Ann y Yolanda", "Ann o Yolanda"),
        ("Bob", "Ann y Bob", "Ann o Bob"),
    ],
)
@pytest.mark.parametrize("locale", ["es-ES", "es-419"])
def test_spanish_lists_are_written_as_they_sound(locale: str, last: str, both: str, either: str) -> None:
    say = words(locale)
    assert (say.all_of(["Ann", last]), say.any_of(["Ann", last])) == (both, either)
    assert say.all_of(["Bob", "Ann", last]) == f"Bob, {both}"
    assert say.all_of([last]) == last


def test_a_language_serves_all_its_locales_and_untranslated_sentences_stay_english(tmp_path: Path) -> None:
    languages = Languages.read(write_catalogue(tmp_path, "es", entry("Join", "Entrar")))
    assert languages.for_locale("es-419")("Join") == languages.for_locale("es-ES")("Join") == "Entrar"
    assert languages.for_locale("es-419")("Leave") == "Leave"
    assert languages.for_locale("it")("Join") == languages.for_locale(None)("Join") == "Join"


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ("7H 10S QC", "7♥ 10♠ Q♣"),
        ("7H 7H'", "7♥ 7♥"),
        ("JK1 JK2=8C", "🃏 🃏=8♣"),
        ("VII XIII XIII' MATTO", "VII · XIII Salta · XIII Salta · Matto"),
        ("JK1=XV XIIII", "🃏=XV Cucco · XIIII Bragon"),
        ("I", "I"),
    ],
)
def test_a_row_of_cards_is_readable_without_pictures_or_colour(cards: str, shown: str) -> None:
    row = words("en-US").cards(cards.split())
    assert row.replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "") == shown


@pytest.mark.parametrize("row", ["7H 10S", "JK=8C", "VII XIII MATTO", "JK=XV XIIII"])
def test_a_row_of_cards_copied_from_a_message_can_be_typed(row: str) -> None:
    deck = "cuccu40" if "X" in row else "french52"
    assert " ".join(read_cards(words("en-US").cards(row.split()), deck)) == row


def test_a_number_chooses_the_plural_form_of_the_language(tmp_path: Path) -> None:
    forms = entry("one point", "{count} punkt", "{count} punkty", "{count} punktów", several="{count} points")
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"'  # without Plural-Forms: Babel knows them
    say = Languages.read(write_catalogue(tmp_path, "pl", forms, head=head)).for_locale("pl")
    shown = [say.many("one point", "{count} points", number) for number in (1, 2, 5, 22)]
    assert shown == ["1 punkt", "2 punkty", "5 punktów", "22 punkty"]


def test_a_long_list_names_the_first_and_counts_the_rest() -> None:
    words = Words("en-US", NullTranslations())
    assert words.all_of(map(str, range(24))).endswith("22, and 23")
    assert words.all_of(map(str, range(954))).endswith("22, 23, and 930 more")
    assert words.any_of(map(str, range(25))).endswith("22, 23, or one more")
    assert words.all_of(["W" * 600, "X" * 600]) == "W" * 600 + " and one more"
    assert words.all_of(["W" * 2000]) == "W" * 2000
    assert words.all_of([]) == ""


MARKED_UP = [
    "https://evil.example",
    "a_https://evil.example/_x_",
    "[Join](https://evil.example)",
    "<https://evil.example>",
    "<#1573670807010279433>",
    "<@1573670807010279433>",
    "@everyone",
    "**Ann**",
    "# Ann",
    "- Ann",
    "||Ann||",
    "\\*Ann*",
]
MARKUP = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|<>#\[\]():-]")
HEART, KEYCAP, ASTRONAUT = "\u2764\ufe0f", "1\ufe0f\u20e3", "\U0001f469\u200d\U0001f680"


@pytest.mark.parametrize("name", MARKED_UP)
def test_escaped_text_is_neither_a_link_nor_a_mention_nor_other_markup(name: str) -> None:
    shown = escape_markup(name)
    assert not MARKUP.search(shown), shown
    assert "@everyone" not in shown
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", shown).replace("\u200b", "") == name


def test_a_name_from_right_to_left_does_not_turn_what_follows_it() -> None:
    say = Languages.read(LOCALES).for_locale("it")
    assert say("{name} wins!", name=safe_text("שלום")) == "Vince \u2068שלום\u2069!"
    assert safe_text("\u2068" * 3 + "عمر \u202e-1") == "\u2068عمر \\-1\u2069", "no mark of the name itself is left"
    assert safe_text("Ann") == "Ann"


def test_names_of_leagues_are_never_cut_and_longer_texts_keep_their_end() -> None:
    assert safe_text("x" * MAX_NAME_LENGTH) == "x" * MAX_NAME_LENGTH
    shown = [safe_text(f"{'x' * 189}{one}{'x' * 10}") for one in "ab"]
    assert shown[0] != shown[1]
    assert [len(text) for text in shown] == [100, 100]


@pytest.mark.parametrize(
    "name", ["Ann", "牌" * 30, HEART * 20, KEYCAP * 20, ASTRONAUT * 20, "e\u0301" * 40, "`" * 50, "\u202e", ""]
)
def test_text_is_cut_to_columns_on_the_screen(name: str) -> None:
    shown = cut_to_columns(name, 9)
    assert 1 <= column_count(shown) <= 9
    assert all(shown.count(sign[0]) <= 4 for sign in (HEART, KEYCAP, ASTRONAUT, "牌")), "each of these takes two"
    assert "`" not in shown
    assert "\u202e" not in shown


def test_a_cleaned_line_keeps_spaces_of_any_kind_between_words() -> None:
    assert clean_line("Counts for: Monday\N{NO-BREAK SPACE}club,\tRami\n") == "Counts for: Monday club, Rami"
