"""The sentences that tell a host which house rules contradict each other."""

from typing import assert_never

from bot.messages.words import Words
from bot.rummy.contradictions import MOST_PACKS, PACK, Contradiction, Reason

_CARDS_OF_TWO_PACKS = MOST_PACKS * min(PACK.values())  # more than one pack of any deck has with its jokers


def contradiction_sentence(fault: Contradiction, say: Words) -> str:
    """Return the sentence for one contradiction."""
    facts = fault.facts
    match fault.reason:
        case Reason.LEAST_ABOVE_MOST:
            return say(
                "Nobody could play with at least {least} and at most {most} players. Allow more at most, or fewer at least.",
                **facts,
            )
        case Reason.NO_VALUE:
            players = say.any_of(map(str, facts["players"]))
            if facts["question"] == "packs":
                return say("Say how many packs {players} players use.", players=players)
            return say("Say how many cards each of {players} players is dealt.", players=players)
        case Reason.TABLE_TOO_LARGE if facts["question"] == "packs":
            return say("{value} packs are too many: the bot couldn't find the melds in time. Use at most {most}.", **facts)
        case Reason.TABLE_TOO_LARGE if facts["question"] == "jokers":
            return say("{value} jokers are too many: the bot couldn't find the melds in time. Use at most {most}.", **facts)
        case Reason.TABLE_TOO_LARGE:
            return say(
                "{value} cards in each hand are too many: the bot couldn't find the melds in time. Deal at most {most}.",
                **facts,
            )
        case Reason.NO_END:
            return say("The match would never end. Choose a target score, a number of deals, or both.")
        case Reason.PAYMENT_WITH_TARGET:
            return say("Payment is played over a number of deals, not to a target score. Remove the target.")
        case Reason.PAYMENT_ALL_PENALTY:
            return say("With payment, a blocked deal can't count against everyone: nobody would be paid. Score it as usual.")
        case Reason.TARGET_OUT_OF_REACH:
            return say(
                "When everyone's hand counts against them in a blocked deal, the target might never be reached. "
                "Choose a number of deals instead."
            )
        case Reason.SUITED_FIGURES:
            return say("Sets of different figures go with runs of any suits, and sets of one rank with runs of one suit.")
        case Reason.SWAP_WITHOUT_WILD:
            return say("Jokers that don't stand for other cards can't be swapped. Change one of the two.")
        case Reason.SWAP_WITHOUT_LAY_OFFS:
            return say("Jokers can't be swapped where there's no laying off. Change one of the two.")
        case Reason.SMALLEST_SET_ABOVE_LARGEST:
            return say("No set can have at least {least} and at most {most} cards. Name the smaller number first.", **facts)
        case Reason.SETS_TOO_LARGE:
            return say("Sets of {least} cards aren't possible: the largest sets here have {most}.", **facts)
        case Reason.STOCK_TOO_SMALL:
            needed = facts["players"] * (facts["each"] + 1) + 1
            if facts["cards"] >= _CARDS_OF_TWO_PACKS:
                return say(
                    "{players} players with {each} cards each need {needed} cards, but there are only {cards}. "
                    "Deal fewer cards, or allow fewer players.",
                    needed=needed,
                    **facts,
                )
            return say(
                "{players} players with {each} cards each need {needed} cards, but there are only {cards}. "
                "Use 2 packs, or allow fewer players.",
                needed=needed,
                **facts,
            )
        case Reason.WROTHAM_FOR_TOO_MANY:
            return say(
                "At most {most} people can play where the first player gets one card more and whole hands are melded in one "
                "turn. Allow fewer players.",
                **facts,
            )
        case Reason.HAND_TOO_SMALL:
            return say("Hands of {size} cards are too small to meld. Deal at least {needed}.", **facts)
        case Reason.FIRST_MELD_TOO_HIGH:
            return say("No hand could reach {points} points for the first meld. Ask for less, or deal more cards.", **facts)
        case _:
            assert_never(fault.reason)
