"""Only house rules that differ and have an effect have a label."""

from msgspec.structs import replace

from bot.messages.rules.house_rule_labels import changed_rule_labels
from tests.messages.shown_text import ENGLISH
from tests.rummy.presets import variant


def test_house_rules_about_jokers_have_no_label_without_jokers() -> None:
    ours = replace(variant(), wild="joker", wild_min_naturals=2, joker_points=25)
    assert list(changed_rule_labels(ours, variant(), ENGLISH)) == []
    assert len(list(changed_rule_labels(replace(ours, jokers=2), variant(), ENGLISH))) == 4


def test_only_rules_that_differ_have_a_label() -> None:
    ours = replace(variant(), melds_per_turn="unlimited", match_target=80)
    assert list(changed_rule_labels(ours, variant(), ENGLISH)) == ["any number of melds a turn", "target: 80 points"]
    assert list(changed_rule_labels(ours, variant(), ENGLISH, head=True)) == ["any number of melds a turn"], (
        "the lobby's head has the target"
    )
    assert list(changed_rule_labels(ours, ours, ENGLISH)) == []
