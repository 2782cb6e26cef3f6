"""The words of the questions about a knock: with how many points, and what is paid for what. `question_words.py` says how."""

from collections.abc import Iterator

from bot.messages.words import Words
from bot.rummy.games.gin import SCORES
from bot.rummy.variant import Variant


def knock_limit(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Knocking")
    yield say.option("The most points you may have left outside your melds.")
    limit = variant.knock_limit
    if limit == "upcard":
        yield say.option("knock with at most the upcard's points")
        yield say("**Knock** as you discard, with at most the points of the deal's first upcard outside your melds.")
        yield say("If that's an ace, only gin ends the deal.")
    elif limit:
        yield say.many("knock with at most 1 point left", "knock with at most {count} points left", limit, "option")
        yield say.many(
            "**Knock** as you discard, with at most 1 point outside your melds.",
            "**Knock** as you discard, with at most {count} points outside your melds.",
            limit,
        )
    else:
        yield say.option("only gin ends a deal")
        yield say("**Gin** ends the deal: every card but your discard in melds.")


def gin_scores(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Bonuses")
    yield say.option("What gin, an undercut, boxes and the game bring.")
    scores = SCORES[variant.gin_scores]
    yield (
        say.option("gin 25, undercut 25, box 25")
        if variant.gin_scores == "modern"
        else say.option("gin 20, undercut 10, box 20, no big gin")
    )
    if variant.knock_limit == 0:
        yield say("**Bonus**: gin scores {points} more.", points=scores.gin)
    else:
        yield say("**Gin**: a knock with nothing left scores {points} more, and nobody lays off.", points=scores.gin)
        yield say(
            "**Undercut**: if the other player has no more left than you, they score the difference and {points}.",
            points=scores.undercut,
        )
    if scores.big_gin is not None:
        yield say("**Big gin**: with all 11 cards in melds you may discard nothing, and score {points}.", points=scores.big_gin)
    if variant.match_target != "none":
        yield say(
            "**At the end**: {game} for the target, and a box of {box} for each deal you won.", game=scores.game, box=scores.box
        )
        yield say("The higher total wins.")
        if scores.shutout is None:
            yield say("If the other player has no points, the winner's points of all deals count again.")
        else:
            yield say("If the other player has no points, the winner gets {points} more.", points=scores.shutout)


def spades_double(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Spades")
    yield say.option("Deals whose first upcard is a spade.")
    if variant.spades_double:
        yield say.option("a spade as upcard doubles the deal")
        yield say("**Spades**: if the deal's first upcard is a spade, the deal counts double.")
    else:
        yield say.option("spades don't double a deal")


def games_at_once(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Games at the same time")
    yield say.option("Hollywood: several games on one sheet. Only in a match to a target.")
    games = variant.games_at_once
    yield say.option("{games} games at the same time", games=games) if games > 1 else say.option("one game at a time")
    if games > 1 and variant.match_target != "none":
        yield say("**Hollywood**: {games} games on one sheet.", games=games)
        yield say("Your first win scores in one game, the second in two, others in all.")
        yield say("A game is over once somebody has reached the target. The match ends with the last one.")
        yield say("Each game has its own bonuses.")


KNOCK_QUESTIONS = (knock_limit, gin_scores, spades_double, games_at_once)
