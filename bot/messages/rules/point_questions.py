"""The words of the questions about points: what cards count, what is scored when, and when the match is won."""

from collections.abc import Iterator, Mapping

from bot.messages.rules.game_sentence import number_of_deals
from bot.messages.rules.question_words import QuestionWords, WordsOf, all_at_once_deals
from bot.messages.words import Words
from bot.rummy.variant import EVERYONE_DEALS, Variant


def _ace_points(variant: Variant, say: Words) -> QuestionWords:
    ace, court = variant.value_of_ace(), variant.court_points
    if variant.ace_points == "auto":
        label = say("ace: automatic ({points} with this rule)", points=ace)
    else:
        label = say.many("ace: 1 point", "ace: {count} points", ace)
    rule = say(
        "Ace {ace}; jack, queen and king {court}; the other cards their number ({example}).",
        ace=ace,
        court=court,
        example=f"{say.cards(('AS', 'KH', '7C'))} = {ace + court + 7}",
    )
    return QuestionWords(
        say("Value of an ace"),
        say("The points for an ace left in hand. Automatic depends on where aces can be in runs."),
        label,
        [rule],
    )


def _court_points(variant: Variant, say: Words) -> QuestionWords:
    return QuestionWords(
        say("Value of a jack, queen or king"),
        say("The points for each of these cards left in hand."),
        say.many("jack, queen, king: 1 point", "jack, queen, king: {count} points", variant.court_points),
    )


def _joker_points(variant: Variant, say: Words) -> QuestionWords:
    points = variant.joker_points
    return QuestionWords(
        say("Value of a joker"),
        say("The points for a joker left in hand."),
        say.many("joker: 1 point", "joker: {count} points", points),
        [say("Joker {points}.", points=points)],
    )


def _figure_points(variant: Variant, say: Words) -> QuestionWords:
    points = variant.figure_points
    rule = say(
        "Figures without a number {figure}; the other cards their number ({example}).",
        figure=points,
        example=f"{say.cards(('XV', 'VII'))} = {15 + 7}",
    )
    return QuestionWords(
        say("Value of a figure without a number"),
        say("The points for Matto, Leone and the other figures without a number, left in hand."),
        say.many("figure without a number: 1 point", "figure without a number: {count} points", points),
        [rule],
    )


def _scoring(variant: Variant, say: Words) -> QuestionWords:
    match variant.scoring:
        case "winner_collects":
            label = say("the winner of a deal scores the cards in the other hands")
            rule = say("**Score**: the player who goes out scores the cards left in the other hands.")
        case "penalty":
            label = say("penalty points for cards left in hand; lowest score wins")
            rule = say("**Score**: when someone goes out, the others get penalty points for the cards left in their hands.")
        case _:
            label = say("everyone pays the winner the value of their own hand")
            rule = say("**Score**: everyone pays the value of their hand to the player who goes out.")
    return QuestionWords(
        say("Scoring"),
        say("How hands are scored. If everyone pays the winner, the match needs a number of deals."),
        label,
        [rule],
    )


def _rummy(variant: Variant, say: Words) -> QuestionWords:
    match variant.rummy_bonus:
        case "double":
            label = say("going rummy counts double")
        case "add":
            label = say.many("going rummy: 1 extra point", "going rummy: {count} extra points", variant.rummy_add)
        case _:
            label = say("no bonus for going rummy")
    return QuestionWords(
        say("Going rummy"),
        say("The bonus for playing your whole hand in one turn, with nothing laid before."),
        label,
        _rummy_rules(variant, say),
    )


def _rummy_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield what going rummy is, and what it scores."""
    if variant.rummy_bonus == "none" or variant.meld_all_at_once == "always":
        return
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


def _blocked_scoring(variant: Variant, say: Words) -> QuestionWords:
    is_usual = variant.blocked_scoring == "auto"
    return QuestionWords(
        say("Blocked deals"),
        say("How a deal is scored when nobody goes out."),
        say("blocked deal: scored as usual") if is_usual else say("blocked deal: everyone's hand counts against them"),
        _blocked_rules(variant, say),
    )


def _blocked_rules(variant: Variant, say: Words) -> Iterator[str]:
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


def _match_target(variant: Variant, say: Words) -> QuestionWords:
    title, hint = say("Target score"), say("The points that end the match. A match without a target needs a number of deals.")
    target, deals = variant.match_target, variant.match_deals
    if target == "none":
        return QuestionWords(title, hint, say("no target score"))
    if deals == "none":
        label = say.many("target: 1 point", "target: {count} points", target)
    elif deals == EVERYONE_DEALS:
        label = say("{points} points or everyone's deal, whichever comes first", points=target)
    else:
        label = say.many(
            "{points} points or 1 deal, whichever comes first",
            "{points} points or {count} deals, whichever comes first",
            deals,
            points=target,
        )
    rule = say.many(
        "**The match** ends when someone has 1 point.", "**The match** ends when someone has {count} points.", target
    )
    return QuestionWords(title, hint, label, [rule])


def _match_deals(variant: Variant, say: Words) -> QuestionWords:
    title, hint = say("Number of deals"), say("If there's a target too, whichever comes first ends the match.")
    target, deals = variant.match_target, variant.match_deals
    if deals == "none":
        return QuestionWords(title, hint, say("no limit on the number of deals"))
    label = number_of_deals(variant, say)
    if deals == EVERYONE_DEALS and target == "none":
        rule = say("**The match** ends when everyone has dealt once, or twice between two players.")
    elif deals == EVERYONE_DEALS:
        rule = say("It also ends when everyone has dealt once, or twice between two players.")
    elif target == "none":
        rule = say.many("**The match** is 1 deal.", "**The match** is {count} deals.", deals)
    else:
        label = say.many("at most 1 deal", "at most {count} deals", deals)
        rule = say.many("It ends after 1 deal at the latest.", "It ends after {count} deals at the latest.", deals)
    return QuestionWords(title, hint, label, [rule])


def _tie(variant: Variant, say: Words) -> QuestionWords:
    return QuestionWords(
        say("Ties"),
        say("What happens when the best players have equal scores at the end."),
        say("ties are shared") if variant.tie == "shared" else say("ties are played off"),
        _win_rules(variant, say),
    )


def _win_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield who wins the match, and what happens after a tie."""
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


POINT_QUESTIONS: Mapping[str, WordsOf] = {
    "ace_points": _ace_points,
    "court_points": _court_points,
    "joker_points": _joker_points,
    "figure_points": _figure_points,
    "scoring": _scoring,
    "rummy": _rummy,
    "blocked_scoring": _blocked_scoring,
    "match_target": _match_target,
    "match_deals": _match_deals,
    "tie": _tie,
}
