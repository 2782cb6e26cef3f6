"""The house rules that a host can change, by topic, and how to find those that differ (RULES 2)."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rummy.variant.contradictions import contradictions_besides_size
from bot.rummy.variant.variant import EVERYONE_DEALS, Variant
from bot.tables.rule_refusals import NoSuchRule, RulesContradict, SavedRulesContradict
from bot.tables.rules.house_rule import HouseRule, one_question, several_questions
from bot.tables.rules.joint_answers import (
    DECK,
    LAYOFF,
    RECYCLE,
    match_end,
    read_jokers,
    read_rummy,
    read_scoring,
    write_layoff,
    write_recycle,
    write_rummy,
)
from bot.wording.sentence import Refused


def _numbers(*numbers: int) -> tuple[str, ...]:
    return tuple(map(str, numbers))


_TARGETS = ("none", *_numbers(50, 60, 75, 80, 100, 101, 120, 150, 200, 250, 300, 400, 500, 750, 1000))
_DEALS = ("none", EVERYONE_DEALS, *_numbers(*range(1, 13), 15, 20, 25, 30, 40, 50))

RULE_TOPICS: Mapping[str, tuple[HouseRule, ...]] = {
    "melding": (
        one_question("melds_per_turn", *_numbers(1, 2, 3, 4), "unlimited"),
        one_question("meld_all_at_once", "never", "always", "4 5 6"),
        several_questions("layoff", LAYOFF, write_layoff, "layoff_scope", "layoff_requires_meld"),
        one_question("meld_retire_at", "never", *_numbers(3, 4, 5, 6)),
    ),
    "turns": (
        one_question("take_back", "yes", "no"),
        one_question("discard_taken", "forbid_face", "forbid_card", "allow"),
        one_question("out_by", "any", "discard_only"),
        HouseRule(
            "rummy",
            ("none", "double", *_numbers(5, 10, 15, 20, 25, 50)),
            ("rummy_bonus", "rummy_add"),
            read_rummy,
            write_rummy,
        ),
        one_question("stock_count_public", "yes", "no"),
    ),
    "sets": (
        one_question("set_kind", "same_rank", "distinct_figures"),
        one_question("set_size", "3-3", "3-4", "3-5", "3-6", "3-8", "4-4"),
        one_question("run_size", *_numbers(3, 4, 5, 6, 7)),
        one_question("run_suited", "yes", "no"),
        one_question("ace", "low", "high_or_low", "around_corner", "high"),
    ),
    "jokers": (
        HouseRule("jokers", _numbers(*range(7)), ("jokers",), read_jokers, lambda variant: str(variant.jokers)),
        one_question("wild", "none", "joker"),
        one_question("wild_min_naturals", *_numbers(1, 2, 3, 4)),
        one_question("wild_swap", "never", "on_turn"),
    ),
    "values": (
        one_question("ace_points", "auto", *_numbers(1, 5, 10, 11, 15, 20, 25)),
        one_question("court_points", *_numbers(0, 5, 10, 15, 20)),
        one_question("joker_points", *_numbers(0, 10, 15, 20, 25, 30, 50)),
        one_question("figure_points", *_numbers(0, 5, 10, 15, 20)),
    ),
    "cards": (
        several_questions("deck", DECK, lambda variant: variant.deck, "deck"),
        one_question("packs", *_numbers(1, 2)),
        one_question("set_unique", "yes", "no"),
        one_question("hand_size", "2:10 3:7 4:7 5:6 6:6", *_numbers(*range(5, 15))),
        one_question("players", *(f"{least}-{most}" for most in range(6, 1, -1) for least in range(2, most + 1))),
    ),
    "dealing": (
        one_question("opening", "upcard", "starter_extra"),
        one_question("direction", "clockwise", "counterclockwise"),
        one_question("next_dealer", "rotate", "winner", "loser"),
        several_questions("recycle", RECYCLE, write_recycle, "recycle", "recycle_keep_top"),
        one_question("recycle_max", *_numbers(0, 1, 2, 3, 4, 5), "unlimited"),
    ),
    "scoring": (
        HouseRule(
            "scoring",
            ("winner_collects", "penalty", "payment"),
            ("scoring",),
            read_scoring,
            lambda variant: variant.scoring,
            typed_choices=("payment 6",),
        ),
        HouseRule("match_target", _TARGETS, ("match_target",), *match_end("match_target", "match_deals")),
        HouseRule("match_deals", _DEALS, ("match_deals",), *match_end("match_deals", "match_target")),
        one_question("blocked_scoring", "auto", "all_penalty"),
        one_question("tie", "shared", "extra_deal"),
    ),
}
"""The house rules by topic, at most five each; the rules of a topic are asked for by one form."""
_OF_JOKERS = ("wild", "wild_min_naturals", "wild_swap", "joker_points")
_OF_FRENCH_CARDS = ("ace", "ace_points", "court_points")
_OF_FIGURES = ("figure_points",)
HOUSE_RULES: Mapping[str, HouseRule] = {rule.name: rule for rules in RULE_TOPICS.values() for rule in rules}
_IN_A_FORM: Mapping[str, HouseRule] = {
    "match_target": one_question("match_target", *_TARGETS),
    "match_deals": one_question("match_deals", *_DEALS),
}


def has_no_effect(rule: HouseRule, variant: Variant) -> bool:
    """Return True if the rule changes nothing with the cards of this variant."""
    french = variant.deck == "french52"
    return rule.name in ((() if variant.jokers else _OF_JOKERS) + (_OF_FIGURES if french else _OF_FRENCH_CARDS))


def with_effect(rules: tuple[HouseRule, ...], variant: Variant) -> tuple[HouseRule, ...]:
    """Return the rules that change something. Those about jokers do where the number of jokers is asked for, too."""
    if any(rule.name == "jokers" for rule in rules):
        variant = replace(variant, jokers=variant.jokers or 1)
    return tuple(rule for rule in rules if not has_no_effect(rule, variant))


def find_rule(name: str) -> HouseRule:
    """Return the house rule that is stored under this name. Raise Refused(NoSuchRule)."""
    if (rule := HOUSE_RULES.get(name.strip().lower())) is None:
        raise Refused(NoSuchRule(name))
    return rule


def rules_of_form(topic: str) -> tuple[HouseRule, ...]:
    """Return the house rules of a topic as its form asks for them.

    A form shows the target beside the number of deals, so that neither answer replaces the other there.
    """
    return tuple(_IN_A_FORM.get(rule.name, rule) for rule in RULE_TOPICS[topic])


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
