"""How many matches a day the same two people may play in a league, and how many of one person count.

Whether a match is one too many for two people is decided when it starts, and for one person when it ends.

Every match that fits the league uses up one, at tables of all sizes and however it ends. Only the limit depends on the size of
the table. Matches of a schedule use up none, and never are too many in its league.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from bot.league.days import DAY_MS, day_of
from bot.league.eligibility import is_fixture_of, why_not, why_setting_does_not_fit
from bot.league.league import League
from bot.league.ledger import MatchBegun
from bot.league.match_facts import DayIsFull, MatchResult, OverLimit

LONGEST_DAY = 2 * DAY_MS
"""In milliseconds. Whatever the time zone, a day that has begun did so within this time."""


def limit_at(league: League, people: int) -> int:
    """Return how many matches of the same two people count in a day, at tables of so many."""
    return league.rematches if people == 2 else league.larger_rematches


def begin_match(
    leagues: Iterable[tuple[int, League]],
    planned: MatchResult,
    begun: Iterable[tuple[int, MatchBegun]],
    former: Mapping[int, int],
) -> MatchBegun:
    """Return the entry of a match that starts at `planned.ended` (epoch ms).

    `leagues` are those in use, by number; `begun` the matches of at least the last `LONGEST_DAY`, with their starts. `former`
    leads from the former numbers of people who came back after their data was deleted to those they have now.
    """
    people = tuple(seat.person for seat in planned.seats if not seat.computer)
    fitting = [(number, league) for number, league in leagues if why_setting_does_not_fit(league, planned, number) is None]
    recent = [(at, one) for at, one in begun if one.match != planned.number]
    over = [
        OverLimit(number, limit_at(league, len(people)))
        for number, league in fitting
        if not is_fixture_of(planned, number)
        and _most_met(number, league, planned.ended, people, recent, former) >= limit_at(league, len(people))
    ]
    fits = () if planned.league else tuple(number for number, _ in fitting)
    return MatchBegun(planned.number, people, fits, tuple(over))


def _most_met(
    number: int,
    league: League,
    now: int,
    people: tuple[int, ...],
    begun: Iterable[tuple[int, MatchBegun]],
    former: Mapping[int, int],
) -> int:
    """Return how many matches of this day two of the people have started, the most for any two."""
    met, today = Counter[tuple[int, int]](), day_of(now, league.zone)
    for at, one in begun:
        if number in one.fits and day_of(at, league.zone) == today:
            present = {former.get(person, person) for person in one.people}.intersection(people)
            met.update(combinations(sorted(present), 2))
    return max(met.values(), default=0)


def full_days(
    leagues: Iterable[tuple[int, League]], match: MatchResult, ended: Iterable[MatchResult], former: Mapping[int, int]
) -> tuple[DayIsFull, ...]:
    """Return the leagues in which the match is one too many for one of its people, as it ends.

    `leagues` are those in use, by number; `ended` the matches of at least the last `LONGEST_DAY`, as they were played; `former`
    is as in `begin_match`. Matches of a schedule use up none, and are never too many in its league.
    """
    found = []
    for number, league in leagues:
        if league.daily is None or is_fixture_of(match, number) or why_not(league, match, number) is not None:
            continue
        played, today = Counter[int](), day_of(match.ended, league.zone)
        for one in ended:
            if not one.league and day_of(one.ended, league.zone) == today and why_not(league, one, number) is None:
                played.update(former.get(seat.person, seat.person) for seat in one.people())
        seats = (at for at, seat in enumerate(match.seats) if not seat.computer and played[seat.person] >= league.daily)
        found += [DayIsFull(number, at, league.daily) for at in seats][:1]
    return tuple(found)
