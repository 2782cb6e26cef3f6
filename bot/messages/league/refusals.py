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
from bot.wording.sentence import Refusal


def people_named_in(refusal: Refusal) -> Iterator[int]:
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
            return say(
                "There's no league “{name}”: this server has none yet. An organiser can create one with `/league create`.",
                name=safe_text(name),
            )
        case league.NoSuchLeague(name=name, known=known):
            return say("There's no league “{name}”. Choose {known}.", name=safe_text(name), known=_any_name(known, say))
        case league.WhichLeague(known=known):
            return say("This server has several leagues. Add `league:` with {known}.", known=_any_name(known, say))
        case league.NoLeagueYet():
            return say("This server has no leagues yet. An organiser can create one with `/league create`.")
        case league.FaultyLeague(faults=faults):
            return "\n".join(league_fault_sentence(fault, say) for fault in faults)
        case league.LeagueArchived(name=name):
            return say("The league “{name}” is archived, so nothing in it can change any more.", name=safe_text(name))
        case league.LeagueEdited(name=name):
            return say(
                "Someone else has just changed {league}, so your change wasn't saved. "
                "Look at {command}, and try again if your change still fits.",
                league=safe_text(name),
                command="`/league list`",
            )
        case league.NoSuchSeason(typed=typed, known=()):
            return say("There's no season “{season}”: no season has ended yet.", season=safe_text(typed))
        case league.NoSuchSeason(typed=typed, known=known):
            return say("There's no season “{season}”. Choose {known}.", season=safe_text(typed), known=_any_name(known, say))
        case league.TooManyLeaderboards(count=count):
            return say(
                "This server is already waiting for {count} leaderboards by game or date. Try again in a few seconds.",
                count=count,
            )
        case league.TooManyExports(count=count):
            return say("This server is already waiting for {count} exports. Try again in a minute.", count=count)
        case league.SeasonNameTaken(name=name):
            return say("This league already has a season called “{name}”. Choose another name.", name=safe_text(name))
        case league.SeasonNameTooLong(most=most):
            return say("The name of a season can have at most {count} characters. Shorten it.", count=most)
        case league.SeasonNameIsNumber(name=name):
            return say("“{name}” looks like the number of a season. Add a letter to the name.", name=safe_text(name))
        case league.SeasonEmpty(league=name, begin=begin):
            return say(
                "No matches have counted in this season of {league} yet, so there's nothing to end. It started on {when}.",
                league=safe_text(name),
                when=f"<t:{begin // 1000}:f>",
            )
        case league.QuestionTooOld():
            return say("This question is too old. Nothing has changed; use the command again.")
        case league.SeasonOverAlready(league=name, season=season):
            return say("Season {season} of {league} has already ended.", season=season, league=safe_text(name))
        case league.AlreadyUndone(league=name):
            return say(
                "Someone has already undone this in {league}: {command}", league=safe_text(name), command="`/league log`"
            )
        case league.TooLateToUndo(until=until):
            return say("This could only be undone until {when}.", when=f"<t:{until // 1000}:f>")
        case league.SeasonEndedSince(league=name):
            return say("Another season of {league} has ended since then, so this can't be undone.", league=safe_text(name))
        case league.LeagueEditedSince(league=name):
            return say(
                "The rules of {league} have changed since then, so the season would count differently. "
                "Change them back first with {command}.",
                league=safe_text(name),
                command="`/league edit`",
            )
        case league.NameTakenSince(league=name):
            return say(
                "Another league is called “{league}” now. Rename it first with {command}.",
                league=safe_text(name),
                command="`/league edit name:`",
            )
        case league.ScheduleOpened(league=name):
            return say(
                "A table of the new schedule of {league} has already been opened, so it can't be undone.",
                league=safe_text(name),
            )
        case league.NoSuchMatch(number=number):
            return say("There's no finished match {number} in this server. `/history` shows the numbers.", number=number)
        case league.MatchBrokenOff(number=number):
            return say("Match {number} was broken off, so it has no result. `/league log` says who did it.", number=number)
        case league.NotCorrected(fault=fault):
            return correction_fault_sentence(fault, say, names)
        case league.NobodyNamed(user=user, player=player):
            return say(
                "Name the player with {user}, or with {player} for someone who has left Discord.",
                user=f"`{user}:`",
                player=f"`{player}:`",
            )
        case league.SecondNotNamed(user=user, player=player):
            return say(
                "Name the second player with {user}, or with {player} for someone who has left Discord.",
                user=f"`{user}:`",
                player=f"`{player}:`",
            )
        case league.NotInMatch(typed=typed, match=number, people=people):
            named = say.all_of(map(names.person, people))
            return say(
                "“{text}” isn't one of the players of match {match}: {names}. Choose one from the list as you type.",
                text=safe_text(typed),
                match=f"`{number}`",
                names=named,
            )
        case league.NotYourMatch(match=number):
            return say("You didn't play match {match}. Only its players can protest.", match=f"`{number}`")
        case league.AlreadyProtested(match=number):
            return say("You've already protested. {match} shows it.", match=f"`/match id:{number}`")
        case league.NoOpenProtest(match=number):
            return say("This protest isn't open any more. {match} shows the answer.", match=f"`/match id:{number}`")
        case league.PlayedAgain(match=number, again=again):
            return say(
                "The schedule's match {match} was opened again as {again}. Void or cancel that one first.",
                match=f"`{number}`",
                again=f"`{again}`",
            )
        case league.ReasonMissing():
            return say("Your text is empty. Write a few words.")
        case league.ReasonTooLong(most=most):
            return say("The reason can have at most {count} characters. Shorten it.", count=most)
        case league.OnlyOrganisers(role=None):
            return say("You need the Manage Server permission (or the organiser role, see `/league organisers`) for that.")
        case league.OnlyOrganisers(role=role):
            return say("You need the role {role} or the Manage Server permission for that.", role=f"<@&{role}>")
        case league.OnlyManagersChoose():
            return say("You need the Manage Server permission to choose the organisers.")
        case league.NoRoleChosen():
            return say("Choose the organiser role with {role}, or {nobody} for none.", role="`role:`", nobody="`nobody:True`")
        case league.PersonUnknown():
            return say("I haven't met this person at a table here.")
        case league.TooManyCompared(most=most):
            return say("I can compare at most {most} people. Choose fewer.", most=most)
        case league.DayNotUnderstood(typed=typed):
            return say("“{text}” isn't a date. Write it like {example}.", text=safe_text(typed), example="`2026-03-31`")
        case league.TimeSkipped(typed=typed, zone=zone):
            return say(
                "The clocks in {zone} skip {time}: they are changed then. Choose another time.",
                zone=f"`{zone}`",
                time=f"`{typed}`",
            )
        case league.DayInTheFuture(day=day):
            return say("{day} is in the future. Choose an earlier day.", day=f"`{write_day(day)}`")
        case league.StillSeated(tables=tables):
            return say.many(
                "You're still at table {tables}. Leave it first with `/table leave`.",
                "You're still at tables {tables}. Leave them first with `/table leave`.",
                len(tables),
                tables=say.all_of(map(str, tables)),
            )
        case league.NotScheduled(fault=fault):
            return schedule_fault_sentence(fault, say, names)
        case league.TooManyForTheGame(people=people, most=most):
            return say(
                "This game can have at most {most} players at a table, not {people}. Choose smaller ones with `tables:`.",
                people=people,
                most=most,
            )
        case league.TooFewForTheGame(people=people, least=least):
            return say(
                "This game needs at least {least} players at a table, not {people}. Choose larger ones with `tables:`.",
                people=people,
                least=least,
            )
        case league.VariantDoesNotCount(variant=variant, league=name):
            return say(
                "{game} doesn't count in {league}. `/league list` shows what does.",
                game=safe_text(variant),
                league=safe_text(name),
            )
        case league.NoPointsForTables(sizes=sizes, league=name):
            return say(
                "No points are set in {league} for matches with {sizes} players, so they wouldn't count. "
                "Set some with `/league edit`.",
                league=safe_text(name),
                sizes=say.any_of(map(str, sizes)),
            )
        case league.DatesDoNotFit(rounds=rounds, dates=dates):
            return say("Give one date for each round (rounds: {rounds}, dates: {dates}).", rounds=rounds, dates=dates)
        case league.DatePassed(round=number, at=at):
            return say(
                "Round {round} can't end on {day}: that day has passed, or it's before the previous round ends.",
                round=number,
                day=_day(at),
            )
        case league.NotMembers(ids=ids):
            named = say.all_of(f"<@{one}>" for one in ids)
            return say(
                "Only members of this server can play. These people aren't members, or they're bots: {people}.", people=named
            )
        case league.NoSchedule(name=name):
            return say(
                "{league} has no schedule yet. An organiser can make one with `/league schedule people:`.",
                league=safe_text(name),
            )
        case league.NoSuchFixture(number=number):
            return say(
                "There's no fixture {number} in this server. `/league schedule` shows the schedule.",
                number=number,
            )
        case league.NotYourFixture(people=people):
            return say("Only the players of this table can open it: {names}.", names=say.all_of(map(names.person, people)))
        case league.ScheduleReplaced():
            return say("Another schedule has replaced this one. `/league schedule` shows it.")
        case league.LeagueChannelGone(channel=channel):
            place = f"<#{channel}>"
            return say(
                "The tables of this league are opened in {channel}, but I can't post there. Ask an organiser.", channel=place
            )
        case league.FixtureHasTable(table=number):
            return say("This match is already open: it's table {number}.", number=number)
        case league.FixturePlayed(match=number):
            return say("This match has already been played. See `/match id:{number}`.", number=number)
        case league.PlayerDeleted():
            return say("One of the players has left. Ask an organiser for a new schedule.")
        case league.RoundsFixed():
            return say("At tables of two, everyone meets everyone once. Leave out `rounds:`, or add `tables:3` or `tables:4`.")
        case league.NotMentioned(text=text):
            return say("“{text}” isn't a mention. Type @ and choose each player from Discord's list.", text=safe_text(text))
        case league.OptionsContradict(first=first, second=second):
            return say("{first} and {second} don't go together. Choose one.", first=_option(first), second=_option(second))
        case league.ScheduleChanged(league=name):
            return say(
                "Someone else has just made a schedule for {league}, or played in it, so yours wasn't made. "
                "Look at {command}, and try again if you still need a new one.",
                league=safe_text(name),
                command="`/league schedule`",
            )
        case league.ScheduleInProgress(played=played, fixtures=fixtures):
            return say(
                "There's already a schedule ({played} of {all} played). Add {option} to replace it.",
                played=played,
                all=fixtures,
                option="`replace:True`",
            )
        case league.SeasonEndNotUnderstood(typed=typed):
            return say(
                "“{text}” isn't a valid season end. Use `by hand`, `weekly`, `every two weeks`, `monthly`, `quarterly` "
                "or a date like 2026-12-31.",
                text=safe_text(typed),
            )
        case league.NoMatchCounts(league=name):
            return say(
                "No game counts in {league} as it is set up: each is too short, or has no points for its number of players. "
                "Ask an organiser to change that with `/league edit`.",
                league=safe_text(name),
            )
        case league.NothingToChange(league=name):
            return say("Nothing has changed: {league} is already set up like that.", league=safe_text(name))
        case _:
            assert_never(refusal)


def _option(name: str) -> str:
    return f"`{name}`" if ":" in name else f"`{name}:`"


def _any_name(known: tuple[str, ...], say: Words) -> str:
    return say.any_of(map(safe_text, known))


def _day(at: int) -> str:
    return f"<t:{at // 1000}:D>"
