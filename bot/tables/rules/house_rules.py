"""The questions of the rules as a host answers them, by topic (RULES 2). Each is a choice that sets fields of the variant.

Every answer has a written form, the value of an option that people can also type: `unlimited`, `10`, `3-4`, `4 5 6`,
`2:10 3:7`, `yes`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from bot.rummy.contradictions import contradictions
from bot.rummy.games import GAMES, asks
from bot.rummy.variant import EVERYONE_DEALS, Variant
from bot.tables.refusals import NoSuchAnswer, NoSuchRule, RulesContradict
from bot.wording.sentence import Refused

Answers = dict[str, Any]
"""The values of fields of the variant."""
Read = Callable[[str], Answers | None]
Write = Callable[[Variant], str]

CURRENT = "="
"""Stands for the current answer: in a form, and wherever the answer is too long, such as a list of fifty deals."""
_LONGEST_ANSWER = 100  # characters: Discord allows no longer value of an option
_TYPES = {field.name: field.type for field in msgspec.structs.fields(Variant)}
_NUMBERS = re.compile(r"\d{1,5}([\s,;-]+\d{1,5})*", re.ASCII)
_TABLE = re.compile(r"\d{1,5}\s*[:=]\s*\d{1,5}([\s,;]+\d{1,5}\s*[:=]\s*\d{1,5})*", re.ASCII)
_RANGES = ("set_size", "players")
_OF_A_GAME = ("deck", "players", "match_target", "match_deals")


def _always(_: Variant) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Question:
    """One question. Its `name` finds its words in `bot/messages/rules/question_words.py`.

    `choices` are the offered answers in written form; others of the same kind can be typed. `read` returns the values that a
    written answer stands for, or None; `write` returns the variant's written answer. `fields` are those of the variant that
    belong to this question alone. `has_effect` returns False for a variant whose cards make every answer the same.
    """

    name: str
    choices: tuple[str, ...]
    fields: tuple[str, ...]
    read: Read
    write: Write
    has_effect: Callable[[Variant], bool] = _always
    typed_choices: tuple[str, ...] = ()
    """Answers that only autocomplete offers; the form asks for their number in a question of its own."""

    def is_asked(self, variant: Variant) -> bool:
        """Return True if the variant's game asks the question."""
        return all(asks(variant.game, field) for field in self.fields)

    def matters(self, variant: Variant) -> bool:
        """Return True if the variant's game asks the question, and its cards don't make every answer the same."""
        return self.is_asked(variant) and self.has_effect(variant)

    def change(self, variant: Variant, written: str) -> Variant:
        """Return the variant with this answer; it may contradict others. Raise Refused(NoSuchAnswer)."""
        if written == CURRENT:
            return variant
        answers = self.read(" ".join(written.lower().split())) if len(written) <= _LONGEST_ANSWER else None
        if answers is None:
            raise Refused(NoSuchAnswer(self.name, written, self.choices))
        return replace(variant, **answers)

    def offered_answers(self, variant: Variant) -> tuple[str, ...]:
        """Return the choices, preceded by the variant's own answer if that is not among them."""
        current = self.current_answer(variant)
        return self.choices if current in self.choices else (current, *self.choices)

    def current_answer(self, variant: Variant) -> str:
        """Return the variant's own answer as it is offered: `=` if it is too long to be written."""
        written = self.write(variant)
        return written if len(written) <= _LONGEST_ANSWER else CURRENT


def of_field(name: str, *choices: int | str, matters: Callable[[Variant], bool] = _always) -> Question:
    """Return the question of one field of the variant; without choices, each answer that the field's type names is one."""

    def read(written: str) -> Answers | None:
        value = read_answer(name, written)
        return None if value is None else {name: value}

    def write(variant: Variant) -> str:
        return write_answer(name, getattr(variant, name))

    named = ("yes", "no") if _TYPES[name] is bool else get_args(_TYPES[name])
    return Question(name, tuple(map(str, choices)) or named, (name,), read, write, matters)


def of_fields(
    name: str, answers: Mapping[str, Answers], *fields: str, matters: Callable[[Variant], bool] = _always
) -> Question:
    """Return a question about these fields, which its choices set, and perhaps others with them.

    A variant whose fields no choice sets like that has the answer that its first field names.
    """

    def write(variant: Variant) -> str:
        own = [getattr(variant, field) for field in fields]
        return next((name for name, values in answers.items() if own == [values[field] for field in fields]), own[0])

    return Question(name, tuple(answers), fields, answers.get, write, matters)


def read_answer(name: str, written: str) -> Any:
    """Return the first value that the text (in lower case) can stand for in this field of the variant, or None."""
    readings: list[object] = [written.replace(" ", "_"), {"yes": True, "no": False}.get(written)]
    if _NUMBERS.fullmatch(written):
        numbers = [int(number) for number in re.findall(r"\d+", written)]
        if name in _RANGES and len(numbers) == 1:
            numbers *= 2  # `4` means 4-4
        readings += [numbers[0] if len(numbers) == 1 else None, tuple(sorted(set(numbers))), tuple(numbers)]
    if _TABLE.fullmatch(written):
        pairs = re.findall(r"(\d+)\s*[:=]\s*(\d+)", written)
        readings.append({int(players): int(value) for players, value in pairs})
    for reading in readings:
        try:
            if reading is not None:
                return msgspec.convert(reading, _TYPES[name])
        except msgspec.ValidationError:
            continue
    return None


def write_answer(name: str, value: Any) -> str:
    """Return the written form, which `read_answer` reads as the same value."""
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return " ".join(f"{players}:{number}" for players, number in sorted(value.items()))
        case tuple():
            return ("-" if name in _RANGES else " ").join(map(str, value)) or "never"
        case _:
            return str(value)


_LAYOFF: Mapping[str, Answers] = {
    "all": {"layoff_scope": "all", "layoff_requires_meld": False},
    "own_meld_first": {"layoff_scope": "all", "layoff_requires_meld": True},
    "own": {"layoff_scope": "own", "layoff_requires_meld": False},
    "none": {"layoff_scope": "none", "layoff_requires_meld": False},
}
_RECYCLE: Mapping[str, Answers] = {
    "turn_over": {"recycle": "turn_over", "recycle_keep_top": False},
    "turn_over_keep_top": {"recycle": "turn_over", "recycle_keep_top": True},
    "shuffle": {"recycle": "shuffle", "recycle_keep_top": False},
    "shuffle_keep_top": {"recycle": "shuffle", "recycle_keep_top": True},
}
_DECK: Mapping[str, Answers] = {  # each with the melds that are played with it
    "french52": {"deck": "french52", "set_kind": "same_rank", "run_suited": True},
    "cuccu40": {"deck": "cuccu40", "set_kind": "distinct_figures", "run_suited": False},
}
_TARGETS = ("none", 50, 60, 75, 80, 100, 101, 120, 150, 200, 201, 250, 300, 400, 500, 750, 1000)
_DEALS = ("none", EVERYONE_DEALS, *range(1, 13), 15, 20, 25, 30, 40, 50)


def _shares_stock(variant: Variant) -> bool:
    return variant.stock == "shared"


def _has_jokers(variant: Variant) -> bool:
    return variant.jokers > 0


def _is_french(variant: Variant) -> bool:
    return variant.deck == "french52"


def _has_first_meld(variant: Variant) -> bool:
    return variant.first_meld != "none"


def _read_rummy(written: str) -> Answers | None:
    if written in ("none", "double"):
        return {"rummy_bonus": written}
    points = read_answer("rummy_add", written)
    return None if points is None else {"rummy_bonus": "add", "rummy_add": points}


def _write_rummy(variant: Variant) -> str:
    return str(variant.rummy_add) if variant.rummy_bonus == "add" else variant.rummy_bonus


def _read_jokers(written: str) -> Answers | None:
    """Make jokers wild; without jokers, no card is wild."""
    jokers = read_answer("jokers", written)
    if not jokers:
        return None if jokers is None else {"jokers": 0, "wild": "none", "wild_swap": "never"}
    return {"jokers": jokers, "wild": "joker"}


def _read_scoring(written: str) -> Answers | None:
    """Read the scoring. `payment` removes the target; `payment 6` also sets the number of deals (RULES 5.24)."""
    match written.split():
        case [("winner_collects" | "penalty") as scoring]:
            return {"scoring": scoring}
        case ["payment"]:
            return {"scoring": "payment", "match_target": "none"}
        case ["payment", deals]:
            number = read_answer("match_deals", deals)
            return None if number is None else {"scoring": "payment", "match_target": "none", "match_deals": number}
        case _:
            return None


def _match_end(first: str, second: str) -> tuple[Read, Write]:
    """Return the reader and the writer of the target (`100`) or the number of deals (`6`).

    A number of deals replaces the target, and a target the number, unless both are given: `100 6`.
    """

    def read(written: str) -> Answers | None:
        values = [read_answer(name, word) for name, word in zip((first, second), written.split(), strict=False)]
        if None in values or not 1 <= len(written.split()) <= 2 or (len(values) == 2 and "none" in values):
            return None
        other = {second: values[1]} if len(values) == 2 else {} if values == ["none"] else {second: "none"}
        return {first: values[0], **other}

    def write(variant: Variant) -> str:
        values = getattr(variant, first), getattr(variant, second)
        return str(values[0]) if "none" in values else f"{values[0]} {values[1]}"

    return read, write


_ENDS_IN_A_FORM: Mapping[str, Question] = {
    "match_target": of_field("match_target", *_TARGETS),
    "match_deals": of_field("match_deals", *_DEALS),
}
_TARGET, _NUMBER = (question.choices for question in _ENDS_IN_A_FORM.values())

RULE_TOPICS: Mapping[str, tuple[Question, ...]] = {
    "melding": (
        of_field("melds_per_turn", 1, 2, 3, 4, "unlimited"),
        of_field("meld_all_at_once", "never", "always", "4 5 6"),
        of_fields("layoff", _LAYOFF, "layoff_scope", "layoff_requires_meld"),
        of_field("meld_retire_at", "never", 3, 4, 5, 6),
        of_field("first_meld", "none", 30, 40, 51),
    ),
    "turns": (
        of_field("take_back"),
        of_field("discard_taken"),
        of_field("out_by"),
        Question(
            "rummy",
            ("none", "double", "5", "10", "15", "20", "25", "50"),
            ("rummy_bonus", "rummy_add"),
            _read_rummy,
            _write_rummy,
        ),
        of_field("stock_count_public"),
    ),
    "sets": (
        of_field("set_kind"),
        of_field("set_size", "3-3", "3-4", "3-5", "3-6", "3-8", "4-4"),
        of_field("run_size", 3, 4, 5, 6, 7),
        of_field("run_suited", matters=_is_french),
        of_field("ace", matters=_is_french),
    ),
    "jokers": (
        Question("jokers", tuple("0123456"), ("jokers",), _read_jokers, lambda variant: str(variant.jokers)),
        of_field("wild", "none", "joker", matters=_has_jokers),
        of_field("wild_min_naturals", 1, 2, 3, 4, matters=_has_jokers),
        of_field("wild_swap", matters=_has_jokers),
        of_field("wild_max", 1, 2, 3, "unlimited", matters=_has_jokers),
    ),
    "values": (
        of_field("ace_points", "auto", 1, 5, 10, 11, 15, 20, 25, matters=_is_french),
        of_field("court_points", 0, 5, 10, 15, 20, matters=_is_french),
        of_field("joker_points", 0, 10, 15, 20, 25, 30, 50, matters=_has_jokers),
        of_field("figure_points", 0, 5, 10, 15, 20, matters=lambda variant: variant.deck == "cuccu40"),
    ),
    "cards": (
        of_fields("deck", _DECK, "deck"),
        of_field("packs", 1, 2),
        of_field("set_unique"),
        of_field("hand_size", "2:10 3:7 4:7 5:6 6:6", *range(5, 15)),
        of_field(
            "players",
            *(f"{least}-{most}" for most in range(6, 1, -1) for least in range(2, most + 1)),
            matters=lambda variant: GAMES[variant.game].most_players > 2,
        ),
    ),
    "dealing": (
        of_field("opening"),
        of_field("direction"),
        of_field("next_dealer"),
        of_fields("recycle", _RECYCLE, "recycle", "recycle_keep_top", matters=_shares_stock),
        of_field("recycle_max", *range(6), "unlimited", matters=_shares_stock),
    ),
    "scoring": (
        Question(
            "scoring",
            ("winner_collects", "penalty", "payment"),
            ("scoring",),
            _read_scoring,
            lambda variant: variant.scoring,
            typed_choices=("payment 6",),
        ),
        Question("match_target", _TARGET, ("match_target",), *_match_end("match_target", "match_deals")),
        Question("match_deals", _NUMBER, ("match_deals",), *_match_end("match_deals", "match_target")),
        of_field("blocked_scoring"),
        of_field("tie"),
    ),
    "special": (
        of_field("wild_adjacent", matters=_has_jokers),
        of_field("first_meld_waived", matters=_has_first_meld),
        of_field("discard_from", matters=_has_first_meld),
        of_field("challenge"),
        of_field("growing_hands"),
    ),
    "elimination": (
        of_field("elimination", matters=lambda variant: variant.scoring == "penalty" and variant.match_target != "none"),
        of_field("re_entries", 0, 1, 2, 3, matters=Variant.eliminates),
    ),
    "knocking": (
        of_field("knock_limit", 0, 3, 5, 7, 10, "upcard"),
        of_field("gin_scores"),
        of_field("spades_double"),
        of_field("games_at_once", 1, 2, 3, matters=lambda variant: variant.match_target != "none"),
    ),
}
"""The questions by topic, at most five each; those of a topic are asked in one form. A new question or choice comes last: old
buttons count them."""
OFFERED_RULES: Mapping[str, Question] = {question.name: question for topic in RULE_TOPICS.values() for question in topic}
"""The questions of all games that a host may answer."""
HOUSE_RULES: Mapping[str, Question] = {**OFFERED_RULES, "stock": of_field("stock")}
"""All questions. That of the stock is answered by a tournament or the deal of the day, not by a host."""


def with_effect(rules: tuple[Question, ...], variant: Variant) -> tuple[Question, ...]:
    """Return the rules that change something. Those about jokers do where the number of jokers is asked for, too."""
    if any(rule.name == "jokers" for rule in rules):
        variant = replace(variant, jokers=variant.jokers or 1)
    return tuple(rule for rule in rules if rule.matters(variant))


def offered_rules(variant: Variant) -> dict[str, Question]:
    """Return the questions that a host may answer in the variant's game, by their names."""
    return {name: rule for name, rule in OFFERED_RULES.items() if rule.is_asked(variant)}


def find_rule(name: str, variant: Variant) -> Question:
    """Return the house rule with this name that a host may change. Raise Refused(NoSuchRule)."""
    if (rule := offered_rules(variant).get(name.strip().lower())) is None:
        raise Refused(NoSuchRule(name))
    return rule


def topics_of(variant: Variant) -> list[str]:
    """Return the topics in which the variant's game asks something that matters."""
    return [topic for topic, rules in RULE_TOPICS.items() if any(rule.matters(variant) for rule in rules)]


def rules_of_form(topic: str) -> tuple[Question, ...]:
    """Return the house rules of a topic as its form asks for them.

    A form shows the target beside the number of deals, so that neither answer replaces the other there.
    """
    return tuple(_ENDS_IN_A_FORM.get(rule.name, rule) for rule in RULE_TOPICS[topic])


def differing_rules(variant: Variant, other: Variant) -> tuple[Question, ...]:
    """Return the house rules that the two variants answer differently."""
    return tuple(rule for rule in HOUSE_RULES.values() if rule.write(variant) != rule.write(other))


def closest_preset(variant: Variant, presets: Mapping[str, Variant]) -> Variant:
    """Return the preset that differs from this variant in the fewest house rules, of the same game if there is one."""
    return min(presets.values(), key=lambda preset: (preset.game != variant.game, len(differing_rules(variant, preset))))


def changed_rules(variant: Variant, base: Variant) -> tuple[Question, ...]:
    """Return the house rules of a variant that can be kept in another game: not its cards, seats and end."""
    return tuple(rule for rule in differing_rules(variant, base) if rule.name not in _OF_A_GAME)


def keep_rules(game: Variant, rules: Iterable[Question], variant: Variant) -> Variant:
    """Return another game with these house rules of a variant, as far as it can have them."""
    for rule in rules:
        changed = replace(game, **{field: getattr(variant, field) for field in rule.fields})
        if rule.matters(game) and not any(contradictions(changed)):
            game = changed
    return game


def replace_match_end(variant: Variant, target: int | None, deals: int | None) -> Variant:
    """Return the variant with this end of the match; None for both leaves it as it is.

    A number of deals alone replaces the target, and a target alone the number; with both, the match ends at whichever comes
    first. Raise Refused(RulesContradict), as for a target with payment (RULES 5.24).
    """
    if deals is not None or target is not None:
        variant = replace(variant, match_target=target or "none", match_deals=deals or "none")
    if faults := tuple(contradictions(variant)):
        raise Refused(RulesContradict(faults))
    return variant
