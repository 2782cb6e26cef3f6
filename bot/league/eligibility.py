"""Which matches count in a league, and why the others do not.

Whether a match counts depends on nothing but itself: if it was one too many for a day, that was found out at its start.
"""

from bot.league.league import League, WhyNot, why_match_does_not_fit
from bot.league.match_facts import MatchResult
from bot.league.scheme import has_points_for
from bot.rummy.variant import Length
from bot.wording.sentence import People, Person


class Voided(WhyNot):
    code = "voided"
    sentence = "Doesn't count for {league}: voided by an organiser."


class FewerThanTwoPeople(WhyNot):
    code = "too_few_people"
    sentence = "Doesn't count for {league}: fewer than two people played."


class NoPointsFor(WhyNot):
    code = "no_points"
    people: int
    sentence = "Doesn't count for {league}: no points for {people} players."


class TooManyRematches(WhyNot):
    """Two of the players had already started `most` matches of that day, at tables of two or at larger ones."""

    code = "too_many_rematches"
    most: int
    sentence = "Doesn't count for {league}: daily limit per pair ({most}) reached."


class DayWasFull(WhyNot):
    code = "day_was_full"
    person: Person
    most: int
    sentence = "Doesn't count for {league}: {person} had reached the daily limit ({most})."


class PlayPaused(WhyNot):
    code = "play_paused"
    person: Person
    sentence = "Doesn't count for {league}: {person} abandoned three matches, and pauses for a day."


class HasReturned(WhyNot):
    """A person has results in a season that isn't final, under a number whose data is deleted. Nobody is told who."""

    code = "has_returned"
    sentence = "Doesn't count for {league} or ratings: someone here deleted results in a season that isn't final."


class TooShort(WhyNot):
    """The rules of the match don't surely reach the length of a short match."""

    code = "too_short"
    sentence = "Doesn't count for {league}: too short. Everyone must deal once, two players twice."


class OneDealOnly(TooShort):
    sentence = "Doesn't count for {league}: one deal is too short."


class NotFull(TooShort):
    """The rules of the match don't surely reach the full length."""

    sentence = "Doesn't count for {league}: only full matches do."


class NotPlayed(WhyNot):
    """The match ended before it was played. Those who left get the last place, without points or with a loss of card points;
    those who stayed get nothing.
    """

    code = "not_played"
    left: People
    stayed: People
    sentence = "{league}: {left} left too early and came last. Doesn't count for {stayed}."
    if_empty = "stayed", "{league}: {left} left too early and came last."


def why_not(league: League, match: MatchResult, number: int) -> WhyNot | None:
    """Return why the match doesn't count in the league with this number; None if it does."""
    if match.voided:
        return Voided()
    if (why := why_setting_does_not_fit(league, match, number)) is not None:
        return why
    people = match.people()
    if len(people) < 2:
        return FewerThanTwoPeople()
    if not has_points_for(league.scheme, len(people)):
        return NoPointsFor(len(people))
    if match.is_walkover:
        left, stayed = (tuple(seat.person for seat in people if seat.left == gone) for gone in (True, False))
        return NotPlayed(left, stayed)
    return why_over_limit(match, number)


def why_over_limit(match: MatchResult, number: int) -> WhyNot | None:
    """Return why the match was one too many in this league when it started; None if it wasn't."""
    most = next((one.most for one in match.over if one.league == number), None)
    if most is not None:
        return TooManyRematches(most)
    full = next((one for one in match.full if one.league == number), None)
    if full is not None:
        return DayWasFull(match.seats[full.seat].person, full.most)
    if match.paused and not is_fixture_of(match, number):
        return PlayPaused(match.seats[match.paused[0]].person)
    return HasReturned() if number in match.returned else None


def is_counting(league: League, match: MatchResult, number: int) -> bool:
    """Return True if the match changes the standings: it counts, or gives those who left their last place."""
    return isinstance(why_not(league, match, number), NotPlayed | None)


def is_fixture_of(match: MatchResult, number: int) -> bool:
    """Return True if an earlier version opened the match from a schedule of the league with this number."""
    return match.league == number != 0


def why_setting_does_not_fit(league: League, match: MatchResult, number: int) -> WhyNot | None:
    """Return why the match doesn't fit the league with this number, or is too short for it; fixtures of the league fit."""
    if match.league == number != 0:
        return None
    if (why := why_match_does_not_fit(league, match)) is not None:
        return why
    if match.length.reaches(league.shortest):
        return None
    if league.shortest == Length.FULL:
        return NotFull()
    return OneDealOnly() if match.variant.match_deals == 1 else TooShort()
