"""The sentences that say what is wrong with a league, a points scheme, a correction or a schedule that somebody typed."""

from typing import assert_never

from bot.league import corrections, league_checks
from bot.league.days import write_day
from bot.league.schedule import schedule
from bot.league.scheme import scheme_faults as scheme
from bot.messages.names import Names
from bot.messages.text import safe_text
from bot.messages.words import Words


def league_fault_sentence(fault: league_checks.LeagueFault, say: Words) -> str:
    """Return what is wrong with the settings of a league."""
    match fault:
        case league_checks.NameMeansAll():
            return say(
                "A league can't be called {name}: that stands for all matches in a server. Choose another name.", name="`*`"
            )
        case league_checks.NameMissing():
            return say("A league needs a name. Choose one.")
        case league_checks.NameTooLong(most=most):
            return say("The name of a league can have at most {count} characters. Shorten it.", count=most)
        case league_checks.LeagueNameTaken(name=name):
            return say("This server already has a league called “{name}”. Choose another name.", name=safe_text(name))
        case league_checks.NoSuchZone(typed=typed):
            return say("“{zone}” isn't a time zone. Write it like `Europe/Rome` or `UTC`.", zone=safe_text(typed))
        case league_checks.DayIsOver(day=day):
            return say("{day} has already passed. Choose a later day for the end of the season.", day=f"`{write_day(day)}`")
        case league_checks.NumberOutOfRange(what="least", least=least, most=most):
            return say("`least:` must be a number from {least} to {most}.", least=least, most=most)
        case league_checks.NumberOutOfRange(what="rematches", least=least, most=most):
            return say("`rematches:` must be a number from {least} to {most}.", least=least, most=most)
        case league_checks.NumberOutOfRange(least=least, most=most):
            return say("`larger_rematches:` must be a number from {least} to {most}.", least=least, most=most)
        case _:
            assert_never(fault)


def scheme_fault_sentence(fault: scheme.SchemeFault, say: Words) -> str:
    """Return what is wrong with a typed points scheme."""
    match fault:
        case scheme.SchemeNotUnderstood(text=""):
            return say("The points are missing. Write them like {example}, {wins} or {cards}.", **_EXAMPLES)
        case scheme.SchemeNotUnderstood(text=text):
            return say(
                "I don't understand “{text}”. Write the points like {example}, {wins} or {cards}.",
                text=safe_text(text),
                **_EXAMPLES,
            )
        case scheme.NoSuchTieBreaker(typed=typed, choices=choices):
            known = say.any_of(f"`{choice}`" for choice in (*choices, "none"))
            return say("“{text}” isn't a tie-breaker. Use {known}.", text=safe_text(typed), known=known)
        case scheme.NoSuchSize(size=size, least=least, most=most):
            return say("A match has {least} to {most} players, not {size}.", size=size, least=least, most=most)
        case scheme.SizeTwice(size=size):
            return say("You gave the points for matches with {size} players twice. Give them once.", size=size)
        case scheme.WrongNumberOfPlaces(size=size, points=points):
            return say(
                "Matches with {size} players need {size} numbers, one for each place. You gave {count}.",
                size=size,
                count=len(points),
            )
        case scheme.NegativePoints(size=size, points=points):
            return say(
                "In matches with {size} players, {points} is below 0. A place can't cost points.", size=size, points=points
            )
        case scheme.TooManyPoints(size=size, points=points, most=most):
            return say(
                "In matches with {size} players, {points} is too much. Give at most {most}.",
                size=size,
                points=points,
                most=most,
            )
        case scheme.RisingPoints(size=size, place=place, before=before, points=points):
            return say(
                "With {size} players, place {place} would get more points ({points}) than the place above it ({before}).",
                size=size,
                place=place,
                points=points,
                before=before,
            )
        case _:
            assert_never(fault)


_EXAMPLES = {"example": "`2: 3 0; 3: 4 2 0; 4: 5 3 1 0`", "wins": "`wins`", "cards": "`card points`"}


def correction_fault_sentence(fault: corrections.CorrectionFault, say: Words, names: Names) -> str:
    """Return why a match cannot be corrected in this way."""
    match fault:
        case corrections.AlreadyVoided():
            return say("This match has already been voided.")
        case corrections.NotVoided():
            return say("This match hasn't been voided, so there's nothing to reinstate.")
        case corrections.NotInThatMatch(person=person):
            return say("{name} isn't in that match. `/match` shows its players.", name=names.person(person))
        case corrections.SamePerson():
            return say("Choose two different people.")
        case corrections.AlreadySwapped(first=first, second=second):
            return say(
                "Someone has already swapped {first} and {second} in that match, so nothing has changed. "
                "To undo the swap, choose {option}.",
                first=names.person(first),
                second=names.person(second),
                option="`change:swap back`",
            )
        case corrections.NotSwapped(first=first, second=second):
            return say(
                "The last swap in that match wasn't of {first} and {second}, so there's nothing to swap back. "
                "{command} shows its corrections.",
                first=names.person(first),
                second=names.person(second),
                command="`/match`",
            )
        case corrections.NotRemoved(person=person):
            return say("{name} is still in that match, so there's nothing to put back.", name=names.person(person))
        case _:
            assert_never(fault)


def schedule_fault_sentence(fault: schedule.ScheduleFault, say: Words, names: Names) -> str:
    """Return why there is no schedule with these people, tables and rounds."""
    match fault:
        case schedule.TooFewPeople(people=people, least=least):
            return say("A schedule needs at least {least} people (you named {people}).", people=people, least=least)
        case schedule.TooManyPeople(people=people, most=most):
            return say("A schedule can have at most {most} people (you named {people}).", people=people, most=most)
        case schedule.NamedTwice(person=person):
            return say("You named {name} twice. Name each person once.", name=names.person(person))
        case schedule.NoSuchTables(size=size):
            return say("The tables of a schedule have 2, 3 or 4 players, not {size}.", size=size)
        case schedule.NoSuchRounds(rounds=rounds, most=most):
            return say("A schedule has 1 to {most} rounds, not {rounds}.", rounds=rounds, most=most)
        case _:
            assert_never(fault)
