"""The sentence for every refusal. Only the person who caused it sees it. What no record says by itself is here."""

from typing import assert_never

from bot.messages.first_hand import step_sentence
from bot.messages.names import Names
from bot.messages.rules.house_rule_labels import house_rule_label, labels_line, rule_title
from bot.messages.sentences import sentence_text
from bot.messages.text import keep_together, safe_text
from bot.messages.words import Words
from bot.rummy import refusals as move
from bot.rummy.contradictions import MOST_PACKS, PACK, Contradiction, Reason
from bot.rummy.variant import EVERYONE_DEALS, Variant
from bot.tables.first_hand import OtherMove
from bot.tables.refusals import NoSuchAnswer, RulesChangedSince, RulesContradict
from bot.tables.rules.house_rules import HOUSE_RULES
from bot.wording.sentence import Refusal

_MOST_EXAMPLES, _MOST_CHOICES = 4, 6
_ANY = Variant(name="any", title="Any")
_CARDS_OF_TWO_PACKS = MOST_PACKS * min(PACK.values())  # more than one pack of any deck has with its jokers


def refusal_sentence(refusal: Refusal, say: Words, names: Names) -> str:
    """Return the sentence that tells the person why their request is refused."""
    match refusal:
        case move.MoveRefusal():
            return _move_refusal_sentence(refusal, say, names)
        case OtherMove(step=step):
            return f"**{say('Use the buttons of your first hand.')}** {step_sentence(step, say)}"
        case NoSuchAnswer(answer=answer, rule=rule):
            examples = say.any_of(say("“{title}”", title=one) for one in _examples(refusal, say))
            return say(
                "“{answer}” isn't an answer for **{rule}**. Try {answers}.",
                answer=safe_text(answer),
                rule=rule_title(rule, say),
                answers=examples,
            )
        case RulesChangedSince(rules=rules, variant=variant):
            reason = say("Someone changed these rules while your form was open. Nothing was saved.")
            return f"{reason}\n{labels_line(say('Now'), (house_rule_label(rule, variant, say) for rule in rules), say)}"
        case RulesContradict(faults=faults):
            return "\n".join(contradiction_sentence(fault, say) for fault in faults)
        case _:
            return sentence_text(refusal, say, names)


def _move_refusal_sentence(refusal: move.MoveRefusal, say: Words, names: Names) -> str:
    """Return the sentence that tells the player why their move is refused."""
    match refusal:
        case move.CardNotUnderstood(text=text, deck="cuccu40"):
            return say("“{text}” isn't a card of this deck. Write cards like XIII, salta, 13 or matto.", text=safe_text(text))
        case move.CardNotUnderstood(text=text):
            return say("“{text}” isn't a card. Write cards like 7H, 10♥, qs or ♠Q.", text=safe_text(text))
        case move.NotYourTurn(seat=seat):
            return say("It's {name}'s turn. Wait for yours.", name=names.seat(seat))
        case move.NotAMeld(cards=cards, why="is_set"):
            return say("{cards} is a set, not a run.", cards=say.cards(cards))
        case move.NotAMeld(cards=cards, why="is_run"):
            return say("{cards} is a run, not a set.", cards=say.cards(cards))
        case move.NotAMeld(cards=cards, why=why, limit=limit):
            reasons = {
                "few": say("You need at least {limit} cards.", limit=limit),
                "jokers": say("Jokers stand for no other card here."),
                "naturals": say("There are too many jokers in it."),
                "kings": say("It needs at least two cards besides kings."),
                "side_by_side": say("Two jokers can't be side by side in a run."),
                "same_card": say("A set can't have the same card twice."),
                "small": say("A set has at least {limit} cards here.", limit=limit),
                "large": say("A set has at most {limit} cards here.", limit=limit),
                "short": say("A run has at least {limit} cards here.", limit=limit),
                "suits": say("A run is in one suit here."),
                "ace": say("The ace can't be there in a run."),
                "same_rank": say("A run can't have the same rank twice."),
                "gap": say("A run can't have a gap."),
                "figures": say("Lay a set of different figures or a run."),
                "run": say("Lay a set of one rank or a run."),
                "one_suit": say("Lay a set of one rank or a run in one suit."),
            }
            return " ".join((say("{cards} isn't a meld.", cards=say.cards(cards)), reasons[why]))
        case move.JokerUndeclared(cards=cards, choices=choices):
            return say(
                "A joker in {cards} could stand for several cards. Say which, like JK=8C: {choices}.",
                cards=say.cards(cards),
                choices=say.any_of(keep_together(say.cards(choice)) for choice in choices[:_MOST_CHOICES]),
            )
        case _:
            return sentence_text(refusal, say, names)


def _examples(refusal: NoSuchAnswer, say: Words) -> list[str]:
    """Return some answers as people type them: numbers as they are written, and words as they are shown."""
    rule, choices = HOUSE_RULES[refusal.rule], refusal.choices[:_MOST_EXAMPLES]
    has_numbers = any(sign.isdigit() for choice in choices for sign in choice)
    return [
        choice if has_numbers and choice != EVERYONE_DEALS else house_rule_label(rule.name, rule.change(_ANY, choice), say)
        for choice in choices
    ]


def contradiction_sentence(fault: Contradiction, say: Words) -> str:
    facts = fault.facts
    match fault.reason:
        case Reason.LEAST_ABOVE_MOST:
            return say(
                "Nobody can play with at least {least} and at most {most} players. Change one of the two.",
                **facts,
            )
        case Reason.TOO_MANY_FOR_GAME:
            return say("{players} players are too many for this game. At most {most} can play.", **facts)
        case Reason.NO_UPCARD:
            return say("No upcard is turned, so it can't say how to knock or double a deal. Change one of the two.")
        case Reason.NO_VALUE:
            players = say.any_of(map(str, facts["players"]))
            if facts["question"] == "packs":
                return say("Say how many packs {players} players use.", players=players)
            return say("Say how many cards each of {players} players is dealt.", players=players)
        case Reason.TABLE_TOO_LARGE if facts["question"] == "packs":
            return say("{value} packs are too many. Use at most {most}.", **facts)
        case Reason.TABLE_TOO_LARGE if facts["question"] == "jokers":
            return say("{value} jokers are too many. Use at most {most}.", **facts)
        case Reason.TABLE_TOO_LARGE:
            return say("{value} cards in each hand are too many. Deal at most {most}.", **facts)
        case Reason.NO_END:
            return say("The match would never end. Choose a target score, a number of deals, or both.")
        case Reason.PAYMENT_WITH_TARGET:
            return say("Payment needs a number of deals, not a target score. Remove the target.")
        case Reason.PAYMENT_ALL_PENALTY:
            return say("With payment, a blocked deal can't count against everyone. Score it as usual.")
        case Reason.TARGET_OUT_OF_REACH:
            return say(
                "If blocked deals count against everyone, nobody may ever reach the target. Choose a number of deals instead."
            )
        case Reason.SUITED_FIGURES:
            return say("Sets of different figures need runs of any suits. Sets of one rank need runs of one suit.")
        case Reason.SWAP_WITHOUT_WILD:
            return say("Only wild jokers can be swapped. Change one of the two.")
        case Reason.SWAP_WITHOUT_LAY_OFFS:
            return say("Swapping jokers needs laying off. Change one of the two.")
        case Reason.SMALLEST_SET_ABOVE_LARGEST:
            return say("No set has at least {least} and at most {most} cards. Name the smaller number first.", **facts)
        case Reason.SETS_TOO_LARGE:
            return say("Sets of {least} cards are too large. The largest here have {most}.", **facts)
        case Reason.STOCK_TOO_SMALL:
            facts = {**facts, "needed": facts["players"] * (facts["each"] + 1) + 1}
            if facts["cards"] >= _CARDS_OF_TWO_PACKS:
                return say(
                    "{players} players need {needed} cards, and there are {cards}. Deal fewer cards, or allow fewer players.",
                    **facts,
                )
            return say(
                "{players} players need {needed} cards, and there are {cards}. Use 2 packs, or allow fewer players.",
                **facts,
            )
        case Reason.WROTHAM_FOR_TOO_MANY:
            return say(
                "At most {most} can play with whole-hand melds and an extra card. Allow fewer players.",
                **facts,
            )
        case Reason.HAND_TOO_SMALL:
            return say("Hands of {size} are too small to meld. Deal at least {needed} cards.", **facts)
        case Reason.OWN_STOCK_BY_RESULT:
            return say("Where players draw from their own part of the stock, the deal must pass round the table.")
        case Reason.FIRST_MELD_TOO_HIGH:
            return say("No hand could reach {points} points for the first meld. Ask for less, or deal more cards.", **facts)
        case _:
            assert_never(fault.reason)
