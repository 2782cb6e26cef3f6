"""The goal of a match in a few words: what ends it, and who wins it."""

from typing import assert_never

from bot.messages.words import Words
from bot.rummy.variant.variant import Variant


def match_goal(variant: Variant, say: Words) -> tuple[str, ...]:
    """Return the parts of the goal, for `join_parts`."""
    target, deals = variant.match_target, variant.match_deals
    if target == "none":
        return say.many("one deal", "{count} deals", deals if deals != "none" else 1), _who_wins(variant, say)
    if variant.is_lowest_score_best():
        first = say.many("to one point, the fewest win", "to {count} points, the fewest win", target)
    else:
        first = say.many("first to one point", "first to {count} points", target)
    return (first,) if deals == "none" else (first, say.many("at most one deal", "at most {count} deals", deals))


def _who_wins(variant: Variant, say: Words) -> str:
    match variant.scoring:
        case "winner_collects":
            return say("the most points win")
        case "penalty":
            return say("the fewest points win")
        case "payment":
            return say("the best balance wins")
        case scoring:
            assert_never(scoring)
