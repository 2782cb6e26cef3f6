"""Every sentence that people read comes from the catalogue, and every sentence of the catalogue is used.

The first is tested in a language that marks every word: outside the marks there may be only data.
"""

from dataclasses import dataclass

import pytest

from tests.messages.catalogue_files import current_sentences
from tests.messages.every_text import SHOWN, texts_in
from tests.messages.marked_words import MarkedWords, misplaced_texts, untranslated_letters


@pytest.fixture(scope="module")
def say() -> MarkedWords:
    return MarkedWords()


@dataclass
class Read:
    """The texts that each function of `SHOWN` yields, by its name, and those that stand where they may not fit."""

    texts: dict[str, set[str]]
    misplaced: set[str]


@pytest.fixture(scope="module")
def read(say: MarkedWords) -> Read:
    read = Read({show.__name__: set() for show in SHOWN}, set())
    for show in SHOWN:
        for shown in show(say):
            read.texts[show.__name__].update(texts_in(shown))
            if not isinstance(shown, str):
                read.misplaced.update(misplaced_texts(shown))
    return read


@pytest.mark.thorough
@pytest.mark.parametrize("show", [show.__name__ for show in SHOWN])
def test_every_word_that_a_person_reads_comes_from_the_catalogue(show: str, read: Read) -> None:
    bypassing = [f"{letters!r} in {text!r}" for text in sorted(read.texts[show]) if (letters := untranslated_letters(text))]
    assert not bypassing, "\n".join(bypassing[:10])


@pytest.mark.thorough
@pytest.mark.usefixtures("read")
def test_every_sentence_of_the_catalogue_is_used(say: MarkedWords) -> None:
    ours = [one for one in current_sentences() if any(file.startswith("bot/messages/") for file, _ in one.locations)]
    texts = [(one.context or "", one.id if isinstance(one.id, str) else one.id[0]) for one in ours]
    assert len(texts) > 100
    never = [text for text in texts if text not in say.said]
    assert not never, "\n".join(map(str, never))


@pytest.mark.thorough
def test_a_text_says_where_it_stands_if_there_is_little_room(read: Read) -> None:
    assert not read.misplaced, "\n".join(sorted(read.misplaced))


@pytest.mark.parametrize(
    ("text", "seen"),
    [("Join", "Join"), ("⟦Join⟧ now", "now"), ("⟦Take⟧ 7♥, 10♠ **111** `/draw`", ""), ("7♥ and 8♥", "and"), ("⟦cut of", "")],
)
def test_a_word_outside_the_catalogue_is_found(text: str, seen: str) -> None:
    assert untranslated_letters(text) == seen


def test_a_sentence_put_together_from_pieces_raises_an_error(say: MarkedWords) -> None:
    with pytest.raises(AssertionError, match="put together from pieces"):
        say("{name} wins!", name=say.button("Join"))
