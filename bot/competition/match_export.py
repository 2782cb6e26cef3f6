"""The exported matches of a server or league: whether each counts, or why not, and the points of each person."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.competition.ports import StoredLeague
from bot.competition.standings import default_league
from bot.league.corrections import Correction, apply_corrections
from bot.league.eligibility import Judge, WhyNot
from bot.league.match_facts import MatchResult
from bot.league.seasons.season_terms import Term
from bot.league.seasons.seasons import Season
from bot.league.standings.totals import match_shares


@dataclass(frozen=True, slots=True)
class ExportedMatch:
    """A match as it is corrected, and its `original`.

    `why_not` is None if it counts: in the `season` of the exported league, or, without a league (`season` is None), in the
    server's count of wins. `parts` are the points of each person there, in sixtieths. The oldest of the `corrections` is first.
    `has_cards`: if False, the hands are not exported.
    """

    match: MatchResult
    original: MatchResult
    why_not: WhyNot | None
    season: int | None = None
    parts: Mapping[int, int] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    has_cards: bool = True


class MatchExport:
    """The judgement of matches, oldest first, some at a time: in the terms of a league, or in the server's count of wins."""

    def __init__(
        self,
        server: int,
        stored: StoredLeague | None,
        season: int | None,
        terms: Iterable[Term],
        corrections: Iterable[Correction],
    ) -> None:
        if stored is None:
            self._terms = [Term(0, default_league(server), Season(1, 0))]
        else:
            self._terms = [one for one in terms if one.number == stored.number and season in (None, one.season.number)]
        self._judges = [Judge(term.league, term.number) for term in self._terms]
        self._corrections: dict[int, list[Correction]] = {}
        for correction in corrections:
            self._corrections.setdefault(correction.match, []).append(correction)

    @property
    def begin(self) -> int:
        """When the first of the seasons began (epoch ms)."""
        return min((term.season.begin for term in self._terms), default=0)

    def judge(self, matches: Sequence[MatchResult]) -> list[ExportedMatch]:
        """Return those of the uncorrected matches that belong to the export, in the same order."""
        found = list[ExportedMatch]()
        for original in matches:
            made = tuple(self._corrections.get(original.number, ()))
            (match,) = apply_corrections([original], made)
            for term, judge in zip(self._terms, self._judges, strict=True):
                if term.season.holds(match):
                    why_not = judge.judge(match).why_not
                    if term.fits(match):
                        found.append(_exported(term, match, original, why_not, made))
        return found


def _exported(
    term: Term, match: MatchResult, original: MatchResult, why_not: WhyNot | None, made: tuple[Correction, ...]
) -> ExportedMatch:
    shares = match_shares(term.league, match) if why_not is None else []
    number = term.season.number if term.number else None
    return ExportedMatch(match, original, why_not, number, {share.person: share.parts for share in shares}, made)
