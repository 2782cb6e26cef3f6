"""The exported matches of a server or league: whether each counts, or why not, and the points of each person."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bot.competition.ports import ServerHistory, StoredLeague
from bot.competition.standings import default_league
from bot.league.corrections import Correction, apply_corrections
from bot.league.eligibility import WhyNot, judge_matches
from bot.league.match_facts import MatchResult
from bot.league.seasons.season_terms import Term
from bot.league.seasons.seasons import Season, matches_in_season
from bot.league.standings.totals import match_shares


@dataclass(frozen=True, slots=True)
class ExportedMatch:
    """A match as it is corrected, and its `original`.

    `why_not` is None if it counts: in the `season` of the exported league, or, without a league (`season` is None), in the
    server's count of wins. `parts` are the points of each person there, in sixtieths. The oldest of the `corrections` is first.
    """

    match: MatchResult
    original: MatchResult
    why_not: WhyNot | None
    season: int | None = None
    parts: Mapping[int, int] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()


def exported_matches(
    history: ServerHistory, server: int, stored: StoredLeague | None, season: int | None
) -> list[ExportedMatch]:
    """Return the matches of the server, or of a league in one or all of its seasons; the oldest first."""
    played = {match.number: match for match in history.matches}
    corrected = apply_corrections(history.matches, history.corrections)
    corrections_by_match: dict[int, list[Correction]] = {}
    for correction in history.corrections:
        corrections_by_match.setdefault(correction.match, []).append(correction)

    def of_term(term: Term) -> Iterator[ExportedMatch]:
        for verdict in judge_matches(term.league, matches_in_season(term.season, corrected)):
            match = verdict.match
            if term.league.fits(match):
                parts = {share.person: share.parts for share in match_shares(term.league, match)} if verdict.counts else {}
                number = term.season.number if term.number else None
                yield ExportedMatch(
                    match,
                    played[match.number],
                    verdict.why_not,
                    number,
                    parts,
                    tuple(corrections_by_match.get(match.number, ())),
                )

    if stored is None:
        terms = [Term(0, default_league(server), Season(1, 0))]
    else:
        terms = [one for one in history.terms if one.number == stored.number and season in (None, one.season.number)]
    return [one for term in terms for one in of_term(term)]
