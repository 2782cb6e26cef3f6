"""Each sentence shows all of its facts, and needs no others."""

from dataclasses import fields
from string import Formatter

from bot.messages.names import Names
from bot.messages.sentences import sentence_text
from bot.wording.sentence import Sentence
from tests.messages.sentence_examples import examples_of, kinds_of, worded_kinds
from tests.messages.shown_text import ENGLISH


def test_every_sentence_can_be_rendered_and_shows_every_fact() -> None:
    for kind in worded_kinds():
        for example in examples_of(kind):
            assert sentence_text(example, ENGLISH, Names({}), league="the league of a `WhyNot`"), kind
        own = {field.name for field in fields(kind)} - {field.name for base in kind.__bases__ for field in _fields(base)}
        used = set().union(*(_used_facts(one) for one in (kind, *kinds_of(kind))))
        assert own <= used, kind


def _fields(kind: type) -> tuple:
    return fields(kind) if hasattr(kind, "__dataclass_fields__") else ()


def _used_facts(kind: type[Sentence]) -> set[str]:
    """Return the fields in the texts, and those that choose between them."""
    texts = [kind.sentence, kind.plural, *kind.if_empty[1::2]]
    shown = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    return {*kind.if_empty[::2]} | shown | ({kind.counted} if kind.plural or "count" in shown else set())
