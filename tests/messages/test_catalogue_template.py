"""The template that translators start from contains exactly the current sentences."""

from functools import cache
from pathlib import Path

import pytest

from scripts import catalogue
from scripts.catalogue import TEMPLATE, catalogue_text, sentences_in, updated_translation

current_sentences = cache(catalogue.current_sentences)


def test_the_template_contains_the_current_sentences() -> None:
    assert TEMPLATE.read_text(encoding="utf-8") == catalogue_text(current_sentences()), (
        "The sentences have changed; run: make catalogue"
    )


def test_sentences_are_found_in_every_form_of_call() -> None:
    code = """
    f"### {say('Deal {number}', number=say.number(deal))}"
    context.say.many("one deal", "{count} deals", deals)
    say("Take "
        "it")
    self.desk.say(call)
    """.replace("\n    ", "\n")
    assert [sentence for _, sentence in sentences_in(code, "some.py")] == [
        "Deal {number}",
        ("one deal", "{count} deals"),
        "Take it",
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
    assert [sentence for _, sentence in sentences_in(code, "some.py")] == [
        ("One seat is taken.", "{count} seats are taken."),
        "No seat is taken.",
        "No seat is free.",
    ]


@pytest.mark.parametrize(
    "code",
    [
        "class Seated:\n    sentence = TEXT",
        "say(text)",
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
