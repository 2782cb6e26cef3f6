"""The seasons of a server's leagues, each with how its league counted in it: what decides where a match counts.

A season that has ended keeps the definition that its league had then, so that an edit changes the running season only.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.league.eligibility import Verdict, WhyNot, counting_matches, judge_matches
from bot.league.facts import MatchResult, oldest_first
from bot.league.league import League
from bot.league.seasons import Season, matches_in_season


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """`number` is that of the league."""

    number: int
    league: League
    season: Season


class TermVerdict(Struct, frozen=True):
    """Whether a match counts in this league; `why_not` is None if it does."""

    term: Term
    why_not: WhyNot | None


def counting_in_term(term: Term, history: Iterable[MatchResult]) -> list[MatchResult]:
    """The matches that count in the season, the oldest first; `history` may be whole meetings of that of the server."""
    return counting_matches(term.league, matches_in_season(term.season, history))


def judge_in_terms(terms: Iterable[Term], match: MatchResult, history: Iterable[MatchResult]) -> list[TermVerdict]:
    """What each league of that time says of a match; `history` holds it and its whole meetings, as they are corrected."""
    matches = list(history)
    found = []
    for term in terms:
        if term.season.holds(match):
            verdict = next(one for one in _verdicts(term, matches) if one.match.number == match.number)
            found.append(TermVerdict(term, verdict.why_not))
    return found


def rated_matches(terms: Iterable[Term], history: Iterable[MatchResult]) -> list[MatchResult]:
    """The matches that count for the rating, once each, the oldest first."""
    matches = list(history)
    found = {match.number: match for term in terms if term.league.rated for match in counting_in_term(term, matches)}
    return oldest_first(found.values())


def _verdicts(term: Term, matches: list[MatchResult]) -> list[Verdict]:
    return judge_matches(term.league, matches_in_season(term.season, matches))
