"""The template that translators start from holds exactly the sentences of today."""

from pathlib import Path

import pytest

from scripts.catalogue import TEMPLATE, said, template, translated, written


def test_the_catalogue_is_complete() -> None:
    assert TEMPLATE.read_text(encoding="utf-8") == written(template()), "The sentences have changed; run: make catalogue"


def test_sentences_are_found_wherever_they_are_said() -> None:
    code = """
    f"### {say('Deal {number}', number=say.number(deal))}"
    context.say.many("one deal", "{count} deals", deals)
    say("Take "
        "it")
    self.desk.say(interaction)
    """.replace("\n    ", "\n")
    assert [sentence for _, sentence in said(code, "some.py")] == ["Deal {number}", ("one deal", "{count} deals"), "Take it"]


@pytest.mark.parametrize(
    "code",
    ["say(text)", 'say(f"Deal {n}")', 'say.many("one", n, 2)', 'desk.say(interaction)("Join")', 'it.for_locale("it")("Join")'],
)
def test_a_sentence_that_nobody_could_translate_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match=r"^some\.py:1: "):
        list(said(code, "some.py"))


def test_a_language_begins_as_an_empty_file_and_keeps_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "pl" / "ramino.po"
    path.parent.mkdir()
    path.touch()
    path.write_text(translated(path, template()), encoding="utf-8")
    begun = path.read_text(encoding="utf-8")
    assert "nplurals=3" in begun
    assert 'msgid "Join"\nmsgstr ""' in begun
    path.write_text(begun.replace('msgid "Join"\nmsgstr ""', 'msgid "Join"\nmsgstr "Siadam"'), encoding="utf-8")
    assert 'msgid "Join"\nmsgstr "Siadam"' in translated(path, template())
