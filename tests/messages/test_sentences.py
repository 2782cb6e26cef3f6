"""Each sentence shows all of its facts, and needs no others."""

from dataclasses import fields
from string import Formatter

import pytest

from bot.messages.names import Names
from bot.messages.sentences import sentence_text
from bot.wording.sentence import Sentence
from tests.messages.sentence_examples import examples_of, kinds_of, worded_kinds
from tests.messages.shown_text import ENGLISH


@pytest.mark.parametrize("kind", worded_kinds(), ids=lambda kind: kind.__qualname__)
def test_every_sentence_can_be_rendered(kind: type[Sentence]) -> None:
    for example in examples_of(kind):
        assert sentence_text(example, ENGLISH, Names({}), league="the league of a `WhyNot`")


@pytest.mark.parametrize("kind", worded_kinds(), ids=lambda kind: kind.__qualname__)
def test_a_sentence_shows_every_fact(kind: type[Sentence]) -> None:
    own = {field.name for field in fields(kind)} - {field.name for base in kind.__bases__ for field in _fields(base)}
    used = set().union(*(_used_facts(one) for one in (kind, *kinds_of(kind))))
    assert own <= used


def _fields(kind: type) -> tuple:
    return fields(kind) if hasattr(kind, "__dataclass_fields__") else ()


def _used_facts(kind: type[Sentence]) -> set[str]:
    """Return the fields in the texts, and those that choose between them."""
    texts = [kind.sentence, kind.plural, *kind.if_empty[1::2]]
    shown = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    return {*kind.if_empty[::2]} | shown | ({kind.counted} if kind.plural or "count" in shown else set())
