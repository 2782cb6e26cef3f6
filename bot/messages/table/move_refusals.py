"""The sentence for every refusal of a move, with its facts."""

from typing import assert_never

from bot.messages.names import Names
from bot.messages.text import escape_markup, keep_together
from bot.messages.words import Words
from bot.rummy import refusals as move


def move_refusal_sentence(refusal: move.Refusal, say: Words, names: Names) -> str:
    """Return the sentence that tells the player why their move is refused."""
    match refusal:
        case move.CardNotUnderstood(text=text, deck="cuccu40"):
            return say("“{text}” is no card of this deck. Write cards like XIII, salta, 13 or matto.", text=quoted_text(text))
        case move.CardNotUnderstood(text=text):
            return say("“{text}” is no card. Write cards like 7H, 10♥, qs or ♠Q.", text=quoted_text(text))
        case move.CardsMissing():
            return say("No card was named.")
        case move.CardWrittenTwice(card=card):
            return say("{card} is written twice.", card=say.card(card))
        case move.NotInHand(card=card):
            return say("{card} is not in your hand; `/hand` shows your cards.", card=say.card(card))
        case move.NotYourTurn(seat=seat):
            return say("It is not your turn; it is {name}'s.", name=names.seat(seat))
        case move.DrawFirst():
            return say("Draw a card first: from the stock or from the discards.")
        case move.AlreadyDrawn():
            return say("You have drawn already this turn; meld, lay off, or discard.")
        case move.NothingToTake():
            return say("The discard pile is empty; draw from the stock.")
        case move.NotAMeld(cards=cards, figures=True):
            return say(
                "{cards} is no meld. A meld is a set of different figures, or a run of cards in sequence (`/rules` has more).",
                cards=say.cards(cards),
            )
        case move.NotAMeld(cards=cards, suited=False):
            return say(
                "{cards} is no meld. A meld is a set of one rank, or a run of cards in sequence (`/rules` has more).",
                cards=say.cards(cards),
            )
        case move.NotAMeld(cards=cards):
            return say(
                "{cards} is no meld. A meld is a set of one rank, or a run of one suit in sequence (`/rules` has more).",
                cards=say.cards(cards),
            )
        case move.TooManyMelds(limit=limit):
            return say.many("Only one meld a turn at this table.", "Only {count} melds a turn at this table.", limit)
        case move.NoSuchMeld(number=number, melds=0):
            return say("There is no meld {number}: no meld lies on the table yet.", number=number)
        case move.NoSuchMeld(number=number, melds=melds):
            return say.many(
                "There is no meld {number}: one meld lies on the table.",
                "There is no meld {number}: the melds on the table are numbered 1 to {count}.",
                melds,
                number=number,
            )
        case move.DoesNotFit(cards=cards, meld=number, meld_cards=on):
            return say(
                "{cards} does not fit meld {number} ({meld}).", cards=say.cards(cards), number=number, meld=say.cards(on)
            )
        case move.NotYourMeld(meld=number):
            return say("Meld {number} is not yours; at this table you lay off only on your own melds.", number=number)
        case move.OwnMeldFirst():
            return say("At this table you must have a meld of your own before you lay off on other people's.")
        case move.LayOffsForbidden():
            return say("There is no laying off at this table.")
        case move.JustTaken(card=card):
            return say("You took {card} from the discards this turn; discard another card.", card=say.card(card))
        case move.NoLegalEnd(taken=card):
            return say(
                "After that only {card} would be left, which you took from the discards and may not discard this turn.",
                card=say.card(card),
            )
        case move.MustDiscardLast():
            return say("At this table the last card must be discarded: keep one card.")
        case move.StarterDoesNotDraw():
            return say("You begin with one card more and do not draw in this turn: meld, or discard.")
        case move.JokerUndeclared(cards=cards, choices=choices):
            return say(
                "{cards}: the joker could stand for several cards. Write it like JK=8C; it could be {choices}.",
                cards=say.cards(cards),
                choices=say.any_of(keep_together(say.cards(choice)) for choice in choices[:6]),
            )
        case move.KindUndeclared(cards=cards):
            return say("{cards} is both a run and a set: write “as run” or “as set” behind the cards.", cards=say.cards(cards))
        case move.NotAllAtOnce(cards_left=left):
            return say.many(
                "In this deal you lay everything down at once: the one card left may not be discarded in this turn.",
                "In this deal you lay everything down at once, but {count} cards would be left."
                " Choose them all under **Any cards**, or type `/meld cards:5H 6H 7H | 9S 9D 9C`.",
                left,
            )
        case move.MeldWouldRetire(meld=number, size=size):
            return say.many(
                "Meld {number} goes to the discards as soon as it has one card: no more can be laid off on it.",
                "Meld {number} goes to the discards as soon as it has {count} cards: no more can be laid off on it.",
                size,
                number=number,
            )
        case move.SwapsForbidden():
            return say("At this table no joker can be taken for its card.")
        case move.NoJokerFor(card=card, meld=number, meld_cards=on):
            return say(
                "No joker in meld {number} ({meld}) stands for {card}.", card=say.card(card), number=number, meld=say.cards(on)
            )
        case move.NoJokerOnTable(card=card):
            return say("No joker on the table stands for {card}.", card=say.card(card))
        case move.NothingToTakeBack():
            return say("You have laid nothing in this turn that could be taken back.")
        case move.TakingBackForbidden():
            return say("At this table nothing is taken back.")
        case move.TooFewCards(players=players, each=each, cards=all_cards):
            return say(
                "{cards} cards are too few for {players} players with {each} cards each.",
                cards=all_cards,
                players=players,
                each=each,
            )
        case move.NoDealInPlay():
            return say("No deal is in play at this table just now.")
        case move.DealInPlay():
            return say("A deal is in play.")
        case move.MatchIsOver():
            return say("This table is closed: its match is over.")
        case move.AlreadyLeft():
            return say("You have left this match.")
        case move.WrongNumberOfPlayers(players=players, least=least, most=most):
            return say("Players here: {players}; this game takes {least} to {most}.", players=players, least=least, most=most)
        case move.MoveNotUnderstood(text=text):
            return say("I do not understand “{text}”.", text=quoted_text(text))
        case _:
            assert_never(refusal)


def quoted_text(text: str) -> str:
    """Return what a person typed as text that is safe to show: cut, on one line, and without any markup."""
    return escape_markup(" ".join(text.split())[:60])
