"""Why a tournament refuses something."""

from bot.wording.sentence import Person, Refusal, Time, Typed


class FormRefused(Refusal):
    """An answer in the form of a tournament can't be taken; the form can be opened again."""


class NoSuchTournament(Refusal):
    number: int
    sentence = "There's no tournament {number} here. `/tournament` sets one up."


class TournamentOver(Refusal):
    name: Typed
    sentence = "{name} is over."


class TournamentBegun(Refusal):
    """It is too late to join: a knockout and a round robin need everyone from the start, others by the second round."""

    name: Typed
    sentence = "{name} has begun. It's too late to join."


class TournamentFull(Refusal):
    name: Typed
    most: int
    sentence = "{name} is full ({most} players)."


class NoSuchNumber(FormRefused):
    typed: Typed
    least: int
    most: int
    sentence = "“{typed}” can't be. Type a number from {least} to {most}."


class NoSuchLimit(NoSuchNumber):
    sentence = "“{typed}” can't be. Type a number from {least} to {most}, or 0 for no limit."


class NoSuchPlayer(FormRefused):
    text: Typed
    name: Typed
    sentence = "“{text}” fits nobody in {name}, or several. Type the whole name."


class NotInTournament(Refusal):
    name: Typed
    sentence = "You're not in {name}. Press **Join** under it, while that is possible."


class TakenOutOfIt(Refusal):
    name: Typed
    sentence = "An organiser removed you from {name}. Only an organiser can add you again."


class WasInTournament(Refusal):
    """They have deleted their data since: they would begin again without what they have lost."""

    name: Typed
    sentence = "You were in {name} before you deleted your data. Only an organiser can add you again."


class NoCheckIn(Refusal):
    sentence = "No round is waiting for players just now."


class OutOfTournament(Refusal):
    """In a knockout, the person has lost."""

    name: Typed
    sentence = "You're out of {name}. Stay and watch!"


class NoTableForYou(Refusal):
    name: Typed
    sentence = "You have no table to play at in {name} right now."


class CameTooLate(Refusal):
    name: Typed
    sentence = "You came too late: your table in {name} didn't wait. Press **My match** to see what's next."


class TooEarlyToStart(Refusal):
    time: Time
    sentence = "It's too early. You can start without them after {time}."


class TooFewTakePart(Refusal):
    count: int
    least: int
    sentence = "A round needs at least {least} players who are here. So far: {count}."


class NoTableInRound(FormRefused):
    name: Person
    round: int
    sentence = "{name} has no table in round {round}. Choose somebody else, or another round."


class SomebodyPlaysForYou(Refusal):
    name: Person
    sentence = "{name} plays for you now. Ask an organiser to swap you back."


class SomebodyPlaysForThem(Refusal):
    name: Person
    other: Person
    sentence = "{other} plays for {name} now. Swap them back with **Replace a player**."


class NotTakingPart(Refusal):
    name: Person
    sentence = "{name} isn't in this tournament."


class TakesPartAlready(Refusal):
    name: Person
    sentence = "{name} is in this tournament already."


class RoundIsPlayed(Refusal):
    """Tables of the round are being played, or are decided."""

    sentence = "This round is being played. You can still award a match at a table."


class PlaysNow(Refusal):
    name: Person
    sentence = "{name}'s match has begun. Wait for its end, or award it first."


class TableDecided(Refusal):
    name: Person
    sentence = "{name} has played in this round. Replace them when it's over."


class PairsKnockout(FormRefused):
    sentence = "In a game for two, one goes on. Choose **Knockout: one goes on**."


class NoRoundRobin(FormRefused):
    sentence = "A round robin needs a game that two can play. Choose Swiss, or another game."


class NoRoundIsPlayed(Refusal):
    sentence = "No round is being played just now."


class NotWeekly(Refusal):
    name: Typed
    sentence = "{name} isn't repeated next week."


class NoStart(FormRefused):
    sentence = "A weekly tournament needs a start, such as 20:30."


class StartPassed(FormRefused):
    sentence = "The start must be in the future. Choose a later time."


class WeeksRepeated(FormRefused):
    sentence = "Rounds of a week can't be repeated every week. Press **Not again next week** first."


class NotAwarded(Refusal):
    sentence = "This match has no award now. Look at the round again."


class AwardStays(Refusal):
    name: Typed
    sentence = "{name} is over, and without the award this match has no result. The award stays."


class SameTable(Refusal):
    sentence = "They're at the same table. Choose two of different tables."


class TooLateToSwap(Refusal):
    name: Person
    sentence = "{name}'s table is open or decided. It's too late to swap them."


class PairedByPlan(Refusal):
    """The tables of a round robin or an extra deal, and of later rounds of a knockout, follow from the rounds before."""

    sentence = "This round can't be paired in another way. Earlier rounds decide its tables."
