"""The part of the rules about points: what is scored when, and when the match is won."""

from collections.abc import Iterator

from bot.messages.rules.meld_rules import all_at_once_deals
from bot.messages.words import Words
from bot.rummy.variant.variant import EVERYONE_DEALS, Variant


def point_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield who scores what when somebody goes out, and what cards count."""
    match variant.scoring:
        case "winner_collects":
            yield say("**Score**: who goes out gets what the others hold.")
        case "penalty":
            yield say("**Score**: when somebody goes out, what the others hold counts against them.")
        case _:
            yield say("**Score**: everybody pays who goes out what he holds.")
    if variant.deck == "french52":
        ace, court = variant.value_of_ace(), variant.court_points
        yield say(
            "Ace {ace}, jack, queen and king {court}, the others their number ({example}).",
            ace=ace,
            court=court,
            example=f"{say.cards(('AS', 'KH', '7C'))} = {ace + court + 7}",
        )
    else:
        yield say(
            "Figures without a number {figure}, the others their number ({example}).",
            figure=variant.figure_points,
            example=f"{say.cards(('XV', 'VII'))} = {15 + 7}",
        )
    if variant.jokers:
        yield say.many("A joker counts one.", "A joker counts {count}.", variant.joker_points)


def rummy_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield what going rummy is, and what it scores."""
    yield say("**Going rummy** is to play the whole hand in one turn, with nothing laid before.")
    added = variant.rummy_add
    match variant.rummy_bonus, variant.scoring:
        case "double", "penalty":
            yield say("It doubles what counts against the others.")
        case "double", "payment":
            yield say("Everybody pays double.")
        case "double", _:
            yield say("It counts double.")
        case _, "penalty":
            yield say.many("It takes one point off one's own.", "It takes {count} points off one's own.", added)
        case _, "payment":
            yield say.many("Everybody pays one point more.", "Everybody pays {count} points more.", added)
        case _:
            yield say.many("It brings one point more.", "It brings {count} points more.", added)
    if all_at_once_deals(variant):
        yield say("Not where all is melded at once.")


def blocked_deal_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield how a deal that nobody wins is scored."""
    match variant.scoring, variant.blocked_scoring:
        case "winner_collects", "auto":
            yield say(
                "**Blocked**: the lowest hand wins what the others hold more than it (6, 15, 7, 21: 25 points); "
                "equal lowest hands share it."
            )
        case "winner_collects", _:
            yield say("**Blocked**: what everybody holds is taken from his points.")
        case "penalty", _:
            yield say("**Blocked**: what everybody holds counts against him.")
        case _:
            yield say(
                "**Blocked**: each pays the lowest hand what he holds more than it (6, 15, 7: 9 and 1); "
                "equal lowest hands share it."
            )


def match_end_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield when the match ends, who wins it, and what happens after a tie."""
    target, deals = variant.match_target, variant.match_deals
    if target != "none":
        yield say.many(
            "**The match** ends when somebody has one point.", "**The match** ends when somebody has {count} points.", target
        )
        if deals == EVERYONE_DEALS:
            yield say("It also ends when everyone has dealt once, or twice between two players.")
        elif deals != "none":
            yield say.many("It ends after one deal in any case.", "It ends after {count} deals in any case.", deals)
    elif deals == EVERYONE_DEALS:
        yield say("**The match** ends when everyone has dealt once, or twice between two players.")
    elif deals != "none":
        yield say.many("**The match** is one deal.", "**The match** is {count} deals.", deals)
    match variant.scoring:
        case "winner_collects":
            yield say("Most points win.")
        case "penalty":
            yield say("Fewest points win.")
        case _:
            yield say("Who has been paid most in all wins.")
    if variant.tie == "shared":
        yield say("A tie is shared.")
    else:
        yield say("After a tie everybody plays one deal more, three at most; then it is shared.")
