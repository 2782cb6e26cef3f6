"""The house rules that a host can change: each is one choice that answers one or more questions of the variant (RULES 2).

Every answer has a written form, the value of an option that people can also type: `unlimited`, `10`, `3-4`, `2:10 3:7`, `yes`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from bot.rummy.variant.contradictions import contradictions_besides_size
from bot.rummy.variant.variant import EVERYONE_DEALS, Variant
from bot.tables.refusals import NoSuchAnswer, NoSuchRule, Refused, RulesContradict, SavedRulesContradict
from bot.tables.rules.written_answers import read_answer, write_answer

Answers = dict[str, Any]

_LONGEST_ANSWER = 100  # characters: Discord allows no longer value of an option
_CURRENT = "="  # stands for a current answer that is longer, such as a list of fifty deals

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


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One house rule. `choices` are the offered answers in written form; others of the same kind can be typed.

    `read` returns the answers that a written answer stands for, or None; `write` returns the variant's written answer.
    `questions` are the variant's questions that a message shows with this rule.
    """

    name: str
    choices: tuple[str, ...]
    questions: tuple[str, ...]
    read: Callable[[str], Answers | None]
    write: Callable[[Variant], str]
    typed_choices: tuple[str, ...] = ()
    """Answers that only autocomplete offers; the panel of house rules asks for their number separately."""

    def change(self, variant: Variant, written: str) -> Variant:
        """Return the variant with this answer; it may contradict others. Raise Refused(NoSuchAnswer)."""
        if written == _CURRENT:
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
        return written if len(written) <= _LONGEST_ANSWER else _CURRENT


def _one(name: str, *choices: str) -> HouseRule:
    """Return a house rule that is one question."""

    def read(written: str) -> Answers | None:
        value = read_answer(name, written)
        return None if value is None else {name: value}

    return HouseRule(name, choices, (name,), read, lambda variant: write_answer(name, getattr(variant, name)))


def _several(name: str, answers: Mapping[str, Answers], write: Callable[[Variant], str], *questions: str) -> HouseRule:
    """Return a house rule whose choices answer several questions each."""
    return HouseRule(name, tuple(answers), questions, answers.get, write)


def _layoff(variant: Variant) -> str:
    return "own_meld_first" if variant.layoff_scope == "all" and variant.layoff_requires_meld else variant.layoff_scope


def _rummy(written: str) -> Answers | None:
    if written in ("none", "double"):
        return {"rummy_bonus": written}
    points = read_answer("rummy_add", written)
    return None if points is None else {"rummy_bonus": "add", "rummy_add": points}


def _jokers(written: str) -> Answers | None:
    """Make jokers wild; without jokers, no card is wild."""
    jokers = read_answer("jokers", written)
    if not jokers:
        return None if jokers is None else {"jokers": 0, "wild": "none", "wild_swap": "never"}
    return {"jokers": jokers, "wild": "joker"}


def _scoring(written: str) -> Answers | None:
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


def _match_end(first: str, second: str) -> tuple[Callable[[str], Answers | None], Callable[[Variant], str]]:
    """Return the reader and the writer of the target (`100`) or the number of deals (`6`).

    A number of deals replaces the target, and a target the number, unless both are given: `100 6`.
    """

    def read(written: str) -> Answers | None:
        values = [read_answer(question, word) for question, word in zip((first, second), written.split(), strict=False)]
        if None in values or not 1 <= len(written.split()) <= 2 or (len(values) == 2 and "none" in values):
            return None
        other = {second: values[1]} if len(values) == 2 else {} if values == ["none"] else {second: "none"}
        return {first: values[0], **other}

    def write(variant: Variant) -> str:
        values = getattr(variant, first), getattr(variant, second)
        return str(values[0]) if "none" in values else f"{values[0]} {values[1]}"

    return read, write


def _numbers(*numbers: int) -> tuple[str, ...]:
    return tuple(map(str, numbers))


RULE_PAGES: Mapping[str, tuple[HouseRule, ...]] = {
    "house": (
        _one("melds_per_turn", *_numbers(1, 2, 3, 4), "unlimited"),
        HouseRule(
            "rummy",
            ("none", "double", *_numbers(5, 10, 15, 20, 25, 50)),
            ("rummy_bonus", "rummy_add"),
            _rummy,
            lambda variant: str(variant.rummy_add) if variant.rummy_bonus == "add" else variant.rummy_bonus,
        ),
        _several("layoff", _LAYOFF, _layoff, "layoff_scope", "layoff_requires_meld"),
        _one("ace", "low", "high_or_low", "around_corner", "high"),
        _one("out_by", "any", "discard_only"),
        _several(
            "recycle",
            _RECYCLE,
            lambda variant: variant.recycle + ("_keep_top" if variant.recycle_keep_top else ""),
            *("recycle", "recycle_keep_top"),
        ),
        _one("recycle_max", *_numbers(0, 1, 2, 3, 4, 5), "unlimited"),
        HouseRule(
            "scoring",
            ("winner_collects", "penalty", "payment"),
            ("scoring",),
            _scoring,
            lambda variant: variant.scoring,
            typed_choices=("payment 6",),
        ),
        HouseRule(
            "match_target",
            ("none", *_numbers(50, 60, 75, 80, 100, 101, 120, 150, 200, 250, 300, 400, 500, 750, 1000)),
            ("match_target",),
            *_match_end("match_target", "match_deals"),
        ),
        HouseRule(
            "match_deals",
            ("none", EVERYONE_DEALS, *_numbers(*range(1, 13), 15, 20, 25, 30, 40, 50)),
            ("match_deals",),
            *_match_end("match_deals", "match_target"),
        ),
    ),
    "melds": (
        _one("take_back", "yes", "no"),
        _one("discard_taken", "forbid_face", "forbid_card", "allow"),
        _one("meld_all_at_once", "never", "always", "4 5 6"),
        _one("meld_retire_at", "never", *_numbers(3, 4, 5, 6)),
        _one("set_size", "3-3", "3-4", "3-5", "3-6", "3-8", "4-4"),
        _one("set_unique", "yes", "no"),
        _one("run_size", *_numbers(3, 4, 5, 6, 7)),
        _one("run_suited", "yes", "no"),
    ),
    "cards": (
        _several("deck", _DECK, lambda variant: variant.deck, "deck"),
        _one("set_kind", "same_rank", "distinct_figures"),
        _one("packs", *_numbers(1, 2)),
        HouseRule("jokers", _numbers(*range(7)), ("jokers",), _jokers, lambda variant: str(variant.jokers)),
        _one("wild", "none", "joker"),
        _one("wild_min_naturals", *_numbers(1, 2, 3, 4)),
        _one("wild_swap", "never", "on_turn"),
    ),
    "dealing": (
        _one("players", *(f"{least}-{most}" for most in range(6, 1, -1) for least in range(2, most + 1))),
        _one("hand_size", "2:10 3:7 4:7 5:6 6:6", *_numbers(*range(5, 15))),
        _one("opening", "upcard", "starter_extra"),
        _one("direction", "clockwise", "counterclockwise"),
        _one("next_dealer", "rotate", "winner", "loser"),
        _one("stock_count_public", "yes", "no"),
    ),
    "points": (
        _one("ace_points", "auto", *_numbers(1, 5, 10, 11, 15, 20, 25)),
        _one("court_points", *_numbers(0, 5, 10, 15, 20)),
        _one("joker_points", *_numbers(0, 10, 15, 20, 25, 30, 50)),
        _one("figure_points", *_numbers(0, 5, 10, 15, 20)),
        _one("blocked_scoring", "auto", "all_penalty"),
        _one("tie", "shared", "extra_deal"),
    ),
}
_OF_JOKERS = ("wild", "wild_min_naturals", "wild_swap", "joker_points")
_OF_FRENCH_CARDS = ("ace", "ace_points", "court_points")
_OF_FIGURES = ("figure_points",)
HOUSE_RULES: Mapping[str, HouseRule] = {rule.name: rule for rules in RULE_PAGES.values() for rule in rules}


def has_no_effect(rule: HouseRule, variant: Variant) -> bool:
    """Return True if the rule changes nothing with the cards of this variant."""
    french = variant.deck == "french52"
    return rule.name in ((() if variant.jokers else _OF_JOKERS) + (_OF_FIGURES if french else _OF_FRENCH_CARDS))


def find_rule(name: str) -> HouseRule:
    """Return the house rule with this name. Raise Refused(NoSuchRule)."""
    if (rule := HOUSE_RULES.get(name.strip().lower())) is None:
        raise Refused(NoSuchRule(name, tuple(HOUSE_RULES)))
    return rule


def find_page(rule: str) -> str:
    """Return the page that has this house rule."""
    return next(page for page, rules in RULE_PAGES.items() if any(one.name == rule for one in rules))


def differing_rules(variant: Variant, other: Variant) -> tuple[HouseRule, ...]:
    """Return the house rules that the two variants answer differently."""
    return tuple(rule for rule in HOUSE_RULES.values() if rule.write(variant) != rule.write(other))


def closest_preset(variant: Variant, presets: Mapping[str, Variant]) -> Variant:
    """Return the preset that differs from this variant in the fewest house rules."""
    return min(presets.values(), key=lambda preset: len(differing_rules(variant, preset)))


def replace_match_end(variant: Variant, target: int | None, deals: int | None) -> Variant:
    """Return the variant with this end of the match; None for both leaves it as it is.

    A number of deals alone replaces the target, and a target alone the number; with both, the match ends at whichever comes
    first. Raise Refused: RulesContradict, as for a target with payment (RULES 5.24), or SavedRulesContradict for a variant
    that can't be played as it was saved.
    """
    known, ended = contradictions_besides_size(variant), variant
    if deals is not None or target is not None:
        ended = replace(variant, match_target=target or "none", match_deals=deals or "none")
    if faults := contradictions_besides_size(ended):
        is_saved_so = all(fault in known for fault in faults)
        raise Refused(SavedRulesContradict(variant.title, faults) if is_saved_so else RulesContradict(faults))
    return ended
