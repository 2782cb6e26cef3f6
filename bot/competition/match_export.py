"""The exported matches of a server or league: whether each counts, or why not, and the points of each person."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.competition.ports import StoredLeague
from bot.competition.standings import default_league
from bot.league.corrections import Correction, apply_corrections
from bot.league.eligibility import Judge, NotPlayed, WhyNot
from bot.league.match_facts import MatchResult
from bot.league.seasons.season_terms import Term
from bot.league.seasons.seasons import Season
from bot.league.standings.totals import match_shares

Wanted = Callable[[MatchResult], bool]


@dataclass(frozen=True, slots=True)
class ExportedVerdict:
    """Whether the match counts in a season of a league (both by number), or why not, and each person's points there.

    League 0 is the server's count of wins. `points` are people with their points, in sixtieths.
    """

    league: int
    season: int
    why_not: WhyNot | None
    points: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedMatch:
    """A match as it is corrected, and its `original`.

    The first of the `verdicts` is that of the export: in the exported league, or in the server's count of wins. The others are
    those of the server's leagues, if the whole server is exported. The oldest of the `corrections` is first. `has_cards`: if
    False, the hands are not exported.
    """

    match: MatchResult
    original: MatchResult
    verdicts: tuple[ExportedVerdict, ...]
    corrections: tuple[Correction, ...] = ()
    has_cards: bool = True


class MatchExport:
    """The judgement of matches, oldest first, some at a time: in the terms of a league, or in all those of the server.

    `terms` are the seasons in which they are judged. The server's count of wins is the first one, of league 0. `until` is the
    end (epoch ms) and the number of the last match.
    """

    def __init__(
        self,
        server: int,
        stored: StoredLeague | None,
        season: int | None,
        terms: Iterable[Term],
        corrections: Iterable[Correction],
        until: tuple[int, int],
    ) -> None:
        self.until = until
        own = [one for one in terms if stored is None or (one.number == stored.number and season in (None, one.season.number))]
        self.terms = tuple(own) if stored is not None else (Term(0, default_league(server), Season(1, 0)), *own)
        self._judges = [Judge(term.league, term.number) for term in self.terms]
        self._is_server = stored is None
        self._corrections: dict[int, list[Correction]] = {}
        for correction in corrections:
            self._corrections.setdefault(correction.match, []).append(correction)

    @property
    def begin(self) -> int:
        """When the first of the seasons began (epoch ms)."""
        return min((term.season.begin for term in self.terms), default=0)

    def judge(self, matches: Sequence[MatchResult], wanted: Wanted = lambda _: True) -> list[ExportedMatch]:
        """Return those of the uncorrected matches that belong to the export and are `wanted`, in the same order."""
        found = list[ExportedMatch]()
        for original in matches:
            made = tuple(self._corrections.get(original.number, ()))
            (match,) = apply_corrections([original], made)
            verdicts = list[ExportedVerdict]()
            for term, judge in zip(self.terms, self._judges, strict=True):
                if term.season.holds(match):
                    why_not = judge.judge(match).why_not
                    if self._is_server or term.fits(match):
                        verdicts.append(_verdict(term, match, why_not))
            if verdicts and wanted(original):
                found.append(ExportedMatch(match, original, tuple(verdicts), made))
        return found


def _verdict(term: Term, match: MatchResult, why_not: WhyNot | None) -> ExportedVerdict:
    shares = match_shares(term.league, match) if isinstance(why_not, NotPlayed | None) else []
    season = term.season.number if term.number else 0
    return ExportedVerdict(term.number, season, why_not, tuple((share.person, share.parts) for share in shares))
