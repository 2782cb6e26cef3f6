"""Random variants: a preset, usually with other answers to some of the questions that its game asks."""

import random

from bot.rummy.games import asks
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import VariantRefused
from tests.rummy.presets import NAMES, variant

HOUSE_RULES: dict[str, tuple[str | int | bool, ...]] = {
    "deck": ("french52", "cuccu40"),
    "packs": (1, 2, 2, "{ 2 = 1, 3 = 1, 4 = 2, 5 = 2, 6 = 2 }"),
    "jokers": (0, 2, 3, 6),
    "players": ("[2, 6]", "[3, 6]", "[4, 5]", "[2, 2]", "[2, 4]"),
    "hand_size": (3, 5, 7, "{ 2 = 13, 3 = 10, 4 = 9, 5 = 7, 6 = 6 }", "{ 2 = 14, 3 = 10, 4 = 6, 5 = 5, 6 = 4 }"),
    "opening": ("upcard", "starter_extra"),
    "direction": ("clockwise", "counterclockwise"),
    "next_dealer": ("rotate", "winner", "loser"),
    "ace": ("low", "high_or_low", "around_corner", "high"),
    "ace_points": ("auto", 11),
    "court_points": (10, 5),
    "joker_points": (15, 25),
    "figure_points": (10, 0),
    "set_kind": ("same_rank", "distinct_figures"),
    "set_size": ("[3, 4]", "[3, 5]", "[4, 4]", "[3, 8]"),
    "set_unique": (True, False),
    "run_size": (3, 4, 5),
    "run_suited": (True, False),
    "melds_per_turn": (1, 2, "unlimited"),
    "meld_all_at_once": ("never", "always", "[1]", "[2, 3]"),
    "first_meld": ("none", 30, 40, 51),
    "meld_retire_at": ("never", 3, 4, 5, 6),
    "wild": ("none", "joker"),
    "wild_min_naturals": (1, 2, 3),
    "wild_swap": ("never", "on_turn"),
    "layoff_requires_meld": (False, True),
    "layoff_scope": ("all", "own", "none"),
    "discard_taken": ("forbid_face", "forbid_card", "allow"),
    "out_by": ("any", "discard_only"),
    "recycle": ("turn_over", "shuffle"),
    "recycle_keep_top": (False, True),
    "recycle_max": (0, 1, 2, 3, "unlimited"),
    "scoring": ("winner_collects", "penalty", "payment"),
    "rummy_bonus": ("none", "double", "add"),
    "rummy_add": (0, 10, 25),
    "blocked_scoring": ("auto", "all_penalty"),
    "match_target": (1, 60, 100, 150, "none"),
    "match_deals": ("none", 1, 3, 6, "everyone_deals"),
    "tie": ("shared", "extra_deal"),
    "stock_count_public": (True, False),
    "take_back": (True, False),
    "stock": ("shared", "own"),
    "knock_limit": (10, 0, 5, 50, "upcard"),
    "gin_scores": ("modern", "classic"),
    "spades_double": (False, True),
    "games_at_once": (1, 2, 3),
    "challenge": (False, True),
    "wild_max": ("unlimited", 1, 2),
    "wild_adjacent": (True, False),
    "first_meld_waived": (False, True),
    "discard_from": ("start", "first_meld"),
    "elimination": (False, True),
    "re_entries": (0, 1, 2),
    "growing_hands": (True, True, False),
}


def random_variant(dice: random.Random) -> Variant:
    return pick_variant(dice)[0]


def pick_variant(dice: random.Random, named: str | None = None) -> tuple[Variant, int]:
    """Return a random variant, and how many contradictory ones were refused before it."""
    refused = 0
    while True:
        asked = dice.sample(sorted(HOUSE_RULES), dice.choice((0, 1, 2, 3, 4, 6, 8, 12)))
        try:
            preset = named or dice.choice(NAMES)
            answers = {each: dice.choice(HOUSE_RULES[each]) for each in asked if asks(variant(preset).game, each)}
            return variant(preset, **answers), refused
        except VariantRefused:
            refused += 1
