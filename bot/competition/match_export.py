"""The exported matches of a server or league: in which seasons each counts, or why not."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.league.corrections import Correction, apply_corrections
from bot.league.eligibility import Judge
from bot.league.match_facts import MatchResult
from bot.league.seasons.season_terms import Term, TermVerdict


@dataclass(frozen=True, slots=True)
class ExportedMatch:
    """A match as it is corrected, its `original`, its corrections in order, and its verdict in each exported season."""

    match: MatchResult
    original: MatchResult
    verdicts: tuple[TermVerdict, ...]
    corrections: tuple[Correction, ...]


class MatchExport:
    """The judgement of matches, oldest first, some at a time, in these terms.

    If the first one is the server's count of wins (league 0), every match is exported; otherwise those that fit a term.
    `until` is the end (epoch ms) and the number of the last match.
    """

    def __init__(self, terms: Sequence[Term], corrections: Iterable[Correction], until: tuple[int, int]) -> None:
        self.terms, self.until = terms, until
        self._judges = [(term, Judge(term.league, term.number)) for term in terms]
        self._corrections = defaultdict[int, list[Correction]](list)
        for correction in corrections:
            self._corrections[correction.match].append(correction)

    @property
    def begin(self) -> int:
        """When the first of the seasons began (epoch ms)."""
        return min((term.season.begin for term in self.terms), default=0)

    def judge(self, matches: Iterable[MatchResult]) -> list[ExportedMatch]:
        """Return those of the uncorrected matches that belong to the export, in the same order."""
        found, is_server = list[ExportedMatch](), any(term.number == 0 for term in self.terms)
        for original in matches:
            made = tuple(self._corrections.get(original.number, ()))
            (match,) = apply_corrections([original], made)
            verdicts = [
                TermVerdict(term, judge.judge(match).why_not)
                for term, judge in self._judges
                if term.season.holds(match) and (is_server or term.fits(match))
            ]
            if verdicts:
                found.append(ExportedMatch(match, original, tuple(verdicts), made))
        return found
