"""A game in a few words, for people who choose among the games or wait in a lobby: what is special about it, and its goal."""

from collections.abc import Iterator
from itertools import islice

from bot.messages.rules.question_words import all_at_once_deals
from bot.messages.words import Words
from bot.rummy.variant import EVERYONE_DEALS, Variant

_MOST = 2  # sentences


def game_sentence(variant: Variant, say: Words) -> str:
    """Return how the game differs from plain rami: what matters most first."""
    found = list(islice(_differences(variant, say), _MOST))
    return " ".join(found or [say("The basic game. Empty your hand first, and score everyone else's cards.")])


def _differences(variant: Variant, say: Words) -> Iterator[str]:
    if variant.deck == "cuccu40":
        yield say("Italian Cuccù cards: sets of different figures, runs without suits.")
    if variant.jokers:
        yield say.many("One joker can stand for any card.", "{count} jokers can stand for any card.", variant.jokers)
    if variant.meld_all_at_once == "always":
        yield say("You can only lay your whole hand in one go.")
    elif deals := all_at_once_deals(variant):
        yield say.many(
            "In deal {deals}, lay your whole hand in one go.",
            "In deals {deals}, lay your whole hand in one go.",
            len(deals),
            deals=say.all_of(map(str, deals)),
        )
    if variant.recycle_max == 0:
        yield say("When the stock runs out, the deal ends.")
    if variant.scoring == "penalty":
        yield say("Cards left in your hand count against you.")
    if variant.scoring == "payment":
        yield say("Everyone pays the winner the value of their hand.")
    if variant.rummy_bonus != "none" and variant.meld_all_at_once != "always":
        yield say("Going out with your whole hand in one turn scores extra.")
    if variant.melds_per_turn == "unlimited":
        yield say("Lay any number of melds in a turn.")


def match_goal(variant: Variant, say: Words, players: int | None = None) -> tuple[str, ...]:
    """Return the parts of the goal, for `join_parts`; `players` is their number, if it is known."""
    target, deals = variant.match_target, variant.match_deals
    if target == "none":
        winner = {
            "winner_collects": say("highest score wins"),
            "penalty": say("lowest score wins"),
            "payment": say("highest balance wins"),
        }[variant.scoring]
        return number_of_deals(variant, say, players), winner
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
