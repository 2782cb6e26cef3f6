"""Every message about house rules, for each answer to each house rule."""

import random
from collections.abc import Iterator
from string import Formatter
from typing import Any

from discord import ui
from msgspec.structs import replace

from bot.messages.rules.game_rules import more_rules_layout, rules_layout, saved_variant_layout, saved_variants_layout
from bot.messages.table.house_rules import OpenFormPress, rule_form, rule_topics_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.words import Words
from bot.rummy.contradictions import Contradiction, Reason, contradiction
from bot.rummy.variant import Variant
from bot.tables.apply_event import apply_event
from bot.tables.events import RulesChanged
from bot.tables.ports import SavedVariant
from bot.tables.rules.house_rules import HOUSE_RULES, topics_of
from tests.messages.table.played_tables import PEOPLE, PlayedTable, context_for
from tests.rummy.presets import NAMES, variant

JOKERS: dict[str, Any] = {"jokers": 4, "wild": "joker"}
CUCCU: dict[str, Any] = {"players": (2, 5), "deck": "cuccu40", "set_kind": "distinct_figures", "run_suited": False}
EXTREME = replace(
    variant(),
    title="W" * 60,
    packs=dict.fromkeys(range(2, 6), 4) | {6: 3},
    hand_size={players: 20 - players for players in range(2, 7)},
    meld_all_at_once=tuple(range(1, 51)),
    meld_retire_at=8,
    opening="starter_extra",
    next_dealer="loser",
    direction="counterclockwise",
    set_unique=False,
    ace="high_or_low",
    run_size=13,
    discard_taken="forbid_card",
    recycle_keep_top=True,
    layoff_requires_meld=True,
    rummy_bonus="add",
    tie="extra_deal",
    match_deals=50,
    take_back=False,
    stock_count_public=False,
    recycle="shuffle",
    ace_points=11,
    court_points=5,
    joker_points=25,
    out_by="discard_only",
    **(JOKERS | {"wild_min_naturals": 8, "wild_swap": "on_turn"}),
)
TYPED_ANSWERS = {  # answers that are not offered and have labels of their own
    "rummy": ("1",),
    "packs": ("2:1 3:2 4:2 5:2 6:2",),
    "hand_size": ("1",),
    "match_target": ("1",),
    "meld_all_at_once": ("2",),
    "first_meld": ("1",),
}


def with_each_answer(name: str) -> Iterator[Variant]:
    """Yield a preset, then the preset with each answer to each house rule, contradictions included."""
    preset = replace(variant(name), title="77")
    yield preset
    for rule in (one for one in HOUSE_RULES.values() if one.is_asked(preset)):
        for choice in (*rule.choices, *TYPED_ANSWERS.get(rule.name, ())):
            yield rule.change(preset, choice)


def with_two_answers(name: str) -> Iterator[Variant]:
    """Yield those variants, and variants with every two answers that one sentence mentions together; each once."""
    yield from {repr(rules): rules for rules in _with_two_answers(name)}.values()


def _with_two_answers(name: str) -> Iterator[Variant]:
    for rules in with_each_answer(name):
        yield rules
        for scoring in ("winner_collects", "penalty", "payment"):
            yield replace(rules, scoring=scoring)
        for more in (
            {"jokers": 1, "wild": "joker", "wild_swap": "on_turn"},
            {"packs": 2},
            {"packs": {players: players // 2 for players in range(2, 7)}},
            {"deck": "cuccu40"},
            {"deck": "cuccu40", "packs": {players: players // 2 for players in range(2, 7)}},
            {"set_kind": "distinct_figures", "run_suited": False},
            {"rummy_bonus": "double", "scoring": "penalty"},
            {"rummy_bonus": "double", "scoring": "payment"},
            {"rummy_bonus": "add", "scoring": "penalty"},
            {"rummy_bonus": "add", "scoring": "payment"},
            {"match_target": 50, "match_deals": 6},
            {"match_target": "none", "match_deals": 6},
        ):
            yield replace(rules, **more)


def house_rule_layouts(say: Words) -> Iterator[ui.LayoutView | ui.Modal]:
    """Render the rules, the lobby, the topics with their forms and the saved game of each of these variants."""
    for rules in (
        *with_two_answers("rami"),
        *with_each_answer("gin"),
        *with_each_answer("rummy500"),
        *with_each_answer("three_thirteen"),
        *with_each_answer("contract"),
        *map(variant, NAMES),
    ):
        yield rules_layout(replace(rules, title="77"), say)
        yield more_rules_layout(replace(rules, title="77"), say)
    for name, players in (("rami", 3), ("gin", 2), ("three_thirteen", 4), ("contract", 5)):
        preset = replace(variant(name), title="77")
        played = PlayedTable(preset, random.Random(0)).seat(players)
        for rules in with_each_answer(name):
            context = context_for(apply_event(1, played.table, RulesChanged(1, rules)), say)
            yield lobby_layout(context)
            yield rule_topics_layout(context, note="5", again=OpenFormPress(1, "cards"))
            yield saved_variant_layout(rules, preset, say)
    preset = replace(variant(), title="77")
    extreme = replace(EXTREME, title="77", players=(2, 5))  # six would be too many for it, and each answer would say so
    for rules in (
        preset,
        replace(preset, **CUCCU),
        extreme,
        variant("gin"),
        variant("three_thirteen"),
        variant("contract"),
    ):  # their forms offer every answer
        table = PlayedTable(rules, random.Random(0)).table
        yield from (rule_form(table, topic, say, {}) for topic in topics_of(rules))
    yield saved_variant_layout(replace(EXTREME, title="77"), preset, say)
    yield saved_variants_layout([], PEOPLE, say)
    yield saved_variants_layout([SavedVariant(1, preset)] * 2, PEOPLE, say)
    yield saved_variants_layout([SavedVariant(1, preset)] * 50, PEOPLE, say)


def every_contradiction() -> Iterator[Contradiction]:
    """Yield one contradiction of every kind, and those with a sentence of their own."""
    yield contradiction(Reason.STOCK_TOO_SMALL, players=6, each=14, stock=-5, cards=80)
    for reason in Reason:
        names = [name for _, name, _, _ in Formatter().parse(reason) if name]
        for question in ("packs", "jokers", "hand_size") if "question" in names else ("",):
            special = {"question": question, "players": (2, 3) if reason == Reason.NO_VALUE else 2}
            yield contradiction(reason, **{name: special.get(name, 1) for name in names})
