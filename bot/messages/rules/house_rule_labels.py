"""The words of all questions of the rules: titles, labels of answers, and what changed house rules have changed."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from bot.messages.rules.card_questions import CARD_QUESTIONS
from bot.messages.rules.knock_questions import KNOCK_QUESTIONS
from bot.messages.rules.meld_questions import MELD_QUESTIONS
from bot.messages.rules.point_questions import POINT_QUESTIONS
from bot.messages.rules.question_words import WordsOf
from bot.messages.rules.turn_questions import TURN_QUESTIONS
from bot.messages.text import DOT, capitalized
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.rules.house_rules import differing_rules

_QUESTIONS: Mapping[str, WordsOf] = {
    words.__name__: words for words in (*TURN_QUESTIONS, *MELD_QUESTIONS, *CARD_QUESTIONS, *POINT_QUESTIONS, *KNOCK_QUESTIONS)
}
_ANY = Variant(name="any", title="Any")
_ROOM = 700  # characters, roughly
_LONGEST_LABEL = 250  # characters of one label, such as a list of fifty deals
_MOST_LABELS = 60
_IN_THE_HEAD = ("players", "match_target", "match_deals")


def question_words(rule: str, variant: Variant, say: Words) -> Iterator[str]:
    """Return the words of a question of `house_rules.py`. Raise KeyError if there is no such question."""
    return _QUESTIONS[rule](variant, say)


def house_rule_label(rule: str, variant: Variant, say: Words) -> str:
    """Return how this variant answers a question, in a few words. Raise KeyError if there is no such question."""
    return next(islice(question_words(rule, variant, say), 2, None))


def rule_title(rule: str, say: Words) -> str:
    """Return the title of a question. Raise KeyError if there is no such question."""
    return next(question_words(rule, _ANY, say))


def topic_title(topic: str, say: Words) -> str:
    """Return the title of a topic of `RULE_TOPICS`. Raise KeyError if there is no such topic."""
    return {
        "melding": say.button("Melding"),
        "turns": say.button("Turns and going out"),
        "sets": say.button("Sets and runs"),
        "jokers": say.button("Jokers"),
        "values": say.button("Card values"),
        "cards": say.button("Cards and players"),
        "dealing": say.button("Dealing and the stock"),
        "scoring": say.button("Scoring"),
        "special": say.button("Special rules"),
        "elimination": say.button("At the target"),
        "knocking": say.button("Knocking"),
    }[topic]


def changed_rule_labels(variant: Variant, other: Variant, say: Words, *, head: bool = False) -> Iterator[str]:
    """Yield the labels of the house rules that differ from another game's and have an effect.

    `head` leaves out those that the head of the lobby shows anyway.
    """
    for rule in differing_rules(variant, other):
        if (not head or rule.name not in _IN_THE_HEAD) and rule.matters(variant):
            yield house_rule_label(rule.name, variant, say)


def labels_line(title: str, labels: Iterable[str], say: Words, *, most: int = _MOST_LABELS) -> str:
    """Return `**House rules** · several melds a turn · …`: the labels that there is room for, and how many more there are."""
    return DOT.join((f"**{title}**", *_with_room(labels, say, most)))


def labels_list(title: str, labels: Iterable[str], say: Words) -> str:
    """Return the same, with each label on a line of its own."""
    return "\n- ".join((f"**{title}**", *map(capitalized, _with_room(labels, say, _MOST_LABELS))))


def _with_room(labels: Iterable[str], say: Words, most: int) -> list[str]:
    shown, left = list[str](), list(labels)
    while left and len(shown) < most and sum(map(len, shown)) < _ROOM:
        one = left.pop(0)
        shown.append(one if len(one) <= _LONGEST_LABEL else f"{one[: _LONGEST_LABEL - 1]}…")
    return [*shown, say.many("one more", "{count} more", len(left), "rules")] if left else shown


def rule_consequences(answered: Collection[str], before: Variant, after: Variant, say: Words) -> str:
    """Return what has changed, a line each: the rules that were answered (their names), the player range, and others."""
    rules = [rule.name for rule in differing_rules(after, before) if rule.matters(after)]
    lines = []
    if own := [house_rule_label(name, after, say) for name in rules if name in answered]:
        lines.append(labels_line(say("Changed"), own, say))
    others = [name for name in rules if name not in answered]
    if "players" in others:
        lines.append(_players_line(after, say))
    if labels := [house_rule_label(name, after, say) for name in others if name != "players"]:
        lines.append(labels_line(say("Also changed"), labels, say))
    return "\n".join(lines)


def _players_line(variant: Variant, say: Words) -> str:
    least, most = variant.players
    if least < most:
        return say(
            "More players aren't possible with that. The table is now for **{least} to {most} players**.",
            least=least,
            most=most,
        )
    return say.many(
        "More players aren't possible with that. The table is now for **one player**.",
        "More players aren't possible with that. The table is now for **{count} players**.",
        most,
    )
