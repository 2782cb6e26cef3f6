"""The words of the questions about melds: sets, runs, and jokers, written as `question_words.py` says."""

from collections.abc import Iterator

from bot.messages.rules.question_words import ace_runs, example_run, example_set, has_lasting_melds, run_with_joker, set_and_run
from bot.messages.words import Words
from bot.rummy.cards import FIGURE_NAMES
from bot.rummy.variant import Variant


def set_kind(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Sets")
    yield say.option("Cards of one rank, or different figures.")
    yield say.option("sets of one rank") if variant.set_kind == "same_rank" else say.option("sets of different figures")
    if variant.deck == "cuccu40":
        yield say("The figures are {cards}.", cards=say.all_of(map(say.card, FIGURE_NAMES)))
        yield say("Those without a number are in no run.")
    elif variant.has_sets() and variant.set_kind == "distinct_figures":
        yield say("The figures are the jacks, queens and kings.")
    if figures := set_and_run(variant):
        yield say("Some cards make a run or a set ({cards}). You say which, for good.", cards=say.cards(figures))


def set_size(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Size of sets")
    yield say.option("The fewest and the most cards.")
    least, most = variant.set_size
    if least == most:
        yield say.many("sets of one card", "sets of {count} cards", most, "option")
    else:
        yield say.option("sets of {least} to {most} cards", least=least, most=most)
    if not variant.has_sets():
        yield say("There are no sets.")
        return
    most, cards = min(most, variant.largest_set()), say.cards(example_set(variant, least) or ())
    match variant.set_kind:
        case "distinct_figures" if least == most:
            yield say.many(
                "**Set**: 1 figure ({cards}).",
                "**Set**: {count} different figures ({cards}).",
                most,
                cards=cards,
            )
        case "distinct_figures":
            yield say("**Set**: {least}–{most} different figures ({cards}).", least=least, most=most, cards=cards)
        case _ if least == most:
            yield say.many(
                "**Set**: 1 of one rank ({cards}).",
                "**Set**: {count} of one rank ({cards}).",
                most,
                cards=cards,
            )
        case _:
            yield say("**Set**: {least}–{most} of one rank ({cards}).", least=least, most=most, cards=cards)


def set_unique(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Duplicates in sets")
    yield say.option("The same card twice in a set. It matters with two packs.")
    yield say.option("no duplicates in a set") if variant.set_unique else say.option("duplicates in a set")
    if variant.has_sets() and variant.set_kind == "same_rank" and variant.has_duplicates():
        is_unique = variant.set_unique
        yield say("A set can't have the same card twice.") if is_unique else say("A set can have the same card twice.")


def run_size(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Shortest run")
    yield say.option("The fewest cards in a run.")
    size = variant.run_size
    yield say.many("runs of one card or more", "runs of {count} cards or more", size, "option")
    run = say.cards(example_run(variant, size) or ())
    if variant.deck == "cuccu40":
        yield say.many("**Run**: 1+ in sequence ({run}).", "**Run**: {count}+ in sequence ({run}).", size, run=run)
    elif variant.run_suited:
        yield say.many(
            "**Run**: 1+ in sequence, one suit ({run}).",
            "**Run**: {count}+ in sequence, one suit ({run}).",
            size,
            run=run,
        )
    else:
        yield say.many(
            "**Run**: 1+ in sequence, any suits ({run}).",
            "**Run**: {count}+ in sequence, any suits ({run}).",
            size,
            run=run,
        )


def run_suited(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Suits in runs")
    yield say.option("One suit, or any suits.")
    yield say.option("runs of one suit") if variant.run_suited else say.option("runs of any suits")


def ace(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Aces in runs")
    yield say.option("Low, high, or in the middle.")
    runs = [say.cards(run) for run in ace_runs(variant)]
    match variant.ace:
        case "low":
            yield say.option("ace low: A-2-3")
            yield say("**Aces** are low ({run}).", run=runs[0])
        case "high":
            yield say.option("ace high: Q-K-A")
            yield say("**Aces** are high ({run}).", run=runs[0])
        case "high_or_low":
            yield say.option("ace high or low: A-2-3, Q-K-A")
            yield say("**Aces** are low ({low}) or high ({high}), never in the middle.", low=runs[0], high=runs[1])
        case "around_corner":
            yield say.option("ace around the corner: K-A-2")
            yield say("**Aces** are low, high, or in the middle ({run}).", run=runs[0])


def jokers(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Number of jokers")
    yield say.option("Wild, unless you change that.")
    if variant.jokers:
        yield say.many("1 joker", "{count} jokers", variant.jokers, "option")
        if variant.wild == "joker":
            yield say.many("1 joker stands for any card.", "{count} jokers stand for any card.", variant.jokers)
        else:
            yield say.many("1 joker stands for no other card.", "{count} jokers stand for no other card.", variant.jokers)
    else:
        yield say.option("no jokers")


def wild(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("What jokers do")
    yield say.option("Wild jokers stand for any card in a meld.")
    if variant.wild == "none":
        yield say.option("jokers can't be laid")
    else:
        yield say.option("jokers are wild")
        yield say("**Jokers** in a meld ({meld}): if several cards fit, you choose.", meld=say.cards(run_with_joker(variant)))


def wild_min_naturals(variant: Variant, say: Words) -> Iterator[str]:
    naturals = variant.wild_min_naturals
    yield say.label("Natural cards per meld")
    yield say.option("The fewest cards that aren't jokers.")
    yield say.many("at least 1 natural card per meld", "at least {count} natural cards per meld", naturals, "option")
    if variant.wild == "joker":
        yield say.many(
            "A meld needs at least 1 card besides jokers.", "A meld needs at least {count} cards besides jokers.", naturals
        )


def wild_swap(variant: Variant, say: Words) -> Iterator[str]:
    """Yield also the sentences about swaps, which need the same melds as lay-offs do (RULES 8.6)."""
    yield say.label("Swapping jokers")
    yield say.option("Swap a joker on the table for the card it stands for.")
    can_swap = variant.wild_swap == "on_turn"
    yield say.option("joker swaps") if can_swap else say.option("no joker swaps")
    if variant.wild == "none" or not can_swap or variant.meld_all_at_once == "always" or not has_lasting_melds(variant):
        return
    if variant.layoff_scope == "own":
        yield say("On your turn, swap a joker for the card it stands for. Only in your own melds.")
    elif variant.layoff_requires_meld:
        yield say("On your turn, swap a joker for the card it stands for. You need a meld of your own first.")
    else:
        yield say("On your turn, swap a joker for the card it stands for.")
    yield say("The joker goes to your hand.")


def wild_max(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Jokers per meld")
    yield say.option("The most jokers in one meld.")
    most = variant.wild_max
    if most == "unlimited":
        yield say.option("any number of jokers in a meld")
        return
    yield say.many("at most 1 joker per meld", "at most {count} jokers per meld", most, "option")
    if variant.wild == "joker":
        yield say.many("A meld has at most 1 joker.", "A meld has at most {count} jokers.", most)


def wild_adjacent(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Jokers side by side")
    yield say.option("Two jokers next to each other in a run.")
    if variant.wild_adjacent:
        yield say.option("jokers side by side in a run")
        return
    yield say.option("no jokers side by side in a run")
    if variant.wild == "joker":
        yield say("In a run, two jokers can't be side by side.")


MELD_QUESTIONS = (
    *(set_kind, set_size, set_unique, run_size, run_suited, ace),
    *(jokers, wild, wild_min_naturals, wild_swap, wild_max, wild_adjacent),
)
