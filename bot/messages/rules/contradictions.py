"""The sentences that tell a host which house rules contradict each other."""

from typing import assert_never

from bot.messages.words import Words
from bot.rummy.variant import contradictions as rules
from bot.rummy.variant.contradictions import MOST_PACKS, PACK, Contradiction

_CARDS_OF_TWO_PACKS = MOST_PACKS * min(PACK.values())  # more than one pack of any deck has with its jokers


def contradiction_sentence(fault: Contradiction, say: Words) -> str:
    """Return the sentence for one contradiction."""
    match fault:
        case rules.LeastAboveMost(least=least, most=most):
            return say(
                "Nobody could play with at least {least} and at most {most} players. Allow more at most, or fewer at least.",
                least=least,
                most=most,
            )
        case rules.NoValueFor(question="packs", players=players):
            return say("Say how many packs {players} players use.", players=say.any_of(map(str, players)))
        case rules.NoValueFor(players=players):
            return say("Say how many cards each of {players} players is dealt.", players=say.any_of(map(str, players)))
        case rules.TableTooLarge(question="packs", value=value, most=most):
            return say(
                "{value} packs are too many: the bot couldn't find the melds in time. Use at most {most}.",
                most=most,
                value=value,
            )
        case rules.TableTooLarge(question="jokers", value=value, most=most):
            return say(
                "{value} jokers are too many: the bot couldn't find the melds in time. Use at most {most}.",
                most=most,
                value=value,
            )
        case rules.TableTooLarge(value=value, most=most):
            return say(
                "{value} cards in each hand are too many: the bot couldn't find the melds in time. Deal at most {most}.",
                most=most,
                value=value,
            )
        case rules.NoEnd():
            return say("The match would never end. Choose a target score, a number of deals, or both.")
        case rules.PaymentWithTarget():
            return say("Payment is played over a number of deals, not to a target score. Remove the target.")
        case rules.PaymentAllPenalty():
            return say("With payment, a blocked deal can't count against everyone: nobody would be paid. Score it as usual.")
        case rules.TargetOutOfReach():
            return say(
                "When everyone's hand counts against them in a blocked deal, the target might never be reached. "
                "Choose a number of deals instead."
            )
        case rules.SuitedFigures():
            return say("Sets of different figures go with runs of any suits, and sets of one rank with runs of one suit.")
        case rules.SwapWithoutWild():
            return say("Jokers that don't stand for other cards can't be swapped. Change one of the two.")
        case rules.SwapWithoutLayOffs():
            return say("Jokers can't be swapped where there's no laying off. Change one of the two.")
        case rules.SmallestSetAboveLargest(smallest=smallest, largest=largest):
            return say(
                "No set can have at least {least} and at most {most} cards. Name the smaller number first.",
                least=smallest,
                most=largest,
            )
        case rules.SetsTooLarge(smallest=smallest, possible=possible):
            return say(
                "Sets of {least} cards aren't possible: the largest sets here have {most}.", least=smallest, most=possible
            )
        case rules.StockTooSmall(players=players, each=each, cards=cards):
            needed = players * (each + 1) + 1
            if cards >= _CARDS_OF_TWO_PACKS:
                return say(
                    "{players} players with {each} cards each need {needed} cards, but there are only {cards}. "
                    "Deal fewer cards, or allow fewer players.",
                    needed=needed,
                    cards=cards,
                    players=players,
                    each=each,
                )
            return say(
                "{players} players with {each} cards each need {needed} cards, but there are only {cards}. "
                "Use 2 packs, or allow fewer players.",
                needed=needed,
                cards=cards,
                players=players,
                each=each,
            )
        case rules.WrothamForTooMany(most=most):
            return say(
                "At most {most} people can play where the first player gets one card more and whole hands are melded in one "
                "turn. Allow fewer players.",
                most=most,
            )
        case rules.HandTooSmall(smallest=smallest, needed=needed):
            return say("Hands of {size} cards are too small to meld. Deal at least {needed}.", size=smallest, needed=needed)
        case _:
            assert_never(fault)
