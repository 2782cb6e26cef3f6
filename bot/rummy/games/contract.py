"""Contract rummy: basic rummy in which a seat first lays the melds of the deal's contract, all in one move (RULES 8.27).

The contracts and the cards of each deal are `CONTRACTS`. Whoever has laid theirs lays off, and lays no further meld. In the
last deal the contract is laid with the whole hand, and no card is left to discard.
"""

from msgspec.structs import replace

from bot.rummy.games import rummy

GAME = replace(
    rummy.GAME,
    questions=frozenset(
        (
            *("packs", "jokers", "ace", "ace_points", "court_points", "joker_points"),
            *("wild_swap", "wild_min_naturals", "wild_max", "wild_adjacent", "discard_taken", "take_back"),
            *("recycle", "recycle_keep_top", "recycle_max"),
        )
    ),
    answers={
        **{"contracts": "deals", "hand_size": 12, "set_size": (3, 8), "set_unique": False, "run_size": 4, "wild": "joker"},
        **{"out_by": "any", "melds_per_turn": "unlimited", "layoff_requires_meld": True, "scoring": "penalty"},
    },
    most_players=5,
)
