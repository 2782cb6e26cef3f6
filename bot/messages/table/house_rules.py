"""What the host sees and types to change house rules: the list of topics, their forms, and the words of `/table rule`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from discord import ButtonStyle, ui
from discord.utils import as_chunks
from msgspec.structs import replace

from bot.messages.components import BLUE, LONGEST_OPTION, Form, Option, PressButton, TableId, layout, row, select_field
from bot.messages.rules.game_labels import match_goal
from bot.messages.rules.house_rule_labels import (
    changed_rule_labels,
    house_rule_label,
    labels_line,
    labels_list,
    question_words,
    rule_title,
    topic_title,
)
from bot.messages.table.render_context import RenderContext
from bot.messages.text import DOT, NO_BREAK_SPACE, capitalized
from bot.messages.words import ENGLISH, Words
from bot.rummy.variant import Variant
from bot.tables.refusals import NoSuchRule
from bot.tables.rules.house_rules import CURRENT, Question, offered_rules, rules_of_form, topics_of, with_effect
from bot.tables.rules.rule_changes import change_rule, change_rules, playable_answers
from bot.tables.table import Table
from bot.wording.sentence import Refused

_NOT_CHOSEN = "-"
_BUTTONS_IN_A_ROW = 4
_OTHER_END = {"match_target": {"match_deals": "none"}, "match_deals": {"match_target": "none"}}
"""What the question about the target or the number of deals leaves out: the other of the two."""


class OpenFormPress(TableId, frozen=True):
    """A press that opens a topic's form.

    `choices` are for each rule of the topic the number of the choice that the form shows, or `-` for the current answer
    (`-.4.-.0`).
    """

    pattern: ClassVar[str] = "r:{table}:{topic}[:{choices}]"
    topic: str
    choices: str = ""

    @property
    def answers(self) -> dict[str, str]:
        """The chosen answers. A number that no choice has, as an altered client can send, counts as not chosen."""
        shown = zip(rules_of_form(self.topic), self.choices.split("."), strict=False)
        return {rule.name: one for rule, number in shown for nth, one in enumerate(rule.choices) if str(nth) == number}


class RuleForm(TableId, frozen=True):
    """The form of a topic; `rule_changes` is the number of rule changes when it was opened."""

    pattern: ClassVar[str] = "r:{table}:{rule_changes}:{topic}"
    rule_changes: int
    topic: str


def form_press(table: int, topic: str, answers: Mapping[str, str]) -> OpenFormPress:
    """Return the press that opens a topic's form again, with these written answers chosen."""
    chosen = ((rule.choices, answers.get(rule.name)) for rule in rules_of_form(topic))
    numbers = (str(choices.index(answer)) if answer in choices else _NOT_CHOSEN for choices, answer in chosen)
    return OpenFormPress(table, topic, ".".join(numbers))


def changed_answers(topic: str, answers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the answers of a sent form by rule, without those that were left as they were, or that answer no rule of it."""
    only = ((rule.name, answers.get(rule.name, ())) for rule in rules_of_form(topic))
    return {name: chosen[0] for name, chosen in only if len(chosen) == 1 and chosen[0] != CURRENT}


def rule_topics_layout(
    context: RenderContext, *, note: str = "", consequences: str = "", again: OpenFormPress | None = None
) -> ui.LayoutView:
    """Render the topics.

    `note` says why a form was refused, `consequences` what one has changed, and `again` opens the refused form again.
    """
    say, number = context.say, context.table.number
    rows = []
    if again is not None:
        rows.append(row(PressButton(again, say.button("Edit again"), ButtonStyle.primary)))
    topics = [PressButton(OpenFormPress(number, topic), topic_title(topic, say)) for topic in topics_of(context.table.variant)]
    rows += [row(*some) for some in as_chunks(topics, _BUTTONS_IN_A_ROW)]
    return layout("\n".join(_lines(context, note, consequences)), *rows, accent=BLUE)


def _lines(context: RenderContext, note: str, consequences: str) -> list[str]:
    table, say = context.table, context.say
    lines = [f"### {context.title}"]
    if note:
        lines += [f"**{line}**" for line in note.splitlines()]
    if consequences:
        lines.append(consequences)
    ends = {"match_target": table.preset.match_target, "match_deals": table.preset.match_deals}
    is_usual_end = replace(table.variant, **ends) == table.variant
    rules = list(changed_rule_labels(replace(table.variant, **ends), table.preset, say))
    if not is_usual_end and not consequences:
        lines.append(labels_line(say("Length"), match_goal(table.variant, say), say))
    if not rules and is_usual_end:
        lines.append(say("{game} without house rules.", game=say.game(table.preset.title)))
    elif rules and any(label not in consequences for label in rules):
        lines.append(labels_list(say("House rules"), rules, say))
    lines.append(f"-# {say('Everyone must agree to your changes.')}")
    lines.append("-# " + say("More choices: {command}", command="`/table rule`"))
    return lines


def rule_form(table: Table, topic: str, say: Words, answers: Mapping[str, str]) -> Form:
    """Render the form; `answers` are written answers that are chosen instead of the current ones, by the names of the rules."""

    def asked(rule: Question) -> "ui.Label[Any]":
        title, hint, *_ = question_words(rule.name, table.variant, say)
        return select_field(title, hint, rule.name, _options(table, topic, rule, say, answers.get(rule.name)))

    questions = map(asked, with_effect(rules_of_form(topic), table.variant))
    return Form(RuleForm(table.number, table.lobby.rule_changes, topic), topic_title(topic, say), questions)


def _options(table: Table, topic: str, rule: Question, say: Words, chosen: str | None) -> Iterator[Option]:
    """Yield the options. The value of the current answer says that it is unchanged, so that the form doesn't overwrite it."""
    labels = dict(form_answers(table, topic, rule, say))
    current = rule.current_answer(table.variant)
    for answer, label in labels.items():
        value = CURRENT if answer == current else answer
        yield Option(value, label, chosen=answer == (chosen if chosen in labels else current))


def form_answers(table: Table, topic: str, rule: Question, say: Words) -> Iterator[tuple[str, str]]:
    """Yield each answer that the form of a topic offers, written, with its label.

    Answers that contradict current ones are among them, because another question of the form may change those. Ranges of
    players with too few seats for the people at the table are not.
    """
    variant, current = table.variant, rule.current_answer(table.variant)
    for answer in rule.offered_answers(variant):
        changed = change_rules(variant, table.preset, topic, {rule.name: answer})
        if rule.name == "players" and len(table.seats.players) > changed.players[1] and answer != current:
            continue
        label = house_rule_label(rule.name, replace(changed, **_OTHER_END.get(rule.name, {})), say)
        yield answer, _with_consequences(label, rule, variant, changed, say)


def typed_answers(rule: Question, variant: Variant, preset: Variant, seated: int, say: Words) -> Iterator[tuple[str, str]]:
    """Yield each answer that a typed `/table rule` can choose now, written, with its label."""
    for answer, changed in playable_answers(rule, variant, preset, seated):
        if not (rule.name == "scoring" and answer == "payment" and variant.match_deals == "none"):
            yield answer, _with_consequences(house_rule_label(rule.name, changed, say), rule, variant, changed, say)
    for answer in rule.typed_choices:
        changed = change_rule(variant, preset, rule, answer)
        yield answer, _with_consequences(house_rule_label(rule.name, changed, say), rule, variant, changed, say)


def _with_consequences(label: str, rule: Question, variant: Variant, changed: Variant, say: Words) -> str:
    """Return the label with the number of deals that a scoring brings, and the player range if the answer narrows it."""
    others: list[str] = []
    if rule.name == "scoring" and changed.match_deals != variant.match_deals:
        others.append(house_rule_label("match_deals", changed, say))
    if rule.name != "players" and changed.players != variant.players:
        others.append(house_rule_label("players", changed, say))
    end = "".join(f"{DOT}{other}" for other in others)
    return f"{capitalized(label)[: LONGEST_OPTION - len(end)]}{end}"


def matching_rules(typed: str, variant: Variant, say: Words) -> Iterator[tuple[str, str]]:
    """Yield the name of each house rule whose title or current answer contains the typed text, with both as its label."""
    text = _plain(typed)
    for rule in offered_rules(variant):
        label = _with_title(rule, variant, say)
        if text in _plain(label) or text in _plain(_with_title(rule, variant, ENGLISH)):
            yield rule, label[:LONGEST_OPTION]


def _with_title(rule: str, variant: Variant, say: Words) -> str:
    return say.option("{title}: {value}", title=rule_title(rule, say), value=house_rule_label(rule, variant, say))


def read_rule(typed: str, variant: Variant, say: Words) -> Question:
    """Return the house rule with this title, or the only one whose title contains the text. Raise Refused(NoSuchRule).

    Titles are those in the person's language, then the English ones.
    """
    text, offered = _plain(typed), offered_rules(variant)
    if text in offered:
        return offered[text]
    for words in (say, ENGLISH):
        titles = [(_plain(rule_title(name, words)), name) for name in offered]
        if name := _only_match(text, titles) or _only_match(text.partition(":")[0].strip(), titles):
            return offered[name]
    raise Refused(NoSuchRule(typed))


def read_answer(rule: Question, typed: str, variant: Variant, say: Words) -> str:
    """Return the written answer whose label this is, or the only one whose label contains the text; else the text itself.

    Labels are those in the person's language, then the English ones.
    """
    text = _plain(typed)
    for words in (say, ENGLISH):
        labels = [(_plain(house_rule_label(rule.name, rule.change(variant, one), words)), one) for one in rule.choices]
        if rule.read(text) is not None and text not in dict(labels):
            return typed
        if answer := _only_match(text, labels):
            return answer
    return typed


def _only_match(text: str, labels: Iterable[tuple[str, str]]) -> str | None:
    """Return what has this label, or the only one whose label contains the text; None if that is none or several."""
    found = dict(labels)
    if text in found:
        return found[text]
    matching = [one for label, one in found.items() if text and text in label]
    return matching[0] if len(matching) == 1 else None


def _plain(text: str) -> str:
    return " ".join(text.replace(NO_BREAK_SPACE, " ").casefold().split())
