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
            return say("No league can be called {name}: that stands for all matches of a server.", name="`*`")
        case league_checks.NameMissing():
            return say("A league needs a name.")
        case league_checks.NameTooLong(most=most):
            return say("The name of a league has at most {count} characters.", count=most)
        case league_checks.LeagueNameTaken(name=name):
            return say("There is a league “{name}” in this server already.", name=safe_text(name))
        case league_checks.NoSuchZone(typed=typed):
            return say("“{zone}” is no time zone. Write it like `Europe/Rome`, or `UTC`.", zone=safe_text(typed))
        case league_checks.DayIsOver(day=day):
            return say("The season cannot end on {day}: that day is over.", day=f"`{write_day(day)}`")
        case league_checks.NumberOutOfRange(what="least", least=least, most=most):
            return say("The matches needed for a place are a number from {least} to {most}.", least=least, most=most)
        case league_checks.NumberOutOfRange(least=least, most=most):
            return say("The matches of the same people a day are a number from {least} to {most}.", least=least, most=most)
        case _:
            assert_never(fault)


def scheme_fault_sentence(fault: scheme.SchemeFault, say: Words) -> str:
    """Return what is wrong with a typed points scheme."""
    match fault:
        case scheme.SchemeNotUnderstood(text=""):
            return say("The scheme says no points. Write it like {example}, {wins} or {cards}.", **_EXAMPLES)
        case scheme.SchemeNotUnderstood(text=text):
            return say(
                "“{text}” is no part of a scheme. Write it like {example}, {wins} or {cards}.",
                text=safe_text(text),
                **_EXAMPLES,
            )
        case scheme.NoSuchTieBreaker(typed=typed, choices=choices):
            known = say.all_of(f"`{choice}`" for choice in choices)
            return say("“{text}” decides no tie; there are {known}, or `none`.", text=safe_text(typed), known=known)
        case scheme.NoSuchSize(size=size, least=least, most=most):
            return say(
                "There are no matches of {size}: a match has {least} to {most} people.", size=size, least=least, most=most
            )
        case scheme.SizeTwice(size=size):
            return say("The points of matches of {size} are said twice.", size=size)
        case scheme.WrongNumberOfPlaces(size=size, points=points):
            return say(
                "A match of {size} has {size} places; points were typed for this many: {count}.", size=size, count=len(points)
            )
        case scheme.NegativePoints(size=size, points=points):
            return say("In matches of {size}, {points} is below 0: no place costs points.", size=size, points=points)
        case scheme.TooManyPoints(size=size, points=points, most=most):
            return say("In matches of {size}, {points} is too much: at most {most}.", size=size, points=points, most=most)
        case scheme.RisingPoints(size=size, place=place, before=before, points=points):
            return say(
                "In matches of {size}, place {place} would bring {points}, more than the {before} of the place before it.",
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
            return say("This match has been voided already.")
        case corrections.NotVoided():
            return say("This match has not been voided.")
        case corrections.NotInThatMatch(person=person):
            return say("{name} has no seat in that match.", name=names.person(person))
        case corrections.SamePerson():
            return say("Two different people are needed for that.")
        case corrections.AlreadySwapped(first=first, second=second):
            return say(
                "{first} and {second} are swapped in that match already: somebody has just done it. Nothing has changed. "
                "To undo it, choose {option}.",
                first=names.person(first),
                second=names.person(second),
                option="`change:swap back`",
            )
        case corrections.NotSwapped(first=first, second=second):
            return say(
                "The last swap in that match wasn't of {first} and {second}, so there is nothing to swap back. "
                "See what was corrected with {command}.",
                first=names.person(first),
                second=names.person(second),
                command="`/match`",
            )
        case corrections.NotRemoved(person=person):
            return say("{name} has not been removed from that match.", name=names.person(person))
        case _:
            assert_never(fault)


def schedule_fault_sentence(fault: schedule.ScheduleFault, say: Words, names: Names) -> str:
    """Return why there is no schedule with these people, tables and rounds."""
    match fault:
        case schedule.TooFewPeople(people=people, least=least):
            return say("People named: {people}; a schedule takes at least {least}.", people=people, least=least)
        case schedule.TooManyPeople(people=people, most=most):
            return say("People named: {people}; a schedule takes at most {most}.", people=people, most=most)
        case schedule.NamedTwice(person=person):
            return say("{name} is named twice.", name=names.person(person))
        case schedule.NoSuchTables(size=size):
            return say("There are no schedules for tables of {size}, only of 2, 3 and 4.", size=size)
        case schedule.NoSuchRounds(rounds=rounds, most=most):
            return say("{rounds} rounds are none or too many: at most {most}.", rounds=rounds, most=most)
        case _:
            assert_never(fault)
