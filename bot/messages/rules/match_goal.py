"""The goal of a match in a few words: what ends it, and who wins it."""

from typing import assert_never

from bot.messages.words import Words
from bot.rummy.variant import EVERYONE_DEALS, Variant


def match_goal(variant: Variant, say: Words, players: int | None = None) -> tuple[str, ...]:
    """Return the parts of the goal, for `join_parts`; `players` is their number, if it is known."""
    target, deals = variant.match_target, variant.match_deals
    if target == "none":
        return number_of_deals(variant, say, players), _who_wins(variant, say)
    if variant.is_lowest_score_best():
        first = say.many("to 1 point, lowest score wins", "to {count} points, lowest score wins", target)
    else:
        first = say.many("first to 1 point", "first to {count} points", target)
    if deals == EVERYONE_DEALS:
        return first, number_of_deals(variant, say, players)
    return (first,) if deals == "none" else (first, say.many("at most 1 deal", "at most {count} deals", deals))


def number_of_deals(variant: Variant, say: Words, players: int | None = None) -> str:
    """Return how many deals the match has, whatever its target is; `players` is their number, if it is known."""
    deals = variant.match_deals
    if deals == EVERYONE_DEALS and players is not None:
        count = variant.with_deals_for(players).match_deals
        if count == players:
            return say("everyone deals once: {count} deals", count=count)
        return say("everyone deals twice: {count} deals", count=count)
    if deals == EVERYONE_DEALS:
        return say("everyone deals once (two players: twice)")
    return say.many("1 deal", "{count} deals", 1 if deals == "none" else deals)


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
