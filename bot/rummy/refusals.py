"""Why a move is refused: one record for each reason that isn't a single game's, with its facts and its sentence."""

from typing import Literal

from bot.wording.sentence import Cards, Contract, OneCard, Refusal, Refused, Typed


class MoveRefusal(Refusal):
    """Why a move is refused. Computer players and transcripts read the facts, too.

    Those without a sentence have their words in `bot/messages/table/refusals.py`.
    """


class CardNotUnderstood(MoveRefusal):
    text: Typed
    deck: str = "french52"


class CardsMissing(MoveRefusal):
    sentence = "You didn't name a card. `/hand` shows yours."


class CardWrittenTwice(MoveRefusal):
    card: OneCard
    sentence = "You don't have that many {card}. `/hand` shows your cards."


class NotInHand(MoveRefusal):
    card: OneCard
    sentence = "{card} isn't in your hand. `/hand` shows your cards."


class NotYourTurn(MoveRefusal):
    seat: int


class DrawFirst(MoveRefusal):
    sentence = "Draw a card first, from the stock or the discard pile."


class AlreadyDrawn(MoveRefusal):
    sentence = "You've already drawn this turn. Meld, lay off or discard."


class NotInThisGame(MoveRefusal):
    sentence = "This game has no such move. `/move` lists yours."


class NothingToTake(MoveRefusal):
    sentence = "The discard pile is empty. Draw from the stock."


_Joker = Literal["jokers", "naturals", "kings", "side_by_side"]
_Fault = Literal["few", "same_card", "small", "large", "short", "suits", "ace", "same_rank", "gap"]
NoMeld = _Joker | _Fault | Literal["is_set", "is_run", "figures", "run", "one_suit"]


class OnlyInFirstMelds(MoveRefusal):
    """The discard may be taken only with or after a seat's first melds (question 48)."""

    sentence = "Before your first melds you take the discard only to lay it with them. Draw from the stock."


class NotAMeld(MoveRefusal):
    """The cards make no meld. `limit` is the fewest or the most cards or natural cards, if that is the reason.

    The last three reasons say what can be laid: sets of different figures, or of a rank, and runs of any suits or of one.
    """

    cards: Cards
    why: NoMeld = "one_suit"
    limit: int = 0


class TooManyMelds(MoveRefusal):
    limit: int
    sentence = "You can lay only one meld a turn here. Keep the other cards for your next turn."
    plural = "You can lay only {count} melds a turn here. Keep the other cards for your next turn."
    counted = "limit"


class NotTheContract(MoveRefusal):
    """The seat's first melds in a deal must be those of the contract (question 53)."""

    contract: Contract
    sentence = "Lay exactly this in one go: {contract}. In `/meld`, put `|` between."


class NotTheLastContract(MoveRefusal):
    """The last contract must be laid with the whole hand (question 53)."""

    contract: Contract
    sentence = "That isn't the contract. Lay your whole hand in one go: {contract}, or longer."


class ContractIsLaid(MoveRefusal):
    sentence = "You've laid your melds of this deal. Now you only lay off."


class FirstMeldTooLow(MoveRefusal):
    """The seat's first melds in a deal must be worth at least `least` points together (question 39)."""

    least: int
    missing: int
    sentence = "Your first melds need {least} points: 1 is missing. Lay more in one go. In `/meld`, put `|` between."
    plural = "Your first melds need {least} points: {count} are missing. Lay more in one go. In `/meld`, put `|` between."
    counted = "missing"


class NoSuchMeld(MoveRefusal):
    number: int
    melds: int
    sentence = "There's no meld {number}. The only meld on the table is number 1."
    plural = "There's no meld {number}. The melds on the table are numbered 1 to {count}."
    counted = "melds"
    if_empty = "melds", "There's no meld {number}: the table has no melds yet."


class DoesNotFit(MoveRefusal):
    cards: Cards
    meld: int
    meld_cards: Cards
    sentence = "{cards} doesn't fit meld {meld} ({meld_cards})."
    plural = "{cards} don't fit meld {meld} ({meld_cards})."
    counted = "cards"


class NotYourMeld(MoveRefusal):
    meld: int
    sentence = "Meld {meld} isn't yours. Here you lay off only on your own melds."


class OwnMeldFirst(MoveRefusal):
    sentence = "Lay a meld of your own first. Then you can lay off on everyone's melds."


class OwnMeldBeforeSwap(MoveRefusal):
    sentence = "Lay a meld of your own first. Then you can swap jokers."


class LayOffsForbidden(MoveRefusal):
    sentence = "You can't lay off at this table. Meld or discard instead."


class JustTaken(MoveRefusal):
    card: OneCard
    sentence = "You just took {card} from the discard pile. Discard another card."


class NoLegalEnd(MoveRefusal):
    """After the move the turn could end neither with a legal discard nor with an empty hand (RULES 5.2)."""

    taken: OneCard
    sentence = "That leaves only {taken}, which you just took and can't discard. Keep another card."


class MustDiscardLast(MoveRefusal):
    """The move would empty the hand, but the last card must be discarded (`out_by = discard_only`)."""

    sentence = "Your last card must be a discard here. Keep one card."


class StarterDoesNotDraw(MoveRefusal):
    """The starter has one card more and doesn't draw on the first turn (question 6)."""

    sentence = "You start with an extra card, so you don't draw this turn. Meld or discard."


class JokerUndeclared(MoveRefusal):
    """A joker could stand for several cards; `choices` are readings of the whole meld, at most 25."""

    cards: Cards
    choices: tuple[tuple[str, ...], ...]


class KindUndeclared(MoveRefusal):
    """The cards are both a set and a run (RULES 5.16)."""

    cards: Cards
    sentence = "{cards} can be a run or a set. Add “as run” or “as set” after the cards."


class NotAllAtOnce(MoveRefusal):
    """In this deal a meld must leave no card, or one that may be discarded (RULES 5.14)."""

    cards_left: int
    sentence = "That leaves a card you can't discard. In this deal, lay everything in one go, with **Lay other cards**."
    plural = "That leaves {count} cards. In this deal, lay everything in one go, with **Lay other cards**."
    counted = "cards_left"


class MeldWouldRetire(MoveRefusal):
    """A meld that reaches this size leaves the table immediately, so no further card can follow (RULES 5.19)."""

    meld: int
    size: int
    sentence = "Meld {meld} leaves the table as soon as it has one card. Lay off fewer cards."
    plural = "Meld {meld} leaves the table as soon as it has {count} cards. Lay off fewer cards."
    counted = "size"


class SwapsForbidden(MoveRefusal):
    sentence = "Wild cards aren't swapped at this table. Lay the card off, or keep it."


class NoJokerFor(MoveRefusal):
    card: OneCard
    meld: int
    meld_cards: Cards
    sentence = "No joker in meld {meld} ({meld_cards}) stands for {card}."


class NoJokerOnTable(MoveRefusal):
    card: OneCard
    sentence = "No joker on the table stands for {card}."


class NothingToTakeBack(MoveRefusal):
    sentence = "There's nothing to take back this turn."


class MustStayLaid(MoveRefusal):
    """What was laid with a taken discard stays, where it could only be taken to lay it (question 48, RULES 8.25)."""

    sentence = "What you took to lay stays on the table. Lay more, or discard."


class TakingBackForbidden(MoveRefusal):
    sentence = "You can't take anything back at this table."


class TooFewCards(MoveRefusal):
    """The deck is too small for this many players with this many cards each (RULES 5.23)."""

    players: int
    each: int
    cards: int
    sentence = "{cards} cards aren't enough for {players} players with {each} cards each. Use more packs or deal fewer cards."


class NoDealInPlay(MoveRefusal):
    sentence = "No deal is being played right now. Wait for the next one."


class DealInPlay(MoveRefusal):
    sentence = "A deal is still being played. Wait until it ends."


class MatchIsOver(MoveRefusal):
    sentence = "The match at this table is over. Open a new table with `/play`."


class AlreadyLeft(MoveRefusal):
    sentence = "You've left this match. You can only watch it now."


class OutOfTheMatch(MoveRefusal):
    sentence = "You've reached the target, so you're out of this match. You can only watch it now."


class WrongNumberOfPlayers(MoveRefusal):
    players: int
    least: int
    most: int
    sentence = "This game needs {least} to {most} players, not {players}."


class MoveNotUnderstood(MoveRefusal):
    text: Typed
    sentence = "“{text}” isn't a move. `/hand` shows what you can do."


class IllegalMove(Refused):
    """The rules refused a move; this is the usual term in this field. Nothing has changed."""
