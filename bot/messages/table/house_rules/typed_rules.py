"""The words of `/table rule`: which rules and answers autocomplete offers, and how typed ones are read.

People see and type titles and labels. What is stored, the names and written answers, is understood, too.
"""

from collections.abc import Iterable, Iterator

from bot.messages.components import LONGEST_OPTION
from bot.messages.rules.house_rule_labels import house_rule_label, question_words, rule_title
from bot.messages.text import NO_BREAK_SPACE
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.rule_refusals import NoSuchRule
from bot.tables.rules.house_rules import HOUSE_RULES
from bot.tables.rules.question import Question
from bot.wording.sentence import Refused


def matching_rules(typed: str, variant: Variant, say: Words) -> Iterator[tuple[str, str]]:
    """Yield the name of each house rule whose title or current answer contains the typed text, with both as its label."""
    text = _plain(typed)
    for rule in HOUSE_RULES:
        words = question_words(rule, variant, say)
        label = f"{words.title}: {words.label}"
        if text in _plain(label):
            yield rule, label[:LONGEST_OPTION]


def read_rule(typed: str, say: Words) -> Question:
    """Return the house rule with this title, or the only one whose title contains the text. Raise Refused(NoSuchRule)."""
    text = _plain(typed)
    if text in HOUSE_RULES:
        return HOUSE_RULES[text]
    titles = [(_plain(rule_title(name, say)), name) for name in HOUSE_RULES]
    name = _only_match(text, titles) or _only_match(text.partition(":")[0].strip(), titles)
    if name is None:
        raise Refused(NoSuchRule(typed))
    return HOUSE_RULES[name]


def read_answer(rule: Question, typed: str, variant: Variant, say: Words) -> str:
    """Return the written answer whose label this is, or the only one whose label contains the text; else the text itself."""
    text = _plain(typed)
    labels = [(_plain(house_rule_label(rule.name, rule.change(variant, one), say)), one) for one in rule.choices]
    if rule.read(text) is not None and text not in dict(labels):
        return typed
    return _only_match(text, labels) or typed


def _only_match(text: str, labels: Iterable[tuple[str, str]]) -> str | None:
    """Return what has this label, or the only one whose label contains the text; None if that is none or several."""
    found = dict(labels)
    if text in found:
        return found[text]
    matching = [one for label, one in found.items() if text and text in label]
    return matching[0] if len(matching) == 1 else None


def _plain(text: str) -> str:
    return " ".join(text.replace(NO_BREAK_SPACE, " ").casefold().split())
