"""The sentence for every refusal about leagues and results. Only the person who caused it sees it."""

from collections.abc import Iterator
from typing import assert_never

from bot.competition import refusals as league
from bot.competition.refusals import LeagueRefusal
from bot.league import corrections
from bot.league.days import write_day
from bot.league.schedule import schedule
from bot.messages.league.faults import correction_fault_sentence, league_fault_sentence, schedule_fault_sentence
from bot.messages.names import Names
from bot.messages.text import safe_text
from bot.messages.words import Words

_MOST_NAMED = 10
_ENDS = "`by hand`, `monthly`, `2026-12-31`"


def people_named_in(refusal: LeagueRefusal) -> Iterator[int]:
    """Yield the people whom the sentence names."""
    match refusal:
        case league.NotYourFixture(people=people) | league.NotInMatch(people=people):
            yield from people
        case league.NotCorrected(fault=corrections.AlreadySwapped(first, second) | corrections.NotSwapped(first, second)):
            yield from (first, second)
        case league.NotCorrected(fault=corrections.NotInThatMatch(person) | corrections.NotRemoved(person)):
            yield person
        case league.NotScheduled(fault=schedule.NamedTwice(person)):
            yield person
        case _:
            return


def league_refusal_sentence(refusal: LeagueRefusal, say: Words, names: Names) -> str:
    """Return the sentence that tells the person why their request is refused."""
    match refusal:
        case league.NoSuchLeague(name=name, known=()):
            return say("There is no league “{name}”: this server has none yet.", name=safe_text(name))
        case league.NoSuchLeague(name=name, known=known):
            return say("There is no league “{name}”; there are {known}.", name=safe_text(name), known=_join_names(known, say))
        case league.WhichLeague(known=known):
            return say("Which league? Say league: with one of {known}.", known=_join_names(known, say))
        case league.NoLeagueYet():
            return say("This server has no league yet. An organiser makes one with `/league create`.")
        case league.FaultyLeague(faults=faults):
            return "\n".join(league_fault_sentence(fault, say) for fault in faults)
        case league.LeagueArchived(name=name):
            return say("The league “{name}” is archived; nothing in it changes any more.", name=safe_text(name))
        case league.LeagueEdited(name=name):
            return say(
                "Somebody else has just changed {league}, so nothing of your change was stored. "
                "Look at {command}, and give yours again if it still fits.",
                league=safe_text(name),
                command="`/league list`",
            )
        case league.NoSuchSeason(typed=typed, known=()):
            return say("There is no season “{season}”: none has ended yet.", season=safe_text(typed))
        case league.NoSuchSeason(typed=typed, known=known):
            return say(
                "There is no season “{season}”; there are {known}.", season=safe_text(typed), known=_join_names(known, say)
            )
        case league.TooManyLeaderboards(count=count):
            return say(
                "{count} leaderboards by game or date are being computed for this server already. Try again in a few seconds.",
                count=count,
            )
        case league.SeasonNameTaken(name=name):
            return say("There is a season “{name}” in this league already.", name=safe_text(name))
        case league.SeasonNameTooLong(most=most):
            return say("The name of a season has at most {count} characters.", count=most)
        case league.SeasonNameIsNumber(name=name):
            return say("“{name}” would be taken for the number of a season. Give it a letter, too.", name=safe_text(name))
        case league.SeasonEmpty(league=name, begin=begin):
            return say(
                "No match has counted in this season of {league} yet; it began {when}. There is nothing to end.",
                league=safe_text(name),
                when=f"<t:{begin // 1000}:f>",
            )
        case league.NoSuchMatch(number=number):
            return say("No match {number} has been finished in this server.", number=number)
        case league.NotCorrected(fault=fault):
            return correction_fault_sentence(fault, say, names)
        case league.NobodyNamed(user=user, player=player):
            return say(
                "Say who: {user}, or, for somebody who has left Discord, {player}.", user=f"`{user}:`", player=f"`{player}:`"
            )
        case league.NotInMatch(typed=typed, match=number, people=people):
            named = say.all_of(map(names.person, people))
            return say(
                "Who is “{text}”? In match {match} there were {names}: choose what is offered while you type.",
                text=safe_text(typed),
                match=f"`{number}`",
                names=named,
            )
        case league.ReasonMissing():
            return say("Say why: the reason stands in the league's log.")
        case league.ReasonTooLong(most=most):
            return say("The reason has at most {count} characters.", count=most)
        case league.OnlyOrganisers(role=None):
            return say("Only a member with Manage Server does that; `/league organisers` names a role that may too.")
        case league.OnlyOrganisers(role=role):
            return say("Only an organiser does that: who has the role {role}, or Manage Server.", role=f"<@&{role}>")
        case league.PersonUnknown():
            return say("I have never met this person at a table.")
        case league.TooManyCompared(most=most):
            return say("At most {most} people are compared.", most=most)
        case league.DayNotUnderstood(typed=typed):
            return say("“{text}” is no day. Write it like {example}.", text=safe_text(typed), example="`2026-03-31`")
        case league.DayInTheFuture(day=day):
            return say("{day} has not come yet.", day=f"`{write_day(day)}`")
        case league.StillSeated(tables=tables):
            numbers = say.all_of(map(str, tables))
            return say("You sit at a table still: {tables}. Leave it first with `/table leave`.", tables=numbers)
        case league.NotScheduled(fault=fault):
            return schedule_fault_sentence(fault, say, names)
        case league.TooManyForTheGame(people=people, most=most):
            return say("This game takes at most {most} people at a table, not {people}.", people=people, most=most)
        case league.TooFewForTheGame(people=people, least=least):
            return say("This game takes at least {least} people at a table, not {people}.", people=people, least=least)
        case league.VariantDoesNotCount(variant=variant, league=name):
            return say(
                "{game} does not count in {league}: `/league list` shows what does.",
                game=safe_text(variant),
                league=safe_text(name),
            )
        case league.NoPointsForTables(sizes=sizes, league=name):
            listed = say.all_of(map(str, sizes))
            return say(
                "{league} has no points for matches of {sizes}: they would not count.", league=safe_text(name), sizes=listed
            )
        case league.DatesDoNotFit(rounds=rounds, dates=dates):
            return say("A date for each round: there are {rounds} rounds and {dates} dates.", rounds=rounds, dates=dates)
        case league.DatePassed(round=number, at=at):
            return say("Round {round} cannot be on {day}: that is over, or before the last.", round=number, day=_day(at))
        case league.NotMembers(ids=ids):
            named = say.all_of(f"<@{one}>" for one in ids)
            return say("Only people of this server can play. These are none of its members, or bots: {people}.", people=named)
        case league.NoSchedule(name=name):
            return say("{league} has no schedule. Organisers make one with `/league schedule people:`.", league=safe_text(name))
        case league.NoSuchFixture(number=number):
            return say("There is no fixture {number}.", number=number)
        case league.NotYourFixture(people=people):
            return say("This table is opened by its players: {names}.", names=say.all_of(map(names.person, people)))
        case league.ScheduleReplaced():
            return say("A newer schedule has taken the place of this one: `/league schedule` shows it.")
        case league.LeagueChannelGone(channel=channel):
            place = f"<#{channel}>"
            return say("The tables of this league are opened in {channel}, and I may not write there.", channel=place)
        case league.FixtureHasTable(table=number):
            return say("This fixture is open already, at table {number}.", number=number)
        case league.FixturePlayed(match=number):
            return say("This fixture has been played: `/match {number}`.", number=number)
        case league.PlayerDeleted():
            return say("One of the players of this table is a former player. An organiser makes a new schedule.")
        case league.RoundsFixed():
            return say("At tables of two everybody meets everybody once: choose `rounds:` with `tables:3` or `tables:4`.")
        case league.NotMentioned(text=text):
            return say("“{text}” names nobody: type @ and choose each player from Discord's list.", text=safe_text(text))
        case league.OptionsContradict(first=first, second=second):
            return say("{first} and {second} do not go together: choose one.", first=_option(first), second=_option(second))
        case league.ScheduleChanged(league=name):
            return say(
                "Somebody else has just made a schedule of {league}, or played in it, so yours wasn't made. "
                "Look at {command}, and decide whether you still need another one.",
                league=safe_text(name),
                command="`/league schedule`",
            )
        case league.ScheduleInProgress(played=played, fixtures=fixtures):
            return say(
                "There is a schedule, and {played} of {all} are played. With {option} this one takes its place.",
                played=played,
                all=fixtures,
                option="`replace:True`",
            )
        case league.SeasonEndNotUnderstood(typed=typed):
            return say("“{text}” is no end of a season: it ends {choices}.", text=safe_text(typed), choices=_ENDS)
        case league.NothingToChange(league=name):
            return say("Nothing to change: all of that is so in {league} already.", league=safe_text(name))
        case _:
            assert_never(refusal)


def _option(name: str) -> str:
    return f"`{name}`" if ":" in name else f"`{name}:`"


def _join_names(known: tuple[str, ...], say: Words) -> str:
    return say.all_of([*map(safe_text, known[:_MOST_NAMED]), *("…" for _ in known[_MOST_NAMED : _MOST_NAMED + 1])])


def _day(at: int) -> str:
    return f"<t:{at // 1000}:D>"
