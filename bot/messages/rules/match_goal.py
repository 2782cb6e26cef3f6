"""The goal of a match in a few words: what ends it, and who wins it."""

from typing import assert_never

from bot.messages.words import Words
from bot.rummy.variant.variant import Variant


def match_goal(variant: Variant, say: Words) -> tuple[str, ...]:
    """Return the parts of the goal, for `join_parts`."""
    target, deals = variant.match_target, variant.match_deals
    if target == "none":
        return say.many("1 deal", "{count} deals", deals if deals != "none" else 1), _who_wins(variant, say)
    if variant.is_lowest_score_best():
        first = say.many("to 1 point, lowest score wins", "to {count} points, lowest score wins", target)
    else:
        first = say.many("first to 1 point", "first to {count} points", target)
    return (first,) if deals == "none" else (first, say.many("at most 1 deal", "at most {count} deals", deals))


def _who_wins(variant: Variant, say: Words) -> str:
    match variant.scoring:
        case "winner_collects":
            return say("highest score wins")
        case "penalty":
            return say("lowest score wins")
        case "payment":
            return say("highest balance wins")
        case scoring:
            assert_never(scoring)
