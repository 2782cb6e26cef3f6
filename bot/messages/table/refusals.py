"""The sentence for every refusal, with its facts; it goes to the person who caused it, and to nobody else."""

from typing import assert_never

from bot.messages.names import Names
from bot.messages.rules.contradictions import contradiction_sentence
from bot.messages.text import escape_markup, keep_together
from bot.messages.words import Words
from bot.rummy import refusals as move
from bot.tables import refusals as table
from bot.tables.refusals import Refusal


def refusal_sentence(refusal: Refusal, say: Words, names: Names) -> str:
    """What the person is told."""
    match refusal:
        case move.CardNotUnderstood(text=text, deck="cuccu40"):
            return say("“{text}” is no card of this deck. Write cards like XIII, salta, 13 or matto.", text=_quoted(text))
        case move.CardNotUnderstood(text=text):
            return say("“{text}” is no card. Write cards like 7H, 10♥, qs or ♠Q.", text=_quoted(text))
        case move.CardsMissing():
            return say("No card was named.")
        case move.CardWrittenTwice(card=card):
            return say("{card} is written twice.", card=say.card(card))
        case move.NotInHand(card=card):
            return say("{card} is not in your hand.", card=say.card(card))
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
                "{cards}: the joker may stand for several cards. Write it like JK=8C; it could be {choices}.",
                cards=say.cards(cards),
                choices=say.any_of(keep_together(say.cards(choice)) for choice in choices[:6]),
            )
        case move.KindUndeclared(cards=cards):
            return say("{cards} is both a run and a set: write “as run” or “as set” behind the cards.", cards=say.cards(cards))
        case move.NotAllAtOnce(cards_left=left):
            return say.many(
                "In this deal you lay everything down at once: the one card left may not be discarded in this turn.",
                "In this deal you lay everything down at once, but {count} cards would be left."
                " Several melds go in one move: `/meld cards:5H 6H 7H | 9S 9D 9C`.",
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
        case table.SeatsReserved(people=people):
            return say("The seats of this table are kept for {names}.", names=say.all_of(map(names.person, people)))
        case table.StillAwaited(people=people):
            missing = say.all_of(map(names.person, people))
            return say("The match can be started once everybody sits for whom a seat is kept; missing: {names}.", names=missing)
        case table.RulesOfSchedule():
            return say("This table plays the game of its schedule: its rules stay as they are.")
        case table.RulesFixed():
            return say("The first card is dealt: the rules cannot be changed any more.")
        case table.NoSuchRule(name=name):
            return say("There is no house rule “{name}”. Choose one of those that `/table rule` offers.", name=_quoted(name))
        case table.NoSuchAnswer(rule=rule, answer=answer, choices=choices):
            return say(
                "“{answer}” is no answer to {rule}; right would be one like {choices}.",
                answer=_quoted(answer),
                rule=f"`{rule}`",
                choices=say.any_of(f"`{choice}`" for choice in choices[:4]),
            )
        case table.SameRule():
            return say("That is the rule at this table already.")
        case table.HowManyDeals():
            return say(
                "Payment is played over a number of deals: how many? Typed, six would be {answer}.", answer="`payment 6`"
            )
        case table.RulesContradict(faults=faults):
            return "\n".join(contradiction_sentence(fault, say) for fault in faults)
        case table.SeatsDoNotFit(players=players, most=most):
            return say("Players here: {players}; with these rules there would be seats for {most}.", players=players, most=most)
        case table.NotAgreed(people=people):
            return say(
                "The house rules have changed: **Agree** has still to be pressed by {names}.",
                names=say.all_of(names.person(one) for one in people),
            )
        case table.NothingToAgree():
            return say("There is nothing that you have not agreed to.")
        case table.NameNotUnderstood(name=name):
            return say("A game cannot be called “{name}”: at most 30 letters, digits, spaces, - and '.", name=_quoted(name))
        case table.NameTaken(name=name):
            return say("There is a game “{name}” already. Choose another name, or remove that one first.", name=_quoted(name))
        case table.NameShipped(name=name):
            return say("“{name}” is a game that every server has. Choose another name.", name=_quoted(name))
        case table.TooManyVariants(most=most):
            return say.many(
                "This server has saved its one game; remove it first.",
                "This server has saved {count} games, and that is the most; remove one first.",
                most,
            )
        case table.NotSaved(name=name):
            return say("This server has saved no game “{name}”. `/variant list` shows those there are.", name=_quoted(name))
        case table.NotYourVariant(name=name):
            return say("Only who saved “{name}”, or a member with Manage Server, removes it.", name=_quoted(name))
        case table.CodeNotUnderstood(text=text):
            return say("“{text}” is no code of a game. It begins with R1- and comes from `/variant list`.", text=_quoted(text))
        case table.CodeMistyped():
            return say("This code is not as it was: a letter is wrong or missing. Copy it anew.")
        case table.CodeTooNew():
            return say("This code comes from another version of this bot, and cannot be read here.")
        case table.CodeRefused():
            return say("The game of this code cannot be played here.")
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
    return escape_markup(" ".join(text.split())[:60])
