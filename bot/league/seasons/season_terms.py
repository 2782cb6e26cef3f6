"""The seasons of a server's leagues, each with the definition of its league: together they decide where a match counts.

A season that has ended keeps the definition that its league had then, so an edit changes only the running season.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.league.eligibility import NotPlayed, Verdict, WhyNot, counting_matches, is_fixture_of, judge_matches
from bot.league.league import League
from bot.league.match_facts import MatchResult, oldest_first
from bot.league.seasons.seasons import Season, matches_in_season


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A season with the definition of its league in it; `number` is that of the league."""

    number: int
    league: League
    season: Season

    def fits(self, match: MatchResult) -> bool:
        """Return True if the match is played for the league: where and by the rules it asks for, or for its schedule."""
        return is_fixture_of(match, self.number) or self.league.fits(match)


class TermVerdict(Struct, frozen=True):
    """Whether a match counts in this term; `why_not` is None if it does."""

    term: Term
    why_not: WhyNot | None

    @property
    def changes_standings(self) -> bool:
        """True if the match counts, or gives only those who left their last place."""
        return isinstance(self.why_not, NotPlayed | None)


def counting_in_term(term: Term, history: Iterable[MatchResult]) -> list[MatchResult]:
    """Return the matches that change the season's standings, the oldest first.

    `history` is the server's, or all that `judge_matches` needs of it.
    """
    return counting_matches(term.league, matches_in_season(term.season, history), term.number)


def judge_in_terms(terms: Iterable[Term], match: MatchResult, history: Iterable[MatchResult]) -> list[TermVerdict]:
    """Return a verdict for each term that holds the match; `history` has all that any two of its people
    played on that day, with corrections."""
    matches = list(history)
    found = []
    for term in terms:
        if term.season.holds(match):
            verdict = next(one for one in _verdicts(term, matches) if one.match.number == match.number)
            found.append(TermVerdict(term, verdict.why_not))
    return found


def rated_matches(terms: Iterable[Term], history: Iterable[MatchResult]) -> list[MatchResult]:
    """Return the matches that count for the rating, once each, the oldest first."""
    matches = list(history)
    found = {
        match.number: match
        for term in terms
        if term.league.rated
        for match in counting_in_term(term, matches)
        if not match.is_walkover
    }
    return oldest_first(found.values())


def _verdicts(term: Term, matches: list[MatchResult]) -> list[Verdict]:
    return judge_matches(term.league, matches_in_season(term.season, matches), term.number)
