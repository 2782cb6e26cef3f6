"""The words of the questions about points: what cards count, what is scored when, and when the match is won.

They are written as `question_words.py` says.
"""

from collections.abc import Iterator

from bot.messages.rules.game_labels import number_of_deals
from bot.messages.rules.question_words import all_at_once_deals
from bot.messages.words import Words
from bot.rummy.variant import EVERYONE_DEALS, Variant


def ace_points(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Value of an ace")
    yield say.option("For an ace left in hand. Automatic: 1, or more if aces can be high.")
    value, court = variant.value_of_ace(), variant.court_points
    if variant.ace_points == "auto":
        yield say.option("ace: automatic (now {points})", points=value)
    else:
        yield say.many("ace: 1 point", "ace: {count} points", value, "option")
    yield say("**Card values**: ace {ace} · J Q K {court} · others their number.", ace=value, court=court)


def court_points(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Value of a jack, queen or king")
    yield say.option("For each of them left in hand.")
    yield say.many("jack, queen, king: 1 point", "jack, queen, king: {count} points", variant.court_points, "option")


def joker_points(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Value of a joker")
    yield say.option("For each joker left in hand.")
    yield say.many("joker: 1 point", "joker: {count} points", variant.joker_points, "option")
    yield say("Joker {points}.", points=variant.joker_points)


def figure_points(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Value of a figure without a number")
    yield say.option("For each left in hand, like Matto or Leone.")
    points = variant.figure_points
    yield say.many("figure without a number: 1 point", "figure without a number: {count} points", points, "option")
    yield say("**Card values**: their number, else {figure}.", figure=points)


def scoring(variant: Variant, say: Words) -> Iterator[str]:
    yield say.button("Scoring")
    yield say.option("Points for the cards left in hand.")
    match variant.scoring:
        case "winner_collects":
            yield say.option("the winner of a deal scores the cards in the other hands")
            yield say("**Goal**: empty your hand first. You score the cards in the other hands.")
        case "penalty":
            yield say.option("penalty points for cards left in hand; lowest wins")
            yield say("**Goal**: empty your hand first. Cards left in a hand are penalty points.")
        case _:
            yield say.option("everyone pays the winner the value of their own hand")
            yield say("**Goal**: empty your hand first. Everyone pays you the value of their hand.")


def rummy(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Going rummy")
    yield say.option("Bonus for your whole hand in one turn, nothing laid before.")
    added = variant.rummy_add
    match variant.rummy_bonus:
        case "double":
            yield say.option("going rummy counts double")
        case "add":
            yield say.many("going rummy: 1 extra point", "going rummy: {count} extra points", added, "option")
        case _:
            yield say.option("no bonus for going rummy")
    if variant.rummy_bonus == "none" or variant.meld_all_at_once == "always":
        return
    match variant.rummy_bonus, variant.scoring:
        case "double", "penalty":
            bonus = say("penalties double")
        case "double", "payment":
            bonus = say("everyone pays double")
        case "double", _:
            bonus = say("double score")
        case _, "penalty":
            bonus = say.many("1 point off", "{count} points off", added)
        case _, "payment":
            bonus = say.many("everyone pays 1 more", "everyone pays {count} more", added)
        case _:
            bonus = say.many("1 extra point", "{count} extra points", added)
    yield say("Whole hand in one turn (rummy): {value}.", value=bonus)
    yield say("**Going rummy**: only if you laid nothing before.")
    if all_at_once_deals(variant):
        yield say("It doesn't apply where you meld your whole hand in one go.")


def blocked_scoring(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Blocked deals")
    yield say.option("Scoring when nobody goes out.")
    is_usual = variant.blocked_scoring == "auto"
    yield (
        say.option("blocked deal: the lowest hand wins")
        if is_usual
        else say.option("blocked deal: everyone's hand counts against them")
    )
    match variant.scoring, variant.blocked_scoring:
        case "winner_collects", "auto":
            yield say(
                "**Blocked deal**: the lowest hand wins, and scores the difference to every other hand. "
                "Hands of 6, 7 and 15 points: the lowest scores 1 + 9 = 10. Equal lowest hands share the points."
            )
        case "winner_collects", _:
            yield say("**Blocked deal**: everyone loses the points of their own hand.")
        case "penalty", _:
            yield say("**Blocked deal**: everyone gets penalty points for their own hand.")
        case _:
            yield say(
                "**Blocked deal**: everyone pays the lowest hand the difference. "
                "Hands of 6, 7 and 15 points: the others pay 1 and 9. Equal lowest hands share the points."
            )
    yield say("A deal is also blocked once nobody can lay a card any more.")


def match_target(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Target score")
    yield say.option("The score that ends the match. Without one, set a number of deals.")
    target, deals = variant.match_target, variant.match_deals
    if target == "none":
        yield say.option("no target score")
        return
    if deals == "none":
        yield say.many("target: 1 point", "target: {count} points", target, "option")
    elif deals == EVERYONE_DEALS:
        yield say.option("target {points} or everyone's deal, whichever comes first", points=target)
    else:
        yield say.many(
            "target {points} or 1 deal, whichever comes first",
            "target {points} or {count} deals, whichever comes first",
            deals,
            "option",
            points=target,
        )
    if variant.eliminates():
        yield say("**Match**: with {points} points you're out.", points=target)
    else:
        yield say.many("**Match**: to 1 point.", "**Match**: to {count} points.", target)


def match_deals(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Number of deals")
    yield say.option("If there's a target too, whichever comes first ends the match.")
    target, deals = variant.match_target, variant.match_deals
    if deals == "none":
        yield say.option("no limit on the number of deals")
    elif deals == EVERYONE_DEALS:
        yield number_of_deals(variant, say)
        yield (
            say("**Match**: one deal per player, 4 deals for two players.")
            if target == "none"
            else say("It also ends after one deal per player (4 for two players).")
        )
    elif target == "none":
        yield number_of_deals(variant, say)
        yield say.many("**Match**: 1 deal.", "**Match**: {count} deals.", deals)
    else:
        yield say.many("at most 1 deal", "at most {count} deals", deals)
        yield say.many("It ends after 1 deal at the latest.", "It ends after {count} deals at the latest.", deals)


def tie(variant: Variant, say: Words) -> Iterator[str]:
    """Yield also who wins the match."""
    yield say.label("Ties")
    yield say.option("Equal best scores at the end.")
    yield say.option("ties are shared") if variant.tie == "shared" else say.option("ties are played off")
    match variant.scoring:
        case "winner_collects":
            yield say("Highest wins.")
        case "penalty" if variant.eliminates():
            yield say("The last player wins.")
        case "penalty":
            yield say("Lowest wins.")
        case _:
            yield say("The highest balance wins.")
    if variant.eliminates():
        yield say("If all who are left reach {points} points in the same deal, the lowest wins.", points=variant.match_target)
        yield say("The later you're out, the better your place.")
    if variant.tie == "shared":
        yield say("Ties are shared.")
    else:
        yield say("After a tie, everyone plays an extra deal, at most three. Then the tie is shared.")


def elimination(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Elimination")
    yield say.option("At the target, players are out, and the others play on.")
    yield say.option("players are out at the target") if variant.elimination else say.option("the target ends the match")


def re_entries(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Coming back")
    yield say.option("How often a player at the target comes back.")
    if not (times := variant.re_entries):
        yield say.option("nobody comes back")
        return
    yield say.many("players come back once", "players come back {count} times", times, "option")
    yield say.many(
        "At the target, you come back once, with as many points as the next highest.",
        "At the target, you come back {count} times, with as many points as the next highest.",
        times,
    )
    yield say("Not if only one other player is below it.")


POINT_QUESTIONS = (
    *(ace_points, court_points, joker_points, figure_points),
    *(scoring, rummy, blocked_scoring, match_target, match_deals, elimination, re_entries, tie),
)
