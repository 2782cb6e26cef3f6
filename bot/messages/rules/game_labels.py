"""A game in a few words, for people who choose among the games or wait in a lobby: what is special about it, and its goal."""

from itertools import islice
from typing import assert_never

from bot.messages.games import GAME_WORDS
from bot.messages.text import capitalized, join_parts
from bot.messages.words import Words
from bot.rummy.variant import EVERYONE_DEALS, Variant


def game_labels(variant: Variant, say: Words, most: int = 2) -> str:
    """Return at most so many labels that say what is special about the game: what matters most first."""
    return capitalized(join_parts(islice(GAME_WORDS[variant.game].labels(variant, say), most)))


def match_goal(variant: Variant, say: Words, players: int | None = None) -> tuple[str, ...]:
    """Return the parts of the goal, for `join_parts`; `players` is their number, if it is known."""
    target, deals = variant.match_target, variant.match_deals
    if variant.contracts == "stages":
        if not variant.has_deals_for_all_stages():
            return number_of_deals(variant, say, players), say("most stages win")
        first = say("first to complete 10 stages")
    elif target == "none":
        return number_of_deals(variant, say, players), _winner(variant, say)
    elif variant.eliminates():
        first = say("out at {points} points, the last one wins", points=target)
    elif variant.is_lowest_score_best():
        first = say.many("to 1 point, lowest wins", "to {count} points, lowest wins", target)
    else:
        first = say.many("first to 1 point", "first to {count} points", target)
    if deals == EVERYONE_DEALS:
        return first, number_of_deals(variant, say, players)
    return (first,) if deals == "none" else (first, say.many("at most 1 deal", "at most {count} deals", deals))


def _winner(variant: Variant, say: Words) -> str:
    match variant.scoring:
        case "winner_collects":
            return say("highest wins")
        case "penalty":
            return say("lowest wins")
        case "payment":
            return say("highest balance wins")
        case _:
            assert_never(variant.scoring)


def number_of_deals(variant: Variant, say: Words, players: int | None = None) -> str:
    """Return how many deals the match has, whatever its target is; `players` is their number, if it is known."""
    deals = variant.match_deals
    if deals == EVERYONE_DEALS and players is not None:
        count = variant.with_deals_for(players).match_deals
        if count == players:
            return say("everyone deals once: {count} deals", count=count)
        return say("everyone deals twice: {count} deals", count=count)
    if deals == EVERYONE_DEALS:
        return say.option("one deal per player (two players: 4)")
    return say.many("1 deal", "{count} deals", 1 if deals == "none" else deals, "option")
