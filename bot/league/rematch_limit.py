"""How many matches a day the same two people may play in a league, how many of one person count, and who pauses.

Everything is decided when a match starts, so that nobody gains by the order in which matches end.

Every match that fits the league uses up one, at tables of all sizes and however it ends. Only the limit depends on the size of
the table. Matches of a tournament use up none and are never too many: its organiser has paired them. So it is with those
that an earlier version opened from a schedule, in its league.

After a change of a league's zone, what started before it uses up one until its day is over in both zones.

Who abandons `MOST_ABANDONED` matches within `WITHIN` pauses: what they start in the next `PAUSE` counts in no league, but for
matches of tournaments, and of such a schedule.

Who comes back after their data was deleted begins no season afresh: no match counts in a league in which they are a
`FormerSeason`'s former player, not even one of a tournament.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from bot.league.days import DAY_MS, day_of
from bot.league.eligibility import is_fixture_of, why_setting_does_not_fit
from bot.league.league import League
from bot.league.ledger import MatchBegun
from bot.league.match_facts import DayIsFull, FullDay, MatchResult, OverLimit, is_between_people

LONGEST_DAY = 2 * DAY_MS
"""In milliseconds. Whatever the time zone, a day that has begun did so within this time."""
MOST_ABANDONED, WITHIN, PAUSE = 3, 7 * DAY_MS, DAY_MS
"""Who abandons so many matches within this time (ms) pauses for that time after the last."""
REMEMBERED = WITHIN + PAUSE
"""In milliseconds: what was abandoned earlier pauses nobody any more."""
FormerZones = Sequence[tuple[int, str]]
"""The time zones that a league had earlier, each with the time (epoch ms) at which it was changed."""


class FormerSeason(NamedTuple):
    """The season of a league that isn't final, in which this person has results under a number deleted on this day (UTC)."""

    person: int
    league: int
    season: int
    day: int


class FormerPause(NamedTuple):
    """On the `day` (UTC, from 1 January 1970) of a deletion, this person had abandoned so many matches of a server `WITHIN`."""

    person: int
    server: int
    day: int
    abandoned: int


def limit_at(league: League, people: int) -> int:
    """Return how many matches of the same two people count in a day, at tables of so many."""
    return league.rematches if people == 2 else league.larger_rematches


def begin_match(
    leagues: Iterable[tuple[int, League]],
    planned: MatchResult,
    begun: Iterable[tuple[int, MatchBegun]],
    former: Mapping[int, int],
    abandoned: Iterable[MatchResult] = (),
    zones: Callable[[int], FormerZones] = lambda _league: (),
    returned: Sequence[FormerSeason] = (),
    pauses: Sequence[FormerPause] = (),
) -> MatchBegun:
    """Return the entry of a match that starts at `planned.ended` (epoch ms).

    `leagues` are those in use, by number; `begun` the matches of at least the last `LONGEST_DAY`, with their starts. `former`
    leads from the former numbers of people who came back after their data was deleted to those they have now. `abandoned` are
    the matches of at least the last `REMEMBERED` that weren't played, as they are corrected. `zones` are those of a league, and
    `returned` the former seasons of the people of the match; `pauses` are what they abandoned before their data was deleted.
    """
    people = tuple(seat.person for seat in planned.seats if not seat.computer)
    fitting = [(number, league) for number, league in leagues if why_setting_does_not_fit(league, planned, number) is None]
    fits = () if planned.league else tuple(number for number, _ in fitting)
    entry = MatchBegun(
        planned.number,
        people,
        fits,
        league=planned.league,
        tournament=planned.tournament,
        has_card_rules=planned.has_card_rules,
        returned=tuple(sorted({one.league for one in returned})),
    )
    if planned.tournament:
        return entry
    recent = [(at, one) for at, one in begun if one.match != planned.number and not one.tournament]
    limited = [(number, league) for number, league in fitting if not is_fixture_of(planned, number)]
    now = planned.ended
    started = {number: _started_that_day(number, league.zone, zones(number), now, recent) for number, league in limited}
    over = [
        OverLimit(number, limit_at(league, len(people)))
        for number, league in limited
        if _most_met(people, started[number], former) >= limit_at(league, len(people))
    ]
    full = [one for number, league in limited if (one := _full_day(number, league, people, started[number], former))]
    paused = [one for one in people if _paused_until(one, abandoned, pauses) > now]
    return replace(entry, over=tuple(over), full=tuple(full), paused=tuple(paused))


def with_limits(result: MatchResult, begun: MatchBegun) -> MatchResult:
    """Return the result of a match with what was found out at its start."""
    seats = {seat.person: at for at, seat in enumerate(result.seats) if not seat.computer}
    full = (DayIsFull(one.league, seats[one.person], one.most) for one in begun.full if one.person in seats)
    paused = (seats[one] for one in begun.paused if one in seats)
    found = replace(result, over=begun.over, full=tuple(full), paused=tuple(paused))
    return replace(found, has_card_rules=begun.has_card_rules, returned=begun.returned)


def _started_that_day(
    number: int, zone: str, former: FormerZones, now: int, begun: Iterable[tuple[int, MatchBegun]]
) -> list[MatchBegun]:
    """Return the matches that fit the league and started on this day, in a time zone that it has, or has had since then."""
    return [
        one
        for at, one in begun
        if number in one.fits
        and any(day_of(at, each) == day_of(now, each) for each in (zone, *(old for until, old in former if until > at)))
    ]


def _most_met(people: tuple[int, ...], started: Iterable[MatchBegun], former: Mapping[int, int]) -> int:
    """Return how many of these matches two of the people have started, the most for any two."""
    met = Counter[tuple[int, int]]()
    for one in started:
        present = {former.get(person, person) for person in one.people}.intersection(people)
        met.update(combinations(sorted(present), 2))
    return max(met.values(), default=0)


def _full_day(
    number: int, league: League, people: tuple[int, ...], started: Iterable[MatchBegun], former: Mapping[int, int]
) -> FullDay | None:
    """Return the first person who has started as many of these matches as count, without those that were too many."""
    if league.daily is None:
        return None
    played = Counter[int]()
    for one in started:
        too_many = {each.league for each in one.over} | {each.league for each in one.full}
        if number not in (*too_many, *one.returned) and not one.paused:
            played.update({former.get(person, person) for person in one.people})
    return next((FullDay(number, person, league.daily) for person in people if played[person] >= league.daily), None)


def _paused_until(person: int, abandoned: Iterable[MatchResult], pauses: Iterable[FormerPause]) -> int:
    """Return until when (epoch ms) a person pauses. What a former player abandoned counts as of the end of that day."""
    left = [match.ended for match in abandoned if _has_abandoned(person, match)]
    for one in pauses:
        left += [(one.day + 1) * DAY_MS - 1] * (one.abandoned if one.person == person else 0)
    return pause_end(left)


def count_abandoned(person: int, matches: Sequence[MatchResult], pauses: Iterable[FormerPause], *, at: int) -> int:
    """Return how many of these matches, as they are corrected, the person abandoned `WITHIN` this time (epoch ms).

    For somebody who pauses then, it is at least `MOST_ABANDONED`, although the first of them may be longer ago.
    """
    count = sum(match.ended > at - WITHIN and _has_abandoned(person, match) for match in matches)
    return max(count, MOST_ABANDONED if _paused_until(person, matches, pauses) > at else 0)


def _has_abandoned(person: int, match: MatchResult) -> bool:
    is_one = match.is_walkover and is_between_people(match)
    return is_one and any(seat.left and seat.person == person for seat in match.people())


def pause_end(abandoned: Iterable[int]) -> int:
    """Return until when (epoch ms) a person pauses who has abandoned matches at these times; 0 if they never have to."""
    left = sorted(abandoned)
    last = (end for begin, end in zip(left, left[MOST_ABANDONED - 1 :], strict=False) if end - begin < WITHIN)
    return max((end + PAUSE for end in last), default=0)
