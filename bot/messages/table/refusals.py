"""The sentence for every refusal. Only the person who caused it sees it. The words of moves are here."""

from bot.messages.names import Names
from bot.messages.rules.contradictions import contradiction_sentence
from bot.messages.rules.rule_refusals import changed_since_text, wrong_answer_sentence
from bot.messages.sentences import sentence_text
from bot.messages.text import keep_together, quoted_text
from bot.messages.words import Words
from bot.rummy import refusals as move
from bot.tables.rule_refusals import NoSuchAnswer, RulesChangedSince, RulesContradict, SavedRulesContradict
from bot.wording.sentence import Refusal


def refusal_sentence(refusal: Refusal, say: Words, names: Names) -> str:
    """Return the sentence that tells the person why their request is refused."""
    match refusal:
        case move.MoveRefusal():
            return _move_refusal_sentence(refusal, say, names)
        case NoSuchAnswer():
            return wrong_answer_sentence(refusal, say)
        case RulesChangedSince(rules=rules, variant=variant):
            return changed_since_text(rules, variant, say)
        case RulesContradict(faults=faults):
            return "\n".join(contradiction_sentence(fault, say) for fault in faults)
        case SavedRulesContradict(name=name, faults=faults):
            head = say("“{game}” can't be played the way it was saved:", game=quoted_text(name))
            return "\n".join((head, *(f"- {contradiction_sentence(fault, say)}" for fault in faults)))
        case _:
            return sentence_text(refusal, say, names)


def _move_refusal_sentence(refusal: move.MoveRefusal, say: Words, names: Names) -> str:
    """Return the sentence that tells the player why their move is refused."""
    match refusal:
        case move.CardNotUnderstood(text=text, deck="cuccu40"):
            return say("“{text}” isn't a card of this deck. Write cards like XIII, salta, 13 or matto.", text=quoted_text(text))
        case move.CardNotUnderstood(text=text):
            return say("“{text}” isn't a card. Write cards like 7H, 10♥, qs or ♠Q.", text=quoted_text(text))
        case move.CardsMissing():
            return say("You didn't name a card. `/hand` shows yours.")
        case move.CardWrittenTwice(card=card):
            return say("You named {card} more often than you hold it. `/hand` shows your cards.", card=say.card(card))
        case move.NotInHand(card=card):
            return say("{card} isn't in your hand. `/hand` shows your cards.", card=say.card(card))
        case move.NotYourTurn(seat=seat):
            return say("It's {name}'s turn. Wait for yours.", name=names.seat(seat))
        case move.DrawFirst():
            return say("Draw a card first, from the stock or the discard pile.")
        case move.AlreadyDrawn():
            return say("You've already drawn this turn. Meld, lay off or discard.")
        case move.NothingToTake():
            return say("The discard pile is empty. Draw from the stock.")
        case move.NotAMeld(cards=cards, figures=True):
            return say(
                "{cards} isn't a meld. A meld is a set of different figures or a run of cards in sequence (see `/rules`).",
                cards=say.cards(cards),
            )
        case move.NotAMeld(cards=cards, suited=False):
            return say(
                "{cards} isn't a meld. A meld is a set of one rank or a run of cards in sequence (see `/rules`).",
                cards=say.cards(cards),
            )
        case move.NotAMeld(cards=cards):
            return say(
                "{cards} isn't a meld. A meld is a set of one rank or a run in one suit (see `/rules`).",
                cards=say.cards(cards),
            )
        case move.TooManyMelds(limit=limit):
            return say.many(
                "You can lay only one meld per turn at this table. Keep the other cards for your next turn.",
                "You can lay only {count} melds per turn at this table. Keep the other cards for your next turn.",
                limit,
            )
        case move.FirstMeldTooLow(least=least, missing=missing):
            return say.many(
                "Your first melds must be worth at least {least} points together: 1 is missing. "
                "Lay several in one move, with **Any cards**.",
                "Your first melds must be worth at least {least} points together: {count} are missing. "
                "Lay several in one move, with **Any cards**.",
                missing,
                least=least,
            )
        case move.NoSuchMeld(number=number, melds=0):
            return say("There's no meld {number}: the table has no melds yet.", number=number)
        case move.NoSuchMeld(number=number, melds=melds):
            return say.many(
                "There's no meld {number}. The only meld on the table is number 1.",
                "There's no meld {number}. The melds on the table are numbered 1 to {count}.",
                melds,
                number=number,
            )
        case move.DoesNotFit(cards=cards, meld=number, meld_cards=on):
            return say.many(
                "{cards} doesn't fit meld {number} ({meld}).",
                "{cards} don't fit meld {number} ({meld}).",
                len(cards),
                cards=say.cards(cards),
                number=number,
                meld=say.cards(on),
            )
        case move.NotYourMeld(meld=number):
            return say("Meld {number} isn't yours. At this table you can lay off only on your own melds.", number=number)
        case move.OwnMeldFirst():
            return say("Lay a meld of your own first. Then you can lay off on everyone's melds.")
        case move.LayOffsForbidden():
            return say("You can't lay off at this table. Meld or discard instead.")
        case move.JustTaken(card=card):
            return say("You took {card} from the discard pile this turn. Discard another card.", card=say.card(card))
        case move.NoLegalEnd(taken=card):
            return say(
                "That would leave you with only {card}, and you can't discard a card you took this turn. Keep another card.",
                card=say.card(card),
            )
        case move.MustDiscardLast():
            return say("You must discard your last card at this table. Keep one card to discard.")
        case move.StarterDoesNotDraw():
            return say("You start with an extra card, so you don't draw this turn. Meld or discard.")
        case move.JokerUndeclared(cards=cards, choices=choices):
            return say(
                "A joker in {cards} could stand for several cards. Say which, like JK=8C. The meld could be {choices}.",
                cards=say.cards(cards),
                choices=say.any_of(keep_together(say.cards(choice)) for choice in choices[:6]),
            )
        case move.KindUndeclared(cards=cards):
            return say("{cards} can be a run or a set. Add “as run” or “as set” after the cards.", cards=say.cards(cards))
        case move.NotAllAtOnce(cards_left=left):
            return say.many(
                "In this deal you must lay down your whole hand in one move, but a card would be left that you can't discard.",
                "In this deal you must lay down your whole hand in one move, but {count} cards would be left. "
                "Choose all of them under **Any cards**, or type `/meld cards:5H 6H 7H | 9S 9D 9C`.",
                left,
            )
        case move.MeldWouldRetire(meld=number, size=size):
            return say.many(
                "Meld {number} leaves the table as soon as it has one card. Lay off fewer cards.",
                "Meld {number} leaves the table as soon as it has {count} cards. Lay off fewer cards.",
                size,
                number=number,
            )
        case move.SwapsForbidden():
            return say("Jokers can't be swapped at this table.")
        case move.NoJokerFor(card=card, meld=number, meld_cards=on):
            return say(
                "No joker in meld {number} ({meld}) stands for {card}.", card=say.card(card), number=number, meld=say.cards(on)
            )
        case move.NoJokerOnTable(card=card):
            return say("No joker on the table stands for {card}.", card=say.card(card))
        case move.NothingToTakeBack():
            return say("There's nothing to take back this turn.")
        case move.TakingBackForbidden():
            return say("You can't take anything back at this table.")
        case move.TooFewCards(players=players, each=each, cards=all_cards):
            return say(
                "{cards} cards aren't enough for {players} players with {each} cards each. Use more packs or deal fewer cards.",
                cards=all_cards,
                players=players,
                each=each,
            )
        case move.NoDealInPlay():
            return say("No deal is being played right now. Wait for the next one.")
        case move.DealInPlay():
            return say("A deal is still being played. Wait until it ends.")
        case move.MatchIsOver():
            return say("The match at this table is over. Open a new table with `/play`.")
        case move.AlreadyLeft():
            return say("You've left this match, so you can't play in it any more.")
        case move.WrongNumberOfPlayers(players=players, least=least, most=most):
            return say(
                "This game needs at least {least} and at most {most} players, not {players}.",
                players=players,
                least=least,
                most=most,
            )
        case move.MoveNotUnderstood(text=text):
            return say("I don't understand the move “{text}”. `/hand` shows what you can do.", text=quoted_text(text))
        case _:
            raise AssertionError(refusal)
