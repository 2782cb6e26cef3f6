"""Every sentence that people read comes from the catalogue, and every sentence of the catalogue is used.

The first is tested in a language that marks every word: outside the marks there may be only data.
"""

import pytest

from tests.messages.catalogue_files import current_sentences
from tests.messages.every_text import SHOWN, texts_in
from tests.messages.marked_words import MarkedWords, misplaced_texts, untranslated_letters


@pytest.fixture
def say() -> MarkedWords:
    return MarkedWords()


@pytest.mark.thorough
def test_what_people_read_is_the_catalogue_and_data_and_every_sentence_of_it_is_read_where_it_fits(say: MarkedWords) -> None:
    texts, misplaced = set[str](), set[str]()
    for show in SHOWN:
        for shown in show(say):
            texts.update(texts_in(shown))
            if not isinstance(shown, str):
                misplaced.update(misplaced_texts(shown))
    bypassing = [f"{letters!r} in {text!r}" for text in sorted(texts) if (letters := untranslated_letters(text))]
    assert not bypassing, "\n".join(bypassing[:10])
    assert not misplaced, "\n".join(sorted(misplaced))

    ours = [one for one in current_sentences() if any(file.startswith("bot/messages/") for file, _ in one.locations)]
    sentences = [(one.context or "", one.id if isinstance(one.id, str) else one.id[0]) for one in ours]
    assert len(sentences) > 100
    never = [sentence for sentence in sentences if sentence not in say.said]
    assert not never, "\n".join(map(str, never))


@pytest.mark.parametrize(
    ("text", "seen"),
    [("Join", "Join"), ("⟦Join⟧ now", "now"), ("⟦Take⟧ 7♥, 10♠ **111** `/draw`", ""), ("7♥ and 8♥", "and"), ("⟦cut of", "")],
)
def test_a_word_outside_the_catalogue_is_found(text: str, seen: str) -> None:
    assert untranslated_letters(text) == seen


def test_a_sentence_put_together_from_pieces_raises_an_error(say: MarkedWords) -> None:
    with pytest.raises(AssertionError, match="put together from pieces"):
        say("{name} wins!", name=say.button("Join"))
