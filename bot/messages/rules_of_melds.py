"""The part of the rules that says what is a meld, what jokers are for, and what may be laid, laid off and discarded."""

from collections.abc import Iterator

from bot.messages.words import Words
from bot.rummy.cards import NUMERALS, RANKS
from bot.rummy.variant import Variant

_RANKS = RANKS * 2  # and on around the corner
_KING = 12


def melds(variant: Variant, say: Words) -> Iterator[str]:
    """What is a set and a run, and where the ace stands."""
    yield _sets(variant, say)
    if variant.set_kind == "same_rank" and has_twins(variant):
        yield say("No card is twice in a set.") if variant.set_unique else say("The same card may be twice in a set.")
    size = variant.run_size
    run = say.cards(_row(variant, size))
    if variant.deck == "cuccu40":
        yield say.many(
            "Runs: one card or more in sequence ({run}); figures without a number are in none.",
            "Runs: {count} cards or more in sequence ({run}); figures without a number are in none.",
            size,
            run=run,
        )
        return
    if variant.run_suited:
        yield say.many(
            "Runs: one card or more of one suit in sequence ({run}).",
            "Runs: {count} cards or more of one suit in sequence ({run}).",
            size,
            run=run,
        )
    else:
        yield say.many(
            "Runs: one card or more of any suits in sequence ({run}).",
            "Runs: {count} cards or more of any suits in sequence ({run}).",
            size,
            run=run,
        )
    examples = [say.cards(run) for run in _ace_examples(variant)]
    match variant.ace:
        case "low":
            yield say("The ace is low ({run}).", run=examples[0])
        case "high":
            yield say("The ace is high ({run}).", run=examples[0])
        case "high_or_low":
            yield say("The ace is low ({low}) or high ({high}), and never in the middle.", low=examples[0], high=examples[1])
        case _:
            yield say("The ace is low, high, or in the middle ({run}).", run=examples[0])


def jokers(variant: Variant, say: Words) -> Iterator[str]:
    """What they stand for, and whether they can be taken from a meld."""
    if variant.wild == "none":
        yield say("**Jokers** stand for no other card.")
        return
    yield say(
        "**Jokers** stand for any card of a meld ({meld}); you say for which where it is not clear.",
        meld=say.cards(_joker_example(variant)),
    )
    yield say.many(
        "A meld has at least one card that is no joker.",
        "A meld has at least {count} cards that are no jokers.",
        variant.wild_min_naturals,
    )
    if variant.wild_swap == "on_turn" and variant.meld_all_at_once != "always":
        yield say("Who holds the card that a joker stands for may exchange them in his turn.")


def laying(variant: Variant, say: Words) -> Iterator[str]:
    """How much is melded in a turn, when, and what may be laid off."""
    deals = variant.meld_all_at_once
    if deals == "always":
        yield say("**Melding** is only all at once: no more than one card is left, and that one is discarded.")
        return
    if variant.melds_per_turn == "unlimited":
        yield say("**Melding**: as many melds a turn as you like.")
    else:
        yield say.many("**Melding**: one meld a turn.", "**Melding**: {count} melds a turn.", variant.melds_per_turn)
    if isinstance(deals, tuple) and deals:
        yield say.many(
            "In deal {deals} only all melds at once: no more than one card is left, and that one is discarded.",
            "In the deals {deals} only all melds at once: no more than one card is left, and that one is discarded.",
            len(deals),
            deals=say.all_of(str(deal) for deal in sorted(set(deals))),
        )
    yield _laying_off(variant, say)
    if variant.meld_retire_at != "never":
        yield say.many(
            "A meld of one card or more leaves the table at once, under the discard of the turn.",
            "A meld of {count} cards or more leaves the table at once, under the discard of the turn.",
            variant.meld_retire_at,
        )


def discarding(variant: Variant, say: Words) -> Iterator[str]:
    """What becomes of a card taken from the discards."""
    twins = has_twins(variant) or variant.jokers > 1
    match variant.discard_taken:
        case "allow":
            yield say("A card taken from the discards may be discarded in the same turn.")
        case "forbid_face" if twins:
            yield say("A card taken from the discards may not be discarded in the same turn, nor one that is the same.")
        case "forbid_card" if twins:
            yield say("A card taken from the discards may not be discarded in the same turn; another one that is the same may.")
        case _:
            yield say("A card taken from the discards may not be discarded in the same turn.")


def has_twins(variant: Variant) -> bool:
    """Whether two cards, other than jokers, can be the same."""
    least, most = variant.players
    return variant.deck == "cuccu40" or any(variant.packs_for(players) > 1 for players in range(least, most + 1))


def _sets(variant: Variant, say: Words) -> str:
    least, most = variant.set_size
    cards = say.cards(_set_of(variant, least))
    if variant.set_kind == "distinct_figures" and least == most:
        return say.many(
            "**Melds**. Sets: one figure ({cards}).", "**Melds**. Sets: {count} different figures ({cards}).", most, cards=cards
        )
    if variant.set_kind == "distinct_figures":
        return say("**Melds**. Sets: {least} to {most} different figures ({cards}).", least=least, most=most, cards=cards)
    if least == most:
        return say.many(
            "**Melds**. Sets: one of a rank ({cards}).",
            "**Melds**. Sets: {count} of one rank ({cards}).",
            most,
            cards=cards,
        )
    return say("**Melds**. Sets: {least} to {most} of one rank ({cards}).", least=least, most=most, cards=cards)


def _laying_off(variant: Variant, say: Words) -> str:
    match variant.layoff_scope:
        case "none":
            return say("There is no laying off.")
        case "own":
            return say("Lay off any number of cards, on your own melds only ({card} on {meld}).", **_laid_off(variant, say))
        case _ if variant.layoff_requires_meld:
            return say(
                "Once you have a meld, lay off any number of cards on any meld ({card} on {meld}).", **_laid_off(variant, say)
            )
        case _:
            return say("Lay off any number of cards on any meld ({card} on {meld}).", **_laid_off(variant, say))


def _laid_off(variant: Variant, say: Words) -> dict[str, str]:
    meld, card = _laid_off_example(variant)
    return {"card": say.card(card), "meld": say.cards(meld)}


def _laid_off_example(variant: Variant) -> tuple[tuple[str, ...], str]:
    """A run and the card before it; a set and one more where a run is a whole suit."""
    if variant.run_size < _KING + 1:
        card, *run = _row(variant, variant.run_size + 1)
        return tuple(run), card
    *cards, card = _set_of(variant, variant.set_size[0] + 1)
    return tuple(cards), card


def _joker_example(variant: Variant) -> tuple[str, ...]:
    """A run with a joker in the place of its second card."""
    first, _, *others = _row(variant, max(variant.run_size, variant.wild_min_naturals + 1))
    return (first, "JK", *others)


def _ace_examples(variant: Variant) -> list[tuple[str, ...]]:
    """The runs that show where the ace may stand."""
    size = variant.run_size
    low, high = _run(0, size, variant), _run(_KING + 2 - size, size, variant)
    match variant.ace:
        case "low":
            return [low]
        case "high":
            return [high]
        case "high_or_low":
            return [low, high]
        case _:
            return [_run(_KING, size, variant)] if size <= _KING else [low]


def _row(variant: Variant, size: int) -> tuple[str, ...]:
    """So many cards in sequence, from the middle if they are few."""
    if variant.deck == "cuccu40":
        first = min(5, len(NUMERALS) - size)
        return NUMERALS[first : first + size]
    return _run(min(6, _KING + 1 - size), size, variant)


def _run(first: int, size: int, variant: Variant) -> tuple[str, ...]:
    suits = "H" if variant.run_suited else "HSDC"
    return tuple(rank + suits[place % len(suits)] for place, rank in enumerate(_RANKS[first : first + size]))


def _set_of(variant: Variant, size: int) -> tuple[str, ...]:
    if variant.set_kind == "distinct_figures":
        figures = ("XIII", "XIIII", "XV", "XII", "XI") if variant.deck == "cuccu40" else ("JC", "QD", "KS")
        return figures[:size]
    if variant.deck == "cuccu40":
        return tuple("VII" + "'" * copy for copy in range(size))
    return tuple(f"7{'CDSH'[place % 4]}" + "'" * (place // 4) for place in range(size))
