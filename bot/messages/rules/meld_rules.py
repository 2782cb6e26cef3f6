"""The part of the rules about melds: sets, runs, jokers, melding, laying off, and discarding a taken card."""

from collections.abc import Iterator
from typing import Literal

from bot.messages.rules import example_melds
from bot.messages.words import Words
from bot.rummy.deck.cards import FIGURE_NAMES
from bot.rummy.variant.variant import Variant


def meld_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield what a set and a run is, and where the ace may be."""
    yield _sets(variant, say)
    if variant.has_sets() and variant.set_kind == "same_rank" and _has_duplicates(variant):
        yield (
            say("A set can't have the same card twice.") if variant.set_unique else say("A set can have the same card twice.")
        )
    yield from _runs(variant, say)
    if variant.deck == "cuccu40":
        yield say("The figures are {cards}.", cards=say.all_of(map(say.card, FIGURE_NAMES)))
    elif variant.has_sets() and variant.set_kind == "distinct_figures":
        yield say("The figures are the jacks, queens and kings.")
    if figures := example_melds.set_and_run(variant):
        yield say(
            "If cards could be either ({cards}), say which when you meld them. The meld stays what you said.",
            cards=say.cards(figures),
        )


def _runs(variant: Variant, say: Words) -> Iterator[str]:
    size = variant.run_size
    run = say.cards(example_melds.example_run(variant, size) or ())
    if variant.deck == "cuccu40":
        yield say.many(
            "Runs: 1 card or more in sequence ({run}), without the figures that have no number.",
            "Runs: {count} cards or more in sequence ({run}), without the figures that have no number.",
            size,
            run=run,
        )
        return
    if variant.run_suited:
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
    first, *others = [say.cards(run) for run in example_melds.ace_runs(variant)]
    match variant.ace:
        case "low":
            yield say("The ace is low ({run}).", run=first)
        case "high":
            yield say("The ace is high ({run}).", run=first)
        case "high_or_low":
            yield say("The ace is low ({low}) or high ({high}), but never in the middle.", low=first, high=others[0])
        case _:
            yield say("The ace is low, high, or in the middle ({run}).", run=first)


def joker_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield what jokers stand for, and whether they can be swapped."""
    if variant.wild == "none":
        yield say("**Jokers** don't stand for other cards.")
        return
    yield say(
        "**Jokers** can stand for any card in a meld ({meld}). If it isn't clear which, you choose.",
        meld=say.cards(example_melds.run_with_joker(variant)),
    )
    yield say.many(
        "A meld needs at least 1 natural card.",
        "A meld needs at least {count} natural cards.",
        variant.wild_min_naturals,
    )
    if variant.wild_swap == "on_turn" and variant.meld_all_at_once != "always" and example_melds.has_lasting_melds(variant):
        yield _swap_rule(variant, say)
        yield say("The joker goes to your hand.")


def melding_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield how much may be melded in a turn, when, and what may be laid off."""
    deals = all_at_once_deals(variant)
    last = (
        variant.out_by == "any" and example_melds.example_lay_off(variant) is not None
    )  # whether the card left may be (RULES 8.12)
    if deals == "always":
        if last:
            yield say("**Melding**: only your whole hand in one turn. At most one card may be left, to discard or lay off.")
        else:
            yield say("**Melding**: only your whole hand in one turn. At most one card may be left, to discard.")
        return
    if variant.melds_per_turn == "unlimited":
        yield say("**Melding**: as many melds per turn as you like.")
    else:
        yield say.many(
            "**Melding**: at most 1 meld per turn.", "**Melding**: at most {count} melds per turn.", variant.melds_per_turn
        )
    if (count := len(deals)) and last:
        yield say.many(
            "Deal {deals} is different: there you meld your whole hand in one turn, or nothing. "
            "At most one card may be left, to discard or lay off.",
            "Deals {deals} are different: there you meld your whole hand in one turn, or nothing. "
            "At most one card may be left, to discard or lay off.",
            count,
            deals=say.all_of(map(str, deals)),
        )
    elif count:
        yield say.many(
            "Deal {deals} is different: there you meld your whole hand in one turn, or nothing. "
            "At most one card may be left, to discard.",
            "Deals {deals} are different: there you meld your whole hand in one turn, or nothing. "
            "At most one card may be left, to discard.",
            count,
            deals=say.all_of(map(str, deals)),
        )
    yield _laying_off(variant, say)
    if example_melds.has_lasting_melds(variant):
        yield say("Melds on the table are never rearranged.")
    if variant.meld_retire_at != "never":
        yield say.many(
            "A meld of 1 card or more leaves the table immediately: its cards go to the discard pile, "
            "under the card that you discard.",
            "A meld of {count} cards or more leaves the table immediately: its cards go to the discard pile, "
            "under the card that you discard.",
            variant.meld_retire_at,
        )


def discard_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield whether a card taken from the discard pile may be discarded in the same turn, and how a turn must end."""
    duplicates = _has_duplicates(variant)
    match variant.discard_taken:
        case "allow":
            yield say("A card taken from the discard pile can be discarded in the same turn.")
        case "forbid_face" if duplicates:
            yield say("A card taken from the discard pile can't be discarded in the same turn, and neither can a duplicate.")
        case "forbid_card" if duplicates:
            yield say("A card taken from the discard pile can't be discarded in the same turn, but a duplicate can.")
        case "forbid_face" if variant.jokers > 1:
            yield say("A card taken from the discard pile can't be discarded in the same turn; after a joker, no other joker.")
        case "forbid_card" if variant.jokers > 1:
            yield say("A card taken from the discard pile can't be discarded in the same turn, but another joker can.")
        case _:
            yield say("A card taken from the discard pile can't be discarded in the same turn.")
    if variant.discard_taken != "allow":
        yield say(
            "A move is refused if your turn couldn't end after it: for example, if only the card that you took were left."
        )
    elif variant.out_by == "discard_only":
        yield say("A move is refused if your turn couldn't end after it, because no card would be left to discard.")


def all_at_once_deals(variant: Variant) -> tuple[int, ...] | Literal["always"]:
    """Return the deals in which everything must be melded in one turn."""
    deals, last = variant.meld_all_at_once, variant.match_deals
    if deals == "always":
        return deals
    return tuple(sorted(deal for deal in set(deals) if isinstance(last, str) or deal <= last)) if deals != "never" else ()


def _has_duplicates(variant: Variant) -> bool:
    """Return whether the deck has duplicates, not counting jokers."""
    least, most = variant.players
    return variant.deck == "cuccu40" or any(variant.packs_for(players) > 1 for players in range(least, most + 1))


def _sets(variant: Variant, say: Words) -> str:
    least, most = variant.set_size
    if not variant.has_sets():
        return say("**Melds**. There are no sets.")
    most, cards = min(most, variant.largest_set()), say.cards(example_melds.example_set(variant, least) or ())
    if variant.set_kind == "distinct_figures" and least == most:
        return say.many(
            "**Melds**. Sets: 1 figure ({cards}).", "**Melds**. Sets: {count} different figures ({cards}).", most, cards=cards
        )
    if variant.set_kind == "distinct_figures":
        return say("**Melds**. Sets: {least} to {most} different figures ({cards}).", least=least, most=most, cards=cards)
    if least == most:
        return say.many(
            "**Melds**. Sets: 1 card of one rank ({cards}).",
            "**Melds**. Sets: {count} cards of one rank ({cards}).",
            most,
            cards=cards,
        )
    return say("**Melds**. Sets: {least} to {most} cards of one rank ({cards}).", least=least, most=most, cards=cards)


def _laying_off(variant: Variant, say: Words) -> str:
    example = example_melds.example_lay_off(variant)
    if example is None:
        return say("There's no laying off.")
    meld, card = say.cards(example[0]), say.card(example[1])
    if variant.layoff_scope == "own":
        return say("You can lay off any number of cards, but only on your own melds ({card} on {meld}).", card=card, meld=meld)
    if variant.layoff_requires_meld:
        return say(
            "Once you have a meld, you can lay off any number of cards on any meld ({card} on {meld}).", card=card, meld=meld
        )
    return say("You can lay off any number of cards on any meld ({card} on {meld}).", card=card, meld=meld)


def _swap_rule(variant: Variant, say: Words) -> str:
    """Return the sentence about swaps, which need the same melds as lay-offs do (RULES 8.6)."""
    if variant.layoff_scope == "own":
        return say("If you hold the card that a joker in one of your own melds stands for, you can swap them in your turn.")
    if variant.layoff_requires_meld:
        return say("If you have a meld and hold the card that a joker stands for, you can swap them in your turn.")
    return say("If you hold the card that a joker stands for, you can swap them in your turn.")
