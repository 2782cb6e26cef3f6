"""The sentences that tell a host which house rules contradict each other."""

from typing import assert_never

from bot.messages.words import Words
from bot.rummy.variant import contradictions as rules
from bot.rummy.variant.contradictions import Contradiction


def contradiction_sentence(fault: Contradiction, say: Words) -> str:
    """Return the sentence for one contradiction."""
    match fault:
        case rules.LeastAboveMost(least=least, most=most):
            return say("At least {least} players and at most {most}: nobody could play that.", least=least, most=most)
        case rules.NoValueFor(question="packs", players=players):
            return say("How many packs are there for {players} players?", players=say.any_of(map(str, players)))
        case rules.NoValueFor(players=players):
            return say("How many cards are dealt to each of {players} players?", players=say.any_of(map(str, players)))
        case rules.TableTooLarge(question="packs", value=value, most=most):
            return say(
                "At most {most} packs, not {value}: with more, the bot can't find the melds in time.", most=most, value=value
            )
        case rules.TableTooLarge(question="jokers", value=value, most=most):
            return say(
                "At most {most} jokers, not {value}: with more, the bot can't find the melds in time.", most=most, value=value
            )
        case rules.TableTooLarge(value=value, most=most):
            return say(
                "At most {most} cards in each hand, not {value}: with more, the bot can't find the melds in time.",
                most=most,
                value=value,
            )
        case rules.NoEnd():
            return say("The match must end somehow: choose a target, a number of deals, or both.")
        case rules.PaymentWithTarget():
            return say("Payment is played over a number of deals, not to a target.")
        case rules.PaymentAllPenalty():
            return say("With payment a blocked deal cannot count against everybody: nobody would be paid.")
        case rules.TargetOutOfReach():
            return say(
                "When everyone's hand counts against them in a blocked deal, the target might never be reached. "
                "Choose a number of deals instead."
            )
        case rules.SuitedFigures():
            return say("With sets of different figures runs are of any suits: runs in one suit go with sets of one rank.")
        case rules.SwapWithoutWild():
            return say("No joker can be taken for its card where jokers stand for nothing.")
        case rules.SwapWithoutLayOffs():
            return say("No joker can be taken from a meld where there is no laying off.")
        case rules.SmallestSetAboveLargest(smallest=smallest, largest=largest):
            return say("Sets of at least {least} cards and at most {most} cannot be.", least=smallest, most=largest)
        case rules.SetsTooLarge(smallest=smallest, possible=possible):
            return say("Sets of {least} cards cannot be: the largest there can be have {most}.", least=smallest, most=possible)
        case rules.StockTooSmall(players=players, each=each, cards=cards):
            return say(
                "Too few cards: {players} players with {each} cards each need {needed}, and there are {cards}.",
                needed=players * (each + 1) + 1,
                cards=cards,
                players=players,
                each=each,
            )
        case rules.WrothamForTooMany(most=most):
            return say(
                "At most {most} can play where the starter gets an extra card and everything is melded at once. "
                "Allow fewer players.",
                most=most,
            )
        case rules.HandTooSmall(smallest=smallest, needed=needed):
            return say("Hands of {size} are too small to meld from: at least {needed}.", size=smallest, needed=needed)
        case _:
            assert_never(fault)
