"""Variants with the most extreme answers that a code can carry."""

from typing import Any

from hypothesis import strategies as st

from bot.rummy.games import asks

EXTREMES: dict[str, tuple[Any, ...]] = {
    "title": ("W", "W" * 30),
    "game": ("rummy", "rummy", "gin", "rummy500", "three_thirteen", "contract", "ten_stages"),
    "deck": ("french52", "cuccu40"),
    "packs": (2, 1, dict.fromkeys(range(2, 7), 2), {2: 1, 3: 2, 4: 1, 5: 2, 6: 2}),
    "jokers": (0, 1, 6),
    "players": ((2, 6), (2, 2), (6, 6)),
    "hand_size": (3, 14, {players: 16 - players for players in range(2, 7)}, dict.fromkeys(range(2, 7), 13)),
    "opening": ("upcard", "starter_extra"),
    "direction": ("clockwise", "counterclockwise"),
    "next_dealer": ("rotate", "winner", "loser"),
    "ace": ("low", "high_or_low", "around_corner", "high"),
    "ace_points": ("auto", 0, 100),
    "court_points": (0, 100),
    "joker_points": (0, 1, 100),
    "figure_points": (0, 100),
    "set_kind": ("same_rank", "distinct_figures"),
    "set_size": ((3, 3), (3, 8), (8, 8)),
    "set_unique": (True, False),
    "run_size": (3, 13),
    "run_suited": (True, False),
    "melds_per_turn": (1, 20, "unlimited"),
    "meld_all_at_once": ("never", "always", (), (1,), tuple(range(1, 51)), (50, 50, 1)),
    "first_meld": ("none", 1, 100),
    "meld_retire_at": ("never", 3, 8),
    "wild": ("none", "joker"),
    "wild_min_naturals": (1, 8),
    "wild_swap": ("never", "on_turn"),
    "layoff_scope": ("all", "own", "none"),
    "layoff_requires_meld": (False, True),
    "discard_taken": ("forbid_face", "forbid_card", "allow"),
    "out_by": ("any", "discard_only"),
    "recycle": ("turn_over", "shuffle"),
    "recycle_keep_top": (False, True),
    "recycle_max": (0, 1, 20, "unlimited"),
    "scoring": ("winner_collects", "penalty", "payment"),
    "rummy_bonus": ("none", "double", "add"),
    "rummy_add": (0, 1, 100),
    "blocked_scoring": ("auto", "all_penalty"),
    "match_target": ("none", 1, 1000),
    "match_deals": ("none", 1, 50, "everyone_deals"),
    "tie": ("shared", "extra_deal"),
    "stock_count_public": (True, False),
    "take_back": (True, False),
    "stock": ("shared", "own"),
    "knock_limit": (0, 1, 50, "upcard"),
    "gin_scores": ("modern", "classic"),
    "spades_double": (False, True),
    "games_at_once": (1, 3),
    "challenge": (False, True),
    "wild_max": (1, 8, "unlimited"),
    "wild_adjacent": (True, False),
    "first_meld_waived": (False, True),
    "discard_from": ("start", "first_meld"),
    "elimination": (False, True),
    "re_entries": (0, 3),
    "growing_hands": (False, True),
}


ANSWERS = st.fixed_dictionaries({question: st.sampled_from(answers) for question, answers in EXTREMES.items()})


def without_contradictions(answers: dict[str, Any]) -> dict[str, Any]:
    """Return the answers without the most frequent contradictions, so that most of them can be read."""
    answers = {name: answer for name, answer in answers.items() if name in ("title", "game") or asks(answers["game"], name)}
    if answers["game"] == "gin":
        return answers | {"players": (2, 2), "match_deals": 50, "stock": "shared"}
    if answers["game"] == "colonel":
        answers |= {"players": (2, 2)}
    if answers["game"] == "rummy500" and answers["stock"] == "own":
        answers |= {"next_dealer": "rotate"}
    if answers["game"] == "ten_stages":
        return answers | {"match_deals": 20, "stock": "shared"}
    if answers["match_target"] == "none" and answers["match_deals"] == "none":
        answers |= {"match_deals": 50}
    if answers["game"] == "rummy500":
        return answers
    if answers["game"] == "three_thirteen":
        return answers | {"players": (2, 4), "packs": 2, "match_deals": 50, "stock": "shared"}
    if answers["game"] == "contract":
        return answers | {"players": (2, 5), "packs": 2, "match_deals": 50, "stock": "shared"}
    if answers["set_kind"] == "distinct_figures":
        answers |= {"run_suited": False}
    if answers["stock"] == "own":
        answers |= {"next_dealer": "rotate"}
    if answers["wild"] == "none" or answers["layoff_scope"] == "none":
        answers |= {"wild_swap": "never"}
    if answers["scoring"] == "payment":
        answers |= {"blocked_scoring": "auto", "match_target": "none", "match_deals": 50}
    return answers
