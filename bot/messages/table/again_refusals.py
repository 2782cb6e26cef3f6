"""The sentences for refusals of **Play again**, and at the table that it opens."""

from typing import assert_never

from bot.messages.names import Names
from bot.messages.text import timestamp
from bot.messages.words import Words
from bot.tables import again_refusals as again
from bot.tables.again_refusals import PlayAgainRefusal


def play_again_sentence(refusal: PlayAgainRefusal, say: Words, names: Names) -> str:
    """Return the sentence that tells the person why their request is refused."""
    match refusal:
        case again.SeatsKept(people=people, until=until):
            return _seats_kept_sentence(people, until, say, names)
        case again.NotAnswered(people=people, until=until):
            return say(
                "Waiting for {names} to press **Join** or **Not this time**. Their seats are kept until {time}; "
                "then you can start without them.",
                names=say.all_of(map(names.person, people)),
                time=timestamp(until, "t"),
            )
        case again.NotPlayedHere():
            return say("You didn't play this match. Open your own table with `/play`.")
        case again.NotOverYet():
            return say("This match isn't over yet. **Play again** works when it is.")
        case again.NobodyToInvite():
            return say("The other players have deleted their data, so nobody can be invited. Open a table with `/play`.")
        case again.OverForLong():
            return say("This match ended more than a day ago. Open a table with `/play`, and the others can join it.")
        case again.PlayTogetherAt(table=number, channel=channel):
            return say("You're all at table {number} already: {channel}", number=number, channel=f"<#{channel}>")
        case again.ChannelGone():
            return say("I can't see the channel of this match any more. Open a table with `/play` in another one.")
        case again.ChannelHidden():
            return say("You can't see the channel of this match any more, so you can't play it again there.")
        case again.MembershipUnknown():
            return say("Discord didn't answer when I asked whether you're still in the server. Press **Play again** once more.")
        case again.PlayedAgain():
            return _played_again_sentence(refusal, say)
        case _:
            assert_never(refusal)


def _seats_kept_sentence(people: tuple[int, ...], until: int, say: Words, names: Names) -> str:
    return say(
        "The free seats are kept for {names} until {time}. Press **Join** again then.",
        names=say.all_of(map(names.person, people)),
        time=timestamp(until, "t"),
    )


def _played_again_sentence(refusal: again.PlayedAgain, say: Words) -> str:
    facts = {"number": refusal.table, "channel": f"<#{refusal.channel}>"}
    match refusal:
        case again.SeatedAgain():
            return say("You're already at table {number}, where this match is played again: {channel}", **facts)
        case again.BeingPlayedAgain():
            return say("This match is being played again at table {number}: {channel}", **facts)
        case again.WasPlayedAgain():
            return say(
                "This match was played again at table {number}. Press **Play again** at its end, or use `/play`.", **facts
            )
        case again.RulesOfAgainChanged():
            return say(
                "The rules, clock or computers of table {number} have changed. Look there, and press **Join**: {channel}",
                **facts,
            )
        case again.SeatsTaken():
            return say("Others have taken the seats at table {number}. Open another table with `/play`.", **facts)
        case _:
            return say("Table {number}, for playing again, was closed. Open another table with `/play`.", **facts)
