"""The part of the rules about points: what is scored when, and when the match is won."""

from collections.abc import Iterator

from bot.messages.rules.meld_rules import all_at_once_deals
from bot.messages.words import Words
from bot.rummy.variant.variant import EVERYONE_DEALS, Variant


def point_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield who scores what when somebody goes out, and what cards count."""
    match variant.scoring:
        case "winner_collects":
            yield say("**Score**: the player who goes out scores the cards left in the other hands.")
        case "penalty":
            yield say("**Score**: when someone goes out, the others get penalty points for the cards left in their hands.")
        case _:
            yield say("**Score**: everyone pays the value of their hand to the player who goes out.")
    if variant.deck == "french52":
        ace, court = variant.value_of_ace(), variant.court_points
        yield say(
            "Ace {ace}; jack, queen and king {court}; the other cards their number ({example}).",
            ace=ace,
            court=court,
            example=f"{say.cards(('AS', 'KH', '7C'))} = {ace + court + 7}",
        )
    else:
        yield say(
            "Figures without a number {figure}; the other cards their number ({example}).",
            figure=variant.figure_points,
            example=f"{say.cards(('XV', 'VII'))} = {15 + 7}",
        )
    if variant.jokers:
        yield say("Joker {points}.", points=variant.joker_points)


def rummy_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield what going rummy is, and what it scores."""
    yield say("**Going rummy**: playing your whole hand in one turn, with nothing laid before.")
    added = variant.rummy_add
    match variant.rummy_bonus, variant.scoring:
        case "double", "penalty":
            yield say("The others get double penalty points.")
        case "double", "payment":
            yield say("Everyone pays double.")
        case "double", _:
            yield say("The score is doubled.")
        case _, "penalty":
            yield say.many(
                "It takes 1 point off your penalty points.", "It takes {count} points off your penalty points.", added
            )
        case _, "payment":
            yield say.many("Everyone pays 1 point more.", "Everyone pays {count} points more.", added)
        case _:
            yield say.many("It scores 1 extra point.", "It scores {count} extra points.", added)
    if all_at_once_deals(variant):
        yield say("This doesn't apply where you meld your whole hand in one turn.")


def blocked_deal_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield how a deal that nobody wins is scored."""
    match variant.scoring, variant.blocked_scoring:
        case "winner_collects", "auto":
            yield say(
                "**Blocked**: the lowest hand scores its difference from every other hand "
                "(a 6 against 7, 15 and 21: 1 + 9 + 15). Equal lowest hands share it."
            )
        case "winner_collects", _:
            yield say("**Blocked**: everyone loses the points of their own hand.")
        case "penalty", _:
            yield say("**Blocked**: everyone gets penalty points for their own hand.")
        case _:
            yield say(
                "**Blocked**: everyone pays their difference from the lowest hand to that hand (6, 15, 7: 9 and 1). "
                "Equal lowest hands share it."
            )


def match_end_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield when the match ends, who wins it, and what happens after a tie."""
    target, deals = variant.match_target, variant.match_deals
    if target != "none":
        yield say.many(
            "**The match** ends when someone has 1 point.", "**The match** ends when someone has {count} points.", target
        )
        if deals == EVERYONE_DEALS:
            yield say("It also ends when everyone has dealt once, or twice between two players.")
        elif deals != "none":
            yield say.many("It ends after 1 deal at the latest.", "It ends after {count} deals at the latest.", deals)
    elif deals == EVERYONE_DEALS:
        yield say("**The match** ends when everyone has dealt once, or twice between two players.")
    elif deals != "none":
        yield say.many("**The match** is 1 deal.", "**The match** is {count} deals.", deals)
    match variant.scoring:
        case "winner_collects":
            yield say("Highest score wins.")
        case "penalty":
            yield say("Lowest score wins.")
        case _:
            yield say("The highest balance wins.")
    if variant.tie == "shared":
        yield say("Ties are shared.")
    else:
        yield say("After a tie, everyone plays an extra deal, at most three. Then the tie is shared.")
