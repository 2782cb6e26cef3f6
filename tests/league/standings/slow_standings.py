"""Standings computed a second time: slowly, from the facts alone, as the rules say, without the code of `bot.league`.

For each person it looks at every match, and for a limit of rematches at all matches before one.
"""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from itertools import combinations
from typing import Any
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.league.corrections import Correction, PutBack, Reinstate, Remove, SwapBack, SwapPeople, Void
from bot.league.league import League
from bot.league.match_facts import MatchResult, OverLimit
from bot.league.scheme import ByCards, ByPlacing, ByWins

Row = tuple[int | None, int, int, Fraction, int, int | None]
"""Position, person, matches, points, wins, position when the week began."""
Match = dict[str, Any]


def table(league: League, history: list[MatchResult], corrections: list[Correction], *, now: int, number: int = 0) -> list[Row]:
    """Return the rows as they are shown: by position, then the people without one; equals by number.

    `number` is that of the league.
    """
    matches = rewritten(history, corrections)
    good = [match for match in matches if counts(league, match, number) or is_walkover(league, match, number)]
    monday = _week(now, league)
    before = [match for match in good if _week(match["ended"], league) < monday]
    people = {person for match in good for person in shares_in(match)}
    then, today = _positions(league, before), _positions(league, good)
    rows: list[Row] = []
    for person in people:
        position = today[person] if matches_of(good, person) >= league.least else None
        earlier = then.get(person) if matches_of(before, person) >= league.least else None
        points = sum((_points(league, match, person) for match in good), Fraction(0))
        rows.append((position, person, matches_of(good, person), points, wins_of(good, person), earlier))
    return sorted(rows, key=lambda row: (row[0] is None, today[row[1]] if row[0] is None else row[0], row[1]))


def rewritten(history: list[MatchResult], corrections: Sequence[Correction]) -> list[Match]:
    """Return the matches as plain dictionaries, with all corrections applied in order."""
    matches: list[Match] = [
        {
            "number": match.number,
            "ended": match.ended,
            "server": match.server,
            "channel": match.channel,
            "rules": match.variant,
            "changed": match.house_rules,
            "clock": match.has_clock,
            "walkover": match.is_walkover,
            "length": match.length,
            "schedule": match.league,
            "over": {one.league for one in match.over},
            "void": False,
            "seats": [
                {"who": seat.person, "place": seat.placing, "points": seat.points, "left": seat.left, "there": True}
                for seat in match.seats
                if not seat.computer
            ],
        }
        for match in history
    ]
    for correction in corrections:
        for match in matches:
            if match["number"] == correction.match:
                _correct(match, correction.change)
    return matches


def _correct(match: Match, change: object) -> None:
    seats = {seat["who"]: seat for seat in match["seats"]}
    there = [who for who, seat in seats.items() if seat["there"]]
    if isinstance(change, Void):
        match["void"] = True
    if isinstance(change, Reinstate):
        match["void"] = False
    if isinstance(change, SwapPeople | SwapBack) and change.first in there and change.second in there:
        seats[change.first]["who"], seats[change.second]["who"] = change.second, change.first
        if change.first == change.second:
            seats[change.first]["who"] = change.first
    if isinstance(change, Remove) and change.person in there:
        seats[change.person]["there"] = False
    if isinstance(change, PutBack) and change.person in seats:
        seats[change.person]["there"] = True


def people_in(match: Match) -> list[int]:
    return [seat["who"] for seat in match["seats"] if seat["there"]]


def _local(at: int, league: League) -> datetime:
    return datetime.fromtimestamp(at / 1000, ZoneInfo(league.zone))


def _week(at: int, league: League) -> tuple[int, int]:
    year, week, _ = _local(at, league).isocalendar()
    return year, week


def _in_league(league: League, match: Match, number: int) -> bool:
    people = people_in(match)
    if match["void"] or len(people) < 2:
        return False
    if not _is_fixture(match, number) and not (fits(league, match) and _is_long_enough(league, match)):
        return False
    return not isinstance(league.scheme, ByPlacing) or len(people) in league.scheme.points


def _is_fixture(match: Match, number: int) -> bool:
    return number > 0 and match["schedule"] == number


def _is_long_enough(league: League, match: Match) -> bool:
    return {"one": True, "short": match["length"] != "one", "full": match["length"] == "full"}[league.shortest]


def is_walkover(league: League, match: Match, number: int = 0) -> bool:
    """Return True for a match that ended before it was played: it gives those who left the last place, and nothing else."""
    return _in_league(league, match, number) and match["walkover"]


def shares_in(match: Match) -> list[int]:
    """Return the people for whose totals the match counts."""
    return [seat["who"] for seat in match["seats"] if seat["there"] and (seat["left"] or not match["walkover"])]


def fits(league: League, match: Match) -> bool:
    """Return True if the match is played where and by the rules that the league asks for."""
    if match["server"] != league.server:
        return False
    if league.requires_clock and not match["clock"]:
        return False
    if league.channel is not None and league.channel != match["channel"]:
        return False
    if not league.games:
        return league.house_rules or match["changed"] == ()
    same_name = [game for game in league.games if game.name == match["rules"].name]
    return bool(same_name) and (league.house_rules or match["rules"] == same_name[0])


def counts(league: League, match: Match, number: int = 0) -> bool:
    """Return True if the match counts: it fits, was played, and was not one too many for its day when it started."""
    return _in_league(league, match, number) and not match["walkover"] and number not in match["over"]


def with_limits(history: Sequence[MatchResult], leagues: Sequence[League]) -> list[MatchResult]:
    """Return the matches with the leagues, numbered from 1, in which each is one too many; each starts when it ends.

    `history` is in the order of the starts.
    """
    matches = rewritten(list(history), [])
    found = []
    for at, match in enumerate(matches):
        over = []
        for number, league in enumerate(leagues, start=1):
            limit = league.rematches if len(people_in(match)) == 2 else league.larger_rematches
            if match["schedule"] != number and _uses_up(league, match) and _most_met(league, matches[:at], match) >= limit:
                over.append(OverLimit(number, limit))
        found.append(replace(history[at], over=tuple(over)))
    return found


def _most_met(league: League, earlier: list[Match], match: Match) -> int:
    """Return how many of the `earlier` matches of that day two of the people have in common, the most for any two.

    Those of schedules use up none.
    """
    day = _local(match["ended"], league).date()
    of_day = [one for one in earlier if abs(one["ended"] - match["ended"]) < 100_000_000]  # more than a day
    same = [set(people_in(one)) for one in of_day if _local(one["ended"], league).date() == day and _uses_up_one(league, one)]
    return max((sum({*pair} <= people for people in same) for pair in combinations(people_in(match), 2)), default=0)


def _uses_up_one(league: League, match: Match) -> bool:
    return match["schedule"] == 0 and _uses_up(league, match)


def _uses_up(league: League, match: Match) -> bool:
    return fits(league, match) and _is_long_enough(league, match)


def seat_of(match: Match, person: int) -> Match | None:
    return next((seat for seat in match["seats"] if seat["who"] == person and seat["there"]), None)


def place_of(match: Match, person: int) -> int:
    """Return the place: leavers are behind everyone who stayed, the others behind those who stayed and were placed better."""
    own = seat_of(match, person)
    assert own is not None
    people = [seat for seat in match["seats"] if seat["there"]]
    if own["left"]:
        return len(people)
    return 1 + len([seat for seat in people if not seat["left"] and seat["place"] < own["place"]])


def _won(match: Match, person: int) -> bool:
    own = seat_of(match, person)
    return own is not None and not own["left"] and not match["walkover"] and place_of(match, person) == 1


def _cards(match: Match, person: int) -> int:
    if match["walkover"]:
        return 0
    people = [seat for seat in match["seats"] if seat["there"]]
    worth = {seat["who"]: seat["points"] for seat in people}
    if match["rules"].scoring == "penalty":
        worth = {who: max(worth.values()) - penalty for who, penalty in worth.items()}
    own = seat_of(match, person)
    assert own is not None
    return int(min(worth.values()) if own["left"] else worth[person])


def _points(league: League, match: Match, person: int) -> Fraction:
    own = seat_of(match, person)
    if own is None or match["walkover"]:
        return Fraction(0)
    scheme = league.scheme
    if isinstance(scheme, ByWins):
        return Fraction(1 if _won(match, person) else 0)
    if isinstance(scheme, ByCards):
        return Fraction(_cards(match, person))
    worth = scheme.points[len(people_in(match))]
    if own["left"]:
        return Fraction(worth[-1])
    level = [other for other in people_in(match) if place_of(match, other) == place_of(match, person)]
    staying = [other for other in level if not (seat_of(match, other) or own)["left"]]
    occupied = [worth[place_of(match, person) - 1 + step] for step in range(len(staying))]
    return Fraction(sum(occupied), len(staying))


def matches_of(matches: list[Match], person: int) -> int:
    return len([match for match in matches if person in shares_in(match)])


def wins_of(matches: list[Match], person: int) -> int:
    return len([match for match in matches if _won(match, person)])


def _positions(league: League, matches: list[Match]) -> dict[int, int]:
    """Return the position of each person: those with enough matches among themselves, then the others after all of them."""
    people = {person for match in matches for person in shares_in(match)}
    values = {person: _values(league, matches, person) for person in people}
    return {one: 1 + len([other for other in people if values[other] > values[one]]) for one in people}


def _values(league: League, matches: list[Match], person: int) -> list[Any]:
    own = [match for match in matches if person in shares_in(match)]
    values: list[Any] = [len(own) >= league.least, sum((_points(league, match, person) for match in own), Fraction(0))]
    for tie in league.scheme.ties:
        if tie == "wins":
            values.append(wins_of(own, person))
        elif tie == "places":
            values.append([len([match for match in own if place_of(match, person) == place]) for place in range(1, 7)])
        elif tie == "card points":
            values.append(sum(_cards(match, person) for match in own))
        else:
            assert tie == "fewest matches"
            values.append(-len(own))
    return values
