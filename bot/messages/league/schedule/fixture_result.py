"""How the match of a fixture ended, in one line: who won, the points of the match, and who left."""

from bot.league.match_facts import MatchResult
from bot.league.placings import league_placings
from bot.messages.names import Names
from bot.messages.words import Words


def fixture_result(match: MatchResult, names: Names, say: Words) -> str:
    """Return who finished before whom, with the points of each person, as Markdown. `match` is corrected and not voided."""
    points = {seat.person: f"{names.person(seat.person)} ({seat.points})" for seat in match.people()}
    order = sorted(league_placings(match), key=lambda one: one.place)
    first = say.all_of(points[one.person] for one in order if one.place == 1)
    others = say.all_of(points[one.person] for one in order if one.place > 1)
    winners, number = sum(one.place == 1 for one in order), f"`{match.number}`"
    if match.is_walkover:
        people = say.all_of(names.person(one.person) for one in order)
        result = say("{people}: ended too early, match {number}", people=people, number=number)
    elif not first:
        result = say("{people}: no winner, match {number}", people=others, number=number)
    elif not others:
        result = say("{people} tied, match {number}", people=first, number=number)
    elif winners > 1:
        result = say("{winners} tied, ahead of {others}, match {number}", winners=first, others=others, number=number)
    else:
        result = say("{winner} beat {others}, match {number}", winner=first, others=others, number=number)
    left = [names.person(one.person) for one in order if one.has_left]
    return f"{result} · {say('left: {names}', names=say.all_of(left))}" if left else result
