"""The seasons of a server's leagues, each with the definition of its league: together they decide where a match counts.

A season that has ended keeps the definition that its league had then, so an edit changes only the running season.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.league.eligibility import NotPlayed, WhyNot, is_fixture_of, why_not
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.seasons.seasons import Season


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


def judge_in_terms(terms: Iterable[Term], match: MatchResult) -> list[TermVerdict]:
    """Return the verdict of each term that holds the match."""
    return [TermVerdict(term, why_not(term.league, match, term.number)) for term in terms if term.season.holds(match)]
