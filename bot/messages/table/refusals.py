"""The sentence for every refusal. Only the person who caused it sees it. The words of moves and of house rules are here."""

from dataclasses import fields
from typing import Any, assert_never

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
    facts = {fact.name: _shown_fact(fact.name, getattr(refusal, fact.name), say) for fact in fields(refusal)}
    match refusal:
        case move.CardNotUnderstood(deck="cuccu40"):
            return say("“{text}” isn't a card of this deck. Write cards like XIII, salta, 13 or matto.", **facts)
        case move.CardNotUnderstood():
            return say("“{text}” isn't a card. Write cards like 7H, 10♥, qs or ♠Q.", **facts)
        case move.CardWrittenTwice():
            return say("You don't have that many {card}. `/hand` shows your cards.", **facts)
        case move.NotInHand():
            return say("{card} isn't in your hand. `/hand` shows your cards.", **facts)
        case move.NotYourTurn(seat=seat):
            return say("It's {name}'s turn. Wait for yours.", name=names.seat(seat))
        case move.NotAMeld(why="is_set"):
            return say("{cards} is a set, not a run.", **facts)
        case move.NotAMeld(why="is_run"):
            return say("{cards} is a run, not a set.", **facts)
        case move.NotAMeld(why=why):
            reasons = {
                "few": say("You need at least {limit} cards.", **facts),
                "jokers": say("Jokers stand for no other card here."),
                "naturals": say("There are too many jokers in it."),
                "same_card": say("A set can't have the same card twice."),
                "small": say("A set has at least {limit} cards here.", **facts),
                "large": say("A set has at most {limit} cards here.", **facts),
                "short": say("A run has at least {limit} cards here.", **facts),
                "suits": say("A run is in one suit here."),
                "ace": say("The ace can't be there in a run."),
                "same_rank": say("A run can't have the same rank twice."),
                "gap": say("A run can't have a gap."),
                "figures": say("Lay a set of different figures or a run."),
                "run": say("Lay a set of one rank or a run."),
                "one_suit": say("Lay a set of one rank or a run in one suit."),
            }
            return " ".join((say("{cards} isn't a meld.", **facts), reasons[why]))
        case move.TooManyMelds(limit=limit):
            return say.many(
                "You can lay only one meld a turn here. Keep the other cards for your next turn.",
                "You can lay only {count} melds a turn here. Keep the other cards for your next turn.",
                limit,
            )
        case move.FirstMeldTooLow(missing=missing):
            return say.many(
                "Your first melds need {least} points: 1 is missing. Lay more in one go. In `/meld`, put `|` between.",
                "Your first melds need {least} points: {count} are missing. Lay more in one go. In `/meld`, put `|` between.",
                missing,
                **facts,
            )
        case move.NoSuchMeld(melds=0):
            return say("There's no meld {number}: the table has no melds yet.", **facts)
        case move.NoSuchMeld(melds=melds):
            return say.many(
                "There's no meld {number}. The only meld on the table is number 1.",
                "There's no meld {number}. The melds on the table are numbered 1 to {count}.",
                melds,
                **facts,
            )
        case move.DoesNotFit(cards=cards):
            return say.many(
                "{cards} doesn't fit meld {meld} ({meld_cards}).",
                "{cards} don't fit meld {meld} ({meld_cards}).",
                len(cards),
                **facts,
            )
        case move.NotYourMeld():
            return say("Meld {meld} isn't yours. Here you lay off only on your own melds.", **facts)
        case move.JustTaken():
            return say("You just took {card} from the discard pile. Discard another card.", **facts)
        case move.NoLegalEnd():
            return say("That leaves only {taken}, which you just took and can't discard. Keep another card.", **facts)
        case move.JokerUndeclared():
            return say("A joker in {cards} could stand for several cards. Say which, like JK=8C: {choices}.", **facts)
        case move.KindUndeclared():
            return say("{cards} can be a run or a set. Add “as run” or “as set” after the cards.", **facts)
        case move.NotAllAtOnce(cards_left=left):
            return say.many(
                "That leaves a card you can't discard. In this deal, lay everything in one go, with **Lay other cards**.",
                "That leaves {count} cards. In this deal, lay everything in one go, with **Lay other cards**.",
                left,
            )
        case move.MeldWouldRetire(size=size):
            return say.many(
                "Meld {meld} leaves the table as soon as it has one card. Lay off fewer cards.",
                "Meld {meld} leaves the table as soon as it has {count} cards. Lay off fewer cards.",
                size,
                **facts,
            )
        case move.NoJokerFor():
            return say("No joker in meld {meld} ({meld_cards}) stands for {card}.", **facts)
        case move.NoJokerOnTable():
            return say("No joker on the table stands for {card}.", **facts)
        case move.TooFewCards():
            return say(
                "{cards} cards aren't enough for {players} players with {each} cards each. Use more packs or deal fewer cards.",
                **facts,
            )
        case move.WrongNumberOfPlayers():
            return say("This game needs {least} to {most} players, not {players}.", **facts)
        case move.MoveNotUnderstood():
            return say("“{text}” isn't a move. `/hand` shows what you can do.", **facts)
        case _:
            return _sentences_without_facts(say)[type(refusal)]


def _sentences_without_facts(say: Words) -> dict[type[move.MoveRefusal], str]:
    """Return the sentences of the refusals that say everything by their kind."""
    return {
        move.CardsMissing: say("You didn't name a card. `/hand` shows yours."),
        move.DrawFirst: say("Draw a card first, from the stock or the discard pile."),
        move.AlreadyDrawn: say("You've already drawn this turn. Meld, lay off or discard."),
        move.NothingToTake: say("The discard pile is empty. Draw from the stock."),
        move.OwnMeldFirst: say("Lay a meld of your own first. Then you can lay off on everyone's melds."),
        move.LayOffsForbidden: say("You can't lay off at this table. Meld or discard instead."),
        move.MustDiscardLast: say("Your last card must be a discard here. Keep one card."),
        move.StarterDoesNotDraw: say("You start with an extra card, so you don't draw this turn. Meld or discard."),
        move.SwapsForbidden: say("Jokers can't be swapped at this table."),
        move.NothingToTakeBack: say("There's nothing to take back this turn."),
        move.TakingBackForbidden: say("You can't take anything back at this table."),
        move.NoDealInPlay: say("No deal is being played right now. Wait for the next one."),
        move.DealInPlay: say("A deal is still being played. Wait until it ends."),
        move.MatchIsOver: say("The match at this table is over. Open a new table with `/play`."),
        move.AlreadyLeft: say("You've left this match. You can only watch it now."),
    }


def _shown_fact(name: str, value: Any, say: Words) -> object:
    """Return a fact as people read it: what was typed, a card, cards, or ways to lay them; numbers as they are."""
    match name, value:
        case "text" | "why", _:
            return safe_text(value)
        case "choices", _:
            return say.any_of(keep_together(say.cards(choice)) for choice in value[:_MOST_CHOICES])
        case _, str():
            return say.cards((value,))
        case _, tuple():
            return say.cards(value)
        case _:
            return value


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
            return say(
                "{value} cards in each hand are too many. Deal at most {most}.",
                **facts,
            )
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
