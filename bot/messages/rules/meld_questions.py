"""The words of the questions about melds: sets, runs, and jokers."""

from collections.abc import Iterator, Mapping

from bot.messages.rules.question_words import (
    QuestionWords,
    WordsOf,
    ace_runs,
    example_run,
    example_set,
    has_lasting_melds,
    run_with_joker,
    set_and_run,
)
from bot.messages.words import Words
from bot.rummy.cards import FIGURE_NAMES
from bot.rummy.variant import Variant


def _set_kind(variant: Variant, say: Words) -> QuestionWords:
    return QuestionWords(
        say("Sets"),
        say("What makes a set: cards of one rank, or different figures."),
        say("sets of one rank") if variant.set_kind == "same_rank" else say("sets of different figures"),
        _figure_rules(variant, say),
    )


def _figure_rules(variant: Variant, say: Words) -> Iterator[str]:
    if variant.deck == "cuccu40":
        yield say("The figures are {cards}.", cards=say.all_of(map(say.card, FIGURE_NAMES)))
    elif variant.has_sets() and variant.set_kind == "distinct_figures":
        yield say("The figures are the jacks, queens and kings.")
    if figures := set_and_run(variant):
        yield say(
            "If cards could be either ({cards}), say which when you meld them. The meld stays what you said.",
            cards=say.cards(figures),
        )


def _set_size(variant: Variant, say: Words) -> QuestionWords:
    least, most = variant.set_size
    if least == most:
        label = say.many("sets of one card", "sets of {count} cards", most)
    else:
        label = say("sets of {least} to {most} cards", least=least, most=most)
    return QuestionWords(say("Size of sets"), say("The fewest and the most cards in a set."), label, _set_rules(variant, say))


def _set_rules(variant: Variant, say: Words) -> Iterator[str]:
    least, most = variant.set_size
    if not variant.has_sets():
        yield say("**Melds**. There are no sets.")
        return
    most, cards = min(most, variant.largest_set()), say.cards(example_set(variant, least) or ())
    match variant.set_kind:
        case "distinct_figures" if least == most:
            yield say.many(
                "**Melds**. Sets: 1 figure ({cards}).",
                "**Melds**. Sets: {count} different figures ({cards}).",
                most,
                cards=cards,
            )
        case "distinct_figures":
            yield say("**Melds**. Sets: {least} to {most} different figures ({cards}).", least=least, most=most, cards=cards)
        case _ if least == most:
            yield say.many(
                "**Melds**. Sets: 1 card of one rank ({cards}).",
                "**Melds**. Sets: {count} cards of one rank ({cards}).",
                most,
                cards=cards,
            )
        case _:
            yield say("**Melds**. Sets: {least} to {most} cards of one rank ({cards}).", least=least, most=most, cards=cards)


def _set_unique(variant: Variant, say: Words) -> QuestionWords:
    if variant.set_unique:
        label, rule = say("no duplicates in a set"), say("A set can't have the same card twice.")
    else:
        label, rule = say("duplicates in a set"), say("A set can have the same card twice.")
    could_have_duplicates = variant.has_sets() and variant.set_kind == "same_rank" and variant.has_duplicates()
    return QuestionWords(
        say("Duplicates in sets"),
        say("Whether a set can have the same card twice. This matters with two packs."),
        label,
        [rule] if could_have_duplicates else [],
    )


def _run_size(variant: Variant, say: Words) -> QuestionWords:
    return QuestionWords(
        say("Shortest run"),
        say("The fewest cards in a run."),
        say.many("runs of one card or more", "runs of {count} cards or more", variant.run_size),
        _run_rules(variant, say),
    )


def _run_rules(variant: Variant, say: Words) -> Iterator[str]:
    size = variant.run_size
    run = say.cards(example_run(variant, size) or ())
    if variant.deck == "cuccu40":
        yield say.many(
            "Runs: 1 card or more in sequence ({run}), without the figures that have no number.",
            "Runs: {count} cards or more in sequence ({run}), without the figures that have no number.",
            size,
            run=run,
        )
    elif variant.run_suited:
        yield say.many(
            "Runs: 1 card or more of one suit in sequence ({run}).",
            "Runs: {count} cards or more of one suit in sequence ({run}).",
            size,
            run=run,
        )
    else:
        yield say.many(
            "Runs: 1 card or more of any suits in sequence ({run}).",
            "Runs: {count} cards or more of any suits in sequence ({run}).",
            size,
            run=run,
        )


def _run_suited(variant: Variant, say: Words) -> QuestionWords:
    return QuestionWords(
        say("Suits in runs"),
        say("Whether all cards of a run must have the same suit."),
        say("runs of one suit") if variant.run_suited else say("runs of any suits"),
    )


def _ace(variant: Variant, say: Words) -> QuestionWords:
    return QuestionWords(
        say("Aces in runs"),
        say("Where an ace can be in a run."),
        {
            "low": say("ace low: A-2-3"),
            "high": say("ace high: Q-K-A"),
            "high_or_low": say("ace high or low: A-2-3, Q-K-A"),
            "around_corner": say("ace around the corner: K-A-2"),
        }[variant.ace],
        _ace_rules(variant, say),
    )


def _ace_rules(variant: Variant, say: Words) -> Iterator[str]:
    first, *others = [say.cards(run) for run in ace_runs(variant)]
    match variant.ace:
        case "low":
            yield say("The ace is low ({run}).", run=first)
        case "high":
            yield say("The ace is high ({run}).", run=first)
        case "high_or_low":
            yield say("The ace is low ({low}) or high ({high}), but never in the middle.", low=first, high=others[0])
        case _:
            yield say("The ace is low, high, or in the middle ({run}).", run=first)


def _jokers(variant: Variant, say: Words) -> QuestionWords:
    jokers = variant.jokers
    return QuestionWords(
        say("Number of jokers"),
        say("The first jokers that you add can stand for any card."),
        say.many("one joker", "{count} jokers", jokers) if jokers else say("no jokers"),
        [say.many("Plus 1 joker.", "Plus {count} jokers.", jokers)] if jokers else [],
    )


def _wild(variant: Variant, say: Words) -> QuestionWords:
    is_wild = variant.wild == "joker"
    return QuestionWords(
        say("What jokers do"),
        say("Whether a joker in a meld can stand for another card."),
        say("jokers stand for any card") if is_wild else say("jokers don't stand for other cards"),
        _wild_rules(variant, say),
    )


def _wild_rules(variant: Variant, say: Words) -> Iterator[str]:
    if variant.wild == "none":
        yield say("**Jokers** don't stand for other cards.")
    else:
        yield say(
            "**Jokers** can stand for any card in a meld ({meld}). If it isn't clear which, you choose.",
            meld=say.cards(run_with_joker(variant)),
        )


def _wild_min_naturals(variant: Variant, say: Words) -> QuestionWords:
    naturals = variant.wild_min_naturals
    rule = say.many("A meld needs at least 1 natural card.", "A meld needs at least {count} natural cards.", naturals)
    return QuestionWords(
        say("Natural cards per meld"),
        say("How many cards of a meld must not be jokers."),
        say.many("at least one natural card per meld", "at least {count} natural cards per meld", naturals),
        [rule] if variant.wild == "joker" else [],
    )


def _wild_swap(variant: Variant, say: Words) -> QuestionWords:
    can_swap = variant.wild_swap == "on_turn"
    return QuestionWords(
        say("Swapping jokers"),
        say("Whether you can swap a joker on the table for the card that it stands for."),
        say("jokers can be swapped for their card") if can_swap else say("jokers can't be swapped"),
        _swap_rules(variant, say),
    )


def _swap_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield the sentences about swaps, which need the same melds as lay-offs do (RULES 8.6)."""
    if variant.wild == "none" or variant.wild_swap == "never" or variant.meld_all_at_once == "always":
        return
    if not has_lasting_melds(variant):
        return
    if variant.layoff_scope == "own":
        yield say("If you hold the card that a joker in one of your own melds stands for, you can swap them in your turn.")
    elif variant.layoff_requires_meld:
        yield say("If you have a meld and hold the card that a joker stands for, you can swap them in your turn.")
    else:
        yield say("If you hold the card that a joker stands for, you can swap them in your turn.")
    yield say("The joker goes to your hand.")


MELD_QUESTIONS: Mapping[str, WordsOf] = {
    "set_kind": _set_kind,
    "set_size": _set_size,
    "set_unique": _set_unique,
    "run_size": _run_size,
    "run_suited": _run_suited,
    "ace": _ace,
    "jokers": _jokers,
    "wild": _wild,
    "wild_min_naturals": _wild_min_naturals,
    "wild_swap": _wild_swap,
}
