"""A game in a few words, for people who choose among the games or wait in a lobby: what is special about it, and its goal."""

from collections.abc import Iterator
from itertools import islice
from typing import assert_never

from bot.messages.rules.question_words import all_at_once_deals
from bot.messages.text import capitalized, join_parts
from bot.messages.words import Words
from bot.rummy.variant import EVERYONE_DEALS, Variant


def game_labels(variant: Variant, say: Words, most: int = 2) -> str:
    """Return at most so many labels that say how the game differs from plain rami: what matters most first."""
    found = tuple(islice(_differences(variant, say), most))
    return capitalized(join_parts(found or (say.option("basic game: empty your hand first"),)))


def _differences(variant: Variant, say: Words) -> Iterator[str]:
    if variant.deck == "cuccu40":
        yield say.option("Italian picture cards (cuccù): runs without suits")
    if variant.jokers:
        yield say.many("1 joker", "{count} jokers", variant.jokers, "option")
    if variant.meld_all_at_once == "always":
        yield say.option("lay your whole hand or nothing")
    elif deals := all_at_once_deals(variant):
        yield say.many(
            "deal {deals}: lay your whole hand or nothing",
            "deals {deals}: lay your whole hand or nothing",
            len(deals),
            "option",
            deals=say.all_of(map(str, deals)),
        )
    if variant.stock == "own":
        yield say.option("each player draws from their own part of the stock")
    elif variant.recycle_max == 0:
        yield say.option("the deal ends when the stock is empty")
    if variant.scoring == "penalty":
        yield say.option("cards left count against you")
    if variant.scoring == "payment":
        yield say.option("everyone pays the winner")
    if variant.rummy_bonus != "none" and variant.meld_all_at_once != "always":
        yield say.option("bonus for your whole hand in one turn")
    if variant.melds_per_turn == "unlimited":
        yield say.option("any number of melds a turn")


def match_goal(variant: Variant, say: Words, players: int | None = None) -> tuple[str, ...]:
    """Return the parts of the goal, for `join_parts`; `players` is their number, if it is known."""
    target, deals = variant.match_target, variant.match_deals
    if target == "none":
        return number_of_deals(variant, say, players), _winner(variant, say)
    if variant.is_lowest_score_best():
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
