"""The sentence for every refusal that is about computers, the clock or seats."""

from typing import assert_never

from bot.messages.names import Names
from bot.messages.words import Words
from bot.tables import seat_refusals as seats
from bot.tables.seat_refusals import SeatRefusal


def seat_refusal_sentence(refusal: SeatRefusal, say: Words, names: Names) -> str:
    """Return the sentence that tells the person why their request is refused."""
    match refusal:
        case seats.NoComputersSeat():
            return say("No computer plays there. `/table show` shows who plays in which seat.")
        case seats.OnlyManagersRemove():
            return say(
                "You need the Manage Server permission or the organiser role to remove a player. "
                "The players can end the match together: `/table show` → **End the match**."
            )
        case seats.ManagerPlays():
            return say("You're playing this match, so you can't remove anyone. Ask somebody else who manages this server.")
        case seats.NotPlaying():
            return say("This person isn't playing at this table. `/table show` shows who is.")
        case seats.RemovedFromMatch():
            return say("You were removed from this match, so you can't come back into it. You can watch, or play the next one.")
        case seats.SeatsTakenBetweenDeals():
            return say("You can take a computer's seat between two deals. Try again when this deal is over.")
        case seats.NoComputersHere():
            return say("This match belongs to a schedule: only its players can play it.")
        case seats.NoSuchComputer():
            return say("That computer isn't at this table any more. The lobby shows who is.")
        case seats.ClockUnchanged():
            return say("Nothing has changed: the table already has this clock.")
        case seats.ClockRequired():
            return say("The league of this match counts only matches with a clock. Choose live, quick or slow.")
        case seats.NotAgainstSoMany(counts=()):
            return say("You can't play this game alone: it needs more players. Open a table with `/play`.")
        case seats.NotAgainstSoMany(counts=(1,)):
            return say("You can play this game against 1 computer.")
        case seats.NotAgainstSoMany(counts=counts):
            return say("You can play this game against {counts} computers.", counts=say.any_of(map(str, counts)))
        case _:
            assert_never(refusal)
