"""The sentence for every refusal, with its facts; it goes to the person who caused it, and to nobody else."""

from typing import assert_never

from bot.messages.names import Names, without_markup
from bot.messages.words import Words
from bot.rummy import refusals as move
from bot.tables import refusals as table
from bot.tables.refusals import Refusal


def sentence(refusal: Refusal, say: Words, names: Names) -> str:
    """What the person is told."""
    match refusal:
        case move.CardNotUnderstood(text=text):
            return say("“{text}” is no card. Write cards like 7H, 10♥, qs or ♠Q.", text=_quoted(text))
        case move.CardsMissing():
            return say("No card was named. Write cards like 7H 8H 9H.")
        case move.CardWrittenTwice(card=card):
            return say("{card} is written twice.", card=say.card(card))
        case move.NotInHand(card=card):
            return say("{card} is not in your hand.", card=say.card(card))
        case move.NotYourTurn(turn=seat):
            return say("It is not your turn; it is {name}'s.", name=names.seat(seat))
        case move.DrawFirst():
            return say("Draw a card first: from the stock or from the discards.")
        case move.AlreadyDrawn():
            return say("You have drawn already this turn; meld, lay off, or discard.")
        case move.NothingToTake():
            return say("The discard pile is empty; draw from the stock.")
        case move.NotAMeld(cards=cards):
            return say(
                "{cards} is no meld. A meld is three or four cards of one rank, or three or more of one suit in sequence.",
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
        case move.NoDealInPlay():
            return say("No deal is in play at this table just now.")
        case move.DealInPlay():
            return say("A deal is in play.")
        case move.MatchIsOver() | table.TableIsOver():
            return say("This table is closed: its match is over.")
        case move.AlreadyLeft():
            return say("You have left this match.")
        case move.WrongNumberOfPlayers(players=players, least=least, most=most):
            return say("Players here: {players}; this game takes {least} to {most}.", players=players, least=least, most=most)
        case move.MoveNotUnderstood(text=text) | table.ButtonNotUnderstood(text=text):
            return say("I do not understand “{text}”.", text=_quoted(text))
        case table.TableNotFound(number=number):
            return say("There is no table {number}.", number=number)
        case table.TableUnreadable(number=number):
            return say(
                "Table {number} cannot be read just now; whoever runs this bot finds the reason in its log.", number=number
            )
        case table.NoTableHere():
            return say("You sit at no table, and none is open in this channel. Open one with /table new.")
        case table.WhichTable(numbers=numbers):
            tables = say.all_of(str(number) for number in numbers)
            return say("Which table? Say table: with one of the numbers {tables}.", tables=tables)
        case table.TableFull(most=most):
            return say.many("The only seat is taken.", "All {count} seats are taken.", most)
        case table.TableStarted():
            return say("The match at this table has started.")
        case table.TableNotStarted():
            return say("The match at this table has not started yet.")
        case table.AlreadySeated():
            return say("You already sit at this table.")
        case table.NotSeated():
            return say("You do not sit at this table.")
        case table.NotTheHost(host=host):
            return say("Only the host of the table can do that: {name}.", name=names.person(host))
        case table.TooFewPlayers(players=players, least=least):
            return say("Players here: {players}; a match takes at least {least}.", least=least, players=players)
        case table.MovedOn():
            return say("The table has moved on.")
        case table.NotBetweenDeals():
            return say("Ready is for the pause between two deals; this table is not in one.")
        case table.AlreadyReady():
            return say("You are ready already; the next deal waits for the others.")
        case table.AlreadyEnding(waiting_for=people):
            return say(
                "You have asked to end the match; missing: {names}.", names=say.all_of(names.person(one) for one in people)
            )
        case table.OnlyManagers():
            return say(
                "Only a member with Manage Server cancels a match that has begun; players end it together under `/table show`."
            )
        case table.ServerOnly():
            return say("This works only in a server's channel, not in a direct message.")
        case table.BotLacks(permissions=permissions):
            lacking = say.all_of(_permission(permission, say) for permission in permissions)
            return say("I may not do that in this channel. I lack: {permissions}.", permissions=lacking)
        case table.NoThreadHere():
            return say("A thread cannot be made here, only in a text channel. Open the table without thread:, or there.")
        case table.NoSuchVariant(name=name, known=known):
            return say("There is no variant “{name}”; there are {known}.", name=_quoted(name), known=say.all_of(known))
        case table.FitsNoMeld(cards=cards):
            return say("{cards}: fits no meld on the table.", cards=say.cards(cards))
        case table.WhichMeld(numbers=numbers):
            either = say.any_of(str(number) for number in numbers)
            return say("That fits several melds: say which with meld: {melds}.", melds=either)
        case _:
            assert_never(refusal)


def _permission(name: str, say: Words) -> str:
    """As Discord's own settings show it in this language."""
    match name:
        case "View Channel":
            return say("View Channel")
        case "Send Messages":
            return say("Send Messages")
        case "Create Public Threads":
            return say("Create Public Threads")
        case "Send Messages in Threads":
            return say("Send Messages in Threads")
        case _:
            return name


def _quoted(text: str) -> str:
    """What a person typed, safe to show: cut, on one line, and without any markup."""
    return without_markup(" ".join(text.split())[:60])
